//go:build !js

// Package licences lists the names, versions and licences of everything that
// programs link: Go's own library and every module.
package licences

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	of := map[string][]string{} // what has a text
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
		cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Dir,Module,Root"}, packages...)...)
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor)
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("What the programs link could not be listed: %w.", err)
		}
		for d := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Dir, Root string
				Module    *module
			}
			if err := d.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, fmt.Errorf("The list of what the programs link could not be read: %w.", err)
			}
			if p.Module == nil {
				library.Dir = p.Root
				continue
			}
			if mods[p.Module.Path] == nil {
				mods[p.Module.Path] = p.Module
			}
			m := mods[p.Module.Path]
			m.packages = append(m.packages, p.Dir)
		}
	}
	_, missing := os.Stat(filepath.Join(library.Dir, "LICENSE"))
	var first, others []*module
	for _, m := range mods {
		if m.Main {
			first = append(first, m)
		} else {
			others = append(others, m)
		}
		// Some systems keep Go's licence elsewhere: its modules have the same.
		if missing != nil && strings.HasPrefix(m.Path, "golang.org/x/") {
			library.Dir = m.Dir
		}
	}
	slices.SortFunc(others, func(a, b *module) int { return strings.Compare(a.Path, b.Path) })
	return slices.Concat(first, []*module{library}, others), nil
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
