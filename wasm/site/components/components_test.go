//go:build !js

package components

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestCompact(t *testing.T) {
	const text = "<div>\n  <p>a\n    b</p>\n\n  <i></i> <b></b>\n</div>\n"
	const want = "<div><p>a\n    b</p><i></i> <b></b></div>\n"
	if got := compact(text); got != want {
		t.Errorf("%q", got)
	}
	if got := compact("<p></p>\n"); got != "<p></p>\n" {
		t.Errorf("%q", got)
	}
}

// The generated code is that of the .vugu files.
func TestGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("it generates all")
	}
	folders, err := Folders("../../../ui")
	if err != nil || len(folders) < 10 {
		t.Fatal(len(folders), err)
	}
	for _, dir := range folders {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			made, err := Generate(dir)
			if err != nil {
				t.Fatal(err)
			}
			there, err := filepath.Glob(filepath.Join(dir, "*_gen.go"))
			if err != nil || len(there) != len(made) {
				t.Errorf("%d generated files, want %d, %v: run ./build.sh generate", len(there), len(made), err)
			}
			for name, want := range made {
				if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, want) {
					t.Errorf("%s is not what its .vugu file says: run ./build.sh generate", name)
				}
			}
		})
	}
}
