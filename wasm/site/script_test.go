//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// standIn is a go command that compiles nothing: wasm/site is the test binary with its
// quick steps, the native command does what $NATIVE says, or ends with the status of bad input.
// What names $FAIL fails; with $HALF a program is half written, and stays so while that file is there.
const standIn = `#!/bin/sh
case $* in *"${FAIL:-none}"*) echo "go $*: no" >&2; exit 1 ;; esac
case $GOFLAGS in *-bogus*) echo "go: parsing \$GOFLAGS: unknown flag -bogus" >&2; exit 1 ;; esac
case $* in
version) echo "go version go${VERSION:-1.26.8} linux/amd64" ;;
'env GOROOT') echo "${0%/*}" ;;
build*)
	while [ "$1" != -o ]; do shift; done
	mkdir -p "$(dirname "$2")"
	case $3 in
	./wasm/site) printf '#!/bin/sh\nINDISTINCT_QUICK=yes exec "%s" "$@"\n' "$SELF" >"$2" ;;
	*)
		printf '#!/bin/sh\nexit 99\n' >"$2"
		chmod +x "$2"
		[ -z "${HALF:-}" ] || echo $$ >"$HALF"
		while [ -n "${HALF:-}" ] && [ -e "$HALF" ]; do sleep 0.05; done
		printf '#!/bin/sh\n%s\n' "${NATIVE:-exit 2}" >"$2"
		;;
	esac
	chmod +x "$2"
	;;
esac
`

// A script is build.sh in a checkout with the pages alone, and the stand-in.
type script struct {
	*place
	tools string // the folder of the stand-in
}

func newScript(t *testing.T) *script {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash here")
	}
	s := &script{newPlace(t), t.TempDir()}
	for _, name := range []string{"build.sh", "go.mod"} {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		s.write(filepath.Join(s.root, name), string(text))
	}
	s.write(filepath.Join(s.tools, "go"), standIn)
	s.write(filepath.Join(s.tools, "lib/wasm/wasm_exec.js"), "go")
	return s
}

// command is a command line in the checkout; env are lines NAME=value.
func (s *script) command(line string, env ...string) *exec.Cmd {
	self, err := os.Executable()
	if err != nil {
		s.t.Fatal(err)
	}
	cmd := exec.Command("bash", "-ec", line)
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), "PATH="+s.tools+":"+os.Getenv("PATH"), "SELF="+self, "SITE="+s.site, "SITE_URL=",
		"STORED=")
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// run returns the status and what was printed.
func (s *script) run(line string, env ...string) (int, string) {
	cmd := s.command(line, env...)
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

func TestScript(t *testing.T) {
	s := newScript(t)
	for _, c := range []struct {
		line, env string
		status    int
		says      string
	}{
		{"./build.sh site", "", 0, "The site is in " + s.site + ": copy the folder to any static host."},
		{"./build.sh site", "HOME=", 0, "The site is in "},
		{"cd / && \"$OLDPWD/build.sh\" site", "", 0, "The site is in "},
		{"./build.sh site -n", "SITE=" + s.dir + "/none", 0, "Compiling ./wasm/guest"},
		{"./build.sh site", "FAIL=./wasm/site", 1, "Compiling ./wasm/site failed: nothing was done."},
		{"./build.sh site", "SITE_URL=example.org", 1, "SITE_URL is the whole address"},
		{"./build.sh", "VERSION=1.20", 1, "Go 1.26 or newer is needed, and this is Go 1.20: "},
		{"./build.sh test", "FAIL=version", 1, "Go 1.26 or newer is needed: "},
		{"./build.sh serve", "", 1, "is not whole, still is missing: build it anew with ./build.sh site."},
		// A script takes 1 for a violation.
		{"./build.sh verify", "VERSION=1.20", 3, "Go 1.26 or newer is needed"},
		{"./build.sh verify", "FAIL=core/cmd/verify", 3, ""},
		{"./build.sh verify", "GOFLAGS=-bogus", 3, "flag -bogus\nCompiling ./core/cmd/verify failed: "},
		{"./build.sh verify -n none", "", 2, ""},
		{"./build.sh verify >&-", "NATIVE=exit 0", 3, "Standard output is closed"},
		{"./build.sh verify >/dev/null", "NATIVE=exit 0", 0, ""},
		// It runs in the caller's folder.
		{"cd \"$SITE/..\" && \"$OLDPWD/build.sh\" verify", "NATIVE=pwd", 0, s.dir + "\n"},
		{"mkdir '../a b' && cd '../a b' && ln -s \"$OLDPWD/build.sh\" x && ./x verify", "NATIVE=pwd", 0, "/a b\n"},
		{"cd \"$SITE/..\" && SITE=other \"$OLDPWD/build.sh\" site", "", 0, "The site is in " + s.dir + "/other: "},
		{"./build.sh nonsense", "", 2, "./build.sh verify …"},
		{"./build.sh test fast", "", 2, "./build.sh test quick"},
		{"./build.sh help", "", 0, "STORED=no stores none."},
	} {
		if status, out := s.run(c.line, c.env); status != c.status || !strings.Contains(out, c.says) {
			t.Errorf("%s %s: status %d: %s", c.env, c.line, status, out)
		}
	}
	if s.has("none") {
		t.Error("with -n a site was made")
	}
}

// Who stops the script stops the build: it leaves the old site, and nothing makes a new
// one later.
func TestScriptIsStopped(t *testing.T) {
	s := newScript(t)
	s.built()
	before := s.tree()
	cmd := s.command("exec ./build.sh site", "KILL=Drawing", "SIGNAL=")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if left, _ := filepath.Glob(s.site + ".new-*/0.png"); len(left) == 1 {
			break
		}
		if time.Now().After(end) {
			cmd.Process.Kill()
			t.Fatal("the build never came to the step")
		}
	}
	cmd.Process.Signal(syscall.SIGTERM)
	if err := cmd.Wait(); err == nil || s.tree() != before {
		t.Error(err)
	}
}

// within waits until something holds.
func (s *script) within(what string, holds func() bool) {
	s.t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatal("it never came to: " + what)
		}
	}
}

// TestVerifyIsStopped: a signal to the script is one to the native command, or to what compiles it.
func TestVerifyIsStopped(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP} {
		s := newScript(t)
		ready := filepath.Join(s.dir, "ready")
		there := func() bool { _, err := os.Stat(ready); return err == nil }
		for _, c := range []struct {
			env    string
			status int
		}{
			{"NATIVE=trap 'exit 7' TERM HUP; echo >'" + ready + "'; while :; do sleep 0.05; done", 7},
			{"HALF=" + ready, 3},
		} {
			cmd := s.command("exec ./build.sh verify", c.env)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			s.within("running", there)
			compiler, _ := os.ReadFile(ready)
			cmd.Process.Signal(sig)
			if cmd.Wait(); cmd.ProcessState.ExitCode() != c.status {
				t.Errorf("%v, %s: %v", sig, c.env, cmd.ProcessState)
			}
			if pid, err := strconv.Atoi(strings.TrimSpace(string(compiler))); err == nil {
				s.within("the compiler's end", func() bool { return syscall.Kill(pid, 0) != nil })
			}
			os.Remove(ready)
		}
		if left, _ := filepath.Glob(filepath.Join(s.root, ".bin", "*.*")); len(left) > 0 {
			t.Errorf("%v: %v is left", sig, left)
		}
	}
}

// TestVerifyTwice: who makes the command while another call does, or runs it, does not find half of it.
func TestVerifyTwice(t *testing.T) {
	s := newScript(t)
	half := filepath.Join(s.dir, "half")
	first := s.command("./build.sh verify", "HALF="+half, "NATIVE=exit 7")
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	s.within("compiling", func() bool { _, err := os.Stat(half); return err == nil })
	for _, line := range []string{"./build.sh verify", "./build.sh verify worker x", "./build.sh verify -cluster x"} {
		if status, out := s.run(line, "NATIVE=exit 8"); status != 8 {
			t.Errorf("%s: status %d: %s", line, status, out)
		}
	}
	os.Remove(half)
	if first.Wait(); first.ProcessState.ExitCode() != 7 {
		t.Error(first.ProcessState)
	}
	programs, _ := filepath.Glob(filepath.Join(s.root, ".bin", "*"))
	if got := len(programs); got != 2 {
		t.Errorf("%v, want verify and verify-cluster", programs)
	}
}

// TestPages runs what the workflow for GitHub Pages runs, with the address that the
// host would give, and holds that the site is where it is uploaded from.
func TestPages(t *testing.T) {
	s := newScript(t)
	data, err := os.ReadFile("../../.github/workflows/pages.yml")
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	value := func(key string) string {
		m := regexp.MustCompile(`(?m)^ +(?:- )?` + key + `: '?([^'#\n]*[^'# \n])`).FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("the workflow has no %s", key)
		}
		return m[1]
	}
	mod, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if want := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindSubmatch(mod); value("go-version") != string(want[1]) {
		t.Errorf("Go %s builds the site, go.mod asks for %s", value("go-version"), want[1])
	}
	if got := value("SITE_URL"); got != "${{ steps.pages.outputs.base_url }}" ||
		!strings.Contains(text, "id: pages\n        uses: actions/configure-pages@") {
		t.Errorf("the site's address is %s", got)
	}
	for _, m := range regexp.MustCompile(`uses: (\S+)@v\d+\n`).FindAllStringSubmatch(text, -1) {
		switch m[1] {
		case "actions/checkout", "actions/setup-go", "actions/setup-node", "actions/configure-pages",
			"actions/upload-pages-artifact", "actions/deploy-pages":
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
	// What is merged has passed all of them.
	requests, err := os.ReadFile("../../.github/workflows/test.yml")
	if err != nil || !strings.Contains(string(requests), "  pull_request:\n") ||
		!strings.Contains(string(requests), "run: ./build.sh test\n") {
		t.Error("pull requests are not tested", err)
	}
	status, out := s.run(run[1], "SITE=", "SITE_URL=https://someone.github.io/indistinct")
	if status != 0 {
		t.Fatalf("status %d: %s", status, out)
	}
	page, err := os.ReadFile(filepath.Join(s.root, value("path"), "index.html"))
	if err != nil || !strings.Contains(string(page), `content="https://someone.github.io/indistinct/lab/ring.png"`) {
		t.Error("the uploaded page does not know its address", err)
	}
}
