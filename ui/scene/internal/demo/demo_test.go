package demo

import (
	"encoding/json"
	"os"
	"testing"

	"indistinct/core/film"
)

func TestFilmsAreWellFormed(t *testing.T) {
	for name, f := range map[string]*film.Film{"ring": Ring(true), "ring-before": Ring(false), "chart": Chart()} {
		if err := film.Check(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// FILMS names a folder that receives the films, to be shown in a browser.
		if dir := os.Getenv("FILMS"); dir != "" {
			data, err := json.Marshal(f)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir+"/"+name+".json", data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
