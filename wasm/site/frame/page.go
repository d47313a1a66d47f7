//go:build !js

package frame

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/vugu/vugu"

	"indistinct/core/about"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/tell"
	"indistinct/core/texts"
	"indistinct/core/work"
	"indistinct/ui/dom"
	"indistinct/ui/page/features"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/shell"
	"indistinct/ui/page/state"
	"indistinct/ui/stage/layout"
	"indistinct/ui/wire"
	"indistinct/wasm/site/pack"
)

// app begins the element that holds the page.
const app = `<div id="app">`

// page writes into index.html what the panel shows of the default setting, in English, and
// the look at it, which the panel takes up when it has come; for readers without programs
// also the verdict of its run. What it shows in other languages stands in frame/TAG.html.
func page(dir string) error {
	path := filepath.Join(dir, "index.html")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	between := func(before, after string) string {
		_, rest, ok := strings.Cut(string(text), before)
		inner, _, ok2 := strings.Cut(rest, after)
		if !ok || !ok2 {
			err = fmt.Errorf("index.html should hold %s and then %s", before, after)
		}
		return inner
	}
	without := between("<noscript>", "</noscript>")
	stage := between(`<section id="stage" data-keep="yes" data-own="yes" aria-label="Picture">`, "</section>")
	h := &host{version: between(`<meta name="version" content="`, `"`), year: between(`data-year="`, `"`)}
	old := between(app, "</body>")
	if err != nil {
		return err
	}
	built, verdict, err := compute()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(dir, "frame"), 0o755); err != nil {
		return err
	}
	frames := map[string]string{}
	for _, l := range texts.All() {
		inner, err := frame(h, l, built, stage)
		if err != nil {
			return err
		}
		if frames[l.Tag] = inner; l.Tag == "en" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, "frame", l.Tag+".html"), []byte(inner), 0o644); err != nil {
			return err
		}
	}
	out := strings.Replace(string(text), app+old, app+frames["en"]+"</div>\n"+
		"<noscript>"+without+"<p>"+html.EscapeString(verdict)+"</p></noscript>\n"+
		"<script type=\"application/json\" id=\"built\">"+string(built)+"</script>\n", 1)
	return os.WriteFile(path, []byte(out), 0o644)
}

// frame is what the panel shows in a language: what stands in the element app.
func frame(h *host, l *lang.Language, built []byte, stage string) (string, error) {
	m := state.New(h, &pool{}, about.All(), about.Home, l)
	features.Use(m)
	m.Start("", true, "")
	m.Built(built)
	env, err := vugu.NewBuildEnv(h)
	if err != nil {
		return "", err
	}
	for _, id := range []string{"page.scene", "page.opening"} {
		if !strings.Contains(stage, texts.English().Text(id)) {
			return "", fmt.Errorf("the stage in index.html should say %q", texts.English().Text(id))
		}
		stage = strings.ReplaceAll(stage, texts.English().Text(id), l.Text(id))
	}
	frame := dom.Markup(env.RunBuild(&shell.Root{M: m}), func(string) string { return stage })
	inner, ok := strings.CutPrefix(strings.TrimSpace(frame), app)
	inner, ok2 := strings.CutSuffix(inner, "</div>")
	if !ok || !ok2 {
		return "", fmt.Errorf("the frame in %q is not one element app", l.Tag)
	}
	return inner, nil
}

// words writes the texts of each language, a file a room, and into early.js which languages and rooms
// there are.
func words(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, "texts"), 0o755); err != nil {
		return err
	}
	first, err := first()
	if err != nil {
		return err
	}
	rooms := append([]string{""}, state.Rooms(about.All())...)
	var tags []string
	for _, l := range texts.All() {
		parts := map[string]map[string]string{}
		for id, text := range l.Texts() {
			room := ""
			if !first[id] {
				room = state.Room(about.All(), id)
			}
			if parts[room] == nil {
				parts[room] = map[string]string{}
			}
			if !elsewhere(guest.All(), id) {
				parts[room][id] = text
			}
		}
		for _, room := range rooms {
			data, err := json.Marshal(parts[room])
			if err != nil {
				return err
			}
			path := filepath.Join(dir, filepath.FromSlash(lang.File(l.Tag, room)))
			if err := os.WriteFile(path, data, 0o644); err != nil {
				return err
			}
		}
		tags = append(tags, l.Tag)
	}
	if err := pack.Fill(dir, script, `/*ROOMS*/[""]`, rooms); err != nil {
		return err
	}
	return pack.Fill(dir, script, `/*LANGUAGES*/["en"]`, tags)
}

// always are the beginnings of texts that a page may say at any moment.
var always = []string{"language", "js", "page", "glossary", "control", "door", "pool", "wire", "work", "stage", "show",
	"chart", "event", "take", "share"}

// first returns the ids of the texts that a page opens with: those that it may say at any moment, and
// those that the laboratories say, as they open and with the report of their test.
func first() (map[string]bool, error) {
	l := texts.English()
	own, err := lang.New(l.Tag, l.Texts())
	if err != nil {
		return nil, err
	}
	for _, of := range guest.All() {
		name := of.About().Name
		s := of.Params().Defaults(name)
		look, err := lab.LookAt(of, s, nil)
		if err != nil {
			return nil, err
		}
		r, raw, err := run(of, s)
		if err != nil {
			return nil, err
		}
		h := &host{}
		m := state.New(h, &pool{}, about.All(), about.Home, own)
		features.Use(m)
		m.Start("", true, s.Link(of.Params()))
		m.Front.ShowLook(look)
		for _, result := range []laboratory.Result{{}, laboratory.NewResult(r, raw, "")} {
			m.Front.Result = result
			env, err := vugu.NewBuildEnv(h)
			if err != nil {
				return nil, err
			}
			dom.Markup(env.RunBuild(&shell.Root{M: m}), func(string) string { return "" })
		}
	}
	out := map[string]bool{}
	for _, id := range own.Said() {
		out[id] = true
	}
	for id := range l.Texts() {
		room, _, _ := strings.Cut(id, ".")
		out[id] = out[id] || slices.Contains(always, room)
	}
	return out, nil
}

// elsewhere reports whether a text is said by the native command or on pages of the build's alone,
// those for teachers and of papers: the page's programs say none of these.
func elsewhere(labs lab.Catalog, id string) bool {
	room, _, _ := strings.Cut(id, ".")
	if l := labs.Find(room); l != nil {
		return slices.ContainsFunc(l.Papers(), func(p lab.Paper) bool { return strings.HasPrefix(id, p.ID(room)+".") })
	}
	return slices.Contains([]string{"verify", "cluster", "teach", "papers"}, room)
}

// compute returns what the page shows of the default setting, in JSON, which ends no element
// that holds it, and the verdict of its run.
func compute() (look []byte, verdict string, err error) {
	l := guest.All().Find(about.Home)
	s := l.Params().Defaults(about.Home)
	report, _, err := run(l, s)
	if err != nil {
		return nil, "", err
	}
	seen, err := lab.LookAt(l, s, nil)
	if err != nil {
		return nil, "", err
	}
	english := texts.English()
	verdict = layout.Plain(english.Say(l.About().Lead())) + " " + layout.Plain(english.Say(tell.Plain(&report.Report)))
	look, err = json.Marshal(seen)
	return look, verdict, err
}

// run is the report of a test, and that as it came.
func run(l lab.Laboratory, s lab.Spec) (r *lab.Report, raw []byte, err error) {
	job, err := lab.Start(l, s, lab.Audit)
	if err != nil {
		return nil, nil, err
	}
	if raw, err = work.Run(context.Background(), job, 0, nil); err != nil {
		return nil, nil, err
	}
	r, err = lab.UnmarshalReport(raw, guest.All().Find, l.About().Name)
	return r, raw, err
}

// host is a browser that shows nothing, for components that are built once.
type host struct {
	state.Silent
	sync.RWMutex
	version, year string
}

func (h *host) Version() (version, year string) { return h.version, h.year }
func (h *host) UnlockOnly()                     { h.Unlock() }
func (h *host) UnlockRender()                   { h.Unlock() }

// pool does nothing: what it would be asked for is given with Built.
type pool struct{}

func (p *pool) Look(lab.Spec, []byte, func(wire.Looked)) {}

func (p *pool) Run(lab.Spec, string, func(wire.Progress), func([]byte, lang.Message)) func() {
	return func() {}
}
