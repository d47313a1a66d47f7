//go:build !js

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"indistinct/core/about"
	"indistinct/wasm/site/frame"
	"indistinct/wasm/site/licences"
	"indistinct/wasm/site/pack"
	"indistinct/wasm/site/slim"
	"indistinct/wasm/site/stored"
)

// binaries are the programs of the site, ./wasm/NAME, with the compiler's flags. The
// panel's time goes into the DOM: without inlining it is an eighth smaller and no slower, but for
// the runtime, whose traces that are off leave where they are inlined.
var binaries = []struct {
	name  string
	flags []string
}{{"panel", []string{"-gcflags=all=-l", "-gcflags=runtime="}}, {"scene", nil}, {"worker", nil}, {"guest", nil}}

// A build makes a site from a checkout. It grows in the folder next, beside the site of
// the build before, and takes its place when it is complete.
type build struct {
	root string // the checkout
	site string // the site's folder
	url  string // its address once it is published, with a slash at the end; or empty

	mark      string        // of this build's programs
	most, all time.Duration // for one stored result and for all

	steps      []step
	next, last string     // the folder of the new site, and where the old one goes
	mu         sync.Mutex // held to swap the two or to undo
}

var errStopped = errors.New("The build was stopped: no new site was made.")

// A step is done with the folder b.next.
type step struct {
	title string
	do    func(ctx context.Context) error
}

// newBuild reads from the environment what it decides.
func newBuild(root string, env func(string) string) (*build, error) {
	b := &build{root: root, site: cmp.Or(env("SITE"), "site"), url: env("SITE_URL"),
		most: 30 * time.Second, all: 2 * time.Minute}
	switch env("STORED") {
	case "no":
		b.all = 0
	case "all":
		b.most, b.all = time.Hour, 2*time.Hour
	}
	if b.url != "" {
		scheme, address, _ := strings.Cut(b.url, "://")
		address = strings.TrimSuffix(address, "/")
		if scheme != "https" && scheme != "http" || address == "" || strings.ContainsAny(address, "\"<>&|\\ \t\n") {
			return nil, errors.New("SITE_URL is the whole address of the published site: https://example.org/indistinct/.")
		}
		b.url = scheme + "://" + address + "/"
	}
	b.steps = []step{
		{"Copying the pages", b.copyPages},
		{"Writing index.html", b.sign},
		{"Copying wasm_exec.js of the Go distribution", b.copyExec},
		{"Reading what is compiled", b.markBuild},
	}
	var packages []string
	for _, p := range binaries {
		packages = append(packages, "./wasm/"+p.name)
		b.steps = append(b.steps, step{"Compiling ./wasm/" + p.name, func(ctx context.Context) error {
			return b.compile(ctx, p.name, p.flags)
		}})
	}
	var results stored.Results
	b.steps = append(b.steps, []step{
		{"Collecting the licences", func(context.Context) error {
			return licences.Write(filepath.Join(b.next, "licences.txt"), []string{"js/wasm"}, packages)
		}},
		{"Making the programs smaller", b.slim},
		{"Drawing the first picture", func(context.Context) error { return frame.Draw(b.next, b.url) }},
		{"Storing runs", func(ctx context.Context) error {
			return stored.Runs(ctx, b.root, b.next, b.mark, b.all)
		}},
		{"Storing results", func(ctx context.Context) (err error) {
			results, err = stored.Write(ctx, b.root, b.next, b.most, b.all)
			return err
		}},
		{"Writing the pages of the papers", func(context.Context) error { return frame.Papers(b.next, results) }},
		{"Packing", func(context.Context) error { return pack.Site(b.next) }},
	}...)
	return b, nil
}

// run makes the site; dry, it says what it would do. Until it is complete, the site of the
// build before stays.
func (b *build) run(ctx context.Context, dry bool) error {
	if err := b.claim(dry); err != nil {
		return err
	}
	defer b.undo()
	for _, s := range append(b.steps, step{"Moving the new site to " + b.site, b.swap}) {
		if ctx.Err() != nil {
			return errStopped
		}
		fmt.Println(s.title)
		if dry {
			continue
		}
		if err := s.do(ctx); err != nil {
			return fmt.Errorf("%w\n%s failed: no new site was made.", err, s.title)
		}
	}
	return nil
}

// copyPages copies what stands in public, and beside it the scripts of the page's features
// and their style sheets, in one file; the page loads each script as the one that leaves its
// name, after indistinct, in the window.
func (b *build) copyPages(context.Context) error {
	public := filepath.Join(b.root, "public")
	if err := os.CopyFS(b.next, os.DirFS(public)); err != nil {
		return err
	}
	features := filepath.Join(b.root, "ui/page/features/*/*.")
	scripts, err := filepath.Glob(features + "js")
	if err != nil {
		return err
	}
	from := map[string]string{} // by the file's name
	var tags strings.Builder
	for _, path := range scripts {
		file := filepath.Base(path)
		if exists(filepath.Join(b.next, file)) {
			return fmt.Errorf("%s and %s have one name, and the site one folder for both.",
				cmp.Or(from[file], filepath.Join(public, file)), path)
		}
		from[file] = path
		if err := copyFile(path, filepath.Join(b.next, file)); err != nil {
			return err
		}
		name := strings.TrimSuffix(file, ".js")
		fmt.Fprintf(&tags, "<script src=%q defer data-is=%q data-spare></script>\n", file,
			"indistinct"+strings.ToUpper(name[:1])+name[1:])
	}
	sheets, err := filepath.Glob(features + "css")
	if err != nil {
		return err
	}
	var style []byte
	for _, path := range sheets {
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		style = append(style, text...)
	}
	if err := os.WriteFile(filepath.Join(b.next, "features.css"), style, 0o644); err != nil {
		return err
	}
	return pack.Replace(b.next, "index.html", "<!--features-->\n", tags.String())
}

// copyExec copies a part of the Go distribution that has to fit the compiler.
func (b *build) copyExec(ctx context.Context) error {
	root := b.output(ctx, "go", "env", "GOROOT")
	return copyFile(filepath.Join(root, "lib/wasm/wasm_exec.js"), filepath.Join(b.next, "wasm_exec.js"))
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

// version is where the page says which build it is of.
const version = `<meta name="version" content="development" data-year="2026">`

// sign writes into the page which build it is of, and where it will stand.
func (b *build) sign(ctx context.Context) error {
	name := cmp.Or(b.output(ctx, "git", "describe", "--always", "--tags", "--dirty=+"), "development")
	year := cmp.Or(b.output(ctx, "git", "log", "-1", "--format=%cd", "--date=format:%Y"), time.Now().Format("2006"))
	head := fmt.Sprintf(`<meta name="version" content="%s" data-year="%s">`, html.EscapeString(name), year)
	head += fmt.Sprintf(`<meta property="og:image" content="%slab/%s.png">`, b.url, about.Home)
	if b.url != "" {
		head += fmt.Sprintf(`<meta property="og:url" content="%s"><link rel="canonical" href="%[1]s">`, b.url)
	}
	return pack.Replace(b.next, "index.html", version, head)
}

// markBuild finds what tells the programs of this build from another's: see ui/build.
func (b *build) markBuild(ctx context.Context) error {
	sum, err := stored.Sources(os.DirFS(b.root), "go.mod", "go.sum", "core", "ui", "wasm")
	b.mark = b.output(ctx, "go", "env", "GOVERSION") + "-" + sum
	return err
}

func (b *build) compile(ctx context.Context, name string, flags []string) error {
	target, err := filepath.Abs(filepath.Join(b.next, name+".wasm"))
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "compile")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	overlay, err := b.overlay(ctx, temp)
	if err != nil {
		return err
	}
	args := slices.Concat([]string{"build", "-trimpath", "-buildvcs=false", "-o", target,
		"-ldflags=-s -w -X runtime.modinfo= -X indistinct/ui/build.Mark=" + b.mark},
		overlay, flags, []string{"./wasm/" + name})
	cmd := b.external(ctx, "go", args...)
	cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), "GOOS=js", "GOARCH=wasm"), os.Stdout, os.Stderr
	return cmd.Run()
}

// slim may fail: the programs work all the same.
func (b *build) slim(context.Context) error {
	for _, p := range binaries {
		if err := slim.File(filepath.Join(b.next, p.name+".wasm")); err != nil {
			fmt.Fprintf(os.Stderr, "%v. It is larger than it need be and works all the same.\n", err)
		}
	}
	return nil
}

// external is a command in the checkout's folder, which a signal ends with this program.
func (b *build) external(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = b.root
	return cmd
}

// output is the line that a command prints; empty where it fails.
func (b *build) output(ctx context.Context, name string, args ...string) string {
	out, err := b.external(ctx, name, args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
