package paint

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/test/check"
	"indistinct/core/test/pseudo"
	"indistinct/core/texts"
	"indistinct/ui/palette"
	"indistinct/ui/stage"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
	"indistinct/ui/stage/playback"
	"indistinct/ui/stage/test/demo"
)

var forms = []film.Form{film.Line, film.Plane, film.Stream, film.Bars}

// theatre is a stage of a size with a run on it.
func theatre(f film.Form, v film.Verdict, w, h float64) (*stage.Stage, *playback.Playback) {
	s := stage.New()
	s.Speak(texts.English())
	s.Resize(w, h, 2)
	p := &playback.Playback{}
	p.Load(demo.Show(f, v, 300), false)
	return s, p
}

// TestShowsAtEveryMoment: whatever the form, the verdict, the size, the theme
// and the moment, what is drawn can be drawn and the texts stand on the canvas.
func TestShowsAtEveryMoment(t *testing.T) {
	for _, form := range forms {
		for i, v := range []film.Verdict{film.Violation, film.NoViolation, film.Inconclusive} {
			for j, size := range [][2]float64{{1280, 800}, {872, 490}, {390, 340}, {390, 700}} {
				s, play := theatre(form, v, size[0], size[1])
				s.Theme = palette.Themes()[(i+j)%3]
				run := new(Run)
				for !play.Done() {
					play.Advance(0.23)
					batches, labels := run.Frame(s, play)
					for b, x := range batches {
						for _, at := range x.Mesh.V {
							if at.DstX != at.DstX || at.DstY != at.DstY || !(at.ColorA >= 0 && at.ColorA <= 1.0001) {
								t.Fatalf("%s, %s at %v: batch %d has the vertex %+v", form, v, size, b, at)
							}
						}
						for _, k := range x.Mesh.I {
							if int(k) >= len(x.Mesh.V) {
								t.Fatalf("%s: batch %d has no vertex %d", form, b, k)
							}
						}
					}
					for _, l := range labels {
						if l.X < -1 || l.X > size[0]+1 || l.Y < 0 || l.Y > size[1] || l.Text == "" {
							t.Errorf("%s, %s at %v: %+v", form, v, size, l)
						}
					}
				}
			}
		}
	}
}

// TestNameOfTheUprightAxisIsClear: no release is drawn over the name of the upright
// axis, however far out it lies.
func TestNameOfTheUprightAxisIsClear(t *testing.T) {
	for _, form := range []film.Form{film.Plane, film.Stream} {
		for _, size := range [][2]float64{{1280, 800}, {586, 441}, {390, 335}} {
			s, play := theatre(form, film.Violation, size[0], size[1])
			play.Show.Axes[1].Label = lang.Verbatim("y, step 3")
			play.Skip()
			batches, labels := new(Run).Frame(s, play)
			for _, l := range labels {
				if !strings.HasPrefix(l.Text, "y, step 3") {
					continue
				}
				for _, b := range batches[1:3] { // the releases, and those of the event
					if low := l.Y + 0.5*float64(l.Size); b.Clip.Y0 < low {
						t.Errorf("%s at %v: releases are drawn from %v, their axis's name ends at %v", form, size,
							b.Clip.Y0, low)
					}
				}
			}
		}
	}
}

// languages are English, German and words two fifths longer.
func languages(t *testing.T) []*lang.Language {
	t.Helper()
	german, err := texts.Read("de")
	if err != nil {
		t.Fatal(err)
	}
	return []*lang.Language{texts.English(), german, pseudo.Language(t, texts.English())}
}

// TestTextsKeepApart: no two texts of a run's last picture lie on each other, none is
// cut and none leaves the canvas, from a phone to a screen that a room looks at, in
// every language.
func TestTextsKeepApart(t *testing.T) {
	check.Full(t)
	a := &playback.Kept{0.4, 0.1}
	for _, l := range languages(t) {
		for _, form := range forms {
			for i, v := range []film.Verdict{film.Violation, film.NoViolation, film.Inconclusive, ""} {
				for _, size := range [][2]float64{{1460, 890}, {1280, 800}, {822, 610}, {730, 554}, {586, 441},
					{553, 407}, {560, 330}, {390, 335}, {320, 269}, {320, 239}} {
					for k, counts := range [][2]int64{{9963, 12}, {4217, 4593}, {10000, 10000}} {
						if l != texts.English() && k != i%3 {
							continue
						}
						s, play := theatre(form, v, size[0], size[1])
						s.Speak(l)
						s.Theme = palette.Themes()[i%3]
						if i%2 == 0 {
							play.Kept = a
						}
						play.Show.Event = lang.Verbatim(
							"likelihood ratio of the whole release above 77.1 (quadratic fit)")
						play.Show.Epsilon, play.Show.Delta, play.Show.Counts = 1.099, 0.05, counts
						if l.Tag == pseudo.Tag {
							demo.LongShow(play.Show)
						}
						play.Skip()
						_, labels := new(Run).Frame(s, play)
						// Run A's letter stands on its bar.
						labels = slices.DeleteFunc(labels, func(l Label) bool { return l.Text == "A" })
						apart(t, fmt.Sprintf("%s: %s, %s at %v", l.Tag, form, v, size), labels, size)
					}
				}
			}
		}
	}
}

// TestPresented: on a laptop, and on the canvas that Present gives a run, small for
// its letters, the longest event stands whole, in letters that a room can read; on the smallest phone
// the releases are no line.
func TestPresented(t *testing.T) {
	for _, form := range forms {
		for _, c := range []struct {
			w, h  float64
			theme palette.Theme
		}{{586, 441, palette.Light}, {553, 407, palette.Dark}, {727, 547, palette.Projector}, {902, 578, palette.Light},
			{822, 610, palette.Dark}, {1460, 890, palette.Light}, {686, 505, palette.Projector},
			{320, 239, palette.Light}} {
			s, play := theatre(form, film.Violation, c.w, c.h)
			s.Theme = c.theme
			play.Show.Event = lang.Verbatim("likelihood ratio of the whole release above 1.23e+04 (histogram of each coordinate)")
			play.Skip()
			run := new(Run)
			_, labels := run.Frame(s, play)
			if phone := c.w < 400; phone {
				if h := run.layout.Plot.H(); h < 42 {
					t.Errorf("%s at %v × %v: the releases are %.0f px high", form, c.w, c.h, h)
				}
				continue
			}
			event := ""
			for _, l := range labels {
				if l.Role == "leak" {
					event += " " + l.Text
				}
				if l.Size > 0 && l.Size < 12*float32(c.theme.Type()) {
					t.Errorf("%s at %v × %v: %q has letters of %v", form, c.w, c.h, l.Text, l.Size)
				}
			}
			if event != " rule: "+layout.Plain(english.Say(play.Show.Event)) {
				t.Errorf("%s at %v × %v: it says %q", form, c.w, c.h, event)
			}
		}
	}
}

// TestTheLastPictureSaysIt: event, both counts, what the claim allows and the verdict.
func TestTheLastPictureSaysIt(t *testing.T) {
	for _, form := range forms {
		s, play := theatre(form, film.Violation, 1280, 800)
		play.Skip()
		_, labels := new(Run).Frame(s, play)
		all := ""
		for _, l := range labels {
			if l.Alpha < 0.99 {
				t.Errorf("%s: %q is faint at the end: %v", form, l.Text, l.Alpha)
			}
			all += layout.Plain(l.Text) + "\n"
		}
		for _, want := range []string{"record", "neighbour",
			"rule: " + layout.Plain(english.Say(play.Show.Event)), "9,963", "12",
			"of 10,000", "2.7\u00a0×", "Promise broken"} {
			if !strings.Contains(all, want) {
				t.Errorf("%s does not say %q:\n%s", form, want, all)
			}
		}
	}
}

// TestBarsSayTheirCounts: both counters' bars are as long as their counts say, on the one
// scale whose ends are said, and what the claim allows is the outline of a bar about the
// greater, on the same scale.
func TestBarsSayTheirCounts(t *testing.T) {
	for _, size := range [][2]float64{{1280, 800}, {822, 610}, {390, 335}} {
		for _, c := range []struct {
			counts  [2]int64
			verdict film.Verdict
			full    string
		}{{[2]int64{1212, 0}, film.Violation, "2,000"}, {[2]int64{60, 4550}, film.Violation, "5,000"},
			{[2]int64{2495, 935}, film.NoViolation, "5,000"}, {[2]int64{455, 0}, film.Violation, "500"},
			{[2]int64{10000, 9000}, film.Violation, "10,000"}} {
			s, play := theatre(film.Plane, c.verdict, size[0], size[1])
			play.Show.Counts, play.Show.Delta = c.counts, 0
			play.Skip()
			run := new(Run)
			_, labels := run.Frame(s, play)
			full, great := playback.Full(play.Show, nil), playback.Greater(play.Show)
			// end is where what is drawn in a colour ends about a bar.
			end := func(c mesh.Color, bar layout.Rect) float64 {
				at := bar.X0
				for _, v := range run.front.V {
					x, y := float64(v.DstX)/s.DPR, float64(v.DstY)/s.DPR
					if v.ColorR == c.R && v.ColorG == c.G && v.ColorB == c.B && y > bar.Y0+1 && y < bar.Y1-1 {
						at = max(at, x)
					}
				}
				return (at - bar.X0) / bar.W()
			}
			for i, row := range run.layout.Rows {
				got, want := end(run.colours[roles[i]], row.Bar), float64(c.counts[i])/full
				if math.Abs(got-want) > 0.03 {
					t.Errorf("%v at %v: bar %d is full to %.3f, want %.3f", c.counts, size, i, got, want)
				}
			}
			ghost := run.colours[sheet.Ink]
			if c.verdict == film.Violation {
				ghost = run.colours[sheet.Bad]
			}
			if got, want := end(ghost, run.layout.Rows[great].Bar.Inset(0, -4, 0, -4)),
				playback.Allowed(play.Show)*10000/full; math.Abs(got-want) > 0.03 {
				t.Errorf("%v at %v: what is allowed ends at %.3f, want %.3f", c.counts, size, got, want)
			}
			said := map[string]int{}
			for _, l := range labels {
				said[l.Text]++
			}
			if said["0"] == 0 || said[c.full] == 0 || said["of 10,000"] != 2 {
				t.Errorf("%v at %v: the scale says %v", c.counts, size, said)
			}
		}
	}
}

// TestBorderStays: in the last picture the event's border stands between what it holds and
// what it does not, in the colour of its caption, whatever the event looks at; and what it
// holds is outlined in that colour, or, of curves, drawn in its inputs' full colours.
func TestBorderStays(t *testing.T) {
	for _, form := range forms {
		s, play := theatre(form, film.Violation, 822, 610)
		play.Show.Edge = nil
		if form == film.Plane { // an event of what the picture does not show, and more on its right
			for i := range play.Show.Clouds {
				c := &play.Show.Clouds[i]
				for j := range c.In {
					c.In[j] = 0
					if c.Data[2*j]+0.3*float32(j%7) > 1.5 {
						c.In[j] = 1
					}
				}
			}
		}
		play.Skip()
		run := new(Run)
		run.Frame(s, play)
		leak, n := run.colours[sheet.Leak], 0
		if form == film.Stream {
			leak = run.colours[sheet.Record]
		}
		for _, m := range []*mesh.Mesh{&run.lit, &run.front} {
			for _, v := range m.V {
				if v.ColorR == leak.R && v.ColorG == leak.G && v.ColorB == leak.B {
					n++
				}
			}
		}
		if n < 8 {
			t.Errorf("%s: %d corners are drawn in the event's colour", form, n)
		}
		if form == film.Plane && len(run.edge) > 0 {
			t.Errorf("a line of %d numbers is drawn where none divides the releases", len(run.edge))
		}
	}
}

// TestBadgeTurns: the verdict stands on the far side of a badge that turns over.
func TestBadgeTurns(t *testing.T) {
	s, play := theatre(film.Plane, film.Violation, 1280, 800)
	run := new(Run)
	least, turned, early := 1e9, false, false
	for !play.Done() {
		play.Advance(0.02)
		_, labels := run.Frame(s, play)
		if play.Now().Badge <= 0 {
			continue
		}
		lo, hi := run.layout.Badge.Y1, run.layout.Badge.Y0
		for _, v := range run.front.V {
			if x, y := float64(v.DstX)/s.DPR, float64(v.DstY)/s.DPR; x > run.layout.Badge.X0-2 &&
				y > run.layout.Badge.Y0 && y < run.layout.Badge.Y1 {
				lo, hi = min(lo, y), max(hi, y)
			}
		}
		least = min(least, hi-lo)
		for _, l := range labels {
			if l.Text == "Promise broken" {
				turned = turned || hi-lo > 0.9*run.layout.Badge.H() && l.Alpha > 0.95
				early = early || play.Now().Badge < 0.5
			}
		}
	}
	if least > 0.4*run.layout.Badge.H() || !turned || early {
		t.Errorf("the badge is %.0f px high at least, turned over: %v, before it was turned: %v", least, turned, early)
	}
}

// TestRunABesideIt: run A's counts are outlined at either bar.
func TestRunABesideIt(t *testing.T) {
	for _, size := range [][2]float64{{1280, 800}, {390, 340}} {
		s, p := theatre(film.Plane, film.Violation, size[0], size[1])
		p.Skip()
		run := new(Run)
		batches, _ := run.Frame(s, p)
		before := len(batches[len(batches)-1].Mesh.V)
		p.Kept = &playback.Kept{0.4, 1}
		batches, labels := run.Frame(s, p)
		if after := len(batches[len(batches)-1].Mesh.V); after <= before {
			t.Errorf("at %v: %d vertices with run A, %d without", size, after, before)
		}
		marks := 0
		for _, l := range labels {
			if l.Text == "A" {
				marks++
			}
			if l.X < 0 || l.X > size[0] {
				t.Errorf("at %v: %+v", size, l)
			}
		}
		if marks != 2 {
			t.Errorf("at %v: %d marks of run A", size, marks)
		}
	}
}

// TestWhileARunGoesOnNothingIsJudged: no claim and no badge before the verdict.
func TestWhileARunGoesOnNothingIsJudged(t *testing.T) {
	s, play := theatre(film.Plane, "", 1280, 800)
	play.Skip()
	_, labels := new(Run).Frame(s, play)
	for _, l := range labels {
		for _, early := range []string{"found", "broken", "Inconclusive", "promised"} {
			if strings.Contains(l.Text, early) {
				t.Errorf("it says %q before the run has ended", l.Text)
			}
		}
	}
}

func TestAShowDoesNotAllocate(t *testing.T) {
	for _, form := range forms {
		s, play := theatre(form, film.Violation, 1280, 800)
		play.Show.Verdict, play.Show.Event = "", lang.Verbatim("") // it rains for ever
		run := new(Run)
		for range 400 { // see frames of every size once
			play.Advance(0.03)
			run.Frame(s, play)
		}
		if n := testing.AllocsPerRun(50, func() {
			play.Advance(0.03)
			run.Frame(s, play)
		}); n != 0 {
			t.Errorf("%s: a frame allocates %v times", form, n)
		}
	}
}

func BenchmarkShow(b *testing.B) {
	for _, form := range forms {
		b.Run(string(form), func(b *testing.B) {
			s, play := theatre(form, film.Violation, 1280, 800)
			play.Load(demo.Show(form, film.Violation, 2000), false)
			play.Skip()
			run := new(Run)
			b.ReportAllocs()
			for b.Loop() {
				run.Frame(s, play)
			}
		})
	}
}

func TestBins(t *testing.T) {
	show := &film.Show{Axes: [2]film.Axis{{Min: 0, Max: 1}}}
	show.Clouds[0].Data = []float32{-9, 0, 0.3, 0.5, 0.99, 1, 7, 8}
	p := &Run{play: &playback.Playback{Show: show}, inside: make([]bool, 4)}
	p.bins[0] = make([]int, 4)
	if p.count(0, 7); fmt.Sprint(p.bins[0]) != "[2 1 1 3]" {
		t.Error(p.bins[0])
	}
}

// TestTheLensGrowsIntoThePlot: a run whose releases the film's lens shows begins in that lens, with the first of them
// where it shows them, and its plot shrinks into it again; one of others takes the whole canvas at once.
func TestTheLensGrowsIntoThePlot(t *testing.T) {
	for _, about := range [][]float64{{0.3, 0.2}, nil} {
		s, play := theatre(film.Plane, film.Violation, 1280, 800)
		s.Show(demo.Labelled(), false)
		lens := -1
		for i, v := range s.Film.Views {
			if v.Place == film.Lens && lens < 0 {
				lens = i
			}
		}
		play.Show.About = about
		if about != nil {
			play.Show.Seen = 40
			copy(play.Show.Clouds[0].Data, []float32{float32(about[0]), float32(about[1])})
		}
		play.Load(play.Show, false)
		run := new(Run)
		plotAt := func() layout.Rect {
			run.Frame(s, play)
			return run.plot
		}
		play.Advance(0.001)
		from := s.Layout.Panels[lens].Clip
		first := plotAt()
		if near := math.Abs(first.X0-from.X0) < 5 && math.Abs(first.Y1-from.Y1) < 5; near != (about != nil) {
			t.Errorf("about %v: it begins at %+v, the lens is at %+v", about, first, from)
		}
		if about != nil {
			x, y := run.cam.Px(about[0], about[1])
			wx, wy := layout.NewCamera(&s.Film.Views[lens], s.Layout.Panels[lens].Plot).Px(0, 0)
			if math.Hypot(x-wx, y-wy) > 3 {
				t.Errorf("the lens's 0 is at (%v, %v), want (%v, %v)", x, y, wx, wy)
			}
			if len(run.cloud.I) == 0 || len(run.front.I) > 0 && len(run.batches) > 3 {
				t.Error("no release is there at the beginning, or the counters are")
			}
		}
		play.Skip()
		whole := plotAt()
		if math.Abs(whole.X0-run.layout.Plot.X0) > 2 || len(run.batches) != 4 {
			t.Errorf("at last it is at %+v, want %+v", whole, run.layout.Plot)
		}
		leaves := play.Leave(0.3)
		if half := plotAt(); leaves != (about != nil) || leaves && (half.X0 <= whole.X0 || half.X0 >= from.X0) {
			t.Errorf("about %v: it leaves: %v, by %+v", about, leaves, half)
		}
		if play.Leave(1) {
			t.Error("it leaves for ever")
		}
	}
}
