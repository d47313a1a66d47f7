//go:build !js

package components

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWrite: a folder's generated code is written anew as it stands in the tree, and that of components that
// are gone goes.
func TestWrite(t *testing.T) {
	if testing.Short() {
		t.Skip("it loads packages")
	}
	const from = "../../../ui/page/features/editor"
	dir := t.TempDir()
	entries, err := os.ReadDir(from)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]byte{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(from, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(e.Name(), "_gen.go") {
			want[e.Name()] = data
			data = []byte("package editor\n")
		}
		if err := os.WriteFile(filepath.Join(dir, e.Name()), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	gone := filepath.Join(dir, "gone_gen.go")
	if err := os.WriteFile(gone, []byte("package editor\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(gone); !os.IsNotExist(err) {
		t.Errorf("the code of a component that is gone stays: %v", err)
	}
	if len(want) == 0 {
		t.Fatal("there is nothing that is generated")
	}
	for name, text := range want {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is written otherwise: %v", name, err)
		}
	}
}
