package class

import (
	"strings"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
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

// keep keeps the codes on the machine.
func (k *Desk) keep() { k.machine.Remember(rollKey, k.roll.Text()) }

// Found is what the class with the settings on show has found.
func (k *Desk) Found(d *laboratory.State) []lab.Outcome { return k.roll.Of(Mark(d.Table, d.Spec)) }

// Fewest is with how few releases a riddle was solved.
func (k *Desk) Fewest(d *laboratory.State) (n int) {
	for i, o := range k.Found(d) {
		if now := used * int(o.Seed); i == 0 || now < n {
			n = now
		}
	}
	return n
}

// Sheet draws it; nil before the first code.
func (k *Desk) Sheet(d *laboratory.State) *sheet.Sheet {
	set := audit.Settings{Epsilon: d.Spec.Float(laboratory.EpsilonName)}
	if d.Spec.Has("delta") {
		set.Delta = d.Spec.Float("delta")
	}
	if c := d.Script.CurvedClaim(); c != nil {
		set.Claim = *c
	}
	t := d.Task(lab.Again)
	if t.Running || t.Sheet == nil || Mark(d.Table, t.Spec) != Mark(d.Table, d.Spec) {
		return Sheet(set, k.Found(d), nil)
	}
	return Sheet(set, k.Found(d), t.Sheet)
}

// Type takes what is typed or pasted; codes that are whole are added at once. A text that is
// too long is not read, and leaves the field: it would hold up every key.
func (k *Desk) Type(d *laboratory.State, text string) {
	k.Draft, k.Refused = text, nil
	switch {
	case len(text) > mostText:
		k.Draft, k.Refused = "", []lang.Message{lang.Say("class.long", "n", len(text), "most", mostText)}
		k.machine.Put("class-codes", "")
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
	k.machine.Put("class-codes", k.Draft)
}

// Forget forgets the codes of the settings on show.
func (k *Desk) Forget(d *laboratory.State) {
	k.roll.Forget(Mark(d.Table, d.Spec))
	k.keep()
}
