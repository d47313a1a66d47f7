//go:build !js

// Package stored computes what the page shows of each experiment at once: its
// sheet at the laboratory's default setting, or at that setting in brief, in the
// site's file stored.json. For the pages of the papers it also computes what their items
// have at other settings.
package stored

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/core/work"
	"indistinct/ui/chart"
)

// Results are sheets in JSON, by room and name: see Of.
type Results map[string]map[string]json.RawMessage

// Write writes the file into the folder of a site and returns all results. An experiment that
// takes longer than most has no stored result, nor have those that are left when all the time is
// used up; without any time, none has. What was computed is kept in the user's cache
// under a sum of core's sources below root, so that the next build of the same sources
// reads it.
func Write(ctx context.Context, root, dir string, most, all time.Duration) (Results, error) {
	results := Results{}
	if all > 0 {
		keep, err := newShelf(root)
		if err != nil {
			fmt.Fprintln(os.Stderr, "Results cannot be kept for the next build: "+err.Error())
		}
		ctx, stop := context.WithTimeout(ctx, all)
		results = store(ctx, guest.All(), keep, most)
		stop()
	}
	if err := pictures(filepath.Join(dir, "still"), results); err != nil {
		return nil, err
	}
	data, err := json.Marshal(shown(results))
	if err != nil {
		return nil, err
	}
	return results, os.WriteFile(filepath.Join(dir, "stored.json"), data, 0o644)
}

// shown are those of experiments: the page shows none that papers' items have of their own.
func shown(results Results) Results {
	out := maps.Clone(results)
	maps.DeleteFunc(out, func(room string, _ map[string]json.RawMessage) bool { return strings.Contains(room, ".") })
	return out
}

// pictures writes below a folder what the experiments beside a laboratory show, for the cards that lead to them, in
// each language and theme. One without charts shows its first table, one without a result says what it computes.
func pictures(dir string, results Results) error {
	err := os.MkdirAll(dir, 0o755)
	for _, l := range texts.All() {
		for _, of := range guest.All() {
			name := of.About().Name
			for _, a := range of.Analyses() {
				if a.Live || a.Page != "" {
					continue
				}
				s := sheet.Sheet{Lead: a.Lead(name)}
				if data := results[name][a.Name]; data != nil {
					err = cmp.Or(err, json.Unmarshal(data, &s))
				}
				for _, theme := range []string{"light", "dark"} {
					svg := chart.Small(l, &s, "x", 230, 150, chart.Themed(theme)).XML()
					path := filepath.Join(dir, l.Still(name+"-"+a.Name, theme, "svg"))
					err = cmp.Or(err, os.WriteFile(path, []byte(svg), 0o644))
				}
			}
		}
	}
	return err
}

// Of returns the experiment of a laboratory that repeats a paper's item, and where its result is.
// That is the experiment's own result, in the laboratory's room, where it stands beside printed
// numbers, which it has at the paper's setting whatever else is set; of other items it is one at
// the item's settings, which are its Brief then, in the room of the paper.
func Of(l lab.Laboratory, p *lab.Paper, i *lab.Item) (room, name string, a lab.Analysis) {
	room = l.About().Name
	all := l.Analyses()
	k := slices.IndexFunc(all, func(a lab.Analysis) bool { return a.Name == i.Task })
	if k < 0 {
		return room, i.Task, a
	}
	a = all[k]
	own := len(i.Set) == 0 || len(i.Printed) > 0 && a.Outline(l.Params(), room).Applies(a)
	if own && !a.Live {
		return room, a.Name, a
	}
	brief := map[string]string{}
	maps.Copy(brief, a.Brief)
	maps.Copy(brief, i.Set)
	a.Brief = brief
	return room + "." + p.Name, i.Name, a
}

// store computes the experiments of all laboratories, and those of papers' items, that do not
// take longer than most, as long as ctx lasts: first the quick ones everywhere.
func store(ctx context.Context, labs lab.Catalog, keep *shelf, most time.Duration) Results {
	out := Results{}
	try := func(l lab.Laboratory, room, name string, a lab.Analysis, time time.Duration) {
		spec := a.Outline(l.Params(), l.About().Name)
		if !spec.Applies(a) || out[room][name] != nil {
			return
		}
		data, known := keep.take(room, name, time)
		if !known && ctx.Err() == nil {
			one, stop := context.WithTimeout(ctx, time)
			var err error
			data, _, err = compute(one, l, spec, a.Name)
			late := ctx.Err() == nil && one.Err() != nil
			stop()
			switch {
			case err == nil:
				keep.put(room, name, data)
			case late && time == most:
				keep.put(room, name, []byte(tooLong+most.String()))
				fmt.Fprintf(os.Stderr, "%s: %s is not stored: it takes longer than %v.\n", room, name, most)
			case !late && ctx.Err() == nil:
				fmt.Fprintf(os.Stderr, "%s: %s is not stored: %v\n", room, name, err)
			}
		}
		if out[room] == nil {
			out[room] = map[string]json.RawMessage{}
		}
		if len(data) > 0 {
			out[room][name] = data
		}
	}
	for _, time := range []time.Duration{most / 10, most} {
		for _, l := range labs {
			for _, a := range l.Analyses() {
				if !a.Live {
					try(l, l.About().Name, a.Name, a, time)
				}
			}
			for _, p := range l.Papers() {
				for _, i := range p.Items {
					if room, name, a := Of(l, &p, &i); room != l.About().Name {
						try(l, room, name, a, time)
					}
				}
			}
		}
	}
	if ctx.Err() != nil {
		fmt.Fprintln(os.Stderr, "Not all experiments are stored: the time was used up. The next build goes on.")
	}
	return out
}

// compute returns what a task gives, and the last of what it shows the stage.
func compute(ctx context.Context, l lab.Laboratory, s lab.Spec, task string) (data, show []byte, err error) {
	job, err := lab.Start(l, s, task)
	if err != nil {
		return nil, nil, err
	}
	w := &watched{Job: job}
	data, err = work.Run(ctx, w, 0, nil)
	return data, w.show, err
}

// shelf is where results are kept between builds; a nil one keeps nothing.
type shelf struct{ dir string }

// newShelf is the shelf for the sources of core below root.
func newShelf(root string) (*shelf, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	sum, err := Sources(os.DirFS(root), "go.mod", "core")
	if err != nil {
		return nil, err
	}
	s := &shelf{filepath.Join(cache, "indistinct", "stored", sum)}
	return s, os.MkdirAll(s.dir, 0o755)
}

// Sources is a sum of files and folders without their tests: core and the libraries'
// versions (go.mod) decide a result.
func Sources(root fs.FS, names ...string) (string, error) {
	h := sha256.New()
	for _, name := range names {
		err := fs.WalkDir(root, name, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(name, "_test.go") {
				return err
			}
			data, err := fs.ReadFile(root, name)
			fmt.Fprintf(h, "%s %d\n", name, len(data))
			h.Write(data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:12]), nil
}

func (s *shelf) path(lab, name string) string { return filepath.Join(s.dir, lab+"-"+name+".json") }

// tooLong, with a time, stands on the shelf for an experiment that took longer.
const tooLong = "over "

// take returns what is kept; empty for an experiment that is known to take longer
// than most.
func (s *shelf) take(lab, name string, most time.Duration) (data []byte, known bool) {
	if s == nil {
		return nil, false
	}
	data, err := os.ReadFile(s.path(lab, name))
	if text, ok := strings.CutPrefix(string(data), tooLong); ok {
		d, err := time.ParseDuration(text)
		return nil, err == nil && d >= most
	}
	return data, err == nil
}

// put keeps a result; where that fails it is computed again next time.
func (s *shelf) put(lab, name string, data []byte) {
	if s != nil {
		os.WriteFile(s.path(lab, name), data, 0o644)
	}
}
