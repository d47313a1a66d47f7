package take

import (
	"testing"
)

func TestFileNames(t *testing.T) {
	for in, want := range map[string]string{"p-curve": "p-curve", "../../etc": "------etc", "": "data", "ε": "-"} {
		if got := FileName(in); got != want {
			t.Errorf("fileName(%q) = %q, want %q", in, got, want)
		}
	}
}
