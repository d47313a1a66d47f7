package paint

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/axis"
	"indistinct/ui/palette"
	"indistinct/ui/stage"
	"indistinct/ui/stage/layout"
	"indistinct/ui/stage/mesh"
	"indistinct/ui/stage/playback"
)

// Run paints a run on the stage: a show at a moment of its playback. Like Painter
// it is a pure function of what it gets and reuses what it returned.
type Run struct {
	inks
	back, cloud, lit, front mesh.Mesh
	play                    *playback.Playback
	now                     playback.Moment
	layout                  playback.Layout
	cam, end                layout.Camera // now, and when the run has the stage
	plot                    layout.Rect   // of the releases now
	lens                    layout.Rect   // of the film, which grows into that; empty: it does not
	start                   layout.Camera // in that
	dark                    bool

	bins   [2][]int
	named  float64    // at the top of the plot, the line of the upright axis's name
	most   float64    // of the last bin heights
	inside []bool     // bins or words that the event holds
	edge   []float32  // where the event begins and ends, as film.Show has it
	marks  [2]float64 // where those of the inputs stand, before their names
	full   float64    // test releases that a whole bar of the counters stands for
	words  words
}

// words are the texts of a show, said once.
type words struct {
	progress, badge string
	counts          [2]string // of the inputs, at last
	of              string    // how many releases of each input there are, beside the counts; "": no room
	scale           [2]string // below the bars: their beginning and their end
	claim           []string  // what the claim allows, in lines
	event           []string  // in lines
	size            float32   // of the event's type
	small           float32   // of the claim's type
	fit             float32   // factor on the counters' type
}

func (p *Run) say(s *film.Show) {
	w := p.s.Words
	p.words = words{progress: w.Text("stage.drawing"), badge: w.Say(playback.Badge(s.Verdict))}
	p.full = playback.Full(s, p.play.Kept)
	p.words.scale, p.words.of = [2]string{"0", w.Number(p.full, ",")}, w.Text("stage.of", "n", s.Drawn)
	if s.Drawn > 0 {
		p.words.progress = w.Text("stage.progress", "drawn", s.Drawn, "goal", s.Goal)
	}
	p.words.claim, p.words.small = p.lines(p.small(13.5, 11.5), p.layout.Claim, keyed,
		w.Say(playback.Claim(s, false)), w.Say(playback.Claim(s, true)))
	// The event keeps to its place: in smaller letters, and at last cut short.
	event := w.Text("stage.event", "event", s.Event)
	event = strings.NewReplacer(" > ", " >\u00a0", " < ", " <\u00a0").Replace(event) // a number keeps its sign
	p.words.event, p.words.size = p.lines(p.small(15, 11.5), p.layout.Event, 0, event)
	// A name and its count share a line: smaller, where it is short.
	p.words.fit = 1
	goal := axis.Width(w.Number(float64(s.Goal), ","), 0.7*p.layout.Rows[0].Text.H())
	wide := 0.0 // both of the wider one
	for i, name := range s.Names {
		need := axis.Width(w.Say(name), float64(p.small(15, 11.5))) + 1.1*goal + 12
		wide = max(wide, need)
		p.words.fit = min(p.words.fit, float32(p.layout.Rows[i].Text.W()/need))
		p.words.counts[i] = w.Number(float64(s.Counts[i]), ",")
	}
	if wide+1.06*p.ofWide()+6 > p.layout.Rows[0].Text.W() {
		p.words.scale[1] += " " + p.words.of
		p.words.of = ""
	}
}

// ofWide is how wide the words beside a count are.
func (p *Run) ofWide() float64 { return axis.Width(p.words.of, float64(p.small(12, 11))) }

// leading is from one line of the event to the next, in heights of its letters.
const leading = 1.2

// lines breaks the first of some texts that fits into as many lines as r has room for, beside a
// key so many letters wide: in smaller letters where it must be, and the last cut short.
func (p *Run) lines(size float32, r layout.Rect, key float64, ways ...string) (out []string, high float32) {
	for _, text := range ways {
		for high = size; high == size || high >= p.least(); high -= 0.5 {
			var whole bool
			room := r.W() - key*float64(high)
			out, whole = wrapped(text, float64(high), room, max(int(r.H()/(leading*float64(high))), 1))
			if whole {
				return out, high
			}
		}
	}
	return out, high + 0.5
}

// wrapped breaks a text between words into at most so many lines; whole reports
// whether all of it fits, else the last is cut short.
func wrapped(text string, size, room float64, lines int) (out []string, whole bool) {
	fits := func(s string) bool { return 1.06*axis.Width(s, size) <= room } // some typefaces run wide
	for text != "" {
		last := len(out) == lines-1
		line, cut := text, ""
		for !fits(line + cut) {
			i := strings.LastIndexByte(line, ' ')
			if i < 0 {
				break
			}
			line = line[:i]
			if last {
				cut = " …"
			}
		}
		out, text = append(out, line+cut), strings.TrimSpace(text[len(line):])
		if last {
			return out, text == "" && fits(line)
		}
	}
	return out, true
}

// roles are the colours of the two inputs.
var roles = [2]sheet.Role{sheet.Record, sheet.Adjacent}

// Frame draws a playback on the stage's canvas. What it returns holds until the
// next call.
func (p *Run) Frame(s *stage.Stage, play *playback.Playback) ([]Batch, []Label) {
	p.play, p.now = play, play.Now()
	if p.begin(s, play.Show, play.Kept, &p.back, &p.cloud, &p.lit, &p.front) {
		p.prepare()
	}
	p.cam, p.plot = p.end, p.layout.Plot.Inset(-1, -2, 0, -1)
	p.plot.Y0 += p.named
	grows := p.now.Enter < 1 && !p.lens.Empty()
	if grows {
		p.cam = p.start.Mix(p.end, float64(p.now.Enter))
		p.plot = p.lens.Mix(p.plot, float64(p.now.Enter))
	}
	p.ground()
	switch play.Show.Form {
	case film.Plane:
		p.plane()
	case film.Stream:
		p.stream()
	default:
		p.columns()
	}
	p.event()
	p.counters()
	p.badge()
	w, h := s.Size()
	whole, plot := layout.Rect{X1: w, Y1: h}, p.plot
	density := Darken
	if p.dark {
		density = Lighten
	}
	p.batches = append(p.batches, Batch{Mesh: &p.back, Clip: whole}, Batch{Mesh: &p.cloud, Clip: plot, Blend: density},
		Batch{Mesh: &p.lit, Clip: plot}, Batch{Mesh: &p.front, Clip: whole})
	if grows { // nothing else is there yet, or any more
		p.batches, p.labels = p.batches[:3], p.labels[:0]
	}
	for _, l := range p.fixed {
		l.Alpha *= p.now.Enter
		p.labels = append(p.labels, l)
	}
	return p.batches, p.labels
}

// prepare makes what stays as long as the show does.
func (p *Run) prepare() {
	s, sh := p.s, p.play.Show
	w, h := s.Size()
	p.dark = s.Theme == palette.Dark
	p.layout = playback.Arrange(sh, s.Words, w, h, float64(p.weight))
	p.phone = p.layout.Small
	p.named = 0
	p.say(sh)
	box := [4]float64{sh.Axes[0].Min, sh.Axes[1].Min, sh.Axes[0].Max, sh.Axes[1].Max}
	switch sh.Form {
	case film.Line:
		box[1], box[3] = 0, 1
		p.gather(min(max(int(p.layout.Plot.W()/9), 16), 64))
	case film.Bars:
		box = [4]float64{0, 0, float64(len(sh.Words)), 1}
		p.gather(len(sh.Words))
	default: // the upright axis has its name at the top, above the releases
		if name, high := 1.5*float64(p.small(12, 11)), p.layout.Plot.H(); high > 3*name {
			p.named = name
			box[3] += (box[3] - box[1]) * name / (high - name)
		}
	}
	// A map keeps one scale where both axes are lengths of one kind.
	plot := p.layout.Plot
	ratio := (box[2] - box[0]) / (box[3] - box[1]) * plot.H() / plot.W()
	equal := sh.Form == film.Plane && s.Words.Say(sh.Axes[0].Unit) != "" && sh.Axes[0].Unit == sh.Axes[1].Unit &&
		ratio > 0.5 && ratio < 2
	p.cam = layout.CameraOn(box, equal, plot)
	p.lens, p.end = layout.Rect{}, p.cam
	if f := s.Film; f != nil && len(sh.About) > 0 {
		for i, v := range f.Views {
			if panel := s.Layout.Panels[i]; v.Place == film.Lens && !panel.Frame.Empty() {
				x, y := sh.About[0], sh.About[1]
				p.lens, p.start = panel.Clip, layout.CameraOn([4]float64{v.Box[0] + x, v.Box[1] + y, v.Box[2] + x,
					v.Box[3] + y}, true, panel.Plot)
				break
			}
		}
	}
	box[0], box[1] = p.cam.World(plot.X0, plot.Y1) // the axes are widened rather than the plot made smaller
	box[2], box[3] = p.cam.World(plot.X1, plot.Y0)
	p.edge = p.border()
	p.head()
	p.axes(box)
}

// small chooses a height of type, or a width, by the canvas.
func (p *Run) small(large, small float32) float32 {
	if p.layout.Small {
		large = small
	}
	return large * float32(p.layout.Size)
}

// head names the two inputs, after their marks.
func (p *Run) head() {
	sh, r := p.play.Show, p.layout.Head
	size, least, x, y := p.small(15, 12), p.least()-2.5, r.X0+8, (r.Y0+r.Y1)/2
	const mark, apart = 11, 26 // to the name, and to the next mark
	wide := func(i int) float64 { return mark + axis.Width(p.s.Words.Say(sh.Names[i]), float64(size)) }
	for size-0.5 >= least && x+wide(0)+apart+wide(1) > r.X1 {
		size -= 0.5
	}
	for i, m := range sh.Names {
		p.marks[i] = x
		p.text(Label{Text: p.s.Words.Say(m), Style: Tag, Role: string(roles[i]), X: x + mark, Y: y, Align: -1,
			Size: size})
		x += wide(i) + apart
	}
	n := 0
	for i := range sh.Clouds {
		n = max(n, len(sh.Clouds[i].Data)/max(sh.Clouds[i].Stride, 1))
	}
	if sh.Form == film.Stream {
		n = min(n, maxCurves)
	}
	size = p.small(12.5, 11)
	ways := []string{p.s.Words.Text("stage.first", "n", n), p.s.Words.Text("stage.first.short", "n", n), ""}
	if sh.Pair != "" {
		pair := lang.Clip(p.s.Words.Text("stage.pair", "pair", sh.Pair), 60)
		ways = append([]string{pair}, ways...)
	}
	p.text(Label{Text: fitting(r.X1-x, float64(size), ways...), Style: Axis, X: x, Y: y, Align: -1, Size: size})
}

// axes makes the ticks of the releases' axes and their names.
func (p *Run) axes(box [4]float64) {
	sh, r := p.play.Show, p.layout.Plot
	size := p.small(12, 11)
	if sh.Form == film.Bars {
		p.names(size)
		return
	}
	across := axis.Linear(box[0], box[2], (box[2]-box[0])*min(84, r.W()/3)/max(r.W(), 1))
	name := p.fit(Label{Text: p.axisName(sh.Axes[0], float64(size), r.W()), Style: Axis, Role: "soft", X: r.X1,
		Y: r.Y1 + float64(size)*2.1, Align: 1, Size: size, Max: r.W(), Alpha: 1})
	end := r.X1 + 1
	if p.layout.Flat {
		name.Y = r.Y1 + 11
		end = r.X1 - 1.06*axis.Width(name.Text, float64(name.Size)) - 12
	}
	p.text(name)
	var up axis.Ticks
	if sh.Form != film.Line {
		up = axis.Linear(box[1], box[3], (box[3]-box[1])*56/max(r.H(), 1))
	}
	p.numbers(p.s.Words.Language, across, up, p.cam, layout.Rect{X0: r.X0 - 1, Y0: r.Y0 + 14, X1: end, Y1: r.Y1 + 1},
		Label{X: r.X0 - 6, Y: r.Y1 + 11, Size: size})
	if sh.Form == film.Line {
		beyond := func(v float32) bool { return float64(v) < sh.Axes[0].Min || float64(v) > sh.Axes[0].Max }
		said := p.s.Words.Text("stage.beyond")
		if room := r.W() - 1.06*axis.Width(name.Text, float64(name.Size)) - 12; !p.layout.Flat &&
			axis.Width(said, float64(size)) < room && slices.ContainsFunc(append(slices.Clip(sh.Clouds[0].Data),
			sh.Clouds[1].Data...), beyond) {
			p.text(Label{Text: said, Style: Axis, X: r.X0, Y: name.Y, Align: -1, Size: size})
		}
		return
	}
	p.text(Label{Text: p.axisName(sh.Axes[1], float64(size), r.W()-10), Style: Axis, X: r.X0 + 5, Y: r.Y0 + 6,
		Align: -1, Size: size, Max: r.W() - 10})
}

// names makes the names of bars, or numbers and a list of names where these are long.
func (p *Run) names(size float32) {
	sh, r, l := p.play.Show, p.layout.Plot, &p.layout
	wide, skip := r.W()/float64(len(sh.Words)), 1
	below := func(i int) string {
		if l.KeyRows > 0 {
			return strconv.Itoa(i + 1)
		}
		return p.s.Words.Say(sh.Words[i])
	}
	for i := range sh.Words {
		w := min(axis.Width(below(i), float64(size)), 110*l.Size)
		skip = max(skip, int(math.Ceil((w+8)/wide)))
	}
	for i := 0; i < len(sh.Words); i += skip {
		p.text(Label{Text: below(i), Style: Tick, X: r.X0 + wide*(float64(i)+0.5), Y: r.Y1 + 11, Size: size,
			Max: wide * float64(skip)})
	}
	if l.KeyRows == 0 {
		p.text(Label{Text: p.s.Words.Say(sh.Axes[0].Label), Style: Axis, X: r.X1, Y: r.Y1 + float64(size)*2.1, Align: 1,
			Size: size, Max: r.W()})
	}
	for i := range min(len(sh.Words), l.KeyCols*l.KeyRows) {
		column, line := l.Key.W()/float64(l.KeyCols), l.Key.H()/float64(l.KeyRows)
		p.text(Label{Text: below(i) + "  " + p.s.Words.Say(sh.Words[i]), Style: Tick,
			X: l.Key.X0 + column*float64(i/l.KeyRows), Y: l.Key.Y0 + line*(float64(i%l.KeyRows)+0.5),
			Align: -1, Size: size, Max: column - 8})
	}
}

// axisName is an axis's label with its unit in as many words as there is room for:
// without what follows a comma, or without the unit.
func (p *Run) axisName(a film.Axis, size, room float64) string {
	w := p.s.Words
	least := min(size, float64(p.least()))
	ways := []string{w.Say(a.Label)}
	if brief, _, ok := strings.Cut(ways[0], ", "); ok {
		ways = append(ways, brief)
	}
	if w.Say(a.Unit) != "" {
		var with []string
		for _, label := range ways {
			with = append(with, w.Text("stage.axis", "label", lang.Verbatim(label), "unit", a.Unit))
		}
		ways = append(with, ways[len(ways)-1])
	}
	return fitting(room, least, ways...)
}

// fitting returns the first of some texts that fits into a room, or the last.
func fitting(room, size float64, ways ...string) string {
	for _, text := range ways {
		if 1.06*axis.Width(text, size) <= room { // some typefaces run wide
			return text
		}
	}
	return ways[len(ways)-1]
}

// ground lays the page over the film and draws the frame of the releases.
func (p *Run) ground() {
	w, h := p.s.Size()
	m, r := &p.back, p.layout.Plot
	a := p.now.Enter
	if a < 1 { // then the film below is no longer drawn
		m.Fill(float32(w/2), float32(h/2), m.RoundRect(-2, -2, float32(w)+2, float32(h)+2, 0, 1), p.page.Fade(a))
	}
	if r := p.plot; a < 1 && !p.lens.Empty() {
		rim := p.colours[sheet.Target].Fade(1 - a)
		panel(m, r, float32(r.W()/2)*(1-a), 2*p.weight, p.card.Mix(p.page, a), rim)
		return
	}
	muted := p.colours[sheet.Muted].Fade(a)
	m.Line(float32(r.X0), float32(r.Y1), float32(r.X1), float32(r.Y1), 1.2*p.weight, muted)
	if f := p.play.Show.Form; f == film.Plane || f == film.Stream {
		m.Line(float32(r.X0), float32(r.Y0), float32(r.X0), float32(r.Y1), 1.2*p.weight, muted)
	}
	for i, x := range p.marks {
		p.mark(&p.front, i, float32(x), float32(p.layout.Head.Y0+p.layout.Head.Y1)/2, 5, p.colours[roles[i]].Fade(a))
	}
}

// mark is one release: a disc of the record, a diamond of its neighbour.
func (p *Run) mark(m *mesh.Mesh, input int, x, y, r float32, c mesh.Color) {
	if input == 0 {
		m.Disc(x, y, r, c)
		return
	}
	m.Fill(x, y, m.Diamond(x, y, r*1.15, 1), c)
}

// hatch draws slanted lines over a rectangle: the neighbour's, whatever the
// colours look like to whoever looks.
func (p *Run) hatch(m *mesh.Mesh, x0, y0, x1, y1 float32, c mesh.Color) {
	const apart = 7
	for s := float32(int((x0-(y1-y0))/apart)) * apart; s < x1; s += apart {
		ax, ay, bx, by := s, y1, s+(y1-y0), y0
		if ax < x0 {
			ax, ay = x0, y1-(x0-s)
		}
		if bx > x1 {
			bx, by = x1, y1-(x1-s)
		}
		if ax < bx {
			m.Line(ax, ay, bx, by, 1.1*p.weight, c)
		}
	}
}

// sweepAt is where the front of the event stands.
func (p *Run) sweepAt() float32 {
	r := p.layout.Plot
	return float32(r.X0 + (r.W()+12)*float64(p.now.Sweep) - 6)
}

// event draws the front that sweeps over the releases, the event's edge and its
// name.
func (p *Run) event() {
	sh, r, m := p.play.Show, p.layout.Plot, &p.front
	t := p.now.Sweep
	if t <= 0 || sh.Event == "" {
		return
	}
	c := p.colours[sheet.Leak]
	if t < 1 {
		x := p.sweepAt()
		m.Line(x, float32(r.Y0), x, float32(r.Y1), 2*p.weight, c)
		for i := range 5 { // its wake
			w := float32(i+1) * 7
			m.Line(x-w/2, float32(r.Y0), x-w/2, float32(r.Y1), w, c.Fade(0.05))
		}
	}
	switch sh.Form {
	case film.Plane:
		for i := 0; i+3 < len(p.edge); i += 4 {
			x0, y0 := p.cam.Px(float64(p.edge[i]), float64(p.edge[i+1]))
			x1, y1 := p.cam.Px(float64(p.edge[i+2]), float64(p.edge[i+3]))
			p.lit.Line(float32(x0), float32(y0), float32(x1), float32(y1), 7*p.weight, c.Fade(0.2*t))
			p.lit.Line(float32(x0), float32(y0), float32(x1), float32(y1), 2*p.weight, c.Fade(t))
		}
	case film.Line, film.Bars:
		for i := 0; i+1 < len(p.edge); i += 2 {
			p.interval(float64(p.edge[i]), float64(p.edge[i+1]), c.Fade(t))
		}
	}
	e := p.layout.Event
	for i, line := range p.words.event {
		y := (e.Y0+e.Y1)/2 + leading*float64(p.words.size)*(float64(i)-float64(len(p.words.event)-1)/2)
		p.label(Label{Text: line, Style: Tag, Role: string(sheet.Leak), X: e.X0, Y: y, Align: -1, Size: p.words.size,
			Max: e.W(), Alpha: t})
	}
}

// interval marks a part of a line, or of a row of bars.
func (p *Run) interval(from, to float64, c mesh.Color) {
	r, m := p.layout.Plot, &p.front
	x0, _ := p.cam.Px(from, 0)
	x1, _ := p.cam.Px(to, 0)
	a, b := float32(max(x0, r.X0)), float32(min(x1, r.X1))
	if b <= a {
		return
	}
	y, high := float32(r.Y1), float32(r.H())
	p.back.Box(a, y-high, b, y, 0, c.Fade(0.1))
	m.Line(a, y, b, y, 5*p.weight, c)
	for _, x := range [2]float32{a, b} {
		if float64(x) > r.X0+1 && float64(x) < r.X1-1 {
			p.dashes(m, c, x, float32(r.Y0), x, y)
		}
	}
}

func (p *Run) dashes(m *mesh.Mesh, c mesh.Color, xy ...float32) {
	m.Dashed(m.Points(1.5*p.weight, xy...), 5, 4, c, false)
}
