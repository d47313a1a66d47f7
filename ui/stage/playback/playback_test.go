package playback

import (
	"math"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/texts"
)

// run is a show of so many releases of each input, so far as it has come.
func run(n int, event string, v film.Verdict) *film.Show {
	s := &film.Show{Form: film.Plane, Names: [2]lang.Message{lang.Verbatim("record"), lang.Verbatim("neighbour")},
		Event: lang.Verbatim(event), Verdict: v, Drawn: 10000,
		Goal: 10000, Counts: [2]int64{9963, 0}, Epsilon: 1}
	for i := range s.Clouds {
		s.Clouds[i] = film.Cloud{Stride: 2, Data: make([]float32, 2*n)}
	}
	return s
}

// pass lets time pass in frames until the play is done or limit is over, and
// returns how long it took.
func pass(p *Playback, limit float64) float64 {
	const frame = 1.0 / 30
	at := 0.0
	for ; at < limit && !p.Done(); at += frame {
		p.Advance(frame)
	}
	return at
}

func TestThePlayTakesItsLengthWhateverTheNumberOfReleases(t *testing.T) {
	for _, n := range []int{0, 1, 300, 4000} {
		p := &Playback{}
		p.Load(run(n, "right", film.Violation), false)
		if took := pass(p, 60); took < Length-0.1 || took > Length+0.1 {
			t.Errorf("%d releases take %.2f s, want %v", n, took, Length)
		}
		if landed, flying := p.Landed(0); int(landed) != n || flying != 0 {
			t.Errorf("%d releases: at the end %v have landed, %v fly", n, landed, flying)
		}
	}
}

// TestTheVerdictIsToldWithTheBadge: the page need not keep it to itself until the badge has
// grown, and for no longer than two and a half seconds; before there is one nothing is told.
func TestTheVerdictIsToldWithTheBadge(t *testing.T) {
	p := &Playback{}
	if p.Told() {
		t.Error("nothing has been played, and yet the verdict is told")
	}
	p.Load(run(300, "right", ""), false)
	if pass(p, 10); p.Told() {
		t.Error("the verdict is told before there is one")
	}
	p.Load(run(300, "right", film.Violation), false)
	at := 0.0
	for ; !p.Told(); at += 0.01 {
		if p.Now().Badge > 0 {
			t.Fatalf("at %.2f s the badge is seen and the verdict is not told", at)
		}
		p.Advance(0.01)
	}
	if p.Done() || at > 2.5 {
		t.Errorf("the verdict is told after %.2f s; the play is over: %v", at, p.Done())
	}
	p.Reduced = true
	if p.Load(run(300, "right", film.Violation), false); !p.Told() {
		t.Error("without motion the verdict waits")
	}
}

// TestNeverLaterThanTheNumbersByMoreThanItsLength: whenever the run ends, the
// badge stands at most Length later.
func TestNeverLaterThanTheNumbersByMoreThanItsLength(t *testing.T) {
	for _, runs := range []float64{0.05, 0.4, 1.2, 1.9, 2.5, 4, 30} {
		p := &Playback{}
		p.Load(run(200, "", ""), false)
		for at := 0.0; at < runs; at += 1.0 / 30 { // chunks arrive on the way
			p.Advance(1.0 / 30)
			event := ""
			if at > runs/2 {
				event = "right"
			}
			p.Load(run(200+int(1500*at/runs), event, ""), true)
			if p.Now().Claim > 0 || p.Now().Badge > 0 {
				t.Fatalf("a run of %v s: the claim is judged at %.2f s, before the run has ended", runs, at)
			}
			if event == "" && p.Now().Sweep > 0 {
				t.Fatalf("a run of %v s: an event sweeps in at %.2f s, before one was chosen", runs, at)
			}
		}
		p.Load(run(4000, "right", film.Violation), true)
		if took := pass(p, 60); took > Length+0.05 {
			t.Errorf("a run of %v s: the badge comes %.2f s after the verdict", runs, took)
		}
	}
}

func TestTheRainGoesOnWhileTheRunDoes(t *testing.T) {
	p := &Playback{}
	p.Load(run(100, "", ""), false)
	pass(p, 5)
	if !p.Waiting() || p.Done() {
		t.Fatal("the play should wait for the run")
	}
	seen := map[int]bool{}
	for range 60 {
		if !p.Advance(0.05) {
			t.Fatal("nothing moves while the run goes on")
		}
		p.Each(0, 100, 1, Drops, func(i int, at float32, fresh bool) {
			if i < 0 || i >= 100 || at < 0 || at > 1 {
				t.Fatalf("release %d at %v", i, at)
			}
			seen[i] = seen[i] || fresh
		})
	}
	fell := 0
	for _, fresh := range seen {
		if fresh {
			fell++
		}
	}
	if fell < 50 {
		t.Errorf("only %d of 100 releases fall", fell)
	}
}

func TestTheEventAndTheCountersComeInOrder(t *testing.T) {
	p := &Playback{}
	p.Load(run(500, "right", film.NoViolation), false)
	var last Moment
	for !p.Done() {
		p.Advance(0.02)
		m := p.Now()
		if m.Enter < last.Enter || m.Sweep < last.Sweep || m.Count < last.Count || m.Claim < last.Claim ||
			m.Break < last.Break || m.Badge < last.Badge {
			t.Fatalf("something goes back: %+v after %+v", m, last)
		}
		if m.Claim > 0 && m.Count < 1 || m.Break > 0 && m.Claim < 1 || m.Count > 0.6 && m.Sweep < 0.9 {
			t.Fatalf("out of order: %+v", m)
		}
		last = m
	}
	if (last != Moment{1, 1, 1, 1, 1, 1}) {
		t.Errorf("at the end: %+v", last)
	}
}

func TestSkipAndAgain(t *testing.T) {
	p := &Playback{}
	p.Skip()
	p.Load(run(500, "right", ""), false)
	p.Advance(0.1)
	p.Skip()
	if !p.Waiting() || p.Done() || p.Now().Count != 1 {
		t.Errorf("skipped while the run goes on: %+v", p.Now())
	}
	p.Load(run(500, "right", film.Inconclusive), true)
	p.Skip()
	if !p.Done() || p.Advance(1) {
		t.Error("skipped after the run: it should be at its end and stand still")
	}
	p.Load(p.Show, false)
	if p.Done() || p.Now().Count != 0 {
		t.Error("again does not begin anew")
	}
	if took := pass(p, 60); math.Abs(took-Length) > 0.1 {
		t.Errorf("the second time takes %v s", took)
	}
	p.Load(run(20, "", ""), false)
	if l, _ := p.Landed(0); l != 0 || p.Now().Enter != 0 {
		t.Error("another run does not begin anew")
	}
}

func TestReducedMotionShowsTheLastPicture(t *testing.T) {
	p := &Playback{Reduced: true}
	p.Load(run(500, "", ""), false)
	if l, f := p.Landed(1); l != 500 || f != 0 || p.Now().Enter != 1 || p.Now().Sweep != 0 {
		t.Errorf("at once: %v landed, %+v", l, p.Now())
	}
	if p.Advance(1) {
		t.Error("something moves")
	}
	p.Each(0, 500, 1, Drops, func(_ int, _ float32, fresh bool) {
		if fresh {
			t.Error("it rains")
		}
	})
	p.Load(run(700, "right", film.Violation), true)
	if !p.Done() || p.Now().Badge != 1 {
		t.Errorf("with the verdict: %+v", p.Now())
	}
	p.Load(p.Show, false)
	if !p.Done() {
		t.Error("again should show the same picture")
	}
}

func TestTimeIsNotNonsense(t *testing.T) {
	p := &Playback{}
	if p.Advance(1) || p.Done() || p.Waiting() {
		t.Error("without a show")
	}
	p.Load(run(10, "x", film.Violation), false)
	for _, dt := range []float64{math.NaN(), math.Inf(1), -3, 0} {
		if p.Advance(dt) {
			t.Errorf("%v seconds passed", dt)
		}
	}
}

// TestWhatTheLensShows: the releases that the film's lens shows are there from the beginning, as far as there are any.
func TestWhatTheLensShows(t *testing.T) {
	for seen, want := range map[int]float64{0: 0, 40: 40, 900: 300} {
		p, s := &Playback{}, run(300, "right", film.Violation)
		s.Seen = seen
		if p.Load(s, false); p.landed[0] != want || p.landed[1] != want {
			t.Errorf("of %d in the lens %v are there at the beginning", seen, p.landed)
		}
		p.Each(0, 300, 1, 0, func(j int, part float32, _ bool) {
			if j < seen && part != 1 {
				t.Errorf("of %d in the lens number %d falls", seen, j)
			}
		})
	}
}

// TestClaimBesideItsCounts: what is promised is never said as less than what keeps it, nor as more than what breaks it.
func TestClaimBesideItsCounts(t *testing.T) {
	for counts, want := range map[[2]int64]string{{5000, 935}: "2.7", {5566, 2048}: "2.72", {5000, 0}: "2.7"} {
		s := run(1, "x", film.NoViolation)
		s.Counts = counts
		if said := texts.English().Say(Claim(s, true)); !strings.Contains(said, " "+want+"\u00a0×") {
			t.Errorf("beside %v it says %q, want %s", counts, said, want)
		}
	}
}
