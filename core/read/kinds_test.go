package read

import (
	"fmt"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// lines joins what f gives for so many rows.
func lines(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i) + "\n")
	}
	return b.String()
}

// every gives one text in some rows, at no equal distances, and a number with two decimals in
// the others.
func every(text string, one int) func(i int) string {
	return func(i int) string {
		if one > 0 && (i == 0 || i*i%one == 1) {
			return text
		}
		return fmt.Sprintf("%d.%d", i*7%9, 11+i*13%80)
	}
}

// What was once read as something else, and passed, or was called a violation, is read right
// or refused by name.
func TestKinds(t *testing.T) {
	row := func(i int) string { return fmt.Sprintf("%d.%02d,%d", i*7%9, i*13%97, i*i%11-4) }
	shown := func(i int) string { return fmt.Sprintf(`"1,%03d",%d`, 100+i*17%83, i*i%11-4) }
	counted := func(k int) func(i int) string {
		return func(i int) string { return fmt.Sprintf("%d,%d", i-100, 1+i*i%k) }
	}
	names := lines(400, func(i int) string { return []string{"total", "n"}[i%2] + " = " + every("", 0)(i) })
	long := "run,metric,value\n" + lines(400, func(i int) string {
		return fmt.Sprintf("%d,%s,%s", i/2, []string{"total", "n"}[i%2], every("", 0)(i))
	})
	steps := "step,value\n" + lines(400, func(i int) string { return fmt.Sprintf("%d,%s", i%5, every("", 0)(i)) })
	for name, c := range map[string]struct {
		a, b string
		ask  table.Ask
		want string // the id of a refusal, or what is said of the first and the second input
	}{
		"a missing value comes first": {lines(400, every("NA", 37)), lines(400, every("NA", 5)), table.Ask{},
			"400 releases of one number / 400 releases of one number"},
		"missing values come first": {"NA,NA\n" + lines(400, row), lines(401, row), table.Ask{},
			"401 releases of 2 numbers / 401 releases of 2 numbers"},
		"a word comes first": {lines(400, every("fail", 37)), lines(400, every("fail", 23)), table.Ask{},
			"400 releases of one entry / 400 releases of one entry"},
		"a word comes again late": {"x\n" + lines(1500, every("x", 0)) + "x\n" + lines(7, every("x", 0)) + "x\n1\n",
			"x\n1\n2\n",
			table.Ask{}, "read.again"},
		"files one after the other": {strings.Repeat("x,y\n"+lines(5, row), 80),
			strings.Repeat("x,y\n"+lines(10, row), 40),
			table.Ask{}, "read.again"},
		"too narrow a cell": {"x,y\n" + lines(400, row), "x,y\n" + lines(380, row) + strings.Repeat("########,3\n", 20),
			table.Ask{}, "400 releases of 2 numbers / 400 releases of 2 entries"},
		"a code of a sheet": {lines(400, every("#SPILL!", 0)), lines(400, every("#SPILL!", 23)), table.Ask{},
			"400 releases of one number / 400 releases of one entry"},
		"dashes": {lines(400, every("---", 0)), "1.5\n2.5\n" + lines(398, every("---", 23)), table.Ask{},
			"400 releases of one number / 400 releases of one entry"},
		"comments in one input": {lines(2000, every("# no", 0)), lines(2000, every("# no", 37)), table.Ask{},
			"read.uneven"},
		"lines of one release": {names, names + "total = 7\nn = 8\n", table.Ask{}, "read.cycle"},
		"a long table":         {long, long + "99,total,7\n99,n,8\n", table.Ask{}, "read.cycle"},
		"steps of a release":   {steps, steps + "0,7\n", table.Ask{}, "read.cycle"},
		"words in one input":   {names, "total = 7\n" + names, table.Ask{}, "400 releases of 3 / 401 releases of 3"},
		"many headers": {"x,y\n" + lines(400, func(i int) string {
			if i*i%29 == 1 {
				return "x,y"
			}
			return row(i)
		}), "1,2\n", table.Ask{}, "read.again"},
		"R's lists": {lines(400, func(i int) string {
			return []string{fmt.Sprintf("[[%d]]", 1+i/2), "[1] 3.5 -0.4"}[i%2]
		}), "[[1]]\n[1] 3.5 2.5\n", table.Ask{}, "read.console"},
		"frequencies": {"bin,count\n" + lines(200, counted(37)),
			"bin,count\n1,2\n2,3\n", table.Ask{}, "read.frequencies"},
		"frequencies that are releases": {"bin,count\n" + lines(200, counted(37)),
			"bin,count\n" + lines(200, counted(31)),
			table.Ask{Columns: []string{"count"}}, "200 releases of one number / 200 releases of one number"},
		"sorted by the release": {"x,y\n" + lines(400, func(i int) string {
			d := i - 200
			return fmt.Sprintf("%d,%d.5", d*d*d, i*i%7)
		}), "x,y\n" + lines(400, func(i int) string {
			return fmt.Sprintf("%d,%d.5", (i-200)*(i-200)*(i-200)+999, i*i%7)
		}),
			table.Ask{},
			"400 releases of 2 numbers / 400 releases of 2 numbers"},
		"users with several rows": {"user,x\n" + lines(400, func(i int) string {
			return fmt.Sprintf("%d,%s", 17+i/5, every("", 0)(i))
		}), "user,x\n" + lines(400, func(i int) string { return fmt.Sprintf("%d,%s", 97+i/5, every("", 0)(i)) }),
			table.Ask{},
			"Left out: user / Left out: user"},
		"digits that float64 lacks": {
			lines(60, func(i int) string { return fmt.Sprintf("1000000000000.0000%d", i*i%4) }),
			"1000000000000.00001\n2\n", table.Ask{}, "read.merged"},
		"too small for float64": {
			lines(60, func(i int) string { return []string{"1e-400", "2.5"}[i*i%3%2] }), "2.5\n3.5\n",
			table.Ask{}, "read.merged"},
		"decimal commas and a comma": {
			lines(60, func(i int) string { return fmt.Sprintf("-0,%d, 1,%d", 100+i*7, 10+i*i%80) }),
			lines(60, func(i int) string { return fmt.Sprintf("0,%d, 1,%d", 100+i*7, 10+i*i%80) }), table.Ask{},
			"read.unclear"},
		"the same file": {lines(60, row), lines(60, row), table.Ask{}, "read.same"},
		"thousands in both": {"x,y\n" + lines(60, shown) + "930,1\n", "x,y\n" + lines(60, shown), table.Ask{},
			"read.thousands"},
		"thousands in one": {lines(60, func(i int) string { return fmt.Sprint(1100 + i*17%83) }),
			lines(60, func(i int) string { return fmt.Sprintf("1.%d", 100+i*17%83) }), table.Ask{}, "read.thousands"},
		"names in another order": {"total,n\n" + lines(60, row), "count,sum\n" + lines(60, row) + "1,1\n", table.Ask{},
			"read.lacks"},
		"names in other case": {"total,n\n" + lines(60, row), "N,Total\n" + lines(60, row), table.Ask{},
			"total and n / total and n"},
		"truth in words": {lines(60, func(i int) string { return []string{"True", "False"}[i*i%7%2] }),
			lines(60, func(i int) string { return fmt.Sprint(i * i % 7 % 2) }), table.Ask{}, "read.booleans"},
		"one value in each": {lines(60, func(i int) string { return fmt.Sprintf("%d.5 ms", i*i%7) }),
			lines(60, func(i int) string { return fmt.Sprintf("%d.5 s", i*i%7) }), table.Ask{},
			"read.marks"},
		"a unit in all": {lines(60, func(i int) string { return fmt.Sprintf("%d.5 ms", i*i%7) }),
			lines(60, func(i int) string { return fmt.Sprintf("-%d.5ms", i*i%5) }), table.Ask{},
			"one number. The numbers of release are read without the “ms” / one number. The numbers of release are"},
		"a unit in most": {"v\n" + lines(2000, func(i int) string { return fmt.Sprintf("%d.5 km", i%7) }) + "3\n",
			"v\n" + lines(2000, func(i int) string { return fmt.Sprintf("%d.5 km", i*i%5) }), table.Ask{}, "read.bare"},
		"another unit late": {"v\n" + lines(2000, func(i int) string { return fmt.Sprintf("%d.5 km", i%7) }) +
			"3 m\n",
			"v\n" + lines(2000, func(i int) string { return fmt.Sprintf("%d.5 km", i*i%5) }), table.Ask{},
			"read.number"},
		"two units": {"v;w\n" + lines(60, func(i int) string {
			return fmt.Sprintf("%d.%d %s;1", i, i*i%9, []string{"km", "m"}[i%7%2])
		}), "v;w\n" + lines(60, func(i int) string { return fmt.Sprintf("%d.%d km;1", i*i, i*i%9) }), table.Ask{},
			"read.marks"},
		"two words with units": {lines(60, func(i int) string { return []string{"5 mg", "10 mg"}[i*i%7%2] }),
			lines(60, func(i int) string { return []string{"5 mg", "10 mg"}[i*i%5%2] }), table.Ask{},
			"without the “mg” beside them / without the “mg” beside them"},
		"a unit and few words with one": {"v\n" + lines(60, func(i int) string { return fmt.Sprintf("%d%%", i*i%7) }),
			"v\n" + lines(60, func(i int) string { return []string{"5%", "<5%"}[i*i%7%2] }), table.Ask{}, "read.marks"},
		"a unit and words": {"v\n" + lines(60, func(i int) string { return fmt.Sprintf("%d %%", i*i%7) }),
			"v\n" + lines(60, func(i int) string { return []string{"few", "many"}[i*i%7%2] }), table.Ask{},
			"60 releases of one number; v from the header in line 1. The numbers of v are read without the “%” / one word"},
		"a unit behind decimal commas": {"preis\n" + lines(60, func(i int) string {
			return fmt.Sprintf("-%d,%d5 €", i*i%7, i%10)
		}),
			"preis\n" + lines(60, func(i int) string { return fmt.Sprintf("%d,%d5 €", i*i%5, i%10) }), table.Ask{},
			"with decimal commas; preis from the header in line 1. The numbers of preis are read without the “€” / €"},
		"such without a name": {lines(60, func(i int) string { return fmt.Sprintf("-%d,%d5%%", i*i%7, i%10) }),
			lines(60, func(i int) string { return fmt.Sprintf("%d,%d5%%", i*i%5, i%10) }), table.Ask{},
			"several columns, separate them by semicolons. The numbers of release are read without the “%” / %"},
		"two columns, the second with a unit": {"n,v\n" + lines(60, func(i int) string {
			return fmt.Sprintf("%d,%d%%", i*i%7, i%10)
		}), "n,v\n" + lines(60, func(i int) string { return fmt.Sprintf("%d,%d%%", i*i%5, i%10) }), table.Ask{},
			"2 numbers, separated by commas; n and v / 2 numbers"},
		"names with three letters": {"id;v\n" + lines(200, func(i int) string {
			return fmt.Sprintf("REQ%d;%d.5", i*7919%9973, i*i%7)
		}), "id;v\n" + lines(200, func(i int) string { return fmt.Sprintf("REQ%d;%d.5", i*7907%9973, i*i%5) }),
			table.Ask{},
			"one number, separated by semicolons; v from the header in line 1. Left out: id (different in every row) / v"},
		"prices as accountants write them": {"a;b\n" + lines(60, func(i int) string {
			return fmt.Sprintf("\"($%d,25)\";-%d,5 €", i*i%7, i*i%5)
		}), "a;b\n" + lines(60, func(i int) string {
			return fmt.Sprintf("$%d,25;%d,5 €", i*i%7, i*i%5)
		}), table.Ask{},
			"without the “$” beside them. The numbers of b are read without the “€” / without the “$”"},
		"dates below a name": {
			"dob\n" + lines(60, func(i int) string { return fmt.Sprintf("1978-07-%02d", 1+i*(i+1)%7) }),
			"dob\n" + lines(60, func(i int) string { return fmt.Sprintf("1978-07-%02d", 1+i*(i+1)%5) }), table.Ask{},
			"60 releases of one word; dob / 60 releases of one word; dob"},
		"NumPy's scalars": {lines(60, func(i int) string { return fmt.Sprintf("{'total': np.float64(%d.5)}", i*i%7) }),
			lines(60, func(i int) string { return fmt.Sprintf("{'total': np.float64(%d.5)}", i*i%5) }), table.Ask{},
			"read.console"},
		"a list in an object": {`{"status": "ok", "data": [` + strings.TrimSuffix(lines(60, func(i int) string {
			return fmt.Sprintf(`{"x": %d.5},`, i*i%7)
		}), ",\n") + "]}", "{\"x\": 1}\n{\"x\": 2}\n", table.Ask{},
			"read.json"},
		"lists of one": {lines(60, func(i int) string { return fmt.Sprintf("[%d]", i*i%7) }),
			lines(60, func(i int) string { return fmt.Sprintf("[%d]", i*i%5) }), table.Ask{},
			"60 releases of one number, as lists / 60 releases of one number, as lists"},
		"empty lists": {lines(60, func(i int) string { return "[]" }), lines(60, func(i int) string {
			return []string{"[]", "[1]"}[i*i%7%2]
		}), table.Ask{}, "read.bracket"},
		"tuples of decimals": {"(Decimal('1.5'), Decimal('-2'))\n", "(Decimal('1.5'), Decimal('3'))\n", table.Ask{},
			"read.console"},
		"R's vector on several lines": {lines(40, func(i int) string {
			return fmt.Sprintf(" [%d] %d.5 %d.5", 1+2*i, i*i%7, i*i%5)
		}), " [1] 1.5 2.5\n [3] 3.5\n", table.Ask{}, "read.console"},
		"two names for one": {"x,X\n" + lines(60, row), "x,y\n" + lines(61, row), table.Ask{}, "read.lacks"},
		"Matrix Market": {"%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 3.5\n", "1 1 2\n", table.Ask{},
			"read.binary"},
	} {
		_, rows, err := of(c.ask, c.a, c.b)
		if err != nil {
			if got := lang.Of(err); got.ID() != c.want {
				t.Errorf("%s: %s", name, english.Say(got))
			}
			continue
		}
		one, other, _ := strings.Cut(c.want, " / ")
		for in, want := range []string{one, other} {
			if said := english.Say(rows[in].Said); !strings.Contains(said, want) || want == "" {
				t.Errorf("%s: %s", name, said)
			}
		}
	}
}

// A file alone is not refused for what a choice of columns mends.
func TestAloneBeforeTheChoice(t *testing.T) {
	for _, text := range []string{
		"bin,count\n" + lines(200, func(i int) string { return fmt.Sprintf("%d,%d", i-100, 1+i*i%37) }),
		"which,x\n" + lines(400, func(i int) string { return []string{"in,", "out,"}[i%2] + every("", 0)(i) }),
	} {
		f, err := fileOf("a", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Said(); err != nil {
			t.Errorf("%.20q: %s", text, english.Say(lang.Of(err)))
		}
	}
}

// Columns beside longer ones end where their values end.
func TestPairsOfUnequalLength(t *testing.T) {
	text := "before,after\n" + lines(60, func(i int) string {
		if i >= 45 {
			return fmt.Sprintf("%d.5,", i*i%7)
		}
		return fmt.Sprintf("%d.5,%d.5", i*i%7, i*i%5)
	})
	cells, rows, err := of(table.Ask{Pairs: [][2]string{{"before", "after"}}}, text)
	if err != nil || rows[0].N != 60 || rows[1].N != 45 || len(cells[0]) != 60 || len(cells[1]) != 45 {
		t.Errorf("%d and %d releases, %d and %d read: %v", rows[0].N, rows[1].N, len(cells[0]), len(cells[1]), err)
	}
}

// Among what a command prints nothing is left out that may be a release.
func TestPrinted(t *testing.T) {
	names := [2]lang.Message{lang.Verbatim("-a"), lang.Verbatim("-b")}
	for name, c := range map[string]struct {
		line func(i int) string
		n    int
		id   string
	}{
		"blank lines":             {every("", 5), 400, ""},
		"a blank line after each": {func(i int) string { return []string{"1.5", ""}[i%2] }, 200, ""},
		"blank lines alone":       {func(i int) string { return "" }, 0, "read.empty"},
		"comments":                {every("// none", 5), 0, "read.printed"},
		"dashes":                  {every("---", 5), 400, ""},
		"None first":              {every("None", 5), 400, ""},
	} {
		first := strings.Split(strings.TrimSuffix(lines(400, c.line), "\n"), "\n")
		if name == "comments" || name == "dashes" { // what comes before the first release is none
			first[0], first[1] = "1.5", "2.5"
		}
		rows, err := Learn(names, [2][]string{first, first}, table.Ask{})
		switch {
		case err != nil && lang.Of(err).ID() != c.id:
			t.Errorf("%s: %s", name, english.Say(lang.Of(err)))
		case err == nil && (c.id != "" || rows[0].N != c.n):
			t.Errorf("%s: %d releases", name, rows[0].N)
		}
	}
}

// An empty cell among words is no word: it needs no name to be told apart.
func TestNoWordIsNone(t *testing.T) {
	var cells [2][]string
	for in := range cells {
		for i := range 200 {
			cells[in] = append(cells[in], fmt.Sprintf("%s,%s", []string{"yes", "no", ""}[i*i%11%3], every("", 0)(i)))
		}
	}
	rows, err := Learn([2]lang.Message{lang.Verbatim("a"), lang.Verbatim("b")}, cells, table.Ask{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(rows[0].Words, "|"); got != "no|yes" {
		t.Errorf("the words are %q", got)
	}
}
