//go:build !js

package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
)

// listed is a file in the service worker's list: all of a site but the worker itself and
// the picture of link previews.
var listed = regexp.MustCompile(`"([^"]*)":"[0-9a-f]{64}"`)

// claim makes the folder in which the site is built. It fails where that cannot be, or
// where the site's own folder holds anything that is not of an earlier site.
func (b *build) claim(dry bool) error {
	named := b.site
	b.site = strings.TrimRight(named, "/")
	info, err := os.Stat(b.site)
	switch {
	case b.site == "" || err == nil && !info.IsDir():
		return fmt.Errorf("SITE names %s, which cannot be the site's folder: name one that is new, empty or holds an earlier site.", named)
	case err == nil:
		if b.site, err = filepath.EvalSymlinks(b.site); err != nil {
			return err
		}
		other, err := foreign(b.site)
		if err != nil {
			return err
		}
		if other != "" {
			return fmt.Errorf("%s holds %s, which is not of a site made by build.sh: move it elsewhere, or name another folder with SITE.",
				b.site, other)
		}
	}
	if dry {
		return nil
	}
	if b.site, err = filepath.Abs(b.site); err != nil {
		return err
	}
	beside, _ := os.ReadDir(filepath.Dir(b.site))
	for _, e := range beside {
		id := strings.TrimPrefix(filepath.Join(filepath.Dir(b.site), e.Name()), b.site)
		id = strings.TrimPrefix(strings.TrimPrefix(id, ".new-"), ".old-")
		if n, err := strconv.ParseUint(id, 10, 31); err == nil && !running(int(n)) {
			(&build{site: b.site, next: b.site + ".new-" + id, last: b.site + ".old-" + id}).undo()
		}
	}
	self := strconv.Itoa(os.Getpid())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next, b.last = b.site+".new-"+self, b.site+".old-"+self
	if err := os.Mkdir(b.next, 0o755); err != nil {
		return fmt.Errorf("The site cannot be built in %s: the folder around it must exist and be writable.", b.site)
	}
	return nil
}

// foreign names a file in a folder that is not of a site, if there is one.
func foreign(dir string) (name string, err error) {
	own := map[string]bool{}
	if script, err := os.ReadFile(filepath.Join(dir, "sw.js")); err == nil {
		for _, m := range listed.FindAllSubmatch(script, -1) {
			own[string(m[1])] = true
		}
		own["sw.js"], own["screenshot.png"] = len(own) > 0, len(own) > 0
	}
	err = fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		card := own["sw.js"] && strings.HasPrefix(path, "lab/")
		if err != nil || d.IsDir() || card || own[strings.TrimSuffix(strings.TrimSuffix(path, ".gz"), ".br")] {
			return err
		}
		name = path
		return fs.SkipAll
	})
	return name, err
}

// running reports whether another process has this number.
func running(id int) bool {
	p, err := os.FindProcess(id)
	return id != os.Getpid() && err == nil && (runtime.GOOS == "windows" || p.Signal(syscall.Signal(0)) == nil)
}

func (b *build) swap(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if exists(b.site) {
		if err := os.Rename(b.site, b.last); err != nil {
			return err
		}
	}
	return os.Rename(b.next, b.site)
}

// undo removes what a build has left beside the site, and puts an old site back that has
// no successor.
func (b *build) undo() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.next == "" {
		return
	}
	if !exists(b.site) {
		os.Rename(b.last, b.site)
	}
	for range 100 { // a step that was stopped may be writing still
		if os.RemoveAll(b.next) == nil {
			break
		}
	}
	if exists(b.site) {
		os.RemoveAll(b.last)
	}
}
