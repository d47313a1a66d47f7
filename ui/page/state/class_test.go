package state

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/ui/page/class"
	"indistinct/ui/page/links"
	"indistinct/ui/page/test"
)

// A phone that opens a class's link draws a seed, keeps it, and shows its run as a code
// that the teacher's page takes; another seed or setting has none.
func TestClass(t *testing.T) {
	teacher, desk := open(t, "#lab=toy&s=1.25")
	teacher.Go("", links.PageClass)
	if desk.LastHash != "#lab=toy&v=2&s=1.25&seed=1&page=class" || teacher.Desk.Sheet(teacher.Front) != nil {
		t.Fatalf("the teacher's page is %s", desk.LastHash)
	}
	mark := func(m *Model) int { return class.Mark(m.Front.Table, m.Front.Spec) }
	d, taken := teacher.Front, teacher.Desk
	_, link, _ := strings.Cut(teacher.ClassLink(), "#")
	if !strings.Contains(link, "&lang=en") {
		t.Errorf("the phones' link %s has no language", link)
	}
	pupil, phone := open(t, "#"+link)
	if seed := pupil.Front.Spec.Seed(); seed != 456789 || len(pupil.Notes) > 0 {
		t.Fatalf("the phone drew %d, notes %q", seed, pupil.Notes)
	}
	pupil.Open("#" + link + "&seed=9") // the seed is the phone's own, whatever the link says
	if seed := pupil.Front.Spec.Seed(); seed != 456789 {
		t.Errorf("opened again, the phone has the seed %d", seed)
	}
	if pupil.Pupil.Asks(pupil.Front) {
		t.Error("there is a code before a run")
	}
	run := func() {
		t.Helper()
		pupil.Test()
		phone.Runs[len(phone.Runs)-1].Done(test.Report(t, pupil.Front.Spec), "")
		if !pupil.Pupil.Asks(pupil.Front) {
			t.Fatal("after the run there is nothing for the class")
		}
	}
	run()
	code := pupil.Pupil.Code(pupil.Front)
	pupil.CopyClassCode()
	if phone.Copied != code || !strings.Contains(pupil.Link(false), "&class="+fmt.Sprint(mark(teacher))) {
		t.Errorf("copied %q, the address is %s", phone.Copied, pupil.Link(false))
	}

	// Typed letter by letter it is taken when it is whole; twice it counts once.
	for i := range code {
		taken.Type(d, code[:i+1])
	}
	taken.Type(d, strings.ToLower(code))
	if found := taken.Found(d); len(found) != 1 || found[0].Seed != 456789 || !found[0].Violation {
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
	other := class.Code{Mark: mark(pupil), Outcome: lab.Outcome{Seed: 5}}.String()
	if pupil.Pupil.Code(pupil.Front) != "" || !pupil.Pupil.Known(pupil.Front.Table) ||
		!pupil.Pupil.Strays(pupil.Front) {
		t.Error("a run with other settings has a code")
	}
	if pupil.ToClass(); pupil.Pupil.Strays(pupil.Front) {
		t.Error("back at the class's settings it says that they are others")
	}
	pupil.NewSeed()
	if pupil.Front.SetValue(pupil.Front.Table.Find("seed"), 8); !pupil.Pupil.Strays(pupil.Front) {
		t.Error("with another seed nothing is said")
	}
	run()
	if pupil.Pupil.Code(pupil.Front) != "" {
		t.Error("a run with another seed has a code")
	}

	// What is refused stays in the field, with a sentence each; the rest is taken.
	second := class.Code{Mark: mark(teacher), Outcome: lab.Outcome{Seed: 7, Proven: 0.3}}.String()
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

	// They survive a reload, stay apart from those of other settings, and can be brought
	// back when they were forgotten.
	again := New(desk, desk, []lab.Laboratory{test.Toy{}, test.Other{}}, "toy", test.Language())
	again.Start("", false, desk.LastHash)
	if len(again.Desk.Found(again.Front)) != 2 {
		t.Errorf("after a reload there are %d codes", len(again.Desk.Found(again.Front)))
	}
	again.Type("s", "0.5")
	if len(again.Desk.Found(again.Front)) != 0 {
		t.Error("codes of other settings are shown")
	}
	again.Type("s", "1.25")
	again.Desk.Forget(again.Front)
	if len(again.Desk.Found(again.Front)) != 0 || !again.Desk.Forgot() {
		t.Error("they were not forgotten")
	}
	if again.Desk.BringBack(); len(again.Desk.Found(again.Front)) != 2 || again.Desk.Forgot() {
		t.Error("they cannot be brought back")
	}
	if again.Desk.Scan(); desk.Scans != 1 || !again.Desk.Scanning {
		t.Error("the camera is not asked for")
	}
	if again.Desk.Unseen(); again.Desk.Scanning || len(again.Desk.Refused) != 1 {
		t.Error("a camera that cannot be used is not told")
	}
}

// A link with a mark that is none is noted as any unknown field.
func TestNoClass(t *testing.T) {
	for _, mark := range []string{"x", "50000", "-1"} {
		if m, _ := open(t, "#lab=toy&class="+mark); m.Front.Spec.Seed() != 1 || len(m.Notes) != 1 || m.Pupil != nil {
			t.Errorf("class=%s: seed %d, notes %q", mark, m.Front.Spec.Seed(), m.Notes)
		}
	}
}
