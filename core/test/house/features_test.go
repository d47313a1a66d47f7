package house

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const features = "ui/page/features"

// partsOf are what else leaves with a feature: packages of the core that do its work in a worker.
var partsOf = map[string][]string{"game": {"core/lab/game"}}

// shared are the names outside of a feature's parts that only this feature uses today: tasks that a worker knows by
// name, what reads or changes fields that the laboratory's state keeps to itself, and what of lessons the class and the
// reference do not ask.
var shared = map[string][]string{
	"compare": {"Differences", "OpenA"},
	"files":   {"FromFile", "ReadsData"},
	"game":    {"GameTask"},
	"lessons": {"FindLesson", "Lift", "ReadProgress"},
	"samples": {"SamplesTask"},
}

var (
	comments = regexp.MustCompile(`(?m)//.*$`)
	words    = regexp.MustCompile(`[A-Za-z_]\w*`)
	declared = regexp.MustCompile(`(?m)^(?:func (?:\([^)]*\) )?|type |var |const )(\w+)`)
)

// TestFeaturesLeave takes each feature of the page away in turn and lists what is declared elsewhere and was used by it
// alone: with its folder, its line and its texts a feature is gone. In the long form the page is built without it, too.
func TestFeaturesLeave(t *testing.T) {
	uses := map[string]map[string]int{}     // of a word, by file
	declares := map[string]map[string]int{} // likewise, in Go
	err := production(func(name string, text []byte) error {
		text = comments.ReplaceAll(text, nil)
		add := func(to map[string]map[string]int, word string) {
			if to[word] == nil {
				to[word] = map[string]int{}
			}
			to[word][name]++
		}
		for _, w := range words.FindAll(text, -1) {
			add(uses, string(w))
		}
		if strings.HasSuffix(name, ".go") {
			for _, m := range declared.FindAllSubmatch(text, -1) {
				add(declares, string(m[1]))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	folders, err := os.ReadDir(filepath.Join(root, features))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		name := folder.Name()
		gone := append(partsOf[name], path.Join(features, name))
		leaves := func(file string) bool {
			return slices.ContainsFunc(gone, func(p string) bool { return strings.HasPrefix(file, p+"/") })
		}
		var left []string
		for word, files := range declares {
			stays, used, was := 0, 0, 0
			for file, n := range files {
				if !leaves(file) {
					stays += n
				}
			}
			for file, n := range uses[word] {
				if leaves(file) {
					was += n
				} else {
					used += n
				}
			}
			if was > 0 && stays > 0 && used <= stays {
				left = append(left, word)
			}
		}
		slices.Sort(left)
		if !slices.Equal(left, shared[name]) {
			t.Errorf("%s leaves behind %v, and %v may stay", name, left, shared[name])
		}
		if !testing.Short() {
			builds(t, name)
		}
	}
}

// builds fails the test where the page does not compile without a feature.
func builds(t *testing.T, name string) {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(root, features, "features.go"))
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^.*\b` + name + `(\.New\(m\),|\.Feature\{.*\},|")\n`)
	without := filepath.Join(t.TempDir(), "features.go")
	if err := os.WriteFile(without, line.ReplaceAll(list, nil), 0o666); err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	replace := map[string]string{filepath.Join(top, features, "features.go"): without}
	all, err := filepath.Glob(filepath.Join(top, features, name, "*.go"))
	for _, file := range all {
		replace[file] = "" // it is not there
	}
	text, bad := json.Marshal(map[string]any{"Replace": replace})
	overlay := filepath.Join(t.TempDir(), "overlay.json")
	if err != nil || bad != nil || os.WriteFile(overlay, text, 0o666) != nil {
		t.Fatal(err, bad)
	}
	build := exec.Command("go", "build", "-overlay="+overlay, "./"+features, "./wasm/panel/...")
	build.Dir, build.Env = top, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("the page does not build without %s: %s", name, out)
	}
}
