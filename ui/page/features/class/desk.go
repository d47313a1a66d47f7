package class

import (
	"math"
	"slices"
	"strings"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/stat"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Where a machine keeps the codes that it was given, and a phone the seed that it drew,
// "mark:seed".
const rollKey, seedKey, usedKey = "indistinct-class", "indistinct-class-seed", "indistinct-class-used"

// used is how many releases one counts in the code of a riddle, in the place of the seed.
const used = 100

// Desk is the teacher's page beside the settings on show: d in all that follows.
type Desk struct {
	Draft   string         // what is typed of the codes
	Refused []lang.Message // what of that was refused, and why
	machine state.Host
	confirm func(lang.Message)
	roll    *Roll
}

// NewDesk returns the desk of a machine, with the codes that it was given before; confirm
// says what was taken.
func NewDesk(m state.Host, confirm func(lang.Message)) *Desk {
	return &Desk{machine: m, confirm: confirm, roll: Read(m.Recall(rollKey))}
}

func (k *Desk) keep() { k.machine.Remember(rollKey, k.roll.Text()) }

// Found is what the class with the settings on show has found.
func (k *Desk) Found(d *laboratory.State) []Code { return k.roll.Of(Mark(d.Table, d.Spec)) }

// Fewest is with how few releases a riddle was solved.
func (k *Desk) Fewest(d *laboratory.State) (n int) {
	for i, o := range k.Found(d) {
		if now := used * int(o.Seed); i == 0 || now < n {
			n = now
		}
	}
	return n
}

// Sheet draws it, in a lesson beside the options that were predicted; nil before the first code.
func (k *Desk) Sheet(d *laboratory.State, options ...lang.Message) *sheet.Sheet {
	asked := d.Asks()
	set := audit.Settings{Epsilon: asked.Epsilon, Delta: asked.Delta}
	if c := d.Script.CurvedClaim(); c != nil {
		set.Claim = *c
	}
	var again *sheet.Sheet
	if t := d.Task(lab.Again); t.Sheet != nil && !t.Running && Mark(d.Table, t.Spec) == Mark(d.Table, d.Spec) {
		again = t.Sheet
	}
	return Sheet(set, k.Found(d), again, options...)
}

// Type takes what is typed or pasted; codes that are whole are added at once. A text that is
// too long is not read, and leaves the field: it would hold up every key.
func (k *Desk) Type(d *laboratory.State, text string) {
	k.Draft, k.Refused = text, nil
	switch {
	case len(text) > mostText:
		k.Draft, k.Refused = "", []lang.Message{lang.Say("class.long", "n", len(text), "most", mostText)}
		k.machine.Tool("put", nil, "class-codes", "")
	case whole(text):
		k.Add(d)
	}
}

// Add adds the codes that were typed. What is refused stays in the field.
func (k *Desk) Add(d *laboratory.State) {
	a := k.roll.Add(k.Draft, Mark(d.Table, d.Spec))
	if k.Refused = a.Why; len(a.Taken) > 0 {
		k.keep()
		k.confirm(lang.Say("class.taken", "n", len(a.Taken), "code", a.Taken[0]))
	} else if a.Known > 0 {
		k.confirm(lang.Say("class.known", "n", a.Known))
	}
	k.Draft = strings.Join(a.Refused, "\n")
	k.machine.Tool("put", nil, "class-codes", k.Draft)
}

func (k *Desk) Forget(d *laboratory.State) {
	k.roll.Forget(Mark(d.Table, d.Spec))
	k.keep()
}

// Roll is the codes that a teacher's page was given, of all its classes, in the order
// in which they came.
type Roll struct{ codes []Code }

// most is how many codes of one class are kept, mostText how much text is read at once, and
// mostKept how much a browser may have kept: of more the latest.
const (
	most     = 2000
	mostText = 200_000
	mostKept = 40 * most * (length + checks + 1)
)

// Read returns the roll that Text wrote; what cannot be read is left out.
func Read(text string) *Roll {
	r := &Roll{}
	count := map[int]int{}
	for _, word := range strings.Fields(text[max(0, len(text)-mostKept):]) {
		if c, err := Parse(word); err == nil && count[c.Mark] < most {
			count[c.Mark]++
			r.codes = append(r.codes, c)
		}
	}
	return r
}

// Text is the roll as a browser keeps it.
func (r *Roll) Text() string {
	var out []string
	for _, c := range r.codes {
		out = append(out, c.String())
	}
	return strings.Join(out, " ")
}

// Of returns what the runs of a class found, in the order in which their codes came.
func (r *Roll) Of(mark int) (out []Code) {
	for _, c := range r.codes {
		if c.Mark == mark {
			out = append(out, c)
		}
	}
	return out
}

func (r *Roll) Forget(mark int) {
	r.codes = slices.DeleteFunc(r.codes, func(c Code) bool { return c.Mark == mark })
}

// Added is what became of a text.
type Added struct {
	Taken   []string       // the codes that are new
	Refused []string       // what is none of the class, as it stands in the text
	Why     []lang.Message // a sentence for each of these, a few at most
	Known   int            // codes that were there before
	Over    int            // codes too many
}

// mostWhy is how many sentences say what was refused.
const mostWhy = 4

// Add takes every code of a class that stands in a text, one or many, among other words
// too. Of two codes of one run the first counts, whatever the second says was predicted.
func (r *Roll) Add(text string, mark int) (a Added) {
	there := map[string]bool{}
	of := func(o lab.Outcome) string { return Code{Mark: mark, Outcome: o}.String() }
	for _, c := range r.Of(mark) {
		there[of(c.Outcome)] = true
	}
	for _, part := range split(text) {
		c, err := Parse(part)
		if err == nil && c.Mark != mark {
			err = lang.Errorf("class.other", "code", c.String())
		}
		switch {
		case err != nil:
			a.Refused = append(a.Refused, part)
			if len(a.Why) < mostWhy {
				a.Why = append(a.Why, lang.Of(err))
			}
		case there[of(c.Outcome)]:
			a.Known++
		case len(there) >= most:
			a.Over++
		default:
			there[of(c.Outcome)] = true
			r.codes = append(r.codes, c)
			a.Taken = append(a.Taken, c.String())
		}
	}
	if more := len(a.Refused) - len(a.Why); more > 0 {
		a.Why = append(a.Why, lang.Say("class.more", "n", more))
	}
	if a.Over > 0 {
		a.Why = append(a.Why, lang.Say("class.full", "n", a.Over, "most", most))
	}
	return a
}

// split returns what of a text may be codes: in each line, or between commas, the words of
// a code's length; where there are none, the whole of it.
func split(text string) (out []string) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n\r,;", r) }) {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		if words = slices.DeleteFunc(words, cut); len(words) == 0 || !cut(part) {
			words = []string{strings.TrimSpace(part)}
		}
		out = append(out, words...)
	}
	return out
}

// cut reports whether a text has not the length of a code.
func cut(text string) bool { return len(bare(text)) != length }

// whole reports whether a text that is being typed ends no code in the middle.
func whole(text string) bool {
	return strings.TrimSpace(text) != "" && !slices.ContainsFunc(split(text), cut)
}

// Sheet draws what the runs of a class found. again is the sheet of lab.Again for the same
// settings, nil before it is there: it says what was to be expected. Where there are options,
// the runs stand by what was predicted, those without a prediction last.
func Sheet(set audit.Settings, found []Code, again *sheet.Sheet, options ...lang.Message) *sheet.Sheet {
	if len(found) == 0 {
		return nil
	}
	cries, runs, exact := 0, 0, math.NaN()
	if again != nil {
		for i := range again.Charts {
			for _, s := range again.Charts[i].Series {
				if runs += len(s.X); s.Role == sheet.Bad {
					cries += len(s.X)
				}
			}
			for _, k := range again.Charts[i].Marks {
				if id := k.Label.ID(); id == "again.chart.mark.exact" || id == "again.chart.mark.both" {
					exact = float64(k.At)
				}
			}
		}
	}
	group := func(c Code) int { return min((c.Choice+choices-1)%choices, len(options)) }
	slices.SortStableFunc(found, func(a, b Code) int { return group(a) - group(b) })
	outcomes := make([]lab.Outcome, len(found))
	for i, c := range found {
		outcomes[i] = c.Outcome
	}
	out := lab.Outcomes(set, exact, outcomes)
	out.Title = lang.Say("class.title")
	if runs > 0 {
		n := len(found)
		from, to := stat.ClopperPearson(int64(cries), int64(runs), 0.95)
		out.Notes = slices.Insert(out.Notes, 0, lang.Say("class.expected", "cries", cries, "runs", runs, "n", n,
			"from", from, "to", to, "least", from*float64(n), "most", to*float64(n)))
	}
	c := &out.Charts[0]
	c.ID, c.Title, c.X.Label = "class", lang.Say("class.chart"), lang.Say("class.phone")
	if len(options) == 0 {
		return &out
	}
	c.X.Label = lang.Say("class.phone.by")
	t, at := out.Table("guesses", "class.guess.", "", "option", "phones", "found"), sheet.Real(0.5)
	for k, option := range append(slices.Clip(options), lang.Say("class.guess.none")) {
		n, cries := 0, 0
		for _, code := range found {
			if group(code) == k {
				n++
				if code.Violation {
					cries++
				}
			}
		}
		if n > 0 {
			c.Marks = append(c.Marks, sheet.Mark{Label: option, Role: sheet.Muted, At: at, Vertical: true})
			at += sheet.Real(n)
		}
		t.Add(sheet.Words(option), sheet.Count(float64(n)), sheet.Count(float64(cries)))
	}
	return &out
}
