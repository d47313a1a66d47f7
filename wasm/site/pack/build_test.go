//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// standIn is a go command that makes a site of nothing, quickly. Where its
// arguments hold $FAIL it fails, and where they hold $KILL it kills the script.
const standIn = `#!/bin/sh
case $* in *"${KILL:-none}"*) kill -"$SIGNAL" $PPID; exit 1 ;; esac
case $* in *"${FAIL:-none}"*) echo "go $*: no" >&2; exit 1 ;; esac
case $* in
version) echo "go version go${VERSION:-1.26.8} linux/amd64" ;;
'env GOROOT') echo "${0%/*}" ;;
build*) while [ "$1" != -o ]; do shift; done; echo program >"$2" ;;
*./wasm/site/pack*) while [ "$1" != ./wasm/site/pack ]; do shift; done; shift; exec "${0%/*}/pack" "$@" ;;
esac
`

// TestMain lets the test binary be the command in a script that a test runs.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "pack" {
		main()
		return
	}
	os.Exit(m.Run())
}

// script is build.sh with the stand-in, and the folder that a site goes into.
type script struct {
	t       *testing.T
	go_     string // the folder of the stand-in
	copied  string // a copy of the script and the pages
	dir     string
	site    string
	command []string
}

func newScript(t *testing.T) *script {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash here")
	}
	// A copy: a script that removes what it should not shall find nothing of ours.
	s := &script{t: t, go_: t.TempDir(), copied: t.TempDir(), dir: t.TempDir()}
	s.site = filepath.Join(s.dir, "site")
	for _, dir := range []string{"public", "ui/page/features"} {
		if err := os.CopyFS(filepath.Join(s.copied, dir), os.DirFS(filepath.Join("../../..", dir))); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"build.sh", "go.mod"} {
		s.write(filepath.Join(s.copied, name), string(read(t, filepath.Join("../../..", name))))
	}
	s.command = []string{"bash", filepath.Join(s.copied, "build.sh"), "site"}
	s.write(filepath.Join(s.go_, "go"), standIn)
	s.write(filepath.Join(s.go_, "lib/wasm/wasm_exec.js"), "go")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(s.go_, "pack")); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *script) write(path, text string) {
	s.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		s.t.Fatal(err)
	}
}

// run returns the script's status and what it printed.
func (s *script) run(env ...string) (int, string) {
	cmd := exec.Command(s.command[0], s.command[1:]...)
	cmd.Dir = s.copied
	cmd.Env = append(os.Environ(), "PATH="+s.go_+":"+os.Getenv("PATH"), "SITE="+s.site, "SITE_URL=",
		"QUALITY=0", "STORED=")
	cmd.Env = append(cmd.Env, env...)
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

// built makes a site.
func (s *script) built(env ...string) {
	s.t.Helper()
	if status, out := s.run(env...); status != 0 || !strings.Contains(out, "The site is in ") {
		s.t.Fatalf("status %d: %s", status, out)
	}
}

// refused holds that the script fails with a sentence and that the folder around
// the site is as it was.
func (s *script) refused(say string, env ...string) {
	s.t.Helper()
	before := s.tree()
	status, out := s.run(env...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	last := lines[len(lines)-1]
	if status != 1 || !strings.Contains(last, say) || !strings.HasSuffix(last, ".") ||
		strings.Contains(out, "The site is in ") {
		s.t.Errorf("%v: status %d: %s", env, status, out)
	}
	if s.tree() != before {
		s.t.Errorf("%v changed the folder from\n%s\nto\n%s", env, before, s.tree())
	}
}

// tree is all that stands in the folder, with the contents.
func (s *script) tree() string {
	s.t.Helper()
	var b bytes.Buffer
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		b.WriteString(strings.TrimPrefix(path, s.dir) + "\n")
		if err == nil && d.Type().IsRegular() && !strings.Contains(path, "icons") {
			data, err := os.ReadFile(path)
			b.Write(data)
			return err
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return b.String()
}

func (s *script) has(name string) bool {
	_, err := os.Stat(filepath.Join(s.dir, name))
	return err == nil
}

// A step that fails ends the script with a sentence and leaves the old site.
func TestBuildFails(t *testing.T) {
	s := newScript(t)
	s.built()
	for step, say := range map[string]string{
		"env GOROOT":           "Copying wasm_exec.js",
		"./wasm/worker":        "Compiling ./wasm/worker failed: no new site was made.",
		"./wasm/site/licences": "(wasm/site/licences) failed",
		"./wasm/site/frame":    "(wasm/site/frame) failed",
		"./wasm/site/stored":   "(wasm/site/stored) failed",
		"./wasm/site/pack":     "Packing (wasm/site/pack) failed",
	} {
		s.refused(say, "FAIL="+step)
	}
	s.refused("Go 1.26 or newer is needed, and this is Go 1.20: ", "VERSION=1.20")
	s.refused("Go 1.26 or newer is needed: ", "FAIL=version")
	s.refused("SITE_URL is the whole address", "SITE_URL=ftp://x")
	s.refused("SITE_URL is the whole address", `SITE_URL=https://x"y`)
	// What only helps may fail.
	s.built("FAIL=./wasm/site/slim", "SITE_URL=https://example.org/x")
	if page := read(t, filepath.Join(s.site, "index.html")); !bytes.Contains(page,
		[]byte("https://example.org/x/screenshot.png")) {
		t.Error("the page does not know its address")
	}
	s.command = s.command[:2] // build and serve
	s.refused("Compiling ./wasm/panel failed", "FAIL=build")
	// A script takes 1 for a violation.
	s.command = append(s.command, "verify")
	if status, out := s.run("VERSION=1.20"); status != 3 || !strings.Contains(out, "Go 1.26 or newer is needed") {
		t.Errorf("verify: status %d: %s", status, out)
	}
}

// Nothing is removed that the script did not make.
func TestBuildKeepsOtherFiles(t *testing.T) {
	s := newScript(t)
	s.write(filepath.Join(s.site, "thesis.txt"), "years of work")
	s.refused("holds thesis.txt, which is not of a site made by build.sh")
	if err := os.RemoveAll(s.site); err != nil {
		t.Fatal(err)
	}
	s.built()
	s.built() // over the one before
	s.write(filepath.Join(s.site, "notes/thesis.txt"), "years of work")
	s.refused("holds notes/thesis.txt, ")
	s.refused("which is not of a site", "SITE="+s.site+"/notes")
	s.refused("cannot be the site's folder", "SITE="+s.site+"/notes/thesis.txt")
	s.refused("which is not of a site", "SITE=public")
	s.refused("the folder around it must exist and be writable", "SITE="+s.dir+"/missing/site")
	s.refused("the folder around it must exist and be writable", "SITE="+s.site+"/notes/thesis.txt/site")
}

func TestBuildFolders(t *testing.T) {
	s := newScript(t)
	s.site = filepath.Join(s.dir, "a folder")
	s.built("SITE=" + s.site + "//")
	if !s.has("a folder/panel.wasm") || !s.has("a folder/sw.js.br") {
		t.Error("with a slash at the end there is no site")
	}
	s.built("HOME=")
	if left, _ := filepath.Glob(filepath.Join(s.dir, "*")); len(left) != 1 {
		t.Errorf("beside the site there are %v", left)
	}
}

// A build that is stopped leaves the old site; where it could not tidy up, the
// next one does.
func TestBuildKilled(t *testing.T) {
	s := newScript(t)
	s.built()
	before := s.tree()
	for _, signal := range []string{"INT", "TERM"} {
		if status, out := s.run("KILL=./wasm/site/frame", "SIGNAL="+signal); status == 0 || s.tree() != before {
			t.Errorf("%s: status %d: %s", signal, status, out)
		}
	}
	s.run("KILL=./wasm/site/frame", "SIGNAL=KILL")
	if left, _ := filepath.Glob(s.site + ".new-*"); len(left) != 1 || !s.has("site/sw.js") {
		t.Errorf("killed, it left %v", left)
	}
	// Killed between the two moves, the old site stands aside.
	if err := os.Rename(s.site, s.site+".old-1073741824"); err != nil {
		t.Fatal(err)
	}
	s.write(s.site+".old-notes", "another's")
	if status, out := s.run("FAIL=wasm/site/pack"); status != 1 || !s.has("site/panel.wasm") {
		t.Errorf("status %d: %s", status, out)
	}
	s.built()
	if left, _ := filepath.Glob(s.site + "*"); len(left) != 2 || !s.has("site.old-notes") {
		t.Errorf("beside the site there are %v", left)
	}
}

// TestPages runs what the workflow for GitHub Pages runs, with the address that the
// host would give, and holds that the site is where it is uploaded from.
func TestPages(t *testing.T) {
	s := newScript(t)
	text := string(read(t, "../../../.github/workflows/pages.yml"))
	value := func(key string) string {
		m := regexp.MustCompile(`(?m)^ +(?:- )?` + key + `: '?([^'#\n]*[^'# \n])`).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("the workflow has no %s", key)
		}
		return m[1]
	}
	if want := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(string(read(t,
		"../../../go.mod"))); value("go-version") != want[1] {
		t.Errorf("Go %s builds the site, go.mod asks for %s", value("go-version"), want[1])
	}
	if got := value("SITE_URL"); got != "${{ steps.pages.outputs.base_url }}" ||
		!strings.Contains(text, "id: pages\n        uses: actions/configure-pages@") {
		t.Errorf("the site's address is %s", got)
	}
	for _, m := range regexp.MustCompile(`uses: (\S+)@v\d+\n`).FindAllStringSubmatch(text, -1) {
		switch m[1] {
		case "actions/checkout", "actions/setup-go", "actions/configure-pages", "actions/upload-pages-artifact",
			"actions/deploy-pages":
		default:
			t.Errorf("%s is no action of GitHub's own", m[1])
		}
	}
	// What is published has passed the quick tests.
	if !strings.Contains(text, "run: ./build.sh test quick\n") || !strings.Contains(text, "needs: [test, build]\n") {
		t.Error("the site is published without the quick tests")
	}
	_, job, _ := strings.Cut(text, "  build:\n")
	run := regexp.MustCompile(`(?m)^ +run: (.*)$`).FindStringSubmatch(job)
	if run == nil {
		t.Fatal("the workflow builds no site")
	}
	s.command = []string{"bash", "-ec", run[1]}
	status, out := s.run("SITE=", "QUALITY="+value("QUALITY"), "SITE_URL=https://someone.github.io/indistinct")
	if status != 0 {
		t.Fatalf("status %d: %s", status, out)
	}
	page := read(t, filepath.Join(s.copied, value("path"), "index.html"))
	if !bytes.Contains(page, []byte(`content="https://someone.github.io/indistinct/screenshot.png"`)) {
		t.Error("the uploaded page does not know its address")
	}
}
