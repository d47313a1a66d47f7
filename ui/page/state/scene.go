package state

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/lab/show"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/stage/say"
)

// Scene is the animation as the page knows it: what it has told, and what it is told to
// show.
type Scene struct {
	m       *Model
	Alive   bool         // it has announced itself
	Broken  lang.Message // why there is no picture
	drawn   string       // the subject of the picture: laboratory.State's
	Playing bool
	Steps   int
	Tabs    []string // the views of which a narrow scene shows one at a time
	Tab     int      // the one in front
	Scale   float64  // how much larger it draws, for a room; 0: as it is
	run     staged
	untold  untold
	front   *laboratory.State // which was in front when a film was due last
	shows   any               // whose film it plays: a *laboratory.State, or what a Player says
}

// staged is a run that the scene plays in the place of the film.
type staged struct {
	task *laboratory.Task // the run; nil before the first
	of   string           // its subject
	turn string           // what the scene has told of it last: say.ShowOn, say.ShowDone, say.ShowOff
}

// untold is what the page does not say of a run before the scene has played it.
type untold struct {
	on   bool
	task *laboratory.Task // the run
	then func()           // says what is known of it by now; nil: nothing is
	late alarm            // the time limit
}

// Shown is the state of a stage on which the scene is seen.
const Shown = "shown"

// State is Shown where the scene's picture is of what is in front. Elsewhere the laboratory's
// still covers the scene: the stage never speaks of something else than the page.
func (c *Scene) State() string {
	if c.drawn == c.m.Front.Subject() {
		return Shown
	}
	if c.Broken != "" {
		return "error"
	}
	return ""
}

// Speaks reports whether a message of the scene is about what is in front.
func (c *Scene) Speaks(s say.FromScene) bool { return s.Of == "" || s.Of == c.m.Front.Subject() }

// Hear takes a message of the scene. The clock of say.Time goes to the document directly;
// render says whether anything else changed.
func (c *Scene) Hear(s say.FromScene) (render bool) {
	m := c.m
	if s.Type == say.Shown {
		before := c.State()
		c.drawn = s.Of
		return c.State() != before
	}
	if !c.Speaks(s) {
		return false
	}
	switch s.Type {
	case say.Ready:
		c.tellNow()
		c.Alive, c.Broken, c.drawn = true, "", ""
		c.Dress()
		c.shows, c.run, c.Tabs = nil, staged{}, nil
		c.Film()
		return true
	case say.ShowOn, say.ShowDone, say.ShowOff:
		before := c.run
		if c.run.turn = s.Type; s.Type != say.ShowOn && c.run.task == c.untold.task {
			c.tellNow()
		}
		return c.run != before
	case say.Time:
		views := s.Tab != c.Tab || !slices.Equal(s.Names, c.Tabs)
		render = views || s.Playing != c.Playing || s.Steps != c.Steps
		c.Playing, c.Steps, c.Tabs, c.Tab = s.Playing, s.Steps, s.Names, s.Tab
		if views {
			m.Emit(Event{Kind: Views})
		}
		return render
	case say.Round: // it is shown what can be done, while the visitor has done nothing
		if d := m.Front; m.Page == "" && d.Report == nil && d.Run == nil && d.Spec.Equal(d.Defaults) && !m.unseen &&
			m.player(d) == nil {
			m.Host.Scene(say.ToScene{Type: say.Pull, Handle: "ghost"}, nil)
		}
		return false
	case say.Drag, say.Pick:
		if s.Pulled {
			m.looks.pulled(s)
			return false
		}
		switch item := strings.SplitN(s.Handle, ":", 2); {
		case m.Emit(Event{Kind: Message, Scene: s}):
			return s.Type == say.Pick || s.Ended
		case s.Type == say.Drag:
			return m.Edit(s.Handle, s.X, s.Y)
		default: // a click on an item means: this one
			return len(item) == 2 && m.Edit("pick:"+item[1], s.X, s.Y)
		}
	case say.Error:
		c.Broken = lang.Verbatim(s.Text)
		if s.Of == "" {
			c.Alive, c.drawn = false, ""
		}
		c.tellNow()
		return true
	}
	m.Emit(Event{Kind: Message, Scene: s})
	return false
}

// Dress tells the scene how everything looks from now on.
func (c *Scene) Dress() {
	c.m.Host.Scene(say.ToScene{Type: say.Look, Theme: c.m.ThemeShown, Language: c.m.L.Tag, Reduced: c.m.Reduced,
		Scale: c.Scale}, nil)
}

// film is what the scene is to show, and whose it is: the film of the laboratory in front,
// or of the feature that has its stage. anew says that it starts from its beginning.
func (c *Scene) film() (film []byte, of any, anew bool) {
	d := c.m.Front
	if p := c.m.player(d); p != nil {
		if film, of, anew = p.Film(d); film != nil {
			return film, of, anew
		}
	}
	return d.Film, d, false
}

// Film has the scene show it, or leave the run of what was in front before. A film that
// replaces one of the same laboratory keeps its clock.
func (c *Scene) Film() {
	if c.front != c.m.Front {
		c.front = c.m.Front
		c.front.Renew()
	}
	film, of, anew := c.film()
	subject, keep := c.m.Front.Subject(), c.shows == of && !anew
	if c.run.task != nil && c.run.of != subject { // its own run may have come first
		c.Back()
	}
	if !keep {
		c.shows, c.Tabs = nil, nil // the scene will tell
	}
	if !c.Alive || film == nil {
		return
	}
	c.Broken = "" // if this one cannot be shown either, the scene says so again
	c.m.Host.Scene(say.ToScene{Type: say.Film, Of: subject, KeepTime: keep, Weigh: c.m.Front.Open["evidence"]}, film)
	c.shows = of
	if !keep {
		c.m.Emit(Event{Kind: NewFilm})
	}
}

// stage hands the scene what it can play of a run of the laboratory in front. A
// feature that has the stage keeps it to itself; where there is no scene its end becomes a chart.
func (c *Scene) stage(d *laboratory.State, t *laboratory.Task, played []byte) {
	if played != nil && t.Name == lab.Audit && t.Of == nil {
		d.Played, d.Unstaged = played, nil
		var s film.Show
		if !c.Alive && s.UnmarshalBinary(played) == nil && s.Whole() == nil && s.Verdict != "" {
			d.Unstaged = &sheet.Sheet{Charts: []sheet.Chart{show.Chart(&s)}}
		}
	}
	if played == nil || d != c.m.Front || !c.Alive || c.m.player(d) != nil || !t.Spec.SameRun(d.Table, d.Spec) {
		return
	}
	c.m.Host.Scene(say.ToScene{Type: say.Show, Of: d.Subject(), KeepTime: c.run.task == t, Kept: d.RatesOfA(t)}, played)
	c.run.task, c.run.of = t, d.Subject()
}

// hold has what the run that begins finds wait for the scene, where that is there to play
// it and may move.
func (c *Scene) hold(d *laboratory.State) {
	c.tellNow()
	c.untold.on = c.Alive && c.Broken == "" && !c.m.Reduced && !c.m.unseen && d == c.m.Front && c.m.player(d) == nil
}

// Withheld reports whether the page keeps to itself what a run has found.
func (c *Scene) Withheld() bool { return c.untold.on }

// AwaitsVerdict reports whether the first report is still to come.
func (c *Scene) AwaitsVerdict() bool {
	return c.m.Front.Report == nil && (c.m.Front.Run != nil || c.untold.on)
}

// tell says what a run t has found, by f: when the scene has played it, but not later than
// patience after it was known.
func (c *Scene) tell(t *laboratory.Task, f func()) {
	if !c.untold.on || c.untold.task != t {
		f()
		return
	}
	c.untold.then = f
	if c.untold.late == nil {
		c.untold.late = c.m.Host.After(patience, c.tellNow)
	}
}

// patience is longer than a play on a slow machine, and what it takes to begin.
const patience = 30 * time.Second

// tellNow says what is held back, and holds nothing back any longer.
func (c *Scene) tellNow() {
	u := c.untold
	c.untold = untold{}
	u.late.stop()
	if u.then != nil {
		u.then()
	}
}

// OnShow reports whether the scene plays a run.
func (c *Scene) OnShow() bool { return c.run.turn == say.ShowOn || c.Over() }

// Over reports whether that run has been played to its end.
func (c *Scene) Over() bool { return c.run.turn == say.ShowDone }

// Verb is what the one button of a play does: it stays, and with it the
// focus, when the play ends.
func (c *Scene) Verb() lang.Message {
	if c.Over() {
		return lang.Say("page.show.again")
	}
	return lang.Say("page.show.skip")
}

// SkipOrAgain is that button.
func (c *Scene) SkipOrAgain() {
	if c.Over() {
		c.m.Host.Scene(say.ToScene{Type: say.Again}, nil)
	} else {
		c.Skip()
	}
}

// Skip goes to the end of what the scene plays of a run, or to where it waits
// for it.
func (c *Scene) Skip() {
	if c.run.turn == say.ShowOn {
		c.m.Host.Scene(say.ToScene{Type: say.Skip}, nil)
	}
	c.tellNow()
}

// Back gives the stage back to the film.
func (c *Scene) Back() {
	c.tellNow()
	if c.run.task != nil {
		c.run = staged{}
		c.m.Host.Scene(say.ToScene{Type: say.Back}, nil)
	}
}

// Forward brings one of Tabs forward, by its number.
func (c *Scene) Forward(tab string) {
	if i, err := strconv.Atoi(tab); err == nil {
		c.m.Host.Scene(say.ToScene{Type: say.Tab, By: i}, nil)
	}
}

// Play starts the scene's clock, or stops it.
func (c *Scene) Play() { c.drive(say.ToScene{Type: say.Play}) }

// Step goes to the next or the previous key frame.
func (c *Scene) Step(by int) { c.drive(say.ToScene{Type: say.Step, By: by}) }

func (c *Scene) Seek(at string) {
	if v, err := strconv.ParseFloat(at, 64); err == nil {
		c.drive(say.ToScene{Type: say.Seek, At: v})
	}
}

// drive drives the clock of the film, which takes the stage back from a run. Where the scene is
// still to come it says so: what it is told before would be lost.
func (c *Scene) drive(m say.ToScene) {
	if !c.Alive && c.Broken == "" {
		c.m.Confirm(lang.Say("page.stage.loading"))
		return
	}
	c.Back()
	c.m.Host.Scene(m, nil)
}

// Taken takes what the scene says of a picture: a sentence where there is none. It
// returns the name of the file to save, "" where there is none.
func (c *Scene) Taken(text lang.Message) (file string) {
	if text != "" {
		c.m.Notes = []lang.Message{text}
		return ""
	}
	c.m.Confirm(lang.Say("page.saved"))
	return "indistinct-" + c.m.Front.About.Name + ".png"
}
