package tell

import (
	"cmp"
	"math"
	"slices"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/lang"
	"indistinct/core/learn"
	"indistinct/core/num"
	"indistinct/core/paper"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// lowestP is where the p-value chart ends: smaller ones all say the same.
const lowestP = 1e-12

// Sheet lays a report out: p-value against ε, the privacy profile, the
// quantities and the events.
func Sheet(r *audit.Report) (s sheet.Sheet) {
	s.Title, s.Lead = lang.Say("tell.title"), Plain(r)
	pValueChart(&s, r)
	profileChart(&s, r)
	regionChart(&s, r)
	quantityTable(&s, r)
	eventTable(&s, r)
	if len(r.Tried) > 1 {
		triedTable(&s, r.Tried, r.Pair)
	}
	Running(&s, r)
	return s
}

// Running draws, in sequential mode, how the bound grew while releases were drawn, and what those prove that came
// once it was decided.
func Running(s *sheet.Sheet, r *audit.Report) {
	if len(r.Running) == 0 {
		return
	}
	c := s.Chart("running", "tell.running.", sheet.Axis{Log: true}, sheet.Axis{},
		lang.Say("tell.running.caption", "level", 100*r.Strong.Level))
	bound := lang.Say("tell.running.series.bound", r.Claim().Places()...)
	line := c.Draw(bound, sheet.Strong, sheet.Step, nil, nil)
	for i, b := range r.Running {
		if last := len(r.Running) - 1; i == 0 || i == last || b.Epsilon > r.Running[i-1].Epsilon {
			line.Add(float64(b.M), float64(b.Epsilon))
		}
	}
	if f := r.Fresh; f != nil && f.Proven() > 0 {
		c.MarkY("fresh", sheet.Strong, f.Proven(), "m", f.M)
	}
	if r.Curved == nil {
		c.MarkY("claim", sheet.Ink, float64(r.Epsilon))
	}
	if r.ExactDelta != nil && !math.IsInf(float64(*r.ExactDelta), 0) && r.ExactAt == r.Delta {
		c.MarkY("exact", sheet.Truth, float64(*r.ExactDelta))
	}
}

// pValueChart draws the paper's two p-values, one thinning as printed, and the
// stronger test's p-value, over ε.
func pValueChart(s *sheet.Sheet, r *audit.Report) {
	c := s.Chart("p-values", "tell.p-values.", sheet.Axis{}, sheet.Axis{Log: true, Min: lowestP, Max: 1},
		lang.Say("tell.p-values.caption", "c1", r.C1, "c2", r.C2, "m", r.M))
	line := func(name string, role sheet.Role, style sheet.Style, p []sheet.Real) {
		if len(p) == len(r.Curve.Epsilon) { // not in a brief audit
			c.Draw(name, role, style, r.Curve.Epsilon,
				sheet.Each(p, func(v sheet.Real) sheet.Real { return max(v, lowestP) }))
		}
	}
	line("thinned", sheet.Muted, sheet.Dots, r.Curve.Thinned)
	line("plus", sheet.Paper, sheet.Line, r.Curve.Plus)
	line("minus", sheet.Paper, sheet.Dash, r.Curve.Minus)
	line("strong", sheet.Strong, sheet.Line, r.Curve.Exact)
	top := sheet.Real(1)
	if n := len(r.Curve.Epsilon); n > 0 {
		top = r.Curve.Epsilon[n-1]
		c.X.Max = top
	}
	if r.Alpha > 0 {
		c.MarkY("alpha", sheet.Ink, float64(r.Alpha), "at", r.Alpha)
	}
	for _, m := range []struct {
		name  string
		role  sheet.Role
		at    sheet.Real
		shown float64
		is    bool
	}{
		{"claim", sheet.Ink, r.Epsilon, float64(r.Epsilon), r.Curved == nil},
		{"critical", sheet.Paper, r.EpsilonC, float64(r.EpsilonC), true},
		{"escape", sheet.Paper, r.EscapeC, float64(r.EscapeC), r.EscapeC != r.EpsilonC},
		{"proven", sheet.Strong, r.Strong.Epsilon, r.Proven(), r.Strong.Epsilon > 0},
	} {
		if m.is && m.at >= 0 && m.at <= top {
			c.MarkX(m.name, m.role, float64(m.at), "at", m.shown)
		}
	}
}

// profileChart draws the least δ for each ε: exactly where the mechanism knows
// it, what the best event's counts prove, the events' bounds, and the claim.
func profileChart(s *sheet.Sheet, r *audit.Report) {
	caption := []lang.Message{lang.Say("tell.profile.caption")}
	c := s.Chart("profile", "tell.profile.", sheet.Axis{}, sheet.Axis{})
	if p := exactProfile(r); p != nil {
		c.Draw("exact", sheet.Truth, sheet.Line, p.Epsilon, p.Delta)
	}
	b := r.Strong
	if b.Count.N > 0 && !r.Sequential && b.Level < 1 {
		// Two bounds that hold together give one for every ε at once.
		half := (1 - b.Level) * b.Share / 2
		c1, c2 := audit.Directed(b.Event, b.Count)
		p1, p2 := stat.LowerP(c1, b.Count.N, half), stat.UpperP(c2, b.Count.N, half)
		line := c.Draw("proven", sheet.Strong, sheet.Line, nil, nil)
		for _, e := range r.Curve.Epsilon {
			d := math.Max(p1-num.Exp(float64(e))*p2, 0)
			line.Add(float64(e), d)
			if d == 0 {
				break
			}
		}
		caption = append(caption, lang.Say("tell.profile.proven", "level", 100*b.Level))
	}
	events := c.Draw("events", sheet.Strong, sheet.Dots, nil, nil)
	for _, o := range append([]audit.Bound{b}, r.Others...) {
		if o.Epsilon > 0 && !math.IsInf(float64(o.Epsilon), 0) {
			events.Add(float64(o.Epsilon), float64(r.Delta))
		}
	}
	claim := r.Claim().Definition()
	switch v := r.Curved; {
	case v == nil:
		c.Draw("tested", sheet.Ink, sheet.Dots, nil, nil).Add(float64(r.Epsilon), float64(r.Delta))
	case claim.Profile != nil:
		c.Draw("tested", sheet.Ink, sheet.Line, r.Curve.Epsilon, sheet.Each(sheet.Floats(r.Curve.Epsilon),
			claim.Profile(float64(v.Value)).Delta))
	}
	if r.Claimed != nil && r.ClaimDelta != nil && !math.IsInf(float64(*r.Claimed), 0) {
		// A claim far beyond the evidence would flatten everything else.
		far := sheet.Real(1)
		for _, s := range c.Series {
			for _, x := range s.X {
				far = max(far, x)
			}
		}
		if *r.Claimed <= 3*far {
			name := lang.Say("tell.profile.series.claimed", "by", r.ClaimBy)
			c.Draw(name, sheet.Muted, sheet.Dots, nil, nil).Add(float64(*r.Claimed), float64(*r.ClaimDelta))
		} else {
			caption = append(caption, lang.Say("tell.profile.far", "eps", *r.Claimed, "by", r.ClaimBy))
		}
	}
	c.Caption = lang.Sentences(caption...)
	c.Drop()
}

func help(c sheet.Cell, text lang.Message) sheet.Cell { c.Help = text; return c }
func hue(c sheet.Cell, r sheet.Role) sheet.Cell       { c.Role = r; return c }
func whole(n int64) sheet.Cell                        { return sheet.Count(float64(n)) }

// none is a cell without a number.
func none() sheet.Cell { return sheet.Words(lang.Verbatim("–")) }

// quantityTable lists the counts and quantities of a report, each with what it
// means: the texts tell.quantities.<name> and .help.
func quantityTable(s *sheet.Sheet, r *audit.Report) {
	t := s.Table("quantities", "tell.quantities.", "", "quantity", "symbol", "value")
	row := func(name, symbol string, value sheet.Cell, places ...any) {
		places = inputs(r, places...)
		about := lang.Say("tell.quantities."+name+".help", places...)
		t.Add(help(sheet.Words(lang.Say("tell.quantities."+name, places...)), about),
			sheet.Words(lang.Verbatim(symbol)), help(value, about))
	}
	real := func(v sheet.Real, digits int) sheet.Cell { return sheet.Number(float64(v), digits) }
	row("scenarios", "Γ", whole(int64(r.GammaSamples)), "all", paper.JointCover(float64(r.Beta), r.Steps))
	events := whole(r.Events)
	if r.Events == math.MaxInt64 {
		events = sheet.Words(lang.Verbatim("> 9·10¹⁸"))
	}
	row("grid", "rᵈ", events, "occupied", r.Occupied)
	row("selection", "n", whole(r.N))
	row("test", "m", whole(r.M))
	row("worst.record", "c₁", hue(whole(r.C1), sheet.Record), "event", r.Worst.Name)
	row("worst.neighbour", "c₂", hue(whole(r.C2), sheet.Adjacent))
	row("outside.record", "", hue(whole(r.Escape.C1), sheet.Record))
	row("outside.neighbour", "", hue(whole(r.Escape.C2), sheet.Adjacent))
	if r.Curved == nil {
		row("plus", "p⁺", real(r.PPlus, 4), "thinned", r.ThinPlus)
		row("minus", "p₊", real(r.PMinus, 4), "thinned", r.ThinMinus)
	}
	row("critical", "ε_c", hue(real(r.EpsilonC, 5), sheet.Paper))
	row("escape", "", hue(real(r.EscapeC, 5), sheet.Paper), "event", r.EscapeEvent.Name)
	row("proven", "ε ≥", hue(bound(r, r.Strong), sheet.Strong), "level", 100*r.Strong.Level, "delta", r.Delta,
		"how", How(r, r.Strong))
	if v := r.Curved; v != nil {
		least := sheet.Bound(float64(v.Least), float64(v.Value))
		row("curve", v.Notion.Definition().Symbol+" ≥", hue(least, sheet.Strong), r.Claim().Places("level", 100*v.Level,
			"sequential", r.Sequential)...)
		row("curve.claim", v.Notion.Definition().Symbol, real(v.Value, 6), r.Claim().Places("group", r.Group)...)
	}
	if r.Group > 1 {
		row("group", "k", whole(int64(r.Group)), r.Claim().Places("group", r.Group)...)
	}
	if r.ExactPure != nil {
		row("exact", "", hue(real(*r.ExactPure, 6), sheet.Truth), "how", r.ExactHow)
	}
	if r.ExactDelta != nil {
		row("exact.delta", "", hue(real(*r.ExactDelta, 6), sheet.Truth), "delta", r.ExactAt, "how", r.ExactHow)
	}
	if r.Claimed != nil {
		delta := sheet.Real(0)
		if r.ClaimDelta != nil {
			delta = *r.ClaimDelta
		}
		row("claimed", "", real(*r.Claimed, 6), "by", r.ClaimBy, "delta", delta, "source", r.ClaimFrom)
	}
	row("eta", "η", real(r.Eta, 4))
	if r.Shells != nil {
		row("cell", "η ≤", hue(real(r.CellBound, 4), sheet.Strong), "gamma", r.Gamma)
	}
	row("lambda", "λ", hue(real(r.Lambda, 4), sheet.Paper))
	row("confidence", "(1 − α)(1 − γ)", hue(real(r.Confidence, 6), sheet.Paper))
	if !math.IsNaN(float64(r.ECorrect)) {
		row("error.record", "E_correct", real(r.ECorrect, 4))
		row("error.neighbour", "E_adjacent", real(r.EAdjacent, 4))
	}
}

// Evidence is a table about the claim and the bound, of what no other of a report has.
func Evidence(r *audit.Report) sheet.Table {
	t := sheet.NewTable("evidence", "tell.evidence.", "", lang.Say("tell.quantities.column.quantity"),
		lang.Say("tell.quantities.column.value"))
	row := func(name lang.Message, value sheet.Cell) { t.Add(sheet.Words(name), value) }
	if r.Curved != nil {
		row(lang.Say("tell.evidence.claim"), sheet.Words(r.Claim().Say()))
	} else {
		row(lang.Say("tell.evidence.claim"), sheet.Words(lang.Say("tell.evidence.claim.value", "eps", r.Epsilon,
			"delta", r.Delta, "group", r.Group)))
		row(lang.Say("tell.evidence.p"), sheet.Cell{Num: &r.Strong.P, Form: "6"})
		if r.Sequential {
			row(lang.Say("tell.evidence.decided"), whole(r.Decided))
		} else {
			row(lang.Say("tell.evidence.detectable"), sheet.Cell{Num: &r.Strong.Detectable, Form: "6"})
		}
	}
	if f := r.Fresh; f != nil {
		row(lang.Say("tell.evidence.fresh", r.Claim().Places("m", f.M)...), sheet.Bound(f.Proven(), 0))
	}
	if r.Needed > 0 {
		row(lang.Say("tell.evidence.needed"), whole(r.Needed))
	}
	return t
}

// bound is a cell with a bound of a report.
func bound(r *audit.Report, b audit.Bound) sheet.Cell {
	return sheet.Bound(float64(b.Epsilon), float64(r.Epsilon))
}

// triedTable lists the pairs of inputs that a search tried, those that it looked
// at longest first, and marks the one that was tested.
func triedTable(s *sheet.Sheet, tried []learn.Tried, tested int) {
	t := s.Table("tried", "tell.tried.", lang.Say("tell.tried.caption"), "pair", "releases", "expected", "event")
	list := slices.Clone(tried)
	slices.SortStableFunc(list, func(a, b learn.Tried) int {
		return cmp.Or(cmp.Compare(b.Releases, a.Releases), cmp.Compare(b.Gain, a.Gain))
	})
	for _, x := range list {
		name := x.Name
		if x.Members > 1 {
			name = lang.Say("tell.tried.group", "pair", name, "members", x.Members)
		}
		pair := sheet.Words(name)
		if x.Pair == tested {
			pair = hue(sheet.Words(lang.Say("tell.tried.tested", "pair", name)), sheet.Strong)
		}
		expected := none()
		if x.Event != lang.Verbatim("") {
			expected = help(sheet.Number(math.Max(x.Gain, 0), 3), lang.Say("tell.tried.error", "error", x.Error))
		}
		t.Add(pair, whole(int64(x.Releases)), expected, sheet.Words(x.Event))
	}
}

// eventTable lists the events that were tested: the paper's worst event, the
// outside, and the stronger test's, each with its counts and bound.
func eventTable(s *sheet.Sheet, r *audit.Report) {
	t := s.Table("events", "tell.events.", lang.Say("tell.events.caption"), "event", "likelier", "c1", "c2",
		"p1", "p2", "bound", "share")
	between := func(p [2]sheet.Real) sheet.Cell {
		return sheet.Words(lang.Say("tell.events.between", "from", p[0], "to", p[1]))
	}
	row := func(e event.Event, c audit.Count, bound, level sheet.Cell, role sheet.Role) {
		under := hue(sheet.Words(r.Inputs.Likelier(e.Swap)), sheet.Record)
		if e.Swap {
			under.Role = sheet.Adjacent
		}
		t.Add(hue(sheet.Words(e.Name), role), under, whole(c.C1), whole(c.C2), between(c.P1), between(c.P2),
			bound, level)
	}
	unbound := help(none(), lang.Say("tell.events.unbound"))
	row(r.Worst, audit.NewCount(r.C1, r.C2, r.M), unbound, unbound, sheet.Paper)
	escape := event.EscapeEvent()
	escape.Swap = r.Escape.C2 > r.Escape.C1
	row(escape, r.Escape, unbound, unbound, sheet.Muted)
	for _, b := range append([]audit.Bound{r.Strong}, r.Others...) {
		if b.Event.Kind == "" {
			continue
		}
		cell := bound(r, b)
		if !r.Telling() {
			cell = none()
		}
		row(b.Event, b.Count, help(cell, How(r, b)), sheet.Number(b.Share, 3), sheet.Strong)
		if o := b.Event.Opposite; o != nil {
			row(*o, audit.NewCount(b.Count.O1, b.Count.O2, b.Count.N),
				help(sheet.Words(lang.Say("tell.events.above")), How(r, b)), none(), sheet.Strong)
		}
	}
}
