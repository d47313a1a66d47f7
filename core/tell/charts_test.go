package tell

import (
	"math"
	"slices"
	"strings"
	"testing"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/privacy"
	"indistinct/core/sheet"
	"indistinct/core/test/english"
)

// TestAddRegion: an event and the absence of its opposite are one point, with the counts' own intervals.
func TestAddRegion(t *testing.T) {
	const n = 1000
	for _, c := range [][2]int64{{500, 200}, {30, 10}, {0, 0}, {n, 900}} {
		var own, absent sheet.Series
		count := audit.NewCount(c[0], c[1], n)
		addRegion(&own, event.Event{}, count)
		addRegion(&absent, event.Event{Swap: true}, audit.NewCount(n-c[0], n-c[1], n))
		for name, pair := range map[string][2][]sheet.Real{"x": {own.X, absent.X}, "y": {own.Y, absent.Y},
			"x from": {own.XLo, absent.XLo},
			"x to":   {own.XHi, absent.XHi}, "y from": {own.Lo, absent.Lo}, "y to": {own.Hi, absent.Hi}} {
			if math.Abs(float64(pair[0][0]-pair[1][0])) > 1e-9 {
				t.Errorf("%v: %s is %v of the event, %v of the absence of its opposite", c, name, pair[0], pair[1])
			}
		}
		if float64(own.X[0]) != float64(c[1])/n || math.Abs(float64(own.Y[0])-float64(n-c[0])/n) > 1e-12 ||
			own.XLo[0] != count.P2[0] ||
			own.XHi[0] != count.P2[1] || own.Hi[0]-own.Lo[0] < 1e-3 || own.Hi[0]-own.Lo[0] > 0.1 {
			t.Errorf("%v: the point is %+v", c, own)
		}
	}
}

// TestCaptionOfTheRegion: where a claim is equivalent to no δ(ε), and then alone, it is said that the whole curve
// counts.
func TestCaptionOfTheRegion(t *testing.T) {
	for _, claim := range append([]privacy.Claim{{}}, privacy.Claim{Notion: privacy.Gaussian, Value: 1},
		privacy.Claim{Notion: privacy.Concentrated, Value: 1}, privacy.Claim{Notion: privacy.Renyi, Value: 1,
			Given: privacy.Given{2}}) {
		r := &audit.Report{Epsilon: 1}
		if claim.Curved() {
			r.Curved = &audit.Curved{Notion: claim.Notion, Value: sheet.Real(claim.Value), Given: claim.Given}
		}
		var s sheet.Sheet
		regionChart(&s, r)
		told := strings.Contains(english.Say(s.Charts[0].Caption), english.Say(lang.Say("tell.region.whole",
			claim.Places()...)))
		if want := claim.Curved() && claim.Definition().Profile == nil; told != want {
			t.Errorf("%+v: it is told that the whole curve counts: %t", claim, told)
		}
	}
}

// TestProfileChart: what is proven of δ falls from ε = 0 on and ends where it is 0; the events' bounds are dots at the
// claim's δ, of those that prove anything.
func TestProfileChart(t *testing.T) {
	r := &audit.Report{Epsilon: 1, Delta: 0.01, Curve: audit.PValues{Epsilon: sheet.Reals([]float64{0, 0.2, 0.4, 0.8,
		1.2, 3, 5})},
		Strong: audit.Bound{Epsilon: 0.7, Level: 0.95, Share: 1, Count: audit.NewCount(5000, 2000, 10_000)},
		Others: []audit.Bound{{Epsilon: 0}, {Epsilon: 0.3}, {Epsilon: sheet.Real(math.Inf(1))}}}
	var s sheet.Sheet
	profileChart(&s, r)
	found := 0
	for _, line := range s.Charts[0].Series {
		switch line.Name {
		case lang.Say("tell.profile.series.proven"):
			found++
			for i, d := range line.Y {
				e := float64(line.X[i])
				if most := 0.5 - math.Exp(e)*0.2; float64(d) > max(most, 0) || float64(d) < most-0.04 || i > 0 &&
					d >= line.Y[i-1] ||
					(d == 0) != (i == len(line.Y)-1) {
					t.Errorf("δ(%v) ≥ %v is proven of %v", e, d, most)
				}
			}
			if len(line.X) != 5 {
				t.Errorf("proven are %v at %v", line.Y, line.X)
			}
		case lang.Say("tell.profile.series.events"):
			found++
			if !slices.Equal(line.X, sheet.Reals([]float64{0.7, 0.3})) || line.Y[0] != 0.01 {
				t.Errorf("events prove %v at %v", line.X, line.Y)
			}
		case lang.Say("tell.profile.series.tested"):
			found++
			if line.X[0] != 1 || line.Y[0] != 0.01 {
				t.Errorf("tested is (%v, %v)", line.X, line.Y)
			}
		}
	}
	if found != 3 {
		t.Errorf("%d of 3 series are there: %+v", found, s.Charts[0].Series)
	}
	s = sheet.Sheet{}
	pValueChart(&s, r)
	if y := s.Charts[0].Y; y.Max != 1 || y.Min != lowestP || !y.Log || s.Charts[0].X.Max != 5 {
		t.Errorf("p-values are drawn from %v to %v, ε to %v", y.Min, y.Max, s.Charts[0].X.Max)
	}
}

// TestTriedPairs: pairs of several records are called so, the one that was tested is told of, and one for which no
// event was found has no number for it.
func TestTriedPairs(t *testing.T) {
	var s sheet.Sheet
	triedTable(&s, []learn.Tried{{Name: lang.Verbatim("a"), Pair: 0, Members: 1, Releases: 4,
		Event: lang.Verbatim("x > 1"), Gain: 0.5},
		{Name: lang.Verbatim("b"), Pair: 1, Members: 2, Releases: 3}, {Name: lang.Verbatim("c"), Pair: 2, Members: 3,
			Releases: 2},
		{Name: lang.Verbatim("d"), Pair: 3, Releases: 1, Event: lang.Verbatim("x < 1"), Gain: -1}}, 2)
	group := func(name string, members int) lang.Message {
		return lang.Say("tell.tried.group", "pair", lang.Verbatim(name), "members", members)
	}
	for i, want := range []lang.Message{lang.Verbatim("a"), group("b", 2), lang.Say("tell.tried.tested", "pair",
		group("c", 3)),
		lang.Verbatim("d")} {
		row := s.Tables[0].Rows[i]
		if row[0].Text != want || (row[2].Num != nil) != (i == 0 || i == 3) || row[2].Num != nil && *row[2].Num < 0 {
			t.Errorf("row %d is %+v, want %s", i, row, english.Say(want))
		}
	}
}

// TestMeaningOfDetectable: which ε could have been shown is said in its own words where two events are tested at once.
func TestMeaningOfDetectable(t *testing.T) {
	for _, opposite := range []*event.Event{nil, {Kind: "threshold"}} {
		r := &audit.Report{Epsilon: 1, Strong: audit.Bound{Event: event.Event{Kind: "threshold", Opposite: opposite},
			Detectable: 1.3,
			Count:      audit.NewCount(5000, 4000, 10_000)}}
		said := ids(Meaning(r))
		if one, both := slices.Contains(said, "tell.meaning.detectable"), slices.Contains(said,
			"tell.meaning.detectable.opposite"); both !=
			(opposite != nil) || one == both {
			t.Errorf("opposite %v: said are %v", opposite, said)
		}
	}
}
