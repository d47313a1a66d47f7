package panel

import (
	"encoding/json"
	"testing"
	"time"

	"indistinct/core/lab"
	"indistinct/core/privacy"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// stage is a Host and a Pool in memory. Time passes when pass is called.
type stage struct {
	files                                              map[string][]byte // of the site
	fetches                                            []string
	kept                                               map[string]string
	pointed                                            string
	hash, copied, saved, file, shownTheme, title, page string
	focus, put                                         string
	presents                                           bool
	pushed                                             int
	printed                                            int
	refuse, sheet                                      bool
	scene                                              []say.ToScene
	films                                              [][]byte
	timers                                             []*timer
	looks                                              []look
	runs                                               []*running
	bar                                                Bar
}

type timer struct {
	f    func()
	dead bool
}

type look struct {
	spec   lab.Spec
	report []byte
	done   func(wire.Looked)
}

type running struct {
	spec      lab.Spec
	task      string
	progress  func(wire.Progress)
	done      func([]byte, string)
	cancelled bool
}

// claims lets time pass and answers all looks as a program of that claim would have them
// answered.
func (s *stage) claims(epsilon, delta float64) {
	s.pass()
	for n := 0; n != len(s.looks); s.pass() {
		n = len(s.looks)
		s.looks[n-1].done(wire.Looked{Look: lab.Look{Claim: &privacy.Budget{Epsilon: epsilon, Delta: delta}}})
	}
}

func (s *stage) Update(f func()) { f() }

func (s *stage) Aside(f func()) { f() }

func (s *stage) Bar(b Bar) { s.bar = b }

func (s *stage) After(_ time.Duration, f func()) func() {
	t := &timer{f: f}
	s.timers = append(s.timers, t)
	return func() { t.dead = true }
}

func (s *stage) Fetch(name string, done func([]byte)) {
	s.fetches = append(s.fetches, name)
	done(s.files[name])
}

func (s *stage) pass() {
	for len(s.timers) > 0 {
		list := s.timers
		s.timers = nil
		for _, t := range list {
			if !t.dead {
				t.f()
			}
		}
	}
}

func (s *stage) Hash(h string, push bool) {
	s.hash = h
	if push {
		s.pushed++
	}
}

func (s *stage) Address() string { return "https://example.org/x/" }

func (s *stage) Copy(text string, done func(bool)) {
	if s.refuse {
		done(false)
		return
	}
	s.copied = text
	done(true)
}

func (s *stage) Download(name, mime, data string) { s.file, s.saved = name, data }

func (s *stage) Scene(m say.ToScene, film []byte) {
	s.scene = append(s.scene, m)
	if film != nil {
		s.films = append(s.films, film)
	}
}

func (s *stage) Theme(choice string) string {
	s.shownTheme = choice
	if choice == "" {
		s.shownTheme = "dark"
	}
	return s.shownTheme
}

func (s *stage) Reveal(string) {}

func (s *stage) Focus(id string) { s.focus = id }

func (s *stage) Put(id, value string) { s.put = id + "=" + value }

func (s *stage) Present(on bool) float64 { s.presents = on; return 2 }

func (s *stage) Random() uint64 { return 123456789 }

func (s *stage) Place(page, _, title string) { s.page, s.title = page, title }

func (s *stage) Remember(key, text string) {
	if s.kept == nil {
		s.kept = map[string]string{}
	}
	s.kept[key] = text
}

func (s *stage) Recall(key string) string { return s.kept[key] }

func (s *stage) Sheet(address string) { s.copied = address }

func (s *stage) Print() { s.printed++ }

func (s *stage) HasSheet() bool { return s.sheet }

func (s *stage) Version() (v, y string) { return "1.2", "2026" }

func (s *stage) Point(selector string) { s.pointed = selector }

func (s *stage) Look(spec lab.Spec, report []byte, done func(wire.Looked)) {
	s.looks = append(s.looks, look{spec, report, done})
}

func (s *stage) Run(spec lab.Spec, task string, progress func(wire.Progress), done func([]byte, string)) func() {
	r := &running{spec: spec, task: task, progress: progress, done: done}
	s.runs = append(s.runs, r)
	return func() { r.cancelled = true }
}

// answer ends the last run of a page with what its files hold.
func (s *stage) answer(t *testing.T, found lab.Sampled) {
	t.Helper()
	b, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	s.runs[len(s.runs)-1].done(b, "")
}

// last returns the last message of a type that the scene got.
func (s *stage) last() say.ToScene { return s.scene[len(s.scene)-1] }
