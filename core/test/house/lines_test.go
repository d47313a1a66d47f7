package house

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is how many columns a line may have, a tab counted as four.
const widest = 120

// longText is how many columns a text has that is not broken: its line may be as wide
// as it is.
const longText = 80

// TestLines fails where a line of Go or of a component is too wide. A line that holds
// a long text, and the lines of raw strings (other languages), are as wide as they are.
func TestLines(t *testing.T) {
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(root, path)
		if d.IsDir() {
			if name != "." && strings.HasPrefix(d.Name(), ".") || name == "site" {
				return filepath.SkipDir
			}
			return nil
		}
		component := strings.HasSuffix(name, ".vugu")
		if !component && !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_gen.go") {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		may := map[int]bool{}
		if !component {
			may = mayBeWide(text)
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			line = strings.TrimSuffix(line, "\n")
			if w := utf8.RuneCountInString(line) + 3*strings.Count(line, "\t"); w > widest && !may[n] {
				t.Errorf("%s:%d has %d columns; %d are the most", name, n, w, widest)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mayBeWide returns the numbers of the lines that hold a long text, a part of a raw
// string or an example's output.
func mayBeWide(text []byte) map[int]bool {
	files := token.NewFileSet()
	f := files.AddFile("", files.Base(), len(text))
	var s scanner.Scanner
	s.Init(f, text, nil, scanner.ScanComments)
	out := map[int]bool{}
	for {
		at, kind, lit := s.Scan()
		line := f.Line(at)
		switch kind {
		case token.EOF:
			return out
		case token.COMMENT:
			if strings.HasPrefix(lit, "// Output:") {
				out[line] = true
			}
		case token.STRING:
			over := strings.Count(lit, "\n")
			for i := range over + 1 {
				out[line+i] = out[line+i] || over > 0 || utf8.RuneCountInString(lit) > longText
			}
		}
	}
}
