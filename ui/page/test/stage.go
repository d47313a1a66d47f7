package test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// Browser is a Host and a Pool in memory. Time passes when pass is called.
type Browser struct {
	Files                                                  map[string][]byte // of the site
	Late                                                   bool              // fetched files wait for Arrive
	arriving                                               []func()
	Fetches                                                []string
	Kept                                                   map[string]string
	Pointed                                                string
	LastHash, Copied, Saved, File, ShownTheme, Title, Page string
	Focused, LastPut, Tag                                  string
	Presents, RightToLeft                                  bool
	Pushed                                                 int
	refuse, sheet                                          bool
	Calls                                                  []Call // of the features' scripts
	hearing                                                map[string]func(said []string)
	Messages                                               []say.ToScene
	Films                                                  [][]byte
	Timers                                                 []*timer
	Looks                                                  []look
	Runs                                                   []*running
	LastBar                                                []any
}

// Call is a call of a function of a feature's script.
type Call struct {
	Name string
	Args []any
}

type timer struct {
	f    func()
	Dead bool
}

type look struct {
	Spec   lab.Spec
	Report []byte
	Done   func(wire.Looked)
}

type running struct {
	Spec      lab.Spec
	Task      string
	Progress  func(wire.Progress)
	Done      func([]byte, lang.Message)
	Cancelled bool
}

// Claims lets time pass and answers all looks as a program of that claim would have them
// answered.
func (s *Browser) Claims(epsilon, delta float64) {
	s.Claim(privacy.Claim{Budget: privacy.Budget{Epsilon: epsilon, Delta: delta}})
}

// Claim is Claims of any notion.
func (s *Browser) Claim(c privacy.Claim) {
	s.Pass()
	for n := 0; n != len(s.Looks); s.Pass() {
		n = len(s.Looks)
		s.Looks[n-1].Done(wire.Looked{Look: lab.Look{Claim: &c}})
	}
}

func (s *Browser) Update(f func()) { f() }

func (s *Browser) Aside(f func()) { f() }

func (s *Browser) After(_ time.Duration, f func()) func() {
	t := &timer{f: f}
	s.Timers = append(s.Timers, t)
	return func() { t.Dead = true }
}

func (s *Browser) Fetch(name string, done func([]byte)) {
	s.Fetches = append(s.Fetches, name)
	s.arriving = append(s.arriving, func() { done(s.Files[name]) })
	if !s.Late {
		s.Arrive(0)
	}
}

// Arrive ends one of the fetches that have not ended, by its place among them.
func (s *Browser) Arrive(i int) {
	f := s.arriving[i]
	s.arriving = slices.Delete(s.arriving, i, i+1)
	f()
}

func (s *Browser) Pass() {
	for len(s.Timers) > 0 {
		list := s.Timers
		s.Timers = nil
		for _, t := range list {
			if !t.Dead {
				t.f()
			}
		}
	}
}

func (s *Browser) Hash(h string, push bool) {
	s.LastHash = h
	if push {
		s.Pushed++
	}
}

func (s *Browser) Address() string { return "https://example.org/x/" }

func (s *Browser) Copy(text string, done func(bool)) {
	if s.refuse {
		done(false)
		return
	}
	s.Copied = text
	done(true)
}

func (s *Browser) Scene(m say.ToScene, film []byte) {
	s.Messages = append(s.Messages, m)
	if film != nil {
		s.Films = append(s.Films, film)
	}
}

func (s *Browser) Theme(choice string) string {
	s.ShownTheme = choice
	if choice == "" {
		s.ShownTheme = "dark"
	}
	return s.ShownTheme
}

func (s *Browser) Reveal(string) {}

func (s *Browser) Focus(id string) { s.Focused = id }

func (s *Browser) Present(on bool) float64 { s.Presents = on; return 2 }

func (s *Browser) Random() uint64 { return 123456789 }

func (s *Browser) Remember(key, text string) {
	if s.Kept == nil {
		s.Kept = map[string]string{}
	}
	s.Kept[key] = text
}

func (s *Browser) Recall(key string) string { return s.Kept[key] }

func (s *Browser) HasSheet() bool { return s.sheet }

// Tool notes each call, and does what the scripts do. What they say later is said by Says.
func (s *Browser) Tool(name string, heard func(said []string), args ...any) {
	s.Calls = append(s.Calls, Call{name, args})
	if heard != nil {
		if s.hearing == nil {
			s.hearing = map[string]func([]string){}
		}
		s.hearing[name] = heard
	}
	switch name {
	case "language":
		s.Tag, s.RightToLeft = args[0].(string), args[1].(bool)
	case "place":
		s.Page, s.Title = args[0].(string), args[2].(string)
	case "progress":
		s.LastBar = args
	case "put":
		s.LastPut = args[0].(string) + "=" + args[1].(string)
	case "save":
		s.File, s.Saved = args[0].(string), args[2].(string)
	case "point":
		s.Pointed = args[0].(string)
	case "sheet":
		s.Copied = strings.TrimPrefix(args[0].(string)+"\n"+args[1].(string), "\n")
	}
}

// Says has a feature's script say something to what was given to its function; it reports
// whether anything was.
func (s *Browser) Says(name string, said ...string) bool {
	heard := s.hearing[name]
	if heard != nil {
		heard(said)
	}
	return heard != nil
}

// Called are the arguments of the calls of a function.
func (s *Browser) Called(name string) (all [][]any) {
	for _, c := range s.Calls {
		if c.Name == name {
			all = append(all, c.Args)
		}
	}
	return all
}

func (s *Browser) Version() (v, y string) { return "1.2", "2026" }

func (s *Browser) Look(spec lab.Spec, report []byte, done func(wire.Looked)) {
	s.Looks = append(s.Looks, look{spec, report, done})
}

func (s *Browser) Run(spec lab.Spec, task string, progress func(wire.Progress),
	done func([]byte, lang.Message)) func() {
	r := &running{Spec: spec, Task: task, Progress: progress, Done: done}
	s.Runs = append(s.Runs, r)
	return func() { r.Cancelled = true }
}

// Answer ends the last run of a page with what its files hold.
func (s *Browser) Answer(t *testing.T, found lab.Sampled) {
	t.Helper()
	b, err := json.Marshal(found)
	if err != nil {
		t.Fatal(err)
	}
	s.Runs[len(s.Runs)-1].Done(b, "")
}

// Last returns the last message of a type that the scene got.
func (s *Browser) Last() say.ToScene { return s.Messages[len(s.Messages)-1] }
