package read

import (
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// of reads both inputs: all cells of each as texts, and what is said of the first.
func of(ask table.Ask, texts ...string) (cells [2][]string, rows [2]*Rows, err error) {
	var files []*File
	for _, s := range texts {
		f, err := fileOf("a", []byte(s))
		if err != nil {
			return cells, rows, err
		}
		files = append(files, f)
	}
	if rows, err = Both(files, ask); err != nil {
		return cells, rows, err
	}
	for in, r := range rows {
		if err = r.Each(nil, func(c []float64) error {
			cells[in] = append(cells[in], cellText(c, r.Words))
			return nil
		}); err != nil {
			return cells, rows, err
		}
	}
	return cells, rows, nil
}

// Both inputs' columns are paired by name, in whatever order and shape the files are; what
// would pair other columns is refused.
func TestBothFiles(t *testing.T) {
	rows := sampleRows(60)
	swapped := make([][2]float64, len(rows))
	for i, r := range rows {
		swapped[i] = [2]float64{r[1], r[0]}
	}
	plain := "x,y\n" + each(rows, "%.2f,%.2f\n")
	for name, other := range map[string]string{
		"order":        "y,x\n" + each(swapped, "%.2f,%.2f\n"),
		"other signs":  "x;y\n" + comma(each(rows, "%.2f;%.2f\n")),
		"no header":    each(rows, "%.2f,%.2f\n"),
		"JSON":         each(rows, "{\"x\": %.2f, \"y\": %.2f}\n"),
		"JSON, turned": each(swapped, "{\"y\": %.2f, \"x\": %.2f}\n"),
		"lists":        each(rows, "[%.2f, %.2f]\n"),
		"other case":   "Y,X\n" + each(swapped, "%.2f,%.2f\n"),
	} {
		cells, both, err := of(table.Ask{}, plain, other)
		if err != nil {
			t.Errorf("%s: %s", name, english.Say(lang.Of(err)))
			continue
		}
		if strings.Join(cells[0], "\n") != strings.Join(cells[1], "\n") || len(cells[0]) != 60 || both[0].Width != 2 {
			t.Errorf("%s: %s and %s", name, cells[0][0], cells[1][0])
		}
	}
	for name, c := range map[string]struct{ other, id string }{
		"one name":    {"x,z\n" + each(rows, "%.2f,%.2f\n"), "read.lacks"},
		"a column":    {each(rows, "%.2f,%.2f,7\n"), "read.widths"},
		"no releases": {"# x,y\n", "read.comments"},
		"thousands":   {"x;y\n" + grouped(rows, ".", ",", ";"), "read.grouped"},
	} {
		if _, _, err := of(table.Ask{}, plain, c.other); err == nil || lang.Of(err).ID() != c.id {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Columns are taken as they are asked for.
func TestAsk(t *testing.T) {
	text := "id,which,x,y,name\n"
	for i, r := range sampleRows(80) {
		text += strings.Join([]string{itoa(i), []string{"in", "out"}[i%2], itoa(int(r[0])), itoa(int(r[1])),
			"user" + itoa(i)}, ",") + "\n"
	}
	for _, c := range []struct {
		ask   table.Ask
		names string
		n     int
	}{
		{table.Ask{By: "which"}, "x y", 40},
		{table.Ask{By: "2"}, "x y", 40},
		{table.Ask{By: "which", Columns: []string{"y"}}, "y", 40},
		{table.Ask{By: "which", Without: []string{"x"}}, "y", 40},
		{table.Ask{By: "which", Columns: []string{"id", "3"}}, "id x", 40},
		{table.Ask{Pairs: [][2]string{{"x", "y"}}}, "x/y", 80},
	} {
		cells, rows, err := of(c.ask, text)
		if err != nil {
			t.Errorf("%+v: %s", c.ask, english.Say(lang.Of(err)))
			continue
		}
		got := strings.Join(english.All(rows[0].Names), " ")
		if got != c.names || len(cells[0]) != c.n || rows[1].N != c.n {
			t.Errorf("%+v: %s, %d", c.ask, got, len(cells[0]))
		}
	}
	for _, c := range []struct {
		ask table.Ask
		id  string
	}{
		{table.Ask{}, "read.ask.one"}, {table.Ask{By: "x"}, "read.by.third"}, {table.Ask{By: "who"}, "read.column"},
		{table.Ask{By: "which", Columns: []string{"which"}}, "read.ask.which"},
		{table.Ask{By: "which", Without: []string{"z"}}, "read.column"},
		{table.Ask{By: "which", Without: []string{"x", "y", "id", "name"}}, "read.none"},
		{table.Ask{By: "which", Columns: []string{"name"}}, "read.words"},
		{table.Ask{By: "which", Pairs: [][2]string{{"x", "y"}}}, "read.ask.both"},
		{table.Ask{Columns: []string{"x"}, Pairs: [][2]string{{"x", "y"}}}, "read.ask.paired"},
		{table.Ask{Pairs: [][2]string{{"x", "x"}}}, "read.ask.same"},
	} {
		if _, _, err := of(c.ask, text); err == nil || lang.Of(err).ID() != c.id {
			t.Errorf("%+v: %v", c.ask, err)
		}
	}
	f, _ := fileOf("a", []byte(text))
	if p, err := f.Preview(); err != nil || p.Which != 1 || len(p.Rows) != 5 || p.Columns[0].Taken ||
		p.Columns[4].Taken || !p.Columns[2].Taken {
		t.Errorf("%+v, %v", p, err)
	}
}

// A form that was stored as JSON reads a command's later lines as the first were read.
func TestLearn(t *testing.T) {
	names := [2]lang.Message{lang.Verbatim("-a"), lang.Verbatim("-b")}
	for name, c := range map[string]struct {
		first string
		later map[string]string // a line and its cells, or the id of its refusal, or ""
	}{
		"numbers": {"1.5\n2.5\nNA\n", map[string]string{"7": "7", "NA": `""`, "fail": `"fail"`, "3x": "read.number",
			"1 2": "read.number", "# note": "read.printed", "": `""`, "\xff": "read.latin"}},
		"blanks": {"x y\n1.5 2\n2.5 3\n", map[string]string{"7  8": "7 8", "x y": "", "7": "read.width",
			"7 8 9": "read.width"}},
		"lists": {"[1.5, 2]\n[2.5, 3]\n", map[string]string{"[7, 8]": "7 8", "[7, 8": "read.bracket",
			"[7 8]": "read.bracket",
			"[7]":   "read.width", "7, 8": "read.bracket", "[7, 8] 9": "read.bracket", "[7, NaN]": `7 "NaN"`}},
		"large": {"1152921504606846976\n1152921504606846979\n", map[string]string{"1152921504606846977": "977",
			"1152921504606846": "-1.1517685831022391e+18", "1.5": "read.number"}},
		"digits": {"0110\n1001\n", map[string]string{"0101": "101 0 1 0 1", "101": "read.digits"}},
		"objects": {"{\"a\": 1.5, \"b\": 2}\n{\"a\": 2, \"b\": 3}\n", map[string]string{
			"{\"b\": 4, \"a\": 3}": "3 4", "{\"c\": 3}": "read.key", "{\"a\": 3}": `3 ""`,
			"{\"a\": 3, \"a\": 3}": "read.twice", "[3, 4]": "read.object", "3": "read.object"}},
		"quoted": {"\"a b\"\n\"c d\"\n\"a b\"\n\"a b\"\n", map[string]string{"\"a b\"": `"a b"`, "\"a": "read.quote"}},
	} {
		head, rest, _ := strings.Cut(c.first, "\n")
		lines := append([]string{head}, strings.Split(strings.TrimSpace(strings.Repeat(rest, 20)), "\n")...)
		rows, err := Learn(names, [2][]string{lines, lines}, table.Ask{})
		if err != nil {
			t.Errorf("%s: %s", name, english.Say(lang.Of(err)))
			continue
		}
		form := rows[0].Form
		for line, want := range c.later {
			cells, skip, err := form.Read(line, 99, nil)
			got := cellText(cells, form.Words)
			if err != nil {
				got = lang.Of(err).ID()
			}
			if got != want || err == nil && skip != (want == "") {
				t.Errorf("%s: %q is %s, want %s", name, line, got, want)
			}
		}
	}
}

func itoa(i int) string { return strconv.Itoa(i) }

// A time that goes on is left out, also where several rows share a moment; what falls now and
// then is none.
func TestClocks(t *testing.T) {
	for name, c := range map[string]struct {
		at    func(i int) string
		names string
	}{
		"seconds":      {func(i int) string { return itoa(1_700_000_000 + i/3) }, "x"},
		"milliseconds": {func(i int) string { return itoa(1_700_000_000_000 + 7*(i/2)) }, "x"},
		"fractions":    {func(i int) string { return itoa(1_700_000_000+i/4) + ".25" }, "x"},
		"falling":      {func(i int) string { return itoa(1_700_000_000 + i*i%7) }, "t x"},
		"small":        {func(i int) string { return itoa(i / 3 * i % 40) }, "t x"},
	} {
		text := "t,x\n"
		for i, r := range sampleRows(80) {
			text += c.at(i) + "," + itoa(int(r[0])) + "\n"
		}
		_, rows, err := of(table.Ask{}, text, text+"\n")
		if err != nil {
			t.Errorf("%s: %s", name, english.Say(lang.Of(err)))
			continue
		}
		if got := strings.Join(english.All(rows[0].Names), " "); got != c.names {
			t.Errorf("%s: taken are %s", name, got)
		}
	}
}

// Names of files and addresses, another in each row, are left out; numbers within words are not
// names.
func TestNames(t *testing.T) {
	for text, want := range map[string]bool{
		"img_00719.png": true, "runs/a7/model.pt": true, "user12@mail.org": true, "e3b0c442-98fc": true, "run-7": true,
		"loss=0.5": false, "v1.52": false, "a/2": false, "0.5kg": false, "12.png": false, "x.5": false,
	} {
		if got := named([]byte(text)); got != want {
			t.Errorf("%s is a name: %v", text, got)
		}
	}
	text := "file,which,x\n"
	for i, r := range sampleRows(80) {
		text += "img_" + itoa(i*37%1009) + ".png," + []string{"in", "out"}[i%2] + "," + itoa(int(r[0])) + "\n"
	}
	_, rows, err := of(table.Ask{By: "which"}, text)
	if err != nil {
		t.Fatal(english.Say(lang.Of(err)))
	}
	if got := strings.Join(english.All(rows[0].Names), " "); got != "x" {
		t.Errorf("taken are %s", got)
	}
}
