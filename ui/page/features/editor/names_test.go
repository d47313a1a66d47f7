package editor

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"indistinct/core/guest/starlark"
)

// TestEditorKnowsBuiltIns asks the interpreter for every name that the editor
// colours as one that programs may use.
func TestEditorKnowsBuiltIns(t *testing.T) {
	data, err := os.ReadFile("editor.js")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(data), "const known")
	list, _, _ = strings.Cut(list, ";")
	names := 0
	for _, part := range regexp.MustCompile(`'([^']*)'`).FindAllStringSubmatch(list, -1) {
		for _, name := range strings.Fields(part[1]) {
			names++
			if _, err := (starlark.Interpreter{}).Compile("f = " + name +
				"\npairs = [(0, 1)]\ndef release(x):\n    return x\n"); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if names < 40 {
		t.Errorf("only %d names were found", names)
	}
}
