//go:build !js

// Package e2e tests a class on phones in Chromium, on the built site.
package e2e

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/lang"
	"indistinct/core/test/check"
	"indistinct/ui/page/features/class"
	"indistinct/wasm/test/e2e/page"
)

func TestMain(m *testing.M) { page.Main(m) }

// TestPupils opens a class's link on 25 phones, each of which draws a seed, runs the test
// and shows a code. The teacher's page takes them typed and pasted, without a
// network, keeps them over a reload, and says what was to be expected.
func TestPupils(t *testing.T) {
	check.Full(t)
	t.Parallel()
	phones := 25
	if testing.Short() {
		phones = 4
	}
	teacher := page.Open(t, "#lab=survey&v=2&n=100&m=200&eps=0.5")
	teacher.Eval(`document.querySelector('#share').click()`, nil)
	teacher.Press("class.head")
	teacher.Wait(teacher.Says("h1", "class.head"))
	var link string
	teacher.Eval(`document.querySelector('#class-link').value`, &link)
	_, link, _ = strings.Cut(link, "#")
	s, _ := lab.ParseLink("#lab=survey&v=2&n=100&m=200&eps=0.5", labs.All().Find, labs.Home)
	mark := class.Mark(labs.All().Find("survey").Params(), s)
	if !strings.HasSuffix(link, fmt.Sprintf("&class=%d&lang=en", mark)) {
		t.Fatalf("the phones' link is %s, the settings' mark %d", link, mark)
	}
	teacher.Shot("before")

	phone := page.Open(t, "", page.Options{Width: 390, Height: 844, Phone: true})
	var codes []string
	seeds := map[uint64]bool{}
	cries := 0
	for i := range phones {
		phone.Eval(`localStorage.clear()`, nil) // another phone
		phone.Go("#" + link)
		phone.Settle()
		phone.Eval(`document.querySelector('#run').click()`, nil)
		phone.Wait(`!!document.querySelector('#class-code')`)
		phone.Wait(`(r => r.top >= document.querySelector('#stage').getBoundingClientRect().bottom && r.bottom <= document.querySelector('.dial.main').getBoundingClientRect().top)(document.querySelector('#class-code').getBoundingClientRect())`)
		if i == 0 {
			phone.Shot("code")
		}
		code := phone.Text("#class-code")
		c, err := class.Parse(code)
		if err != nil || c.Mark != mark {
			t.Fatalf("phone %d shows %q: %v", i+1, code, err)
		}
		if c.Violation {
			cries++
		}
		codes = append(codes, code)
		seeds[c.Seed] = true
	}
	if len(seeds) != phones {
		t.Errorf("%d phones drew %d seeds", phones, len(seeds))
	}
	phone.Eval(`document.querySelector('.pupil').scrollIntoView({block: 'center'})`, nil)
	phone.Shot("phone")
	look := func(p *page.Page, state string) {
		t.Helper()
		for _, theme := range []string{"dark", "light"} {
			p.Set("#theme", theme)
			p.Settle()
			p.Shot(state + "-" + theme)
			if script, ok := page.Axe(t); ok {
				p.Accessible(script, "class, "+state+", "+theme)
			}
		}
	}
	look(phone, "phone")
	// The report holds what the code says; reloaded, the phone has the same seed.
	r := page.ReadReport(t, phone.Report())
	code := class.Code{Mark: mark, Outcome: lab.NewOutcome(r.Spec.Seed(), &r.Report)}
	if got := code.String(); got != codes[phones-1] {
		t.Errorf("the code is %s, of the report %s", codes[phones-1], got)
	}
	again := func() {
		t.Helper()
		phone.RunTest()
		phone.Wait(`!!document.querySelector('#class-code')`)
		if again := phone.Text("#class-code"); again != codes[phones-1] {
			t.Errorf("once more the phone shows %s, before %s", again, codes[phones-1])
		}
	}
	phone.Go("#" + link)
	again()
	// Another setting has no code, and a way back, which the bar says at once.
	if say := phone.Text("#run-why"); say != "" {
		t.Errorf("at the class's settings the bar says %q", say)
	}
	phone.Set(`.dial.main input[type=range]`, "900")
	phone.Settle()
	phone.Wait(phone.Says("#run-why", "class.strays"))
	phone.RunTest()
	phone.Wait(`!document.querySelector('#class-code')`)
	phone.Wait(phone.Says(".pupil .hint", "class.code.other"))
	phone.Press("class.code.back")
	phone.Settle()
	again()

	count := func(n int) {
		t.Helper()
		teacher.Wait(teacher.Says("#class-count", "class.count", "n", n))
	}
	put := func(text string) {
		t.Helper()
		teacher.Set("#class-codes", text)
	}
	teacher.Cut()
	teacher.Eval(`document.querySelector('#class-codes').focus()`, nil)
	teacher.Keys(strings.ToLower(codes[0]))
	count(1)
	teacher.Wait(`document.querySelector('#class-codes').value === ''`)
	put("Row one: " + strings.Join(codes[:phones/2], "\nand ") + "\n" + strings.Join(codes[phones/2:phones-1], ", "))
	count(phones - 1)
	// What is wrong is refused with a sentence each, and stays to be mended.
	swapped := codes[0][:2] + codes[0][3:4] + codes[0][2:3] + codes[0][4:]
	if codes[0][2] == codes[0][3] {
		swapped = codes[0][:13] + string("23"[(strings.IndexByte("23", codes[0][13])+1)%2])
	}
	other := class.Code{Mark: (mark + 1) % 50000, Outcome: lab.Outcome{Seed: 1}}.String()
	put(swapped + "\n" + other)
	teacher.Wait(`document.querySelectorAll('.class-take [role=alert] li').length === 2 && document.querySelector('#class-codes').value.includes(` + fmt.Sprintf("%q", other) + `)`)
	said := teacher.Text(".class-take [role=alert]")
	if !strings.Contains(said, teacher.Say("class.other", "code", other)) ||
		!strings.Contains(said, teacher.Say("class.mistyped", "code", swapped)) {
		t.Errorf("it says %q", said)
	}
	look(teacher, "refused")
	put("")
	put(codes[phones-1])
	count(phones)
	teacher.Mend()

	// All dots are drawn, and the counts are those of the phones.
	check := func() {
		t.Helper()
		teacher.Wait(teacher.Says(".class-found .sheet .lead", "again.lead", "found", cries, "runs", phones,
			"claim", lang.Say("again.claim", "eps", 0.5)))
		var dots int
		teacher.Wait(`document.querySelector('#fig-class-0 svg')`)
		teacher.Eval(`document.querySelectorAll('#fig-class-0 svg circle').length`, &dots)
		// A series whose name finds no place beside its dots has a sign in the legend.
		if legend := 2 - min(1, max(cries/phones, 1-min(cries, 1))); dots < phones || dots > phones+legend {
			t.Errorf("%d dots are drawn of %d codes and at most %d signs of the legend", dots, phones, legend)
		}
	}
	check()
	teacher.Go(teacher.Hash())
	count(phones)
	check()
	teacher.Eval(`document.querySelector('.class-expect .card button.go').click()`, nil)
	expected, _, _ := strings.Cut(teacher.Say("class.expected", "cries", 77, "runs", 25, "n", phones,
		"from", 0.1, "to", 0.9, "least", 1.0, "most", 9.0), "77")
	teacher.Wait(fmt.Sprintf(`document.querySelector('.class-found .notes-list').innerText.includes(%q)`,
		strings.TrimSpace(expected)))
	look(teacher, "expected")
	teacher.Eval(`document.querySelector('.class-found').scrollIntoView()`, nil)
	teacher.Settle()
	teacher.Shot("expected-below")

	phone.Go("#lab=survey&v=2&n=100&m=200&eps=0.5&page=class")
	phone.Shot("teacher-on-a-phone")
}
