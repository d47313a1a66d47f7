package layout

import (
	"fmt"
	"math"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/ui/axis"
)

// unit is a map's camera at which a unit of the world is a pixel and (0, 0) the middle of the canvas's 400 × 400.
var unit = NewCamera(&film.View{Box: [4]float64{-200, -200, 200, 200}, Equal: true}, Rect{0, 0, 400, 400})

// TestDistance: how far a point is from the edge of a mark is known for each kind, and of several the nearest one is
// found: an area is near where the point lies in it, and a faint spot nowhere.
func TestDistance(t *testing.T) {
	f := &film.Film{Steps: 1}
	for i, c := range []struct {
		l    film.Layer
		x, y float64 // in the world
		want float64
		item int
	}{
		{film.Layer{Kind: film.Dots, Size: 8, Data: []float32{0, 0, 100, 0}}, 30, 40, 46, 0},
		{film.Layer{Kind: film.Dots, Size: 8, Data: []float32{0, 0, 100, 0}}, 97, 4, 1, 1},
		{film.Layer{Kind: film.Dots, Size: 8, Data: []float32{100, 0, 0, 0}}, -30, 40, 46, 1},
		{film.Layer{Kind: film.Segments, Size: 2, Data: []float32{-90, 0, 90, 0, -90, 60, 90, 60}}, 30, 20, 19, 0},
		{film.Layer{Kind: film.Segments, Size: 2, Data: []float32{-90, 0, 90, 0, -90, 60, 90, 60}}, 30, 47, 12, 1},
		{film.Layer{Kind: film.Path, Size: 2, Data: []float32{-90, 0, 90, 0, 90, 150}}, 0, 25, 24, 1},
		{film.Layer{Kind: film.Path, Size: 2, Data: []float32{-90, 0, 90, 0, 90, 150}}, 70, 100, 19, 2},
		{film.Layer{Kind: film.Ring, Size: 2, Data: []float32{0, 0, 80}}, 0, 50, 29, 0},
		{film.Layer{Kind: film.Ring, Size: 2, Data: []float32{0, 0, 80}}, -100, 0, 19, 0},
		{film.Layer{Kind: film.Ellipse, Size: 2, Data: []float32{0, 0, 100, 50, float32(math.Pi / 2)}}, 70, 0, 19, 0},
		{film.Layer{Kind: film.Disk, Size: 2, Data: []float32{0, 0, 80, 150, 150, 20}}, 10, 20, within, 0},
		{film.Layer{Kind: film.Disk, Size: 2, Data: []float32{0, 0, 80, 150, 150, 20}}, 150, 120, 9, 1},
		{film.Layer{Kind: film.Quads, Size: 2, Data: []float32{-50, -50, 50, -50, 50, 50, -50, 50}}, 10, 10, within, 0},
		{film.Layer{Kind: film.Quads, Size: 2, Data: []float32{-50, -50, 50, -50, 50, 50, -50, 50}}, 10, 75, 24, 0},
		{film.Layer{Kind: film.Heat, Data: []float32{0, 0, 10, 0.9}}, 2, 0, within, 0},
		{film.Layer{Kind: film.Heat, Data: []float32{0, 0, 10, 0.9}}, 40, 0, 39.5, 0},
		{film.Layer{Kind: film.Heat, Data: []float32{0, 0, 10, 0.01, 60, 0, 10, 1}}, 2, 0, 57.5, 1},
	} {
		x, y := unit.Px(c.x, c.y)
		near, item := Distance(f, &c.l, c.l.Data, unit, x, y)
		if math.Abs(near-c.want) > 1.6 || item != c.item { // points of lines stand 3 px apart
			t.Errorf("%d: %s at (%v, %v): %v from item %d, want %v from %d", i, c.l.Kind, c.x, c.y, near, item, c.want,
				c.item)
		}
	}
	if near, _ := Distance(f, &film.Layer{Kind: film.Dots}, nil, unit, 0, 0); !math.IsInf(near, 1) {
		t.Errorf("nothing is %v away", near)
	}
}

// TestLeaderAllRound: a leader begins at the text's edge where that is nearest to the mark, ends at the mark's, and
// goes straight to its middle, wherever the text stands.
func TestLeaderAllRound(t *testing.T) {
	const w, h, r = 40, 20, 6
	for _, ax := range []float64{-80, -15, 0, 15, 80} {
		for _, ay := range []float64{-50, -5, 0, 5, 50} {
			x0, y0, x1, y1, ok := Leader(0, 0, w, h, ax, ay, r)
			bx, by := min(max(ax, -w/2), w/2), min(max(ay, -h/2), h/2)
			far := math.Hypot(ax-bx, ay-by)
			if ok != (far >= r+4) {
				t.Errorf("a mark at (%v, %v) has a leader: %t", ax, ay, ok)
			}
			if ok && (x0 != bx || y0 != by || math.Abs(math.Hypot(ax-x1, ay-y1)-r) > 1e-9 ||
				math.Abs((ax-x0)*(y1-y0)-(ay-y0)*(x1-x0)) > 1e-6 || math.Hypot(x1-x0, y1-y0) > far) {
				t.Errorf("the leader to (%v, %v) is from (%v, %v) to (%v, %v)", ax, ay, x0, y0, x1, y1)
			}
		}
	}
}

// labelled is a map with labels at these places among marks.
func labelled(marks film.Layer, at ...float32) *film.Film {
	l := film.Layer{Kind: film.Labels, Size: 14}
	for i := 0; i < len(at); i += 2 {
		l.Data = append(l.Data, at[i], at[i+1], 4)
		l.Text = append(l.Text, lang.Verbatim(fmt.Sprintf("label %d", i/2)))
	}
	v := film.View{Place: film.Main, Box: [4]float64{-1, -1, 1, 1}, Equal: true, Layers: []film.Layer{marks, l}}
	return &film.Film{Steps: 1, Rate: 1, Views: []film.View{v}}
}

// boxes are where the texts of a film stand.
func boxes(f *film.Film, l *Layout, tags []Tag) (out []Rect) {
	cam, room := NewCamera(&f.Views[0], l.Panels[0].Plot), Room(f, l, 0)
	for _, tag := range tags {
		x, y, _ := Anchor(f, &f.Views[0].Layers[tag.Layer], tag.Item, 0, cam)
		x, y = Keep(room, x+tag.DX, y+tag.DY, tag.W, tag.H)
		out = append(out, Rect{x - tag.W/2, y - tag.H/2, x + tag.W/2, y + tag.H/2})
	}
	return out
}

// TestTags: texts stand in the room of their view, off each other, off the marks that they name, off all other marks
// where that can be, and near. Those that stand well stay during a drag; one that is too wide is hidden.
func TestTags(t *testing.T) {
	var cluster []float32
	for i := range 60 { // to the right of the middle
		cluster = append(cluster, 0.06+0.05*float32(i%10), -0.15+0.05*float32(i/10))
	}
	var wall []float32
	for i := range 40 {
		wall = append(wall, -0.6+0.03*float32(i), 0.1, -0.6+0.03*float32(i)+0.03, 0.1)
	}
	for name, f := range map[string]*film.Film{
		"alone": labelled(film.Layer{Kind: film.Dots, Data: []float32{0.9, 0.9}}, 0, 0),
		"close": labelled(film.Layer{Kind: film.Dots, Data: []float32{0.9, 0.9}}, 0, 0, 0.02, 0, 0, 0.02, 0.02,
			0.02),
		"cluster":  labelled(film.Layer{Kind: film.Dots, Data: cluster}, 0, 0),
		"wall":     labelled(film.Layer{Kind: film.Segments, Data: wall}, 0, 0, 0.1, 0.02),
		"at edges": labelled(film.Layer{Kind: film.Dots, Data: []float32{0, 0}}, -0.99, 0, 0.99, 0, 0, 0.99, 0, -0.99),
		"ring":     labelled(film.Layer{Kind: film.Ring, Data: []float32{0, 0, 0.2}}, 0.2, 0, -0.2, 0, 0, 0.2),
		"words": labelled(film.Layer{Kind: film.Words, Text: []lang.Message{lang.Verbatim("a long remark here")},
			Data: []float32{0, 0.1, 0, -0.1}}, 0, 0),
	} {
		f.Steps = 1 + 9*(len(name)%2) // of a longer film each key frame counts in part
		arranged := Arrange(f, english, 700, 600, 0, 1)
		l := &arranged
		tags := Tags(f, l, nil)[0]
		room, cam := Room(f, l, 0), NewCamera(&f.Views[0], l.Panels[0].Plot)
		all := boxes(f, l, tags)
		for i, b := range all {
			x, y, r := Anchor(f, &f.Views[0].Layers[1], tags[i].Item, 0, cam)
			gap := func(px, py float64) float64 { nx, ny := nearest(b, px, py); return math.Hypot(px-nx, py-ny) }
			if tags[i].Hidden || overlap(b, room) < 0.999*b.W()*b.H() || gap(x, y) < r || gap(x, y) > 80 {
				t.Errorf("%s: text %d at %+v of the mark at (%v, %v): %+v", name, i, b, x, y, tags[i])
			}
			for j := range i {
				if b.Inset(-4, -3, -4, -3).meets(all[j]) {
					t.Errorf("%s: texts %d and %d touch", name, i, j)
				}
			}
			marks(&f.Views[0].Layers[0], f.Views[0].Layers[0].Data, cam, 1, 10, func(k int, px, py float64) {
				if b.Has(px, py) {
					t.Errorf("%s: text %d covers mark %d", name, i, k)
				}
			})
			if remark := axis.Width("a long remark here", 12) / 2; name == "words" {
				if math.Abs(tags[i].DX) < math.Abs(tags[i].DY) {
					t.Errorf("text %d stands beyond a remark: %+v", i, tags[i])
				}
				for _, at := range []float64{0.1, -0.1} {
					px, py := cam.Px(0, at)
					if b.meets(Rect{px - remark, py - 7, px + remark, py + 7}) {
						t.Errorf("text %d stands on a remark", i)
					}
				}
			}
			for _, taken := range l.Taken {
				if b.meets(taken) {
					t.Errorf("%s: text %d stands on a text of the view", name, i)
				}
			}
		}
		for i, again := range Tags(f, l, [][]Tag{tags})[0] {
			if again != tags[i] {
				t.Errorf("%s: text %d moves from %+v to %+v", name, i, tags[i], again)
			}
		}
		if name == "cluster" && all[0].X0 > l.Panels[0].Plot.X0+l.Panels[0].Plot.W()/2 {
			t.Errorf("a text stands where the cluster is: %+v", all[0])
		}
	}
	wide := labelled(film.Layer{Kind: film.Dots, Data: []float32{0.9, 0.9}}, 0, 0)
	text := &wide.Views[0].Layers[1].Text
	*text = []lang.Message{lang.Verbatim("a text that is too wide for a phone, if it stands in one line")}
	phone := Arrange(wide, english, 320, 300, 0, 1)
	if tags := Tags(wide, &phone, nil)[0]; !tags[0].Hidden {
		t.Errorf("a text that has no room stands at %+v", tags[0])
	}
}

// TestNoteEnd: a remark ends at the top right of a chart, at the bottom right of a map, and stands in the middle of a
// lens' lower half.
func TestNoteEnd(t *testing.T) {
	l := Layout{Words: english, Free: Rect{0, 0, 900, 500}, Type: 1, H: 500,
		Panels: []Panel{{Plot: Rect{50, 40, 850, 460}}, {Clip: Rect{600, 100, 800, 300}, Plot: Rect{610, 110, 790,
			290}}}}
	note := lang.Verbatim("a remark")
	wide := axis.Width("a remark", 11)
	for _, c := range []struct {
		equal bool
		i     int
		in    Rect // where its line's right end is to lie
	}{{false, 0, Rect{830, 40, 850, 60}}, {true, 0, Rect{870, 470, 900, 500}}, {false, 1, Rect{770, 110, 790, 130}},
		{true, 1, Rect{700 + wide/2 - 1, 230, 700 + wide/2 + 1, 270}}} {
		if x, y := l.NoteEnd(&film.View{Note: note, Equal: c.equal}, c.i); !c.in.Has(x, y) {
			t.Errorf("equal %t, view %d: the remark ends at (%v, %v), not in %+v", c.equal, c.i, x, y, c.in)
		}
	}
}

// TestMarked: letters of symbols have their marks, which Plain takes out, and no text is longer than texts may be.
func TestMarked(t *testing.T) {
	runs := []axis.Run{{Text: "the "}, {Text: "εx", Italic: true}, {Text: "1′", Sub: true}, {Text: "p", Sup: true}}
	got := marked(runs)
	if want := "the " + string(Italic) + "ε" + string(Italic) + "x" + string(Sub) + "1" + string(Sub) + "′" +
		string(Sup) + "p"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if Plain(got) != "the εx1′p" {
		t.Errorf("without marks %q", Plain(got))
	}
	long := make([]rune, film.MaxText+1)
	for i := range long {
		long[i] = 'ε'
	}
	for n, end := range map[int]rune{film.MaxText: 'ε', film.MaxText + 1: '…'} {
		text := []rune(Plain(marked([]axis.Run{{Text: string(long[:n]), Italic: true}})))
		if text[len(text)-1] != end || len(text) != n {
			t.Errorf("of %d letters %d are left, the last %c", n, len(text), text[len(text)-1])
		}
	}
}

// TestCut: a line cuts a rectangle where it passes well through it, from whichever side, and not where it passes by.
func TestCut(t *testing.T) {
	r := Rect{0, 0, 40, 20}
	for i := range 48 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 24)
		if r.cut(20-60*cos, 10-60*sin, 20+60*cos, 10+60*sin) != true { // through the middle
			t.Errorf("a line through the middle at %d/24 π does not cut", i)
		}
		if r.cut(20-60*cos-30*sin, 10-60*sin+30*cos, 20+60*cos-30*sin, 10+60*sin+30*cos) { // 30 px beside it
			t.Errorf("a line that passes by at %d/24 π cuts", i)
		}
		if r.cut(20+30*cos, 10+30*sin, 20+60*cos, 10+60*sin) {
			t.Errorf("a line that begins beyond at %d/24 π cuts", i)
		}
	}
}

// TestTabs: on a narrow canvas buttons for all views stand in a row or two at its bottom, within it and apart, in
// order, about as wide as what they say asks for.
func TestTabs(t *testing.T) {
	for _, width := range []float64{300, 340, 420, 500} {
		for n := 2; n <= 4; n++ {
			f := &film.Film{Steps: 1, Rate: 1}
			for i := range n + 1 {
				place := film.Side
				if i == 0 {
					place = film.Main
				}
				f.Views = append(f.Views, film.View{Name: lang.Verbatim(fmt.Sprintf("a picture, %d", i)), Place: place,
					Box: [4]float64{0, 0, 1, 1}, Layers: []film.Layer{{Kind: film.Dots, Data: []float32{1, .5}}}})
			}
			l := Arrange(f, english, width, 480, 0, 1)
			if len(l.Tabs) == 0 {
				t.Errorf("%v wide, %d views: no buttons", width, n+1)
			}
			for i, tab := range l.Tabs {
				b := tab.Rect
				want := axis.Width(english.Called(&f.Views[tab.View]), 11.5) + 18
				if b.X0 < 0 || b.X1 > width || b.Y1 > 480 || b.W() > want+1e-9 || b.W() < 0.45*want ||
					b.Y0 < 480-2*tabHeight {
					t.Errorf("%v wide, %d views: button %d is %+v, wants %v", width, n+1, i, b, want)
				}
				if i == 0 {
					continue
				}
				if before := l.Tabs[i-1]; !(b.Y0 == before.Rect.Y0 && b.X0 > before.Rect.X1 ||
					b.Y0 >= before.Rect.Y1) || tab.View <= before.View {
					t.Errorf("%v wide, %d views: button %d is %+v after %+v", width, n+1, i, tab, before)
				}
			}
		}
	}
}

// TestTwoLines: a card's name and its axis' need a line each where both are there and too wide together.
func TestTwoLines(t *testing.T) {
	l := Layout{Words: english, Type: 1}
	both := axis.Width("a name", 12) + axis.Width("an axis", 12)
	for _, c := range []struct {
		name, label string
		w           float64
		want        bool
	}{{"a name", "an axis", both + 29, true}, {"a name", "an axis", both + 31, false}, {"", "an axis", 1,
		false}, {"a name", "", 1, false},
		{"", "", 1, false}} {
		if got := l.TwoLines(&film.View{Name: lang.Verbatim(c.name), YLabel: lang.Verbatim(c.label)},
			c.w); got != c.want {
			t.Errorf("%+v: two lines %t", c, got)
		}
	}
}

// TestTaken: the corner where a map's name or a chart's axis is written, and where the clock stands, is taken.
func TestTaken(t *testing.T) {
	for _, equal := range []bool{true, false} {
		f := labelled(film.Layer{Kind: film.Dots, Data: []float32{0.9, 0.9}}, 0, 0)
		v := &f.Views[0]
		v.Equal, v.Name, v.YLabel = equal, lang.Verbatim("the name of a map"), lang.Verbatim("the label of an axis")
		bare := Arrange(f, english, 700, 600, 0, 1)
		f.Clock = []lang.Message{lang.Verbatim("12 releases of each")}
		timed := Arrange(f, english, 700, 600, 0, 1)
		text := map[bool]string{true: "the name of a map", false: "the label of an axis"}[equal]
		top := 0.0 // of a map what is free begins below
		if !equal {
			top = bare.Free.Y0
		}
		corner := Rect{bare.Free.X0, top, bare.Free.X0 + axis.Width(text, 12), top + 14}
		if len(bare.Taken) != 1 || overlap(bare.Taken[0], corner) < 0.999*corner.W()*corner.H() ||
			bare.Taken[0].W() > corner.W()+40 {
			t.Errorf("equal %t: taken is %+v, the text stands in %+v", equal, bare.Taken, corner)
		}
		if len(timed.Taken) != 2 {
			t.Fatalf("equal %t: with a clock taken is %+v", equal, timed.Taken)
		}
		clock := timed.Taken[1]
		if clock.W() < axis.Width("12 releases of each", 11) || overlap(clock, timed.Taken[0]) > 0 || clock.X1 > 701 ||
			clock.Y0 < 0 {
			t.Errorf("equal %t: the clock stands in %+v, beside %+v", equal, clock, timed.Taken[0])
		}
	}
}
