package samples

import (
	"math"
	"slices"
	"strconv"

	"indistinct/core/audit"
	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/onerun"
	"indistinct/core/privacy"
	"indistinct/core/read"
	"indistinct/core/sheet"
	"indistinct/core/stat"
)

// ScoreSettings are what is asked of the scores of one training run.
type ScoreSettings struct {
	Claim       privacy.Claim `json:"claim"`
	Independent bool          `json:"independent"` // canaries do not influence each other's scores
	Lower       bool          `json:"lower,omitempty"`
	Guesses     int           `json:"guesses,omitempty"` // 0: several numbers are tried
	Delta       float64       `json:"delta"`             // at which ε is proven; of a family 0 is usualDelta
	Alpha       float64       `json:"alpha"`
	Seed        uint64        `json:"seed"`
}

// ScoreReport is what the scores of canaries show.
type ScoreReport struct {
	ScoreSettings
	Verdict audit.Verdict   `json:"verdict"`
	N       int             `json:"n"`              // canaries
	In      int             `json:"in"`             // of them
	Value   sheet.Real      `json:"value,omitzero"` // proven of the claim's own number, where it is a family's
	Epsilon sheet.Real      `json:"epsilon_c"`
	Allowed sheet.Real      `json:"allowed"` // the claim's ε at δ
	Guessed *onerun.Guesses `json:"guessed,omitempty"`
	Sources [2]File         `json:"sources"`
	Read    lang.Message    `json:"read"`
	Plain   lang.Message    `json:"plain"`
	Needs   lang.Message    `json:"needs"`    // what the bound rests on
	Not     lang.Message    `json:"untested"` // what was not tested
	// Warnings are of canaries that come again and, if they are said to be independent, of scores that are not.
	Warnings []lang.Message `json:"warnings,omitempty"`
}

// usualDelta is the δ at which ε of a family is told where none was asked for.
const usualDelta = 1e-5

// leastCanaries is how many canaries there have to be.
const leastCanaries = 10

// JudgeScores tests the claim in set on the scores of canaries: by guesses, or by their ranks
// where canaries are independent and the claim is of a family, whose own number is then proven.
func JudgeScores(s *read.Scores, set ScoreSettings) (*ScoreReport, error) {
	if err := set.Claim.Check(); err != nil {
		return nil, err
	}
	if set.Independent && !set.Claim.Curved() {
		return nil, lang.Errorf("workshop.scores.family")
	}
	if set.Claim.Curved() && set.Delta == 0 {
		set.Delta = usualDelta
	}
	c := onerun.Order(s.In, s.Out, set.Seed)
	if set.Lower {
		slices.Reverse(c)
	}
	r := &ScoreReport{ScoreSettings: set, Verdict: audit.NoViolation, N: len(c), In: len(s.In), Read: s.Said}
	switch {
	case r.N < leastCanaries:
		return nil, lang.Errorf("workshop.scores.few", "n", r.N, "least", leastCanaries)
	case set.Guesses < 0 || set.Guesses == 1 || set.Guesses > r.N:
		return nil, lang.Errorf("workshop.scores.guesses", "got", set.Guesses, "n", r.N)
	case !c.Fair():
		return nil, lang.Errorf("workshop.scores.coins", "in", r.In, "n", r.N)
	case c.Turned():
		return nil, lang.Errorf("workshop.scores.turned", "lower", strconv.FormatBool(set.Lower))
	}
	for i, rows := range s.Rows {
		r.Sources[i] = File{rows.Name, rows.SHA256, rows.N, rows.Said}
	}
	found := stat.Dependence([2][]float64{s.In, s.Out}, 1)
	for i, f := range found {
		if f.Check != "repeats" && !set.Independent {
			found[i].Z = 0
		}
	}
	r.Warnings = unlikely(found[:2], mechanism.Names{s.Rows[0].Name, s.Rows[1].Name}, selection(s.Rows[0]).Layout,
		"dealt", "scores", "independent", set.Independent)
	r.Not = lang.Say("workshop.scores.untested")
	family := func(value float64) func(alpha float64) float64 {
		claim := set.Claim
		claim.Value = value
		return claim.Added
	}
	_, allowed := set.Claim.EpsilonAt(set.Delta)
	r.Allowed = sheet.Real(allowed)
	if set.Claim.Curved() {
		r.byFamily(c, family)
	} else {
		r.byGuesses(c)
	}
	return r, nil
}

// byFamily proves the claim's own number.
func (r *ScoreReport) byFamily(c onerun.Canaries, f onerun.Family) {
	claim := r.Claim.Value
	reference, gross := math.Max(claim, 0.1), math.Max(2*claim, claim+1)
	value, said, needs, how := 0.0, "workshop.scores.ranks", "workshop.scores.needs.ranks", []any{}
	shows := func() bool { return onerun.Shows(f, reference, gross, r.N, r.Alpha) }
	if r.Independent {
		value = c.Rank(f, reference, r.Alpha, onerun.Draws, r.Seed)
	} else {
		climb := onerun.Climb{N: r.N, Made: r.Guesses, F: f, Reference: reference, Alpha: r.Alpha}
		g := climb.Bound(c.Right)
		r.Guessed, value, said, needs = &g, g.Value, "workshop.scores.value.guessed", "workshop.scores.needs.value"
		how = []any{"made", g.Made, "right", g.Right, "both", strconv.FormatBool(g.Both)}
		shows = func() bool { return climb.Shows(claim, gross) }
	}
	if r.Value = sheet.Real(value); value > 0 {
		proven := r.Claim
		proven.Value = value
		least, _ := proven.EpsilonAt(r.Delta)
		r.Epsilon = sheet.Real(least)
	}
	what := "none"
	if value > claim {
		r.Verdict, what = audit.Violation, "violation"
	} else if !shows() {
		r.Verdict, what = audit.Inconclusive, "few"
	}
	r.Plain = lang.Say(said, r.Claim.Places(append(how, "what", what, "n", r.N, "claim", claim,
		"bound", lang.Above(value, claim), "eps", lang.Down(float64(r.Epsilon), 3), "delta", r.Delta)...)...)
	r.Needs = lang.Say(needs, "level", 100*(1-r.Alpha))
}

// byGuesses proves ε at δ.
func (r *ScoreReport) byGuesses(c onerun.Canaries) {
	g := c.BestGuesses(r.Guesses, r.Delta, r.Alpha)
	r.Guessed, r.Epsilon = &g, sheet.Real(g.Epsilon)
	what, claim := "none", r.Claim.Epsilon
	switch gross := math.Max(2*claim, claim+1); {
	case g.Epsilon > claim:
		r.Verdict, what = audit.Violation, "violation"
	case !onerun.GuessesShow(r.N, gross, claim, r.Delta, r.Alpha):
		r.Verdict, what = audit.Inconclusive, "few"
	}
	r.Plain = lang.Say("workshop.scores.guessed", "what", what, "n", r.N, "made", g.Made, "right", g.Right,
		"bound", lang.Above(g.Epsilon, claim), "claim", claim, "delta", r.Delta, "gross", math.Max(2*claim, claim+1))
	tried := 1
	if r.Guesses == 0 {
		tried = onerun.Tried
	}
	r.Needs = lang.Say("workshop.scores.needs.guesses", "level", 100*(1-r.Alpha), "tried", tried)
}

// Shown implements Result.
func (r *ScoreReport) Shown() (audit.Verdict, *sheet.Sheet) {
	t := sheet.Table{ID: "scores", Title: lang.Say("workshop.found.title"),
		Columns: sheet.Columns("workshop.scores.column.", "what", "number")}
	row := func(name lang.Message, c sheet.Cell) { t.Add(sheet.Words(name), c) }
	claim := lang.Say("workshop.scores.budget", "eps", r.Claim.Epsilon, "delta", r.Delta)
	if r.Claim.Curved() {
		claim = r.Claim.Say()
	}
	row(lang.Say("workshop.scores.claim"), sheet.Words(claim))
	row(lang.Say("workshop.scores.canaries"), sheet.Count(float64(r.N)))
	row(lang.Say("workshop.scores.in"), sheet.Count(float64(r.In)))
	if g := r.Guessed; g != nil {
		row(lang.Say("workshop.scores.made"), sheet.Count(float64(g.Made)))
		row(lang.Say("workshop.scores.right"), sheet.Count(float64(g.Right)))
	}
	if r.Claim.Curved() {
		row(lang.Say("workshop.scores.value", r.Claim.Places()...), sheet.Bound(float64(r.Value), r.Claim.Value))
	}
	row(lang.Say("workshop.scores.epsilon", "delta", r.Delta), sheet.Bound(float64(r.Epsilon), float64(r.Allowed)))
	row(lang.Say("workshop.scores.allowed"), sheet.Number(float64(r.Allowed), 4))
	row(lang.Say("workshop.found.column.level"), sheet.Number(100*(1-r.Alpha), 4))
	return r.Verdict, &sheet.Sheet{Title: lang.Say("workshop.scores"), Lead: r.Plain,
		Notes: append([]lang.Message{r.Needs, r.Not}, r.Warnings...), Tables: []sheet.Table{t, sourceTable(r.Sources)}}
}
