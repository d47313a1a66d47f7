// Package reference is the documentation of the mathematics: a page for each laboratory.
package reference

import (
	"slices"
	"strconv"

	"github.com/vugu/vugu"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
	"indistinct/ui/page/teach"
	"indistinct/ui/page/view"
)

// The page of the laboratory in front, and one that links of before open it by.
const reference, former = "reference", "misprints"

type Feature struct {
	state.Plain
	m    *state.Model
	page Reference
}

func New(m *state.Model) *Feature { return &Feature{m: m, page: Reference{M: m}} }

// Pages are the reference, also by its former name.
func (f *Feature) Pages() []state.Page {
	title := func(d *laboratory.State) lang.Message {
		return lang.Say("page.title.reference", "lab", d.About.Title())
	}
	return []state.Page{{Name: reference, Menu: "page.reference", Stored: true, Title: title},
		{Name: former, Title: title}}
}

// Draw shows the page, and leads to that of each laboratory.
func (f *Feature) Draw(at view.Slot) []vugu.Builder {
	switch {
	case at == view.Below && f.m.Page == reference:
		return []vugu.Builder{&f.page}
	case at == view.Onward:
		return []vugu.Builder{&All{M: f.m}}
	}
	return nil
}

// Fields is the section of a page.
func (f *Feature) Fields() []state.Field { return []state.Field{{Name: "at"}} }

// Read leads to the section of a link.
func (f *Feature) Read(x *state.Extra) {
	if f.m.Page == former {
		f.m.Page = reference
	}
	if at := x.Take("at"); at != "" && f.m.Page == reference {
		f.m.Host.Focus("ref-" + at)
	}
}

// All leads to the reference of each laboratory that has one.
type All struct{ M *state.Model }

func (c *All) laboratories() []*laboratory.State {
	return slices.DeleteFunc(c.M.Laboratories(), func(d *laboratory.State) bool { return len(d.Lab.Reference()) == 0 })
}

// Reference is the reference of the laboratory in front.
type Reference struct {
	M    *state.Model
	made []chapter // the sections of the page in front
	of   page      // which they are of
}

// page is what the sections of a page depend on.
type page struct {
	lab, theme string
	language   *lang.Language // another one once more of its words have come
	seed       uint64         // of the links into the laboratory
	stored     bool
}

// chapter is a section ready to be shown.
type chapter struct {
	ID      string
	Title   lang.Message
	Text    [][]teach.Part
	Code    []script
	Terms   []term
	See     string // a link into the laboratory
	SeeText lang.Message
	Picture vugu.HTMLer  // of a stored result, nil if there is none
	Caption lang.Message // what the picture shows
	Still   string       // the stage's picture
	Table   *sheet.Table
}

// script is a text for a machine, shown as it stands.
type script struct {
	Name lang.Message
	Text string
}

// chapters are the sections of the page in front, made once.
func (c *Reference) chapters() []chapter {
	key := page{c.M.Front.About.Name, c.M.ThemeShown, c.M.L, c.M.Front.Spec.Seed(), c.M.Stored}
	if key == c.of {
		return c.made
	}
	var out []chapter
	seen := map[int]bool{}
	d := c.M.Front
	for _, s := range d.Lab.Reference() {
		out = append(out, c.chapter(d, &s, seen))
	}
	if len(out) > 0 {
		out[0].Still = "still/" + c.M.L.Still(d.About.Name, view.Ground(c.M), "png")
	}
	counts, table := c.chapter(d, &counted, seen), coverage()
	counts.Table = &table
	out = append(out, c.chapter(d, &pass, seen), counts, c.chapter(d, &stored, seen),
		chapter{ID: "settings", Title: lang.Say("page.settings"), Terms: parameters(c.M.L, d.Table)})
	c.made, c.of = out, key
	return out
}

// chapter makes a section of a laboratory; seen are the terms that opened before.
func (c *Reference) chapter(d *laboratory.State, s *lab.Section, seen map[int]bool) chapter {
	l, name := c.M.L, d.About.Name
	k := chapter{ID: s.Name, Title: sectionTitle(l, name, s)}
	for _, text := range paragraphs(l, name, s) {
		k.Text = append(k.Text, c.M.Terms.Mark(l.Spans(text), seen))
	}
	id := sectionID(name, s)
	for i, code := range s.Code {
		k.Code = append(k.Code, script{lang.Say(id + ".code." + strconv.Itoa(i+1)), code})
	}
	if l.Has(id + ".see") {
		k.SeeText = lang.Say("page.see", "what", lang.Say(id+".see"))
		k.See = d.PresetSpec(lab.Preset{Set: s.Set}).Link(d.Table)
	}
	if stored := d.Task(s.Figure).Stored; s.Figure != "" && stored != nil && len(stored.Charts) > 0 {
		k.Picture = vugu.HTML(chart.New(l, &stored.Charts[0], "ref-"+name+"-"+s.Figure, 520,
			chart.Variables).Picture(1).XML())
		k.Caption = lang.Say("page.reference.caption", "title", stored.Charts[0].Title)
	}
	return k
}

func (c *Reference) href(id string) string { return c.M.PageLink(c.M.Front, c.M.Page) + "&at=" + id }

func (c *Reference) jump(e vugu.DOMEvent, id string) {
	if view.Follow(e) {
		c.M.Host.Hash(c.href(id), true)
		c.M.Host.Focus("ref-" + id)
	}
}

// others lead to the other pages of the reference.
func (c *Reference) others() []*laboratory.State {
	return slices.DeleteFunc(c.M.Laboratories(), func(d *laboratory.State) bool { return d == c.M.Front })
}

// elsewhere are the pages of other features.
func (c *Reference) elsewhere() []state.Page {
	return slices.DeleteFunc(c.M.Pages(), func(p state.Page) bool { return p.Menu == "" || p.Name == reference })
}

// Three sections belong to every reference: what a verdict is and is not, how often it is wrong, and who computes it.
var (
	pass    = lab.Section{Name: "pass", Intro: "lab"}
	counted = lab.Section{Name: "coverage", Intro: "lab"}
	stored  = lab.Section{Name: "stored", Intro: "lab"}
)

// paragraphs are those of a section, as far as a language has them: its own after those
// of its Intro.
func paragraphs(l *lang.Language, laboratory string, s *lab.Section) []lang.Message {
	var out []lang.Message
	for _, room := range []string{s.Intro, laboratory} {
		for k := 1; room != ""; k++ {
			id := sectionID(room, s) + "." + strconv.Itoa(k)
			if !l.Has(id) {
				break
			}
			out = append(out, lang.Say(id))
		}
	}
	return out
}

// sectionID is the id of a section's title; its other texts begin with it.
func sectionID(room string, s *lab.Section) string { return room + ".reference." + s.Name }

// sectionTitle is a section's title: its own, or that of its Intro.
func sectionTitle(l *lang.Language, laboratory string, s *lab.Section) lang.Message {
	if id := sectionID(laboratory, s); l.Has(id) || s.Intro == "" {
		return lang.Say(id)
	}
	return lang.Say(sectionID(s.Intro, s))
}

// coverage is the table of counted false alarms: a row of each mechanism, claim and mode, with a column for each α, in
// which intervals of the rate stand.
func coverage() sheet.Table {
	at := func(alpha float64) lang.Message { return lang.Say("page.coverage.at", "alpha", alpha) }
	t := sheet.NewTable("coverage", "page.coverage.", lang.Say("page.coverage.caption"), "mechanism", "mode",
		at(0.05), at(0.2))
	var before tell.Covered
	for _, c := range tell.Coverage() {
		claim := c.Claim.Say()
		if !c.Claim.Curved() {
			claim = lang.Say("tell.evidence.claim.value", "eps", c.Claim.Epsilon, "delta", c.Claim.Delta, "group", 0)
		}
		if c.Mechanism != before.Mechanism || c.Claim != before.Claim || c.Mode != before.Mode {
			name := lang.Say("page.coverage.mechanism."+c.Mechanism, "claim", claim)
			t.Add(sheet.Words(name), sheet.Words(lang.Say("page.coverage.mode."+c.Mode)))
		}
		rate, row := audit.NewCount(c.Alarms, 0, c.Runs).P1, &t.Rows[len(t.Rows)-1]
		*row = append(*row, sheet.Words(lang.Say("page.coverage.count", "alarms", c.Alarms, "runs", c.Runs,
			"from", 100*rate[0], "to", 100*rate[1])))
		before = c
	}
	return t
}

// term is a parameter, explained.
type term struct{ Name, Side, Text lang.Message }

// parameters documents a table in a language.
func parameters(l *lang.Language, t lab.Table) []term {
	var out []term
	for i := range t {
		p := &t[i]
		text := []lang.Message{l.Optional(p.Say("help"))}
		if low, high := p.Say("low"), p.Say("high"); l.Has(low.ID()) && l.Has(high.ID()) {
			text = append(text, lang.Say("page.reference.ends", "low", low, "high", high))
		}
		for _, c := range p.Choices {
			text = append(text, lang.Say("page.reference.choice", "name", p.Say(c), "value", c),
				l.Optional(p.Say(c+".help")))
		}
		side := lang.Say("page.reference.side", "name", p.Name, "accepts", p.Accepts(), "unit", p.Unit)
		if p.Kind == lab.Choice {
			side = lang.Verbatim(p.Name)
		}
		out = append(out, term{p.Title(), side, lang.Sentences(append(text, p.Origin())...)})
	}
	return out
}
