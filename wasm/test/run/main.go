//go:build !js

// Command run runs the tests and measurements of build.sh; see ./build.sh help.
//
//	go run ./wasm/test/run test [quick | all]
//	go run ./wasm/test/run bench [page [REV] | bounds … | ideal … | coverage [RUNS] | bytes [PROGRAM] | cluster]
//	go run ./wasm/test/run screenshot
//
// It runs in the checkout's folder.
package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// exact are the flags of native builds, as in build.sh.
var exact = []string{"-tags=noasm", "-gcflags=all=-d=fmahash=qn"}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	arg := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	switch arg(0) + " " + arg(1) {
	case "test ":
		return everything(usual)
	case "test quick":
		return everything(quick)
	case "test all":
		return everything(all)
	case "bench ":
		return benchmarks()
	case "bench bounds": // store stores them; a pattern chooses settings
		return measure([]string{"INDISTINCT_BOUNDS=" + cmp.Or(arg(2), "compare")}, "-timeout=1h",
			"-run=TestBounds/("+cmp.Or(arg(3), ".")+")", "./core/test/bounds")
	case "bench ideal":
		which, pattern := "all", arg(2)
		if pattern == "quick" || pattern == "all" {
			which, pattern = pattern, arg(3)
		}
		return measure([]string{"INDISTINCT_IDEAL=" + which}, "-timeout=6h",
			"-run=TestIdeal/("+cmp.Or(pattern, ".")+")", "./core/test/bounds")
	case "bench coverage": // how many runs of each row
		return measure([]string{"INDISTINCT_LONG=1", "INDISTINCT_COVERAGE=" + cmp.Or(arg(2), "1000")}, "-timeout=6h",
			"-run=TestCoverage", "./core/test/bounds")
	case "bench bytes":
		return measure([]string{"INDISTINCT_BYTES=" + cmp.Or(arg(2), "panel")}, "-run=TestBytes", "./wasm/test/sizes")
	case "bench cluster":
		return measure([]string{"INDISTINCT_CLUSTER=measure"}, "-timeout=2h", "-run=^TestMeasure",
			"./core/test/cluster")
	case "bench page":
		return page(arg(2))
	case "screenshot ":
		return screenshot()
	}
	return errors.New("The commands are test, test quick, test all, bench, bench bounds, ideal, coverage, bytes, cluster or page, and screenshot.")
}

// A step prints what is wrong, and returns an error if anything is.
type step struct {
	title string
	do    func() error
}

var (
	house = step{"Format, generated code, dependencies", func() error {
		return goTest("-count=1", "./core/test/house")
	}}
	vetted  = step{"Vet, natively and for the browser", vet}
	scripts = step{"Shell scripts and JavaScript", func() error {
		return goTest("-count=1", "-v", "./wasm/test/types")
	}}
	queue = step{"The command with a cluster's queue", func() error {
		return goTest("-tags=noasm,cluster", "-run=^Test(Cluster|Licences|NothingIsLeftOfAWorker)", "./core/cmd/verify")
	}}
	short = step{"Short native tests", func() error {
		return goTest("-short", "-timeout=60m", "./core/...", "./ui/...", "./wasm/site/...", "./wasm/test/npm",
			"./wasm/test/run", "./wasm/test/sizes")
	}}
	site  = step{"Site builds", func() error { return command(nil, "./build.sh", "site") }}
	sizes = step{"Sizes", func() error { return onSite(nil, "-v", "./wasm/test/sizes") }}
)

// usual is what every change is to pass; all has long counts of false alarms, every benchmark
// once, all lessons and hosts in Chromium, and what else takes long, beside. The page's numbers
// are compared with the native ones in Chromium.
var (
	usual = []step{house, vetted, scripts, short, queue,
		site, sizes,
		{"Chromium", func() error { return chromium("-short") }}}
	all = []step{house, vetted, scripts,
		{"Native tests and benchmarks", native},
		queue,
		{"Race detector", race},
		{"Same bits everywhere", func() error {
			return goTest("-count=1", "-timeout=30m", "-v", "./core/test/bits")
		}},
		site, sizes,
		{"Chromium", func() error { return chromium() }}}
)

// quick leaves out what needs minutes or a browser. Go keeps the results of packages that
// did not change.
var quick = []step{
	{"Format and dependencies", func() error { return goTest("-count=1", "-short", "./core/test/house") }},
	vetted,
	{"Shell scripts and JavaScript", func() error { return goTest("-v", "./wasm/test/types") }},
	short,
}

// everything runs steps and sums up. All of them run, whichever fail.
func everything(steps []step) error {
	begin := time.Now()
	var failed []string
	for _, s := range steps {
		start := time.Now()
		fmt.Printf("\n\033[1m%s\033[0m\n", s.title)
		if err := s.do(); err != nil {
			failed = append(failed, s.title)
			fmt.Printf("%v\nFAILED after %.0f s: %s\n", err, time.Since(start).Seconds(), s.title)
			continue
		}
		fmt.Printf("done in %.0f s\n", time.Since(start).Seconds())
	}
	fmt.Printf("\n\033[1mSummary\033[0m\n%s\n", strings.Join(results, "\n"))
	if len(failed) > 0 {
		return errors.New("FAILED: " + strings.Join(failed, "\nFAILED: "))
	}
	fmt.Printf("All checks passed in %.0f s.\n", time.Since(begin).Seconds())
	return nil
}

// results are the lines for the summary.
var results []string

var (
	result = regexp.MustCompile(`^(ok|FAIL|--- (PASS|FAIL|SKIP)|panic:)`)
	noise  = regexp.MustCompile(`no test files|^(PASS|goos|goarch|pkg|cpu|Benchmark)`)
	events = regexp.MustCompile(`^=== |^ *--- |^PASS`)
)

// lines prints what is written to it by the line, without those that drop matches.
type lines struct {
	drop *regexp.Regexp
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, ok := bytes.Cut(l.rest, []byte("\n"))
		if !ok {
			return len(p), nil
		}
		l.rest = rest
		if result.Match(line) {
			results = append(results, string(line))
		}
		if l.drop == nil || !l.drop.Match(line) {
			fmt.Printf("%s\n", line)
		}
	}
}

// command runs a command, of whose output lines may be dropped.
func command(drop *regexp.Regexp, name string, args ...string) error {
	return with(nil, drop, name, args...)
}

// with runs a command with further variables of the environment.
func with(env []string, drop *regexp.Regexp, name string, args ...string) error {
	out := &lines{drop: drop}
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdout, cmd.Stderr = out, out
	err := cmd.Run()
	if len(out.rest) > 0 {
		io.WriteString(out, "\n")
	}
	if err != nil {
		return fmt.Errorf("%s ended with: %w", filepath.Base(name), err)
	}
	return nil
}

// output returns the lines that a command prints.
func output(env []string, name string, args ...string) ([]string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), env...), os.Stderr
	out, err := cmd.Output()
	return strings.Split(strings.TrimSpace(string(out)), "\n"), err
}

// goTest runs tests natively. They are vetted in a step of their own.
func goTest(args ...string) error {
	return command(noise, "go", slices.Concat([]string{"test"}, exact, []string{"-vet=off"}, args)...)
}

// measure runs a test that is a measurement: env asks for it.
func measure(env []string, args ...string) error {
	return with(env, events, "go", slices.Concat([]string{"test"}, exact, []string{"-count=1", "-v"}, args)...)
}

// onSite runs tests on the site that was built last.
func onSite(env []string, args ...string) error {
	site, err := filepath.Abs(cmp.Or(os.Getenv("SITE"), "site"))
	if err != nil {
		return err
	}
	return with(append(env, "INDISTINCT_SITE="+site), nil, "go", slices.Concat([]string{"test"}, exact,
		[]string{"-count=1"}, args)...)
}

var browser = []string{"GOOS=js", "GOARCH=wasm"}

// vet vets all natively, and for the browser what has other files there.
func vet() error {
	native, err := output(nil, "go", "list", "-f={{.ImportPath}} {{.GoFiles}}", "./...")
	if err != nil {
		return err
	}
	there, err := output(browser, "go", "list", "-f={{.ImportPath}} {{.GoFiles}}", "./ui/...", "./wasm/...")
	if err != nil {
		return err
	}
	other := []string{"vet"}
	for _, p := range there {
		if !slices.Contains(native, p) {
			name, _, _ := strings.Cut(p, " ")
			other = append(other, name)
		}
	}
	return cmp.Or(command(nil, "go", slices.Concat([]string{"vet"}, exact, []string{"./..."})...),
		command(nil, "go", "vet", "-tags=noasm,cluster", exact[1], "./core/cmd/verify"),
		with(browser, nil, "go", other...))
}

// native runs all tests that need no browser; each benchmark runs once, so that it still can.
func native() error {
	packages, err := output(nil, "go", "list", "./...")
	if err != nil {
		return err
	}
	packages = slices.DeleteFunc(packages, func(p string) bool {
		own := regexp.MustCompile(`/test/.*\b(measure|bits|types|house)(/|$)|/e2e(/|$)`) // steps of their own
		return own.MatchString(p)
	})
	return goTest(append([]string{"-bench=.", "-benchtime=1x", "-timeout=30m"}, packages...)...)
}

// race looks with the race detector on what starts goroutines, and on every laboratory's
// chunks at the same time.
func race() error {
	if _, err := exec.LookPath(cmp.Or(os.Getenv("CC"), "gcc")); err != nil {
		fmt.Println("Skipped: the race detector needs a C compiler (install gcc).")
		return nil
	}
	c := []string{"CGO_ENABLED=1"}
	return cmp.Or(with(c, nil, "go", "test", "-race", "-short", "-timeout=30m", "./core/work", "./ui/pool"),
		with(c, nil, "go", "test", "-race", "-short", "-timeout=30m", "-run=AtTheSameTime$", "./core/guest"))
}

// findChromium returns the path of a browser.
func findChromium() (string, error) {
	path := install("chromium", os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome",
		"google-chrome-stable")
	if path == "" {
		return "", errors.New("Chromium is needed for the browser tests: install the package chromium (or Google Chrome), or name one with CHROMIUM=/path/to/it.")
	}
	return path, nil
}

// install returns the path of the first program that there is, and installs a package of
// Debian's where there is none and it may.
func install(debian string, programs ...string) string {
	find := func() string {
		for _, name := range programs {
			if path, err := exec.LookPath(name); err == nil && name != "" {
				return path
			}
		}
		return ""
	}
	system, _ := os.ReadFile("/etc/os-release")
	if find() == "" && os.Getuid() == 0 && regexp.MustCompile(`(?mi)^ID(_LIKE)?=.*(debian|ubuntu)`).Match(system) {
		fmt.Printf("Installing %s …\n", debian)
		quiet := []string{"DEBIAN_FRONTEND=noninteractive"}
		if with(quiet, nil, "apt-get", "update") == nil {
			with(quiet, nil, "apt-get", "install", "-y", "--no-install-recommends", debian)
		}
	}
	return find()
}

// chromium runs the tests in the browser. Some of them serve the site by usual servers and are
// skipped where those are not installed.
func chromium(flags ...string) error {
	path, err := findChromium()
	if err != nil {
		return err
	}
	install("apache2", "apache2", "/usr/sbin/apache2")
	install("nginx", "nginx", "/usr/sbin/nginx")
	features, err := filepath.Glob("ui/page/features/*/e2e")
	if err != nil {
		return err
	}
	args := append(flags, "-timeout=60m", "-p=1", "-parallel=3", "-v", "./wasm/test/e2e")
	for _, dir := range features {
		args = append(args, "./"+dir)
	}
	return onSite([]string{"CHROMIUM=" + path}, args...)
}

// screenshot takes the picture of the README and of link previews from the page as it runs:
// the ring after a test.
func screenshot() error {
	path, err := findChromium()
	if err != nil {
		return err
	}
	if err := command(nil, "./build.sh", "site"); err != nil {
		return err
	}
	shots, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(shots)
	if err := onSite([]string{"INDISTINCT_SHOTS=" + shots, "CHROMIUM=" + path}, "-run=^TestPictures$/^1280-light$",
		"./wasm/test/e2e"); err != nil {
		return err
	}
	picture, err := os.ReadFile(filepath.Join(shots, "TestPictures-1280-light-page.png"))
	if err != nil {
		return err
	}
	return os.WriteFile("public/screenshot.png", picture, 0o644)
}

// benchmarks runs all benchmarks natively, and some in WebAssembly where node is installed.
func benchmarks() error {
	err := command(noTests, "go", "test", "-run=^$", "-bench=.", "-benchmem", "./core/...", "./ui/...")
	if _, missing := exec.LookPath("node"); err != nil || missing != nil {
		return err
	}
	root, err := output(nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	// Under node, arguments and environment share 8 KB: little is passed on.
	node := fmt.Sprintf("-exec=env -i PATH=%s HOME=%s %s/lib/wasm/go_js_wasm_exec",
		os.Getenv("PATH"), os.Getenv("HOME"), root[0])
	return with(browser, noTests, "go", "test", node, "-run=^$", "-bench=.", "./core/rng", "./core/num", "./core/audit",
		"./core/labs/ring/...")
}

var noTests = regexp.MustCompile("no test files")

// page measures the page in Chromium; with a revision, that one's page in turn with the
// present one's.
func page(revision string) error {
	path, err := findChromium()
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	now, before, tree := filepath.Join(temp, "now"), "", filepath.Join(temp, "tree")
	if err := with([]string{"QUALITY=11", "SITE=" + now}, nil, "./build.sh", "site"); err != nil {
		return err
	}
	if revision != "" {
		before = filepath.Join(temp, "before")
		if err := command(nil, "git", "worktree", "add", "-q", "--detach", tree, revision); err != nil {
			return err
		}
		defer command(nil, "git", "worktree", "remove", "--force", tree)
		err := with([]string{"QUALITY=11", "SITE=" + before}, nil, filepath.Join(tree, "build.sh"), "site")
		if err != nil {
			return err
		}
	}
	return measure([]string{"INDISTINCT_MEASURE=1", "INDISTINCT_SITE=" + now, "INDISTINCT_BEFORE=" + before,
		"CHROMIUM=" + path}, "-timeout=2h", "./wasm/test/measure")
}
