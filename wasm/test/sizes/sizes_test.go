// Package sizes holds a built site to its budgets.
package sizes

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// budgets are the most bytes that programs may have as the build packs them. Claims with fixed
// parameters took 23 kB of the panel (a notion is one file, with its transform); bets and related
// features 28 kB of the worker; that accepted programs mean what they mean in Python 30 kB of the
// guest, which a visit loads on demand. No calendars and layouts of time are 19 kB less of the
// panel, and no forms of what consoles print 15 kB less of the guest. What repeats the five
// documents (readings, kinds of users and agents, JIMI, coverage, the ratio of passing) took 54 kB
// of the worker, 33 kB of the guest, which holds all that the worker does, and 22 kB of the panel.
// What the build replaces in others' packages (see replaced in wasm/site) is 65 kB less of the panel,
// 232 of the scene, 75 of the worker and 108 of the guest. Classes, arrays of three axes and refusals
// of whole programs at once are 30 kB of the guest.
var budgets = []struct {
	file string
	most int
}{
	{"panel.wasm.lzma", 947_000}, {"scene.wasm.lzma", 1_071_000}, {"worker.wasm.lzma", 1_392_000},
	{"guest.wasm.lzma", 1_847_000}}

// spread is by how much the packed size of one program differs from build to build, as the build's
// mark stands in it: the guest's had 1,853,562 to 1,855,478 bytes in three.
const spread = 2_000

const (
	visitBudget = 3_626_000 // what the first page loads, scene included
	siteBudget  = 7_860_000 // of which 190 kB are the pictures of link previews
)

// elsewhere are what other pages and other visitors load.
var elsewhere = []string{"guest.wasm.lzma", "stored.json", "screenshot.png", "examples.html", "licences.txt",
	"embed.js", "teach*.html", "paper-*.html", "indistinct.d.ts", "404.html", "icon-*.png"}

// visited reports whether a first visit loads a file: of pictures and texts only those of
// one width, theme and language.
func visited(name string) bool {
	switch name {
	case "still/ring-light.png":
		return true
	}
	dir, _, _ := strings.Cut(name, "/")
	other := slices.ContainsFunc(elsewhere, func(pattern string) bool {
		ok, _ := path.Match(pattern, path.Base(name))
		return ok
	})
	if dir == "texts" {
		return strings.HasPrefix(name, "texts/en.")
	}
	return !other && !slices.Contains([]string{"still", "frame", "runs", "lab"}, dir)
}

func TestSizes(t *testing.T) {
	dir := os.Getenv("INDISTINCT_SITE")
	if dir == "" {
		t.Skip("INDISTINCT_SITE does not name a built site: run ./build.sh test.")
	}
	sizes := map[string]int{}
	visit, site := 0, 0
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if ext := path.Ext(name); err != nil || d.IsDir() || ext == ".gz" || ext == ".br" {
			return err
		}
		file, err := os.Stat(filepath.Join(dir, name+".br"))
		if err != nil { // a kind of file that is sent as it is
			file, err = d.Info()
		}
		if err != nil {
			return err
		}
		sizes[name] = int(file.Size())
		site += sizes[name]
		if visited(name) {
			visit += sizes[name]
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	row := func(name string, have, most int) {
		t.Logf("%-12s %9d of %9d bytes, compressed", name, have, most)
		if have > most {
			t.Errorf("%s is over its budget by %d bytes", name, have-most)
		}
	}
	for _, b := range budgets {
		if sizes[b.file] == 0 {
			t.Errorf("there is no %s", b.file)
		}
		row(b.file, sizes[b.file], b.most+spread)
	}
	row("one visit", visit, visitBudget)
	row("whole site", site, siteBudget)
}

// What counts as a visit.
func TestVisited(t *testing.T) {
	for name, want := range map[string]bool{"panel.wasm.lzma": true, "guest.wasm.lzma": false,
		"still/ring-light.png":        true,
		"still/narrow/ring-light.png": false, "texts/en.json": true, "texts/en.ring.json": true,
		"texts/de.json": false, "runs/ring-1.run": false, "frame/de.html": false,
		"icons/icon-192.png": false, "icons/icon.svg": true, "teach-de.html": false,
		"paper-hale.html": false,
		"lab/ring.html":   false, "lab/ring.png": false, "paper-hale.de.html": false, "index.html": true} {
		if visited(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
