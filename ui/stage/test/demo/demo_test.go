package demo

import (
	"os"
	"testing"

	"indistinct/core/film"
	"indistinct/core/test/filmtest"
)

func TestFilmsAreWellFormed(t *testing.T) {
	for name, f := range map[string]*film.Film{"ring": Ring(true), "ring-before": Ring(false), "chart": Chart(),
		"labelled": Labelled()} {
		if err := filmtest.Check(f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		// FILMS names a folder that receives the films, to be shown in a browser.
		if dir := os.Getenv("FILMS"); dir != "" {
			data, err := f.MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(dir+"/"+name+".film", data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestShowsAreWellFormed(t *testing.T) {
	for _, form := range []film.Form{film.Line, film.Plane, film.Stream, film.Bars} {
		for _, v := range []film.Verdict{film.Violation, film.NoViolation, film.Inconclusive} {
			s := Show(form, v, 800)
			if err := filmtest.CheckShow(s); err != nil {
				t.Errorf("%s, %s: %v", form, v, err)
			}
			if dir := os.Getenv("FILMS"); dir != "" {
				data, err := s.MarshalBinary()
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(dir+"/"+string(form)+"-"+string(v)+".show", data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
