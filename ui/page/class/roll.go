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
)

// Roll is the codes that a teacher's page was given, of all its classes, in the order
// in which they came.
type Roll struct{ codes []Code }

// most is how many codes are kept; the oldest make way.
const most = 2000

// Read returns the roll that Text wrote; what cannot be read is left out.
func Read(text string) *Roll {
	r := &Roll{}
	for _, word := range strings.Fields(text) {
		if c, err := Parse(word); err == nil {
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
func (r *Roll) Of(mark int) (out []lab.Outcome) {
	for _, c := range r.codes {
		if c.Mark == mark {
			out = append(out, c.Outcome)
		}
	}
	return out
}

// Forget takes the codes of a class away.
func (r *Roll) Forget(mark int) {
	r.codes = slices.DeleteFunc(r.codes, func(c Code) bool { return c.Mark == mark })
}

// Add takes every code of a class that stands in a text, one or many, among other words
// too. It returns the codes that are new, what of the text was refused and why, one
// sentence for each, and how many of the codes were there before.
func (r *Roll) Add(text string, mark int) (taken []string, refused []string, why []lang.Message, known int) {
	for _, part := range split(text) {
		c, err := Parse(part)
		switch {
		case err == nil && c.Mark != mark:
			refused, why = append(refused, part), append(why, lang.Say("class.other", "code", c.String()))
		case err != nil:
			refused, why = append(refused, part), append(why, lang.Of(err))
		case slices.ContainsFunc(r.codes, func(o Code) bool { return o.Mark == mark && o.Seed == c.Seed }):
			known++
		default:
			r.codes = append(r.codes, c)
			r.codes = r.codes[max(0, len(r.codes)-most):]
			taken = append(taken, c.String())
		}
	}
	return taken, refused, why, known
}

// split returns what of a text may be codes: in each line, or between commas, the words of
// a code's length; where there are none, the whole of it.
func split(text string) (out []string) {
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("\n\r,;", r) }) {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		n := len(out)
		if len(bare(part)) != length {
			for _, word := range strings.Fields(part) {
				if len(bare(word)) == length {
					out = append(out, word)
				}
			}
		}
		if len(out) == n {
			out = append(out, part)
		}
	}
	return out
}

// whole reports whether a text that is being typed ends no code in the middle.
func whole(text string) bool {
	for _, part := range split(text) {
		if len(bare(part)) != length {
			return false
		}
	}
	return strings.TrimSpace(text) != ""
}

// Sheet draws what the runs of a class found. again is the sheet of lab.Again for the same
// settings, nil before it is there: it says what was to be expected.
func Sheet(set audit.Settings, found []lab.Outcome, again *sheet.Sheet) *sheet.Sheet {
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
				if k.Role == sheet.Truth {
					exact = float64(k.At)
				}
			}
		}
	}
	out := lab.Outcomes(set, exact, found)
	out.Title = lang.Say("class.title")
	if runs > 0 {
		n := len(found)
		from, to := stat.ClopperPearson(int64(cries), int64(runs), 0.95)
		out.Notes = slices.Insert(out.Notes, 0, lang.Say("class.expected", "cries", cries, "runs", runs, "n", n,
			"from", from, "to", to, "least", from*float64(n), "most", to*float64(n)))
	}
	c := &out.Charts[0]
	c.ID, c.Title, c.X.Label = "class", lang.Say("class.chart"), lang.Say("class.phone")
	return &out
}
