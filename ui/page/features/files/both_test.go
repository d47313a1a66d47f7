package files

import (
	"bytes"
	"encoding/json"
	"testing"
)

// Two reports travel in one file, and each comes out as it went in.
func TestFileWithBothRuns(t *testing.T) {
	b, a := []byte(`{"program":"x","spec":{"lab":"toy"}}`+"\n"), []byte(`{"program":"y","n":3}`)
	file := withA(b, a)
	if !json.Valid(file) {
		t.Fatalf("%s is not JSON", file)
	}
	gotB, gotA := splitA(file)
	if !bytes.Equal(gotA, a) || !bytes.Equal(gotB, bytes.TrimSpace(b)) {
		t.Errorf("came out as %s and %s", gotB, gotA)
	}
	if got, none := splitA(b); none != nil || !bytes.Equal(got, b) {
		t.Error("a file with one run was changed")
	}
}
