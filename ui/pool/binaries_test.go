package pool

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"indistinct/core/lang"
	"indistinct/core/test/english"

	"indistinct/core/lab"
	"indistinct/core/test/labtest"
	"indistinct/ui/wire"
)

// named is the test laboratory under another name.
type named struct {
	*labtest.Lab
	name string
}

func (n named) Find(name string) lab.Laboratory {
	if name == n.name {
		return n
	}
	return nil
}

func (n named) About() lab.About {
	a := n.Lab.About()
	a.Name = n.name
	return a
}

// testBinaries is a Transport of one laboratory in each binary.
type testBinaries struct {
	testTransport
	of map[string]*testTransport
}

func (h *testBinaries) Spawn(binary string, events func(Event)) Worker {
	if h.of[binary] == nil {
		h.of[binary] = &testTransport{lab: &labtest.Lab{Before: slow}, name: binary}
	}
	return h.of[binary].Spawn(binary, events)
}

// newBinaries returns a pool of several binaries, of which coin's workers start at once.
func newBinaries(o Options) (*Pool, *testBinaries) {
	h := &testBinaries{of: map[string]*testTransport{}}
	o.Workers, o.First, o.Binary = 2, "coin", func(s lab.Spec) string { return s.Lab }
	return newPool(h, o), h
}

// state counts how often a laboratory's workers were started, and those that live.
func (h *testBinaries) state(name string) (started, alive int) {
	if f := h.of[name]; f != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		return f.spawned / 2, f.alive
	}
	return 0, 0
}

func (h *testBinaries) want(t *testing.T, when, name string, started, alive int) {
	t.Helper()
	synctest.Wait()
	if s, a := h.state(name); s != started || a != alive {
		t.Errorf("%s: %s was started %d times and has %d workers; want %d and %d", when, name, s, a, started, alive)
	}
}

func specOf(t *testing.T, name string, set ...string) lab.Spec {
	t.Helper()
	s, probs := lab.ParseLink("#lab="+name+"&"+strings.Join(set, "&"), named{&labtest.Lab{}, name}.Find, name)
	if len(probs) > 0 {
		t.Fatal(probs)
	}
	return s
}

func TestEachLaboratoryHasItsWorkers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ls, h := newBinaries(Options{})
		defer ls.Rest()
		h.want(t, "at the beginning", "coin", 1, 2)
		h.want(t, "at the beginning", "dice", 0, 0)

		// A run goes on while the visitor is elsewhere; its workers end with it.
		ran := make(chan lang.Message, 1)
		ls.Run(specOf(t, "coin", "n=500"), "sum", nil, func(_ []byte, fail lang.Message) { ran <- fail })
		looks := make(chan lang.Message, 4)
		look := func(name string) {
			ls.Look(specOf(t, name), nil, func(l wire.Looked) { looks <- lang.Verbatim(name + english.Say(l.Err)) })
		}
		look("coin") // superseded by the next one
		look("dice")
		if got := <-looks; got != "dice" {
			t.Errorf("the look ended with %q", got)
		}
		h.want(t, "during a run elsewhere", "coin", 1, 2)
		h.want(t, "during a run elsewhere", "dice", 1, 2)
		if fail := <-ran; fail != "" {
			t.Error(fail)
		}
		h.want(t, "after the run", "coin", 1, 0)
		select {
		case got := <-looks:
			t.Errorf("a superseded look answered: %q", got)
		default:
		}

		// Coming back starts them again.
		look("coin")
		if got := <-looks; got != "coin" {
			t.Errorf("the look ended with %q", got)
		}
		h.want(t, "back again", "coin", 2, 2)
		h.want(t, "back again", "dice", 1, 0)
	})
}

// TestRest: a page out of sight gives its workers back, but for a run's, and gets
// them again with the next look.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ls, h := newBinaries(Options{})
		defer ls.Rest()
		ran := make(chan lang.Message, 1)
		ls.Run(specOf(t, "coin", "n=500"), "sum", nil, func(_ []byte, fail lang.Message) { ran <- fail })
		ls.Rest()
		h.want(t, "during a run", "coin", 1, 2)
		if fail := <-ran; fail != "" {
			t.Error(fail)
		}
		h.want(t, "after it", "coin", 1, 0)
		looked := make(chan lang.Message, 1)
		ls.Look(specOf(t, "coin"), nil, func(l wire.Looked) { looked <- l.Err })
		if fail := <-looked; fail != "" {
			t.Error(fail)
		}
		h.want(t, "in sight again", "coin", 2, 2)
		ls.Rest()
		h.want(t, "out of sight", "coin", 2, 0)
	})
}

func TestRunOfAnotherLaboratory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ls, h := newBinaries(Options{})
		// On the page of experiments the laboratory that runs need not be the one
		// that was looked at.
		ran := make(chan lang.Message, 2)
		ls.Run(specOf(t, "dice", "n=100"), "sum", nil, func(_ []byte, fail lang.Message) { ran <- fail })
		if fail := <-ran; fail != "" {
			t.Error(fail)
		}
		h.want(t, "after the run", "dice", 1, 0)
		h.want(t, "after the run", "coin", 1, 2)

		// Cancelling ends what nobody looks at.
		cancel := ls.Run(specOf(t, "dice", "n=100000"), "sum", nil, func(_ []byte, fail lang.Message) { ran <- fail })
		time.Sleep(50 * time.Millisecond)
		cancel()
		if fail := <-ran; fail != wire.Cancelled {
			t.Error(fail)
		}
		time.Sleep(time.Second) // a worker in a chunk ends after it
		h.want(t, "after cancel", "dice", 2, 0)

		// With nobody to look, nothing is left of either.
		ls.Run(specOf(t, "dice"), "sum", nil, func(_ []byte, fail lang.Message) { ran <- fail })
		ls.Rest()
		if fail := <-ran; fail != "" {
			t.Error(fail)
		}
		time.Sleep(time.Second)
		h.want(t, "out of sight", "dice", 3, 0)
		h.want(t, "out of sight", "coin", 1, 0)
	})
}

// TestBusy: the page knows from the first run's beginning to the last one's end that one is
// going on, in whichever laboratory.
func TestBusy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []bool
		ls, _ := newBinaries(Options{Running: func(runs bool) { told = append(told, runs) }})
		defer ls.Rest()
		ended := make(chan lang.Message, 2)
		done := func(_ []byte, fail lang.Message) { ended <- fail }
		ls.Run(specOf(t, "coin", "n=50"), "sum", nil, done)
		cancel := ls.Run(specOf(t, "dice", "n=5000"), "sum", nil, done)
		<-ended
		if !slices.Equal(told, []bool{true}) {
			t.Errorf("with a run going on the page was told %v", told)
		}
		cancel()
		<-ended
		if !slices.Equal(told, []bool{true, false}) {
			t.Errorf("after both runs the page was told %v", told)
		}
		time.Sleep(time.Second) // which the workers take to end
	})
}
