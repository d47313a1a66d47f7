package class

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/state"
	"indistinct/ui/page/test"
	"indistinct/ui/page/test/click"
	"indistinct/ui/page/test/opened"
)

// only gives a page the class alone.
func only(m *state.Model) {
	m.Use(&Feature{Plain: state.Plain{M: m}, Desk: NewDesk(m.Host, m.Confirm)})
}

// alone opens a link on a page that has nothing else.
func alone(t *testing.T, link string) (*state.Model, *Feature, *test.Browser) {
	t.Helper()
	m, s := opened.Page(link, only)
	return m, opened.Feature[*Feature](m), s
}

// A phone that opens a class's link draws a seed, keeps it, and shows its run as a code
// that the teacher's page takes; another seed or setting has none.
func TestClass(t *testing.T) {
	teacher, board, desk := alone(t, "#lab=toy&s=1.25")
	teacher.Go("", "class")
	if desk.LastHash != "#lab=toy&v=2&s=1.25&seed=1&page=class" || board.Desk.Sheet(teacher.Front) != nil {
		t.Fatalf("the teacher's page is %s", desk.LastHash)
	}
	mark := func(m *state.Model) int { return Mark(m.Front.Table, m.Front.Spec) }
	d, taken := teacher.Front, board.Desk
	_, link, _ := strings.Cut(board.Link(), "#")
	if !strings.Contains(link, "&lang=en") {
		t.Errorf("the phones' link %s has no language", link)
	}
	pupil, part, phone := alone(t, "#"+link)
	if seed := pupil.Front.Spec.Seed(); seed != 206789 || len(pupil.Notes) > 0 {
		t.Fatalf("the phone drew %d, notes %q", seed, pupil.Notes)
	}
	pupil.Open("#" + link + "&seed=9") // the seed is the phone's own, whatever the link says
	if seed := pupil.Front.Spec.Seed(); seed != 206789 {
		t.Errorf("opened again, the phone has the seed %d", seed)
	}
	if part.Pupil.Asks(pupil.Front) {
		t.Error("there is a code before a run")
	}
	run := func() {
		t.Helper()
		pupil.Test()
		phone.Runs[len(phone.Runs)-1].Done(test.Report(t, pupil.Front.Spec), "")
		if !part.Pupil.Asks(pupil.Front) {
			t.Fatal("after the run there is nothing for the class")
		}
	}
	run()
	code := part.Pupil.Code(pupil.Front)
	click.Press(t, pupil, pupil.Text("class.code.copy"))
	if phone.Copied != code ||
		!strings.Contains(pupil.Link(state.Address, false, false), "&class="+fmt.Sprint(mark(teacher))) {
		t.Errorf("copied %q, the address is %s", phone.Copied, pupil.Link(state.Address, false, false))
	}

	// Typed letter by letter it is taken when it is whole; twice it counts once.
	for i := range code {
		taken.Type(d, code[:i+1])
	}
	taken.Type(d, strings.ToLower(code))
	if found := taken.Found(d); len(found) != 1 || found[0].Seed != 206789 || !found[0].Violation {
		t.Fatalf("the teacher's page has %+v", found)
	}
	if taken.Draft != "" || desk.LastPut != "class-codes=" || teacher.Said != lang.Say("class.known", "n", 1) {
		t.Errorf("after it the field holds %q and the page says %q", taken.Draft, teacher.Said)
	}
	if s := taken.Sheet(d); s == nil || len(s.Charts[0].Series) != 1 {
		t.Error("nothing is drawn")
	}

	// With another setting or seed there is no code, and a way back.
	pupil.Type("s", "0.5")
	run()
	other := Code{Mark: mark(pupil), Outcome: lab.Outcome{Seed: 5}}.String()
	if part.Pupil.Code(pupil.Front) != "" || !part.Pupil.Known(pupil.Front.Table) ||
		!part.Pupil.Strays(pupil.Front) {
		t.Error("a run with other settings has a code")
	}
	if part.ToClass(); part.Pupil.Strays(pupil.Front) {
		t.Error("back at the class's settings it says that they are others")
	}
	pupil.NewSeed()
	if pupil.Front.SetValue(pupil.Front.Table.Find("seed"), 8); !part.Pupil.Strays(pupil.Front) {
		t.Error("with another seed nothing is said")
	}
	run()
	if part.Pupil.Code(pupil.Front) != "" {
		t.Error("a run with another seed has a code")
	}

	// What is refused stays in the field, with a sentence each; the rest is taken.
	second := Code{Mark: mark(teacher), Outcome: lab.Outcome{Seed: 7, Proven: 0.3}}.String()
	wrong := strings.Replace(second, second[:1], "Q", 1)
	taken.Type(d, other+"\n"+second+"\n"+wrong)
	if len(taken.Found(d)) != 2 || taken.Draft != other+"\n"+wrong || len(taken.Refused) != 2 ||
		taken.Refused[0].ID() != "class.other" || taken.Refused[1].ID() != "class.mistyped" {
		t.Errorf("%d codes, %q is left, refused with %q", len(taken.Found(d)),
			taken.Draft, taken.Refused)
	}
	if taken.Type(d, "K7Q"); len(taken.Refused) != 0 {
		t.Error("a code is refused while it is typed")
	}
	if taken.Add(d); len(taken.Refused) != 1 || taken.Refused[0].ID() != "class.length" {
		t.Errorf("half a code is refused with %q", taken.Refused)
	}

	// They survive a reload, stay apart from those of other settings, and can be forgotten.
	again := opened.On(desk, []lab.Laboratory{test.Toy{}, test.Other{}}, desk.LastHash, only)
	room := opened.Feature[*Feature](again).Desk
	if len(room.Found(again.Front)) != 2 {
		t.Errorf("after a reload there are %d codes", len(room.Found(again.Front)))
	}
	again.Type("s", "0.5")
	if len(room.Found(again.Front)) != 0 {
		t.Error("codes of other settings are shown")
	}
	again.Type("s", "1.25")
	if room.Forget(again.Front); len(room.Found(again.Front)) != 0 {
		t.Error("they were not forgotten")
	}
}

// A link with a mark that is none is noted as any unknown field.
func TestNoClass(t *testing.T) {
	for _, mark := range []string{"x", "50000", "-1"} {
		m, f, _ := alone(t, "#lab=toy&class="+mark)
		if m.Front.Spec.Seed() != 1 || len(m.Notes) != 1 || f.Pupil != nil {
			t.Errorf("class=%s: seed %d, notes %q", mark, m.Front.Spec.Seed(), m.Notes)
		}
	}
}
