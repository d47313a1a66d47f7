package game

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"indistinct/core/lab"
	rules "indistinct/core/lab/game"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/stage/say"
	"indistinct/ui/wire"
)

// open is a page with the game.
func open(link string) (*state.Model, *Feature, *test.Browser) {
	s := &test.Browser{}
	m := state.New(s, s, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	f := New(m)
	m.Use(f)
	m.Start("", false, link)
	return m, f, s
}

// TestResult: the line to be shared marks each round that was found, within 20°, and the sentence
// counts them.
func TestResult(t *testing.T) {
	l := test.Language()
	g := &Game{Stage: Over, Round: &rules.Round{Places: 72}}
	for _, off := range []float64{20, 21, 0} {
		g.Scores = append(g.Scores, rules.Score{Error: off, Bayes: 180})
	}
	for want, got := range map[string]lang.Message{"2 of 3 rounds ●○●, the machine in 0 ○○○": g.Line(),
		"within 20°; by chance one blind guess in 8 ": g.Say()} {
		if !strings.Contains(l.Say(got), want) {
			t.Errorf("it says %q, want %q", l.Say(got), want)
		}
	}
}

// A tap between two places marks the nearest, which then is handed in by one more.
func TestNearestPlace(t *testing.T) {
	g := &Game{Stage: Open, Round: &rules.Round{Places: 72}}
	for _, c := range []struct {
		degrees float64
		want    string
	}{{2.4, "0"}, {2.6, "5"}, {358, "0"}, {-3, "355"}, {43.1, "45"}} {
		a := c.degrees * math.Pi / 180
		g.Draft = ""
		if !g.Point(say.FromScene{Type: say.Pick, X: 9 * math.Cos(a), Y: 9 * math.Sin(a)}) || g.Draft != c.want {
			t.Errorf("a tap at %v° marks %s°", c.degrees, g.Draft)
		}
	}
}

// TestGame plays three rounds and then up to ten by clicks and by keyboard; what the laboratory
// shows is untouched.
func TestGame(t *testing.T) {
	m, f, s := open("#lab=toy&s=1.25")
	s.Looks[0].Done(wire.Looked{Film: []byte(`{"own":1}`)})
	m.Scene.Hear(say.FromScene{Type: say.Ready})
	m.Test()
	s.Runs[0].Done(test.Report(t, m.Front.Spec), "")
	spec, rep := m.Front.Spec, m.Front.Report
	g := f.Of(m.Front)
	if g.Verb().ID() != "guess.verb.play" || g.Plays() {
		t.Fatalf("before: %q", g.Verb())
	}
	answer := func(truth, machine, guess float64) string {
		return m.Text("game.answer", "truth", truth, "machine", machine, "guess", guess)
	}
	last := func() string { return test.OnStage(t, s.Films[len(s.Films)-1]) }

	f.Next()
	f.Next() // a second press while the round is drawn
	if len(s.Runs) != 2 || s.Runs[1].Task != "game:1:1" || g.Stage != Wait {
		t.Fatalf("%d runs, %q, stage %d", len(s.Runs), s.Runs[1].Task, g.Stage)
	}
	if last() != `{"own":1}` {
		t.Errorf("while the first round is drawn the scene shows %s", last())
	}
	test.Round(t, s.Runs[1])
	if g.Stage != Open || last() != "film 1, releases [1 1]" || s.Messages[len(s.Messages)-1].KeepTime {
		t.Fatalf("stage %d, film %s", g.Stage, last())
	}
	if len(s.Runs) != 3 || s.Runs[2].Task != "game:1:2" {
		t.Error("the second round is not drawn while the visitor thinks")
	}
	// A look that comes meanwhile does not take the scene.
	m.Slide("s", "200")
	s.Pass()
	s.Looks[len(s.Looks)-1].Done(wire.Looked{Film: []byte(`{"own":2}`)})
	if last() != "film 1, releases [1 1]" {
		t.Errorf("during a game the scene shows %s", last())
	}
	m.Slide("s", "625")
	s.Pass()

	// Not guesses: another view, the centre, a drag under way.
	for _, x := range []say.FromScene{
		{Type: say.Pick, View: 1, X: 1, Y: 1}, {Type: say.Pick},
		{Type: say.Drag, Handle: "guess:30", X: 1, Y: 1},
	} {
		if m.Scene.Hear(x); g.Stage != Open {
			t.Fatalf("%+v was taken for a guess", x)
		}
	}
	// A click marks a place, R and its button ask for a release, arrows move the
	// guess; a click on what is marked hands it in.
	m.Scene.Hear(say.FromScene{Type: say.Pick, X: 2, Y: -2})
	if g.Stage != Open || g.Draft != "315" || !s.Messages[len(s.Messages)-1].KeepTime {
		t.Fatalf("after a click: stage %d, guess %q", g.Stage, g.Draft)
	}
	p := &Guessing{M: m, F: f, D: m.Front, G: g}
	if p.another() != lang.Say("guess.more", "points", 37) {
		t.Error(p.another())
	}
	f.show(g.ShowMore())
	if g.Used != 2 || last() != "film 1, releases [1 1 2 2]" || s.Messages[len(s.Messages)-1].KeepTime ||
		!check.Says(g.Say(), "guess.release") || !strings.Contains(m.Say(g.Say()), " 63 points") {
		t.Fatalf("%d releases, film %s: %s", g.Used, last(), m.Say(g.Say()))
	}
	f.Type("2")
	f.show(g.Nudge(-1))
	if g.Draft != "355" {
		t.Errorf("one place back from 2° is %s°", g.Draft)
	}
	m.Scene.Hear(say.FromScene{Type: say.Pick, X: 2, Y: 2})
	m.Scene.Hear(say.FromScene{Type: say.Pick, X: 2, Y: 2.02})
	if g.Stage != Scored || g.Scores[0].Guess != 45 || g.Scores[0].Error != 15 || g.Scores[0].Used != 2 ||
		last() != answer(30, 40, 45)+" film 1, releases [1 1 2 2]" {
		t.Fatalf("after a click: %+v, film %s", g.Scores, last())
	}
	if !s.Messages[len(s.Messages)-1].KeepTime {
		t.Error("the answer starts the film anew")
	}
	check.Places(t, "scored", g.Say(), "guess.scored", "round", 1, "rounds", 3, "error", 15, "truth", 30, "guess", 45,
		"machine", 10)
	m.Scene.Hear(say.FromScene{Type: say.Pick, X: 1, Y: 0})
	if len(g.Scores) != 1 {
		t.Error("a second guess was taken")
	}

	// The next round is not there yet when the visitor goes on.
	f.Next()
	if g.Stage != Wait || len(s.Runs) != 3 {
		t.Fatalf("stage %d, %d runs", g.Stage, len(s.Runs))
	}
	test.Round(t, s.Runs[2])
	for _, bad := range []string{"", "x", "400", "NaN", "1e9"} {
		f.Type(bad)
		f.Next()
		if g.Bad == "" || g.Stage != Open || g.Draft != bad {
			t.Fatalf("%q was taken for an angle", bad)
		}
	}
	f.Type(" −300,5° ")
	if f.Next(); g.Stage != Scored || math.Abs(g.Scores[1].Guess-59.5) > 1e-9 || g.Bad != "" {
		t.Fatalf("typed: %+v", g.Scores)
	}
	test.Round(t, s.Runs[3]) // the third, ahead of its turn
	if g.Stage != Scored || !strings.HasPrefix(last(), answer(60, 200, 59.5)) {
		t.Error("a round that was drawn ahead took the scene")
	}
	ended := m.Text("game.ended.alt")
	for n := 3; n <= rules.Rounds; n++ {
		f.Next()
		if n == rules.First+1 { // before it come the result of the first rounds, and the offer of more
			if g.Stage != Over || g.Verb().ID() != "guess.verb.on" || !strings.HasPrefix(last(), ended) ||
				len(s.Runs) != 4 || s.Focused != "game-line" {
				t.Fatalf("after round 3: stage %d, %q, film %s, %d runs", g.Stage, g.Verb(), last(), len(s.Runs))
			}
			f.Next()
			test.Round(t, s.Runs[4])
		}
		if g.Stage != Open || g.Number() != n || g.Draft != "" ||
			last() != fmt.Sprintf("film %d, releases [1 1]", n) {
			t.Fatalf("round %d: stage %d, number %d, film %s", n, g.Stage, g.Number(), last())
		}
		for range 2 {
			f.show(g.ShowMore())
		}
		for range 2 {
			m.Scene.Hear(say.FromScene{Type: say.Pick, Handle: fmt.Sprintf("guess:%d", (30*n+90)%360)})
		}
		if n < rules.Rounds && n != rules.First {
			test.Round(t, s.Runs[len(s.Runs)-1])
		}
	}
	if len(s.Runs) != 11 || g.Verb().ID() != "guess.verb.result" {
		t.Errorf("%d runs, button %q", len(s.Runs), g.Verb())
	}
	f.Next()
	if g.Stage != Over || g.Verb().ID() != "guess.verb.again" ||
		!strings.HasPrefix(last(), ended) || !g.Plays() || s.Focused != "game-line" {
		t.Errorf("at the end: %q, film %s, the focus goes to %q", g.Verb(), last(), s.Focused)
	}
	sum := g.sum()
	check.Places(t, "the result", g.Say(), "guess.ended", "near", 20, "once", 8)
	if math.Abs(sum.Error-74) > 0.5 || math.Abs(sum.BayesError-23) > 0.5 {
		t.Errorf("the errors are %v and %v", sum.Error, sum.BayesError)
	}
	if !m.Front.Spec.Equal(spec) || m.Front.Report != rep || m.Front.Stale() {
		t.Error("the game changed the laboratory")
	}
	// A class plays the same rounds from the link; who plays again meets others.
	const link = "#lab=toy&v=2&s=1.25&seed=1&game=1"
	f.ShareScore()
	check.Places(t, "the score", g.Line(), "guess.line", "you", 2, "machine", 9, "rounds", 10)
	if !strings.HasPrefix(s.Copied, m.Say(g.Line())+"\n") || !strings.HasSuffix(s.Copied, link) {
		t.Errorf("copied %q", s.Copied)
	}
	f.Next()
	if task := s.Runs[len(s.Runs)-1].Task; task != "game:2:1" || !strings.Contains(s.LastHash, "seed=2&game=1") {
		t.Errorf("the second game asks for %s at %s", task, s.LastHash)
	}
	m2, f2, s2 := open(link)
	if f2.Of(m2.Front).Stage != Wait || s2.Runs[0].Task != "game:1:1" {
		t.Error("the link does not begin the game")
	}
}
