package tell

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"indistinct/core/lang"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/learn"
	"indistinct/core/num"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// lambdaHelp says why the paper's λ does not hold, in two sentences.
const lambdaHelp = "The paper's λ = β + 2η e^ε rests on its Lemma 3, which bounds the probability of one cell and never sums over cells, so it does not hold. " +
	"Let one record's releases be uniform on the left halves of k equal cells and the other's on the right halves: every cell has probability 1/k under both, so ε = 0 passes with η = 1/k, yet the union of the left halves has probability 1 and 0."

// confidenceHelp says what the paper's confidence is not, in two sentences.
const confidenceHelp = "The paper calls (1 − α)(1 − γ) the confidence that the mechanism is private, but α limits how often a private mechanism is rejected, not how often a leaking one passes. " +
	"Rejecting when the smaller of the two p-values is at most α has a level of up to 2α, and 1 − γ holds for each step's high-likely set by itself."

// lowestP is where the p-value chart ends: smaller ones all say the same.
const lowestP = 1e-12

// Sheet lays a report out: p-value against ε, the privacy profile, the
// quantities and the events.
func Sheet(r *audit.Report) sheet.Sheet {
	s := sheet.Sheet{
		Title:  "Test result",
		Lead:   r.Plain,
		Charts: []sheet.Chart{pValueChart(r), profileChart(r), regionChart(r)},
		Tables: []sheet.Table{quantityTable(r), eventTable(r)},
	}
	if len(r.Tried) > 1 {
		s.Tables = append(s.Tables, TriedTable(r.Tried, r.Pair))
	}
	if r.Running != nil {
		s.Charts = append(s.Charts, runningChart(r))
	}
	return s
}

// runningChart draws how the bound grew from look to look while releases were
// drawn.
func runningChart(r *audit.Report) sheet.Chart {
	c := sheet.Chart{
		ID:      "running",
		Title:   "The bound while drawing",
		Caption: lang.Verbatim(fmt.Sprintf("Proven lower bound on ε of the strongest event after each look. With confidence %s %% it was right at every look at once, so stopping early breaks nothing.", sheet.Brief(100*r.Strong.Level, 4))),
		X:       sheet.Axis{Label: "releases of each input", Log: true},
		Y:       sheet.Axis{Label: "lower bound on ε", Min: 0},
		Series:  []sheet.Series{*r.Running},
		Marks:   []sheet.Mark{{Label: "claimed ε", Role: sheet.Ink, At: r.Epsilon}},
	}
	if r.ExactDelta != nil && !math.IsInf(float64(*r.ExactDelta), 0) && float64(r.ExactAt) == float64(r.Delta) {
		c.Marks = append(c.Marks, sheet.Mark{Label: "exact ε", Role: sheet.Truth, At: *r.ExactDelta})
	}
	return c
}

// pValueChart draws the paper's two p-values, one thinning as printed, and the
// stronger test's p-value, over ε.
func pValueChart(r *audit.Report) sheet.Chart {
	c := sheet.Chart{
		ID:    "p-values",
		Title: "p-value against ε",
		Caption: lang.Verbatim(fmt.Sprintf("A claim ε is rejected where a curve runs below α. The paper's curves are those of its worst event, (%d, %d) of %d releases, in expectation over the thinning; dots: one random thinning, as printed. Values below 10⁻¹² are drawn there.",
			r.C1, r.C2, r.M)),
		X: sheet.Axis{Label: "privacy loss ε", Min: 0},
		Y: sheet.Axis{Label: "p-value", Log: true, Min: lowestP, Max: 1},
	}
	var x, plus, minus, exact, thin []sheet.Real
	at := func(p sheet.Real) sheet.Real { return sheet.Real(math.Max(float64(p), lowestP)) }
	for _, p := range r.Curve {
		x = append(x, p.Epsilon)
		plus = append(plus, at(p.Plus))
		minus = append(minus, at(p.Minus))
		exact = append(exact, at(p.Exact))
		thin = append(thin, at(p.Thinned))
	}
	top := 1.0
	if len(x) > 0 {
		top = float64(x[len(x)-1])
		c.X.Max = sheet.Real(top)
	}
	c.Series = []sheet.Series{
		{Name: "one thinning, as printed", Role: sheet.Muted, Style: sheet.Dots, X: x, Y: thin},
		{Name: "p⁺ (paper)", Role: sheet.Paper, Style: sheet.Line, X: x, Y: plus},
		{Name: "p₊ (paper)", Role: sheet.Paper, Style: sheet.Dash, X: x, Y: minus},
		{Name: "stronger test", Role: sheet.Strong, Style: sheet.Line, X: x, Y: exact},
	}
	if r.Alpha > 0 {
		c.Marks = append(c.Marks, sheet.Mark{Label: lang.Verbatim("α = " + sheet.Format(float64(r.Alpha), 3)), Role: sheet.Ink,
			At: r.Alpha})
	}
	vertical := func(label string, role sheet.Role, at sheet.Real) {
		if at >= 0 && float64(at) <= top {
			c.Marks = append(c.Marks, sheet.Mark{Label: lang.Verbatim(label + " = " + sheet.Format(float64(at), 3)), Role: role,
				At: at, Vertical: true})
		}
	}
	vertical("ε", sheet.Ink, r.Epsilon)
	vertical("ε_c", sheet.Paper, r.EpsilonC)
	if r.EscapeC != r.EpsilonC {
		vertical("ε_c with the outside", sheet.Paper, r.EscapeC)
	}
	if r.Strong.Epsilon > 0 {
		vertical("proven: ε ≥", sheet.Strong, r.Strong.Epsilon)
		if n := len(c.Marks); n > 0 && c.Marks[n-1].Role == sheet.Strong {
			c.Marks[n-1].Label = lang.Verbatim("proven: ε ≥ " + sheet.Above(float64(r.Strong.Epsilon), float64(r.Epsilon)))
		}
	}
	return c
}

// profileChart draws the least δ for each ε: exactly where the mechanism knows
// it, what the best event's counts prove, the events' bounds, and the claim.
func profileChart(r *audit.Report) sheet.Chart {
	c := sheet.Chart{
		ID:      "profile",
		Title:   "Privacy profile",
		Caption: "The least δ for which (ε, δ) holds for these two inputs.",
		X:       sheet.Axis{Label: "privacy loss ε"},
		Y:       sheet.Axis{Label: "δ"},
	}
	if len(r.Profile) > 0 {
		s := sheet.Series{Name: "exact", Role: sheet.Truth, Style: sheet.Line}
		for _, p := range r.Profile {
			s.X = append(s.X, p.Epsilon)
			s.Y = append(s.Y, p.Delta)
		}
		c.Series = append(c.Series, s)
		c.Caption += " Exact: " + r.ExactHow + "."
	}
	b := r.Strong
	if b.Count.N > 0 && !r.Sequential && b.Level < 1 {
		// Two bounds that hold together give one for every ε at once.
		half := (1 - b.Level) * b.Share / 2
		c1, c2 := audit.Directed(b.Event, b.Count)
		p1, p2 := stat.LowerP(c1, b.Count.N, half), stat.UpperP(c2, b.Count.N, half)
		s := sheet.Series{Name: "proven from the best event", Role: sheet.Strong, Style: sheet.Line}
		for _, p := range r.Curve {
			d := math.Max(p1-num.Exp(float64(p.Epsilon))*p2, 0)
			s.X = append(s.X, p.Epsilon)
			s.Y = append(s.Y, sheet.Real(d))
			if d == 0 {
				break
			}
		}
		c.Series = append(c.Series, s)
		c.Caption += lang.Verbatim(fmt.Sprintf(" Proven: Clopper–Pearson bounds on both counts of the best event; no (ε, δ) below the curve holds, with confidence %s %% for all of it.", sheet.Brief(100*b.Level, 4)))
	}
	points := sheet.Series{Name: "bounds of single events", Role: sheet.Strong, Style: sheet.Dots}
	for _, o := range append([]audit.Bound{b}, r.Others...) {
		if o.Epsilon > 0 && !math.IsInf(float64(o.Epsilon), 0) {
			points.X = append(points.X, o.Epsilon)
			points.Y = append(points.Y, r.Delta)
		}
	}
	if len(points.X) > 0 {
		c.Series = append(c.Series, points)
	}
	tested := sheet.Series{Name: "tested claim", Role: sheet.Ink, Style: sheet.Dots, X: []sheet.Real{r.Epsilon},
		Y: []sheet.Real{r.Delta}}
	c.Series = append(c.Series, tested)
	if r.Claimed != nil && r.ClaimDelta != nil && !math.IsInf(float64(*r.Claimed), 0) {
		// A claim far beyond the evidence would flatten everything else.
		far := 1.0
		for _, s := range c.Series {
			for _, x := range s.X {
				far = math.Max(far, float64(x))
			}
		}
		if float64(*r.Claimed) <= 3*far {
			c.Series = append(c.Series, sheet.Series{Name: "claimed by " + lang.Verbatim(r.ClaimBy), Role: sheet.Muted,
				Style: sheet.Dots, X: []sheet.Real{*r.Claimed}, Y: []sheet.Real{*r.ClaimDelta}})
		} else {
			c.Caption += lang.Verbatim(fmt.Sprintf(" The ε = %s claimed by %s lies far to the right.",
				sheet.Format(float64(*r.Claimed), 5), lang.Verbatim(r.ClaimBy)))
		}
	}
	return c
}

// whole is a cell with a count.
func whole(n int64) sheet.Cell {
	v := sheet.Real(n)
	return sheet.Cell{Text: lang.Verbatim(sheet.Group(n)), Num: &v}
}

func help(c sheet.Cell, text lang.Message) sheet.Cell { c.Help = text; return c }
func hue(c sheet.Cell, r sheet.Role) sheet.Cell       { c.Role = r; return c }

// quantityTable lists the counts and quantities of a report, each with what it
// means.
func quantityTable(r *audit.Report) sheet.Table {
	t := sheet.Table{
		ID: "quantities", Title: "Counts and quantities",
		Columns: []lang.Message{"Quantity", "Symbol", "Value"},
	}
	row := func(name lang.Message, symbol string, value sheet.Cell, text lang.Message) {
		t.Rows = append(t.Rows, []sheet.Cell{help(sheet.Words(name), text), sheet.Words(lang.Verbatim(symbol)), help(value, text)})
	}
	real := func(v sheet.Real, digits int) sheet.Cell { return sheet.Number(float64(v), digits) }
	events := whole(r.Events)
	if r.Events == math.MaxInt64 {
		events = sheet.Words("over 9·10¹⁸")
	}
	row("Releases that fit the high-likely set", "Γ", whole(int64(r.GammaSamples)),
		"Enough for each step's ellipsoid to hold 1 − β of the record's releases with confidence 1 − γ (scenario optimisation, Algorithm 3).")
	row("Events in the grid", "rᵈ per step", events,
		lang.Verbatim(fmt.Sprintf("Product cells over all steps; %s of them held a selection release.",
			sheet.Group(int64(r.Occupied)))))
	row("Selection releases of each input", "n", whole(r.N),
		"The worst event and the stronger test's events are chosen on these.")
	row("Test releases of each input", "m", whole(r.M), "Fresh releases: the choice of events has not seen them.")
	row("Worst event, record", "c₁", hue(whole(r.C1), sheet.Record),
		"How many test releases of the record fell into the paper's worst event: "+r.Worst.Name+
			". Each cell's p-value is of one random thinning, as Algorithm 4 is printed: another seed may choose another cell.")
	row("Worst event, neighbour", "c₂", hue(whole(r.C2), sheet.Adjacent),
		"How many test releases of the neighbour fell into the paper's worst event.")
	row("Outside the high-likely set, record", "", hue(whole(r.Escape.C1), sheet.Record),
		"The paper's rule drops these releases.")
	row("Outside the high-likely set, neighbour", "", hue(whole(r.Escape.C2), sheet.Adjacent), "The high-likely set is fitted to the record alone; the paper's rule drops these releases, and with them what may tell the two apart best.")
	row("p-value of p₁ ≤ e^ε p₂ at the claim", "p⁺", real(r.PPlus, 4), lang.Verbatim(fmt.Sprintf("Fisher's exact test after thinning c₁, in expectation; one random thinning, as printed, gave %s.", sheet.Format(float64(r.ThinPlus), 3))))
	row("p-value of p₂ ≤ e^ε p₁ at the claim", "p₊", real(r.PMinus, 4), lang.Verbatim(fmt.Sprintf("Fisher's exact test after thinning c₂, in expectation; one random thinning, as printed, gave %s.", sheet.Format(float64(r.ThinMinus), 3))))
	row("Critical ε by the paper's rule", "ε_c", hue(real(r.EpsilonC, 5), sheet.Paper), "The least ε at which neither p-value is at most α any more. It grows with m: a large ε_c needs many releases, a small one is no sign of privacy.")
	row("Critical ε, the outside counted", "", hue(real(r.EscapeC, 5), sheet.Paper), "The same rule when “outside the high-likely set” takes part as one more event: "+r.EscapeEvent.Name+" was chosen.")
	row("Proven lower bound", "ε ≥", hue(sheet.Cell{Text: lang.Verbatim(sheet.Above(float64(r.Strong.Epsilon), float64(r.Epsilon))), Num: &r.Strong.Epsilon}, sheet.Strong),
		lang.Verbatim(fmt.Sprintf("With confidence %s %%, at δ = %s. %s", sheet.Brief(100*r.Strong.Level, 4),
			sheet.Format(float64(r.Delta), 3), r.Strong.How)))
	if r.ExactPure != nil {
		row("Exact ε", "", hue(real(*r.ExactPure, 6), sheet.Truth), "The least ε for these two inputs at δ = 0: "+
			r.ExactHow+".")
	}
	if r.ExactDelta != nil {
		row(lang.Verbatim("Exact ε at δ = "+sheet.Brief(float64(r.ExactAt), 3)), "", hue(real(*r.ExactDelta, 6), sheet.Truth),
			"The least ε for these two inputs at that δ: "+r.ExactHow+".")
	}
	if r.Claimed != nil {
		row("ε claimed by "+lang.Verbatim(r.ClaimBy), "", real(*r.Claimed, 6), "Source: "+r.ClaimFrom+".")
	}
	row("Likeliest cell", "η", real(r.Eta, 4),
		"The largest share of the record's selection releases in one cell, c₁/n.")
	row("The paper's λ", "λ", hue(real(r.Lambda, 4), sheet.Paper), lambdaHelp)
	row("The paper's confidence", "(1 − α)(1 − γ)", hue(real(r.Confidence, 6), sheet.Paper), confidenceHelp)
	if !math.IsNaN(float64(r.ECorrect)) {
		row("Error, record", "E_correct", real(r.ECorrect, 4), "Root mean square over releases, steps and coordinates.")
		row("Error, neighbour", "E_adjacent", real(r.EAdjacent, 4), "The same for releases made from the neighbour.")
	}
	return t
}

// TriedTable lists the pairs of inputs that a search tried, those that it looked
// at longest first, and marks the one that was tested.
func TriedTable(tried []learn.Tried, tested int) sheet.Table {
	t := sheet.Table{
		ID: "tried", Title: "Pairs that were tried",
		Columns: []lang.Message{"Pair", "Releases of each input", "Bound expected", "Best event"},
		Caption: "Every pair was looked at in both directions; the third that might still be worth most was drawn from again, until one was left. " +
			"The bound that its best event promised decided. What is proven rests on fresh releases of the tested pair alone.",
	}
	list := slices.Clone(tried)
	slices.SortStableFunc(list, func(a, b learn.Tried) int {
		return cmp.Or(cmp.Compare(b.Releases, a.Releases), cmp.Compare(b.Gain, a.Gain))
	})
	for _, x := range list {
		pair := sheet.Words(x.Name)
		if x.Pair == tested {
			pair = hue(sheet.Words("tested: "+x.Name), sheet.Strong)
		}
		expected := sheet.Words("–")
		if x.Event != "" {
			expected = help(sheet.Number(math.Max(x.Gain, 0), 3),
				lang.Verbatim(fmt.Sprintf("Give or take %s.", sheet.Format(x.Error, 2))))
		}
		t.Rows = append(t.Rows, []sheet.Cell{pair, whole(int64(x.Releases)), expected, sheet.Words(x.Event)})
	}
	return t
}

// eventTable lists the events that were tested: the paper's worst event, the
// outside, and the stronger test's, each with its counts and bound.
func eventTable(r *audit.Report) sheet.Table {
	t := sheet.Table{
		ID: "events", Title: "Events",
		Caption: "Intervals: two-sided 95 % Clopper–Pearson, each by itself. Bounds: all of them hold together with confidence 1 − α, of which each event has a share.",
		Columns: []lang.Message{"Event", "Likelier under", "c₁", "c₂", "p₁", "p₂", "ε ≥", "Share of α"},
	}
	between := func(p [2]sheet.Real) sheet.Cell {
		return sheet.Words(lang.Verbatim(sheet.Format(float64(p[0]), 3) + " to " + sheet.Format(float64(p[1]), 3)))
	}
	row := func(e event.Event, c audit.Count, bound, level sheet.Cell, role sheet.Role) {
		under := hue(sheet.Words("record"), sheet.Record)
		if e.Swap {
			under = hue(sheet.Words("neighbour"), sheet.Adjacent)
		}
		t.Rows = append(t.Rows, []sheet.Cell{hue(sheet.Words(e.Name), role), under, whole(c.C1), whole(c.C2),
			between(c.P1), between(c.P2), bound, level})
	}
	none := help(sheet.Words("–"), "Part of the paper's test, which gives no bound.")
	row(r.Worst, audit.NewCount(r.C1, r.C2, r.M), none, none, sheet.Paper)
	escape := event.EscapeEvent()
	escape.Swap = r.Escape.C2 > r.Escape.C1
	row(escape, r.Escape, none, none, sheet.Muted)
	for _, b := range append([]audit.Bound{r.Strong}, r.Others...) {
		if b.Event.Kind == "" {
			continue
		}
		bound := help(sheet.Cell{Text: lang.Verbatim(sheet.Above(float64(b.Epsilon), float64(r.Epsilon))), Num: &b.Epsilon}, b.How)
		row(b.Event, audit.NewCount(b.Count.C1, b.Count.C2, b.Count.N), bound, sheet.Number(b.Share, 3), sheet.Strong)
		if o := b.Event.Opposite; o != nil {
			row(*o, audit.NewCount(b.Count.O1, b.Count.O2, b.Count.N), help(sheet.Words("with the above"), b.How),
				sheet.Words("–"), sheet.Strong)
		}
	}
	return t
}
