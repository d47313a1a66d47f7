package house

import (
	"go/build/constraint"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// given are the build tags that the go command sets by itself, or that take a file out for good.
var given = []string{"aix", "android", "darwin", "freebsd", "ignore", "js", "linux", "netbsd", "openbsd", "plan9",
	"race", "unix", "wasm", "windows"}

// tagged is a test that a step of wasm/test/run runs with tags, and what of a package it runs.
var tagged = regexp.MustCompile(`goTest\("-tags=([^"]*)", "-run=([^"]*)"`)

// TestTags fails where tests need a build tag that no step of ./build.sh test sets, or have other names
// than it runs.
func TestTags(t *testing.T) {
	steps, err := os.ReadFile(filepath.Join(root, "wasm/test/run/main.go"))
	if err != nil {
		t.Fatal(err)
	}
	needed := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		line, _, _ := strings.Cut(string(text), "\n")
		expression, bad := constraint.Parse(line)
		if err != nil || bad != nil {
			return err
		}
		of := func(set []string) bool { // as on Linux, with these tags of our own
			return expression.Eval(func(tag string) bool {
				return tag == "linux" || tag == "unix" || slices.Contains(set, tag)
			})
		}
		own := func(tag string) bool { return !slices.Contains(given, tag) }
		if of(nil) || !slices.ContainsFunc(regexp.MustCompile(`\w+`).FindAllString(expression.String(), -1), own) {
			return nil
		}
		needed++
		run := slices.DeleteFunc(tagged.FindAllSubmatch(steps, -1), func(step [][]byte) bool {
			return !of(strings.Split(string(step[1]), ","))
		})
		for _, f := range regexp.MustCompile(`(?m)^func (Test\w+)`).FindAllSubmatch(text, -1) {
			runs := func(step [][]byte) bool { return regexp.MustCompile(string(step[2])).Match(f[1]) }
			if !slices.ContainsFunc(run, runs) {
				t.Errorf("%s: %s needs %s, and no step of wasm/test/run sets that for it", path, f[1], expression)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if needed == 0 {
		t.Error("no test has a tag of its own: then this one and the steps for tags can leave")
	}
}
