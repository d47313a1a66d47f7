//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"indistinct/wasm/site/pack"
)

// quick replaces the steps that need minutes: its programs are empty, and nothing is drawn
// or computed. The others are those of a build. Where a title begins with $FAIL the step
// fails, where it begins with $KILL the process gets the signal $SIGNAL and waits for its
// end.
func quick(b *build, env func(string) string) {
	for i, s := range b.steps {
		do := s.do
		switch {
		case strings.HasPrefix(s.title, "Compiling ./wasm/"):
			do = func(context.Context) error {
				name := strings.TrimPrefix(s.title, "Compiling ./wasm/")
				return os.WriteFile(filepath.Join(b.next, name+".wasm"), []byte("program"), 0o644)
			}
		case s.title == "Packing":
			do = func(context.Context) error { return pack.Site(b.next) }
		case !strings.HasPrefix(s.title, "Copying") && s.title != "Writing index.html":
			do = func(context.Context) error { return nil }
		}
		b.steps[i].do = func(ctx context.Context) error {
			if at := env("FAIL"); at != "" && strings.HasPrefix(s.title, at) {
				return errors.New("no")
			}
			if at := env("KILL"); at != "" && strings.HasPrefix(s.title, at) {
				self, _ := os.FindProcess(os.Getpid())
				self.Signal(map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM,
					"KILL": syscall.SIGKILL}[env("SIGNAL")])
				end := time.Now().Add(time.Minute)
				for i := 0; time.Now().Before(end); i++ { // as a step that does not look at its context
					os.WriteFile(filepath.Join(b.next, fmt.Sprint(i, ".png")), nil, 0o644)
				}
			}
			return do(ctx)
		}
	}
}

// TestMain lets the test binary be the program, with quick steps, for build.sh and for
// tests that kill it.
func TestMain(m *testing.M) {
	if os.Getenv("INDISTINCT_QUICK") == "" {
		os.Exit(m.Run())
	}
	b, err := newBuild(".", os.Getenv)
	if err == nil {
		quick(b, os.Getenv)
		err = b.command(os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A place is a checkout with the pages alone, and a folder that sites go into.
type place struct {
	t               *testing.T
	root, dir, site string
}

func newPlace(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, root: t.TempDir(), dir: t.TempDir()}
	p.site = filepath.Join(p.dir, "site")
	// A copy: what removes what it should not shall find nothing of ours.
	if err := os.CopyFS(filepath.Join(p.root, "public"), os.DirFS("../../public")); err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *place) write(path, text string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		p.t.Fatal(err)
	}
}

func (p *place) read(name string) string {
	p.t.Helper()
	b, err := os.ReadFile(filepath.Join(p.site, name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(b)
}

// build makes a site in this process; env are lines NAME=value.
func (p *place) build(env ...string) error {
	get := func(name string) (value string) {
		for _, line := range append([]string{"SITE=" + p.site}, env...) {
			if v, ok := strings.CutPrefix(line, name+"="); ok {
				value = v
			}
		}
		return value
	}
	b, err := newBuild(p.root, get)
	if err != nil {
		return err
	}
	quick(b, get)
	return b.run(p.t.Context(), false)
}

func (p *place) built(env ...string) {
	p.t.Helper()
	if err := p.build(env...); err != nil {
		p.t.Fatal(err)
	}
}

// refused holds that a build fails with a sentence and that the folder around the site is
// as it was.
func (p *place) refused(say string, env ...string) {
	p.t.Helper()
	before := p.tree()
	err := p.build(env...)
	if err == nil {
		p.t.Errorf("%v is built", env)
		return
	}
	lines := strings.Split(err.Error(), "\n")
	if last := lines[len(lines)-1]; !strings.Contains(last, say) || !strings.HasSuffix(last, ".") {
		p.t.Errorf("%v: %v", env, err)
	}
	if p.tree() != before {
		p.t.Errorf("%v changed the folder from\n%s\nto\n%s", env, before, p.tree())
	}
}

// tree is all that stands in the folder, with the contents.
func (p *place) tree() string {
	p.t.Helper()
	var b bytes.Buffer
	err := filepath.WalkDir(p.dir, func(path string, d fs.DirEntry, err error) error {
		b.WriteString(strings.TrimPrefix(path, p.dir) + "\n")
		if err == nil && d.Type().IsRegular() && !strings.Contains(path, "icons") {
			data, err := os.ReadFile(path)
			b.Write(data)
			return err
		}
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return b.String()
}

func (p *place) has(name string) bool { return exists(filepath.Join(p.dir, name)) }

// A step that fails ends the build with a sentence and leaves the old site.
func TestBuildFails(t *testing.T) {
	p := newPlace(t)
	p.built()
	b, err := newBuild(p.root, func(string) string { return "" })
	if err != nil || len(b.steps) != 15 {
		t.Fatal(len(b.steps), err)
	}
	for _, s := range b.steps {
		p.refused(s.title+" failed: no new site was made.", "FAIL="+s.title)
	}
	for _, url := range []string{"ftp://x", `https://x"y`, "https://", "example.org", "https://x/<b>"} {
		p.refused("SITE_URL is the whole address", "SITE_URL="+url)
	}
}

// What only helps may fail: programs whose tables are not known.
func TestUnknownTables(t *testing.T) {
	b := &build{next: t.TempDir()}
	for _, p := range binaries {
		if err := os.WriteFile(filepath.Join(b.next, p.name+".wasm"), []byte("program"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.slim(t.Context()); err != nil {
		t.Error(err)
	}
}

// The page knows its version and, where it is told, its address.
func TestSign(t *testing.T) {
	p := newPlace(t)
	p.built()
	if page := p.read("index.html"); strings.Contains(page, "og:url") ||
		!strings.Contains(page, `<meta property="og:image" content="lab/ring.png">`) ||
		!strings.Contains(page, `<meta name="version" content="development" data-year="20`) {
		t.Error(page[:600])
	}
	for _, url := range []string{"https://example.org/x", "https://example.org/x/"} {
		p.built("SITE_URL=" + url)
		for _, want := range []string{`<meta property="og:url" content="https://example.org/x/">`,
			`<meta property="og:image" content="https://example.org/x/lab/ring.png">`,
			`<link rel="canonical" href="https://example.org/x/">`} {
			if !strings.Contains(p.read("index.html"), want) {
				t.Errorf("%s: the page has not %s", url, want)
			}
		}
	}
	for _, args := range [][]string{{"init", "-q"}, {"-c", "user.name=x", "-c", "user.email=x@example.org", "commit",
		"-q", "--allow-empty", "-m", "x", "--date=2031-05-05T00:00:00Z"}, {"tag", "v7"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = p.root
		cmd.Env = append(os.Environ(), "GIT_COMMITTER_DATE=2031-05-05T00:00:00Z")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skip(err, string(out))
		}
	}
	p.built()
	if !strings.Contains(p.read("index.html"), `<meta name="version" content="v7" data-year="2031">`) {
		t.Error("the page does not know its version")
	}
	p.write(filepath.Join(p.root, "public/index.html"), "<title>x</title>\n<!--features-->\n")
	p.refused("Writing index.html failed")
}

// Scripts and style sheets of features stand beside the others; of one name there may be one.
func TestFeatures(t *testing.T) {
	p := newPlace(t)
	room := filepath.Join(p.root, "ui/page/features")
	p.write(filepath.Join(room, "door/door.js"), "door()")
	p.write(filepath.Join(room, "door/door.go"), "package door")
	p.write(filepath.Join(room, "class/class.css"), "a {}\n")
	p.built()
	p.write(filepath.Join(room, "game/game.css"), "b {}\n")
	p.built()
	if p.read("door.js") != "door()" || p.read("features.css") != "a {}\nb {}\n" || p.has("site/door.go") ||
		!p.has("site/door.js.br") {
		t.Error("the features' files are not in the site")
	}
	if page := p.read("index.html"); !strings.Contains(page,
		`<script src="door.js" defer data-is="indistinctDoor" data-spare></script>`) {
		t.Error("the page does not load a feature's script")
	}
	if !strings.Contains(p.read("sw.js"), `"door.js":"`) {
		t.Error("the service worker does not keep a feature's script")
	}
	p.built() // over one with features
	p.write(filepath.Join(room, "class/door.js"), "class()")
	if err := p.build(); err == nil || !strings.Contains(err.Error(), "class/door.js and ") ||
		!strings.Contains(err.Error(), "door/door.js have one name") {
		t.Error(err)
	}
	os.Remove(filepath.Join(room, "class/door.js"))
	p.write(filepath.Join(room, "class/load.js"), "class()")
	if err := p.build(); err == nil || !strings.Contains(err.Error(), "public/load.js and ") {
		t.Error(err)
	}
}

// Nothing is removed that a build did not make.
func TestBuildKeepsOtherFiles(t *testing.T) {
	p := newPlace(t)
	p.write(filepath.Join(p.site, "thesis.txt"), "years of work")
	p.refused("holds thesis.txt, which is not of a site made by build.sh")
	if err := os.RemoveAll(p.site); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(p.site, 0o755); err != nil { // empty
		t.Fatal(err)
	}
	p.built()
	p.built() // over the one before
	p.write(filepath.Join(p.site, "notes/thesis.txt"), "years of work")
	p.refused("holds notes/thesis.txt, ")
	p.refused("which is not of a site", "SITE="+p.site+"/notes")
	p.refused("cannot be the site's folder", "SITE="+p.site+"/notes/thesis.txt")
	p.refused("cannot be the site's folder", "SITE=/")
	p.refused("which is not of a site", "SITE="+filepath.Join(p.root, "public"))
	p.refused("the folder around it must exist and be writable", "SITE="+p.dir+"/missing/site")
	p.refused("the folder around it must exist and be writable", "SITE="+p.site+"/notes/thesis.txt/site")
	// The list in a script of that name is no list of files.
	p.write(filepath.Join(p.dir, "other/sw.js"), "self.skipWaiting()")
	p.refused("holds sw.js, ", "SITE="+p.dir+"/other")
}

func TestBuildFolders(t *testing.T) {
	p := newPlace(t)
	p.site = filepath.Join(p.dir, "a [folder]*")
	p.built("SITE=" + p.site + "//")
	if !p.has("a [folder]*/panel.wasm.lzma") || !p.has("a [folder]*/sw.js.br") {
		t.Error("with a slash at the end there is no site")
	}
	if err := os.Symlink(p.site, filepath.Join(p.root, "link")); err != nil {
		t.Fatal(err)
	}
	p.write(p.site+".old-1073741824/x", "of a build that was killed")
	p.built("SITE=" + filepath.Join(p.root, "link"))
	if to, err := os.Readlink(filepath.Join(p.root, "link")); err != nil || to != p.site {
		t.Errorf("the link leads to %s, %v", to, err)
	}
	if left, _ := filepath.Glob(filepath.Join(p.dir, "*")); len(left) != 1 {
		t.Errorf("beside the site there are %v", left)
	}
}

// With -n nothing is made; what would be refused is.
func TestDry(t *testing.T) {
	p := newPlace(t)
	before := p.tree()
	b, err := newBuild(p.root, func(name string) string { return map[string]string{"SITE": p.site}[name] })
	if err == nil {
		err = b.run(t.Context(), true)
	}
	if err != nil || p.tree() != before {
		t.Error(err, p.tree())
	}
	p.write(filepath.Join(p.site, "thesis.txt"), "years of work")
	if err := b.run(t.Context(), true); err == nil {
		t.Error("over other files it would be made")
	}
}

// A build that is stopped leaves the old site; where it could not tidy up, the
// next one does.
func TestBuildKilled(t *testing.T) {
	p := newPlace(t)
	p.built()
	before := p.tree()
	killed := func(env ...string) (int, string) {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self, "build")
		cmd.Dir = p.root
		cmd.Env = append(os.Environ(), "INDISTINCT_QUICK=yes", "SITE="+p.site, "SITE_URL=", "STORED=")
		cmd.Env = append(cmd.Env, env...)
		out, _ := cmd.CombinedOutput()
		return cmd.ProcessState.ExitCode(), string(out)
	}
	for _, signal := range []string{"INT", "TERM"} {
		for _, step := range []string{"Compiling", "Drawing", "Packing"} {
			if status, out := killed("KILL="+step, "SIGNAL="+signal); status != 1 || p.tree() != before ||
				!strings.Contains(out, "The build was stopped: no new site was made.") {
				t.Errorf("%s: status %d: %s", signal, status, out)
			}
		}
	}
	killed("KILL=Drawing", "SIGNAL=KILL")
	if left, _ := filepath.Glob(p.site + ".new-*"); len(left) != 1 || !p.has("site/sw.js") {
		t.Errorf("killed, it left %v", left)
	}
	// Killed between the two moves, the old site stands aside.
	if err := os.Rename(p.site, p.site+".old-1073741824"); err != nil {
		t.Fatal(err)
	}
	p.write(p.site+".old-notes", "another's")
	p.write(p.site+".new-1/notes", "of a build that is under way") // process 1 runs always
	if err := p.build("FAIL=Packing"); err == nil || !p.has("site/panel.wasm.lzma") {
		t.Error(err)
	}
	p.built()
	left, _ := filepath.Glob(p.site + "*")
	if len(left) != 3 || !p.has("site.old-notes") || !p.has("site.new-1/notes") {
		t.Errorf("beside the site there are %v", left)
	}
}

// The mark of a build changes with what is compiled, and not with tests.
func TestMark(t *testing.T) {
	p := newPlace(t)
	for _, name := range []string{"go.mod", "go.sum", "core/a.go", "wasm/a.go", "ui/a.vugu"} {
		p.write(filepath.Join(p.root, name), "x")
	}
	mark := func() string {
		b := &build{root: p.root}
		if err := b.markBuild(t.Context()); err != nil {
			t.Fatal(err)
		}
		return b.mark
	}
	first := mark()
	p.write(filepath.Join(p.root, "ui/a_test.go"), "x")
	if !strings.HasPrefix(first, "go1.") || mark() != first {
		t.Errorf("the mark is %s, then %s", first, mark())
	}
	p.write(filepath.Join(p.root, "ui/a.vugu"), "y")
	if mark() == first {
		t.Error("a component changes no mark")
	}
}

// Nothing in the scene calls methods by names that it computes, which would keep all exported
// methods of all types, or prints programs; nothing in the panel keeps calendars and layouts of
// time; and the worker keeps of LAPACK what is called.
func TestReplaced(t *testing.T) {
	b := &build{root: "../.."}
	for _, r := range replaced {
		dir := b.output(t.Context(), "go", "list", "-f", "{{.Dir}}", path.Dir(r.file))
		if text, err := os.ReadFile(filepath.Join(dir, path.Base(r.file))); err != nil || r.others(string(text)) {
			t.Errorf("%s has not each text once: %v", r.file, err)
		}
	}
	if testing.Short() {
		t.Skip("it links three programs")
	}
	compiled := map[string][]string{}
	for _, p := range binaries {
		compiled[p.name] = p.flags
	}
	flags, err := b.overlay(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for program, has := range map[string]struct {
		needed string
		kept   []string
	}{
		"scene": {"text/template.(*state).evalField ->",
			[]string{"<ReflectMethod>", "-> go/printer.", "-> archive/zip."}},
		"panel": {"indistinct/ui/page/state.(*Model).StartTask ->",
			[]string{"-> time.Parse\n", "-> time.Time.Format\n", "-> html.init.func", "-> internal/bisect."}},
		"worker": {"-> gonum.org/v1/gonum/lapack/gonum.Implementation.Dgetrf",
			[]string{"lapack/gonum.Implementation.Dgels"}},
	} {
		cmd := exec.Command("go", slices.Concat([]string{"build", "-trimpath", "-ldflags=-dumpdep", "-o", os.DevNull},
			flags, compiled[program], []string{"./wasm/" + program})...)
		cmd.Dir, cmd.Env = b.root, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %.2000s", err, said)
		}
		if !bytes.Contains(said, []byte(has.needed)) {
			t.Errorf("of the %s the linker does not say what needs what", program)
		}
		for _, kept := range has.kept {
			if at := bytes.Index(said, []byte(kept)); at >= 0 {
				line := said[bytes.LastIndexByte(said[:at], '\n')+1:]
				t.Errorf("%s: %s", program, line[:bytes.IndexByte(line, '\n')])
			}
		}
	}
}
