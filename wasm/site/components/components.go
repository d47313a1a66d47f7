//go:build !js

// Package components makes the Go code of the page's components, of their .vugu files, by
// vugugen. Of the markup it takes one thing back: a line break between two tags is nothing,
// as in JSX, so that markup is laid out as people write it and holds no blanks; a blank that
// is meant stands between two tags on one line. What vugugen writes out for each element
// becomes a call of package ui/dom/node, a twentieth of what a visitor loads of the panel. What
// the expressions in the markup need is imported as goimports does it: as beside it, in .go files.
package components

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/imports"
)

// between are the line breaks between two tags.
var between = regexp.MustCompile(`>[ \t]*\n\s*<`)

// compact is a component's file without the line breaks between its tags.
func compact(text string) string { return between.ReplaceAllString(text, "><") }

// calls are what vugugen writes, and the call of package node that does the same. What is
// not added to an element is a component's own first node.
var calls = []struct {
	written *regexp.Regexp
	call    string
}{
	{regexp.MustCompile(element + added), "node.Element(vgparent, $1, $2)"},
	{regexp.MustCompile(element), "node.Element(nil, $1, $2)"},
	{regexp.MustCompile(`(?:vugu\.VGAttribute)?\{Namespace: "", Key: (".*?"), Val: (".*?")\}`), "$1, $2"},
	{regexp.MustCompile(`&vugu\.VGNode\{Type: vugu\.VGNodeType\(1\), Data: (".*")\}` + added),
		"node.Text(vgparent, $1)"},
	{regexp.MustCompile(`&vugu\.VGNode\{Component: vgcomp\}` + added), "node.Component(vgparent, vgcomp)"},
	{regexp.MustCompile(`vgn\.DOMEventHandlerSpecList = append\(vgn\.DOMEventHandlerSpecList, ` +
		`vugu\.DOMEventHandlerSpec\{\s*EventType:\s*(".*"),\s*Func:\s*(.*),\s*// TODO.*\s*\}\)`), "node.On(vgn, $1, $2)"},
	{regexp.MustCompile(`\{\s*b, err := vjson\.Marshal\((.*)\)\s*if err != nil \{\s*panic\(err\)\s*\}\s*` +
		`vgn\.Prop = append\(vgn\.Prop, vugu\.VGProperty\{Key: (".*"), JSONVal: vjson\.RawMessage\(b\)\}\)\s*\}`),
		"node.Property(vgn, $2, $1)"},
	{regexp.MustCompile(`\nimport "github.com/vugu/vugu"\n`), "${0}import \"indistinct/ui/dom/node\"\n"},
	{regexp.MustCompile(`\nvar _ vjson\.RawMessage\n`), "${0}var _ = node.On\n"},
}

const element = `&vugu\.VGNode\{Type: vugu\.VGNodeType\(3\), Namespace: "", Data: (".*?"), ` +
	`Attr: \[\]vugu\.VGAttribute(?:\(nil\)|\{(.*)\})\}`

const added = `\s*vgparent\.AppendChild\(vgn\)`

// short is generated code with those calls.
func short(code []byte) []byte {
	for _, c := range calls {
		code = c.written.ReplaceAll(code, []byte(c.call))
	}
	return code
}

// Folders are those below dir that hold components.
func Folders(dir string) (folders []string, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".vugu" && !slices.Contains(folders, filepath.Dir(path)) {
			folders = append(folders, filepath.Dir(path))
		}
		return err
	})
	return folders, err
}

// Generate returns the generated files of a folder, by name.
func Generate(dir string) (map[string][]byte, error) {
	temp, err := os.MkdirTemp("", "components")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := e.Name()
		component := filepath.Ext(name) == ".vugu"
		if !component && filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_gen.go") ||
			strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		if component {
			text = []byte(compact(string(text)))
		}
		if err = cmp.Or(err, os.WriteFile(filepath.Join(temp, name), text, 0o644)); err != nil {
			return nil, err
		}
	}
	out, err := exec.Command("go", "tool", "vugugen", "-skip-go-mod", "-skip-main", temp).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%s: %v: %s", dir, err, out)
	}
	made, err := filepath.Glob(filepath.Join(temp, "*_gen.go"))
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, path := range made {
		text, err := os.ReadFile(path)
		if err == nil {
			text, err = imports.Process(filepath.Join(dir, filepath.Base(path)), short(text), nil)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		files[filepath.Base(path)] = text
	}
	return files, nil
}

// Write writes the generated files of all folders below dir in place of those that are there.
func Write(dir string) error {
	folders, err := Folders(dir)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		files, err := Generate(folder)
		if err != nil {
			return err
		}
		old, err := filepath.Glob(filepath.Join(folder, "*_gen.go"))
		for _, path := range old {
			err = cmp.Or(err, os.Remove(path))
		}
		for name, text := range files {
			err = cmp.Or(err, os.WriteFile(filepath.Join(folder, name), text, 0o644))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
