//go:build !js

package pack

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// TestFill: a script gets the fields that the files give in place of its mark, and of files that give none
// nothing; without the mark once, or a file, it is refused.
func TestFill(t *testing.T) {
	const mark = "/*MARK*/{}"
	files := map[string]string{"s.js": "before " + mark + " after", "a": "1", "b": "22", "c": ""}
	length := func(name string, data []byte) (string, any) {
		if len(data) == 0 {
			return "", nil
		}
		return name, len(data)
	}
	dir := site(t, files)
	if err := fill(dir, []string{"a", "b", "c"}, "s.js", mark, length); err != nil {
		t.Fatal(err)
	}
	text := string(read(t, filepath.Join(dir, "s.js")))
	var got map[string]int
	object := strings.TrimSuffix(strings.TrimPrefix(text, "before "), " after")
	if err := json.Unmarshal([]byte(object), &got); err != nil || len(got) != 2 || got["a"] != 1 || got["b"] != 2 {
		t.Errorf("the script is %q: %v", text, err)
	}
	for _, c := range [][3]string{{"s.js", mark, "a"}, {"none.js", mark, "a"}, {"s.js", "before", "none"}} {
		if fill(dir, []string{c[2]}, c[0], c[1], length) == nil {
			t.Errorf("%s was taken for %s and the file %s", c[0], c[1], c[2])
		}
	}
}
