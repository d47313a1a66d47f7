//go:build !js

// Package licences lists the names, versions and licences of everything that
// programs link: Go's own library and every module.
package licences

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// module is a module with the folders of its packages that are linked.
type module struct {
	Path, Version, Dir string
	Main               bool
	packages           []string
}

func (m *module) title() string { return strings.TrimSpace(m.Path + " " + m.Version) }

// notice are the files that have to go with a binary.
var notice = regexp.MustCompile(`(?i)^(LICEN[CS]E|COPYING|NOTICE|PATENTS)|-LICENSE$`)

// Write writes into a file what the packages link on the platforms (js/wasm) and under
// which licences.
func Write(file string, platforms, packages []string) error {
	mods, err := linked(platforms, packages)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	b.WriteString("Indistinct is free software, and so is all that it is made of:\n\n")
	of := map[string][]string{} // by text: which files hold it
	var texts []string
	for _, m := range mods {
		fmt.Fprintf(&b, "  %s\n", m.title())
		files, err := m.notices()
		if err != nil {
			return err
		}
		for _, name := range files {
			data, err := os.ReadFile(filepath.Join(m.Dir, name))
			if err != nil {
				return err
			}
			text := strings.Trim(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n")
			if of[text] == nil {
				texts = append(texts, text)
			}
			of[text] = append(of[text], m.title()+", "+filepath.ToSlash(name))
		}
	}
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n%s\n%[1]s\n\n%[3]s\n", strings.Repeat("=", 72), strings.Join(of[text], "\n"), text)
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

// linked returns the modules that packages link on any of the platforms, this one first and Go's library second.
func linked(platforms, packages []string) ([]*module, error) {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go1."), ".")
	library := &module{Path: "Go", Version: "1." + version + " (runtime, standard library, wasm_exec.js)"}
	mods := map[string]*module{}
	for _, platform := range platforms {
		system, processor, _ := strings.Cut(platform, "/")
		const line = "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}\t{{.Main}}\t{{$.Dir}}{{else}}{{.Root}}{{end}}"
		cmd := exec.Command("go", append([]string{"list", "-deps", "-f", line}, packages...)...)
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("What the programs link could not be listed: %w.", err)
		}
		for line := range strings.Lines(string(out)) {
			part := strings.Split(strings.TrimSpace(line), "\t")
			if len(part) == 1 {
				library.Dir = part[0]
				continue
			}
			m := mods[part[0]]
			if m == nil {
				m = &module{Path: part[0], Version: part[1], Dir: part[2], Main: part[3] == "true"}
				mods[m.Path] = m
			}
			m.packages = append(m.packages, part[4])
		}
	}
	_, missing := os.Stat(filepath.Join(library.Dir, "LICENSE"))
	all := []*module{library}
	for _, path := range slices.Sorted(maps.Keys(mods)) {
		m := mods[path]
		if m.Main {
			all = slices.Insert(all, 0, m)
		} else {
			all = append(all, m)
		}
		// Some systems keep Go's licence elsewhere: its modules have the same.
		if missing != nil && strings.HasPrefix(m.Path, "golang.org/x/") {
			library.Dir = m.Dir
		}
	}
	return all, nil
}

// notices lists the files with the module's licences: those of its own folder, of
// one named THIRD_PARTY_LICENSES, and of the folders from there to the packages.
func (m *module) notices() (names []string, err error) {
	dirs := []string{m.Dir, filepath.Join(m.Dir, "THIRD_PARTY_LICENSES")}
	for _, dir := range m.packages {
		for ; len(dir) > len(m.Dir); dir = filepath.Dir(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if e.Name() == "licences.txt" && m.Main {
				continue // Write made it, for a native command
			}
			if e.Type().IsRegular() && notice.MatchString(e.Name()) && filepath.Ext(e.Name()) != ".go" {
				name, err := filepath.Rel(m.Dir, filepath.Join(dir, e.Name()))
				if err != nil {
					return nil, err
				}
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return nil, fmt.Errorf("%s is linked and has no file with its licence in %s.", m.title(), m.Dir)
	}
	return names, nil
}
