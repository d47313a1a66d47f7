package read

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/rng"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// saved are the same releases of two numbers in each format.
func saved(t *testing.T, rows [][2]float64) map[string][]byte {
	var all []float64
	lists := ""
	for _, r := range rows {
		all = append(all, r[0], r[1])
		lists += fmt.Sprintf(",\n[%.2f, %.2f]", r[0], r[1])
	}
	array := npy(fmt.Sprintf("%d, 2", len(rows)), false, all)
	text := []byte(each(rows, "%.2f,%.2f\n"))
	return map[string][]byte{
		"npy": array, "npy.gz": gzipped(array), "npz": npz(t, map[string][]byte{"x": array}),
		"stored": stored(t, array, 0),
		"csv":    text, "csv.gz": gzipped(text), "json": []byte("[" + lists[2:] + "]"),
		"jsonl": []byte(each(rows, "{\"x\": %.2f, \"y\": %.2f}\n")),
	}
}

// idOf is the id of the sentence that says an error, saidOf that sentence; "" of none.
func idOf(err error) string {
	if err == nil {
		return ""
	}
	return lang.Of(err).ID()
}

func saidOf(err error) string {
	if err == nil {
		return ""
	}
	return english.Say(lang.Of(err))
}

// stored is an archive of one array as numpy.savez writes it, not packed, behind so many bytes of its file.
func stored(t *testing.T, array []byte, before int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.SetOffset(int64(before))
	w, err := z.CreateHeader(&zip.FileHeader{Name: "x.npy", Method: zip.Store})
	if err == nil {
		_, err = w.Write(array)
	}
	if err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestNothingIsPassedOver appends bytes to files of each format, cuts them and flips bits of them, at 200
// places each: what is then read is all that there is, or it is refused. What no reader can see is a flip
// in the values of an array or a text that carry no check sum, and a cut between two lines: there all lines
// that are left are read.
func TestNothingIsPassedOver(t *testing.T) {
	rows := sampleRows(60)
	s := rng.New(rng.Key{Seed: 9})
	formats := saved(t, rows)
	for _, format := range slices.Sorted(maps.Keys(formats)) {
		data := formats[format]
		want, _, err := cellsOf(data, table.Ask{})
		if err != nil || len(want) != len(rows) {
			t.Fatalf("%s: %d releases: %v", format, len(want), err)
		}
		lines := format == "csv" || format == "jsonl" // each by itself
		summed := strings.HasSuffix(format, "gz") || format == "npz" || format == "stored"
		refused := map[string]int{}
		try := func(how string, at int, changed []byte, right func(got []string, said string) bool) {
			got, said, err := cellsOf(changed, table.Ask{})
			if err != nil {
				if refused[how]++; len(saidOf(err)) < 20 || idOf(err) == "" {
					t.Errorf("%s, %s at byte %d: %v", format, how, at, err)
				}
			} else if !right(got, said) {
				t.Errorf("%s, %s at byte %d of %d: %d releases; %s", format, how, at, len(data), len(got), said)
			}
		}
		places := 200
		if testing.Short() {
			places = 25
		}
		for range places {
			at := 4 + s.Intn(len(data)-4)
			more := data[:at+1]
			if s.Bernoulli(0.5) {
				more = data
			}
			try("appended", at, slices.Concat(data, more), func(got []string, said string) bool {
				// Texts and packed texts may be written one behind the other.
				full := len(want) + strings.Count(string(more), "\n")
				return (lines && len(got) >= full || format == "csv.gz" && len(got) == 2*len(want)) &&
					slices.Equal(got[:len(want)], want) ||
					format == "json" && strings.Contains(said, "2 releases of 120 numbers") // a list behind the other
			})
			try("cut", at, data[:at], func(got []string, said string) bool {
				left := bytes.Count(data[:at], []byte("\n"))
				return lines && (len(got) == left || len(got) == left+1) ||
					format == "json" && at == len(data)-1 && slices.Equal(got, want)
			})
			flipped := bytes.Clone(data)
			flipped[at] ^= 1 << s.Intn(8)
			try("flipped", at, flipped, func(got []string, said string) bool {
				if summed { // in the time of the file, for one
					return slices.Equal(got, want)
				}
				left := strings.Contains(said, "Lines left out") || strings.Contains(said, "from the header")
				return len(got) == len(want) || lines && (left || len(got) == len(want)-1)
			})
		}
		if summed && refused["cut"] < places {
			t.Errorf("%s: of %d that are cut only %d are refused", format, places, refused["cut"])
		}
		t.Logf("%s: refused %v", format, refused)
	}
}

// TestBehind: an array behind another, an archive behind another and a header that tells of fewer rows than
// there are is refused by a sentence of its own.
func TestBehind(t *testing.T) {
	all := make([]float64, 120)
	for i := range all {
		all[i] = float64(i * i % 31)
	}
	one, columns := npy("120,", false, all), npy("60, 2", true, all)
	archive := stored(t, one, 0)
	for name, c := range map[string]struct {
		data []byte
		id   string
	}{
		"two arrays":            {slices.Concat(one, one), "read.behind"},
		"by columns":            {slices.Concat(columns, one), "read.behind"},
		"packed":                {gzipped(slices.Concat(one, one)), "read.behind"},
		"fewer rows":            {npy("50,", false, all), "read.behind"},
		"fewer rows, packed":    {stored(t, npy("50,", false, all), 0), "read.behind"},
		"fewer in each":         {npy("50, 2", true, all), "read.behind"},
		"more rows":             {npy("121,", false, all), "read.packed"},
		"two archives":          {slices.Concat(archive, archive), "read.unlisted"},
		"two in one file":       {slices.Concat(archive, stored(t, one, len(archive))), "read.unlisted"},
		"an archive in a tail":  {append(bytes.Clone(archive), "PK"...), "read.unlisted"},
		"no order of its items": {bytes.Replace(one, []byte("False"), []byte("Falsd"), 1), "read.packed"},
	} {
		for _, scores := range []bool{false, true} {
			_, err := Open("a", int64(len(c.data)), scores, held(c.data))
			if err == nil || idOf(err) != c.id {
				t.Errorf("%s, of scores %v: %v", name, scores, err)
			}
		}
	}
	// What is passed over among scores is whole, too.
	archive = stored(t, npy("", false, all[:1]), 0)
	at := bytes.Index(archive, []byte("fortran"))
	archive[at] ^= 1
	if _, err := Open("a", int64(len(archive)), true, held(archive)); err == nil || idOf(err) != "read.packed" {
		t.Errorf("a damaged array beside scores: %v", err)
	}
}

// TestHeaderOrder: the items of an array's header may stand in any order ("a reader must not depend on this").
func TestHeaderOrder(t *testing.T) {
	all := make([]float64, 120)
	for i := range all {
		all[i] = float64(i * i % 31)
	}
	for _, columnwise := range []bool{false, true} {
		sorted := npy("60, 2", columnwise, all)
		want, _, err := cellsOf(sorted, table.Ask{})
		if err != nil {
			t.Fatal(err)
		}
		order := map[bool]string{true: "'fortran_order': True", false: "'fortran_order': False"}[columnwise]
		items := []string{"'descr': '<f8'", order, "'shape': (60, 2)"}
		for _, p := range [][3]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			other := items[p[0]] + ", " + items[p[1]] + ", " + items[p[2]]
			array := bytes.Replace(sorted, []byte(strings.Join(items, ", ")), []byte(other), 1)
			got, _, err := cellsOf(array, table.Ask{})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("%s: %v", other, err)
			}
		}
	}
}

// TestCutShort: the release at which an array ends too early is named, packed or not; of one that is stored by
// columns there is none.
func TestCutShort(t *testing.T) {
	all := make([]float64, 120)
	rows, columns := npy("60, 2", false, all), npy("60, 2", true, all)
	rows, columns = rows[:len(rows)-16*20+3], columns[:len(columns)-16*20+3]
	for name, c := range map[string]struct {
		data []byte
		near string
	}{
		"rows":         {rows, "near line 41."},
		"rows, packed": {gzipped(rows), "near line 41."},
		"columns":      {columns, "near line 1."},
	} {
		_, err := Open("a", int64(len(c.data)), false, held(c.data))
		if err == nil || !strings.HasSuffix(english.Say(lang.Of(err)), c.near) {
			t.Errorf("%s: %v, want %s", name, err, c.near)
		}
	}
}

// TestTooMuch: what is larger than is read is refused before it is, and no memory is asked for that is not
// filled.
func TestTooMuch(t *testing.T) {
	lists := map[string][]byte{}
	for i := range 5000 {
		lists[fmt.Sprintf("a%d", i)] = npy("3,", false, []float64{1, 2, 3})
	}
	// Archives whose members are said to be large.
	promised := func(columnwise bool, sizes ...uint64) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i, n := range sizes {
			data := npy(fmt.Sprintf("%d,", n/8), columnwise, []float64{1})
			w, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("%d.npy", i), Method: zip.Store,
				UncompressedSize64: n, CompressedSize64: uint64(len(data))})
			if err != nil {
				t.Fatal(err)
			}
			w.Write(data)
		}
		z.Close()
		return b.Bytes()
	}
	wide := func(n int) []byte { return npy(fmt.Sprintf("1, %d", n), false, make([]float64, n)) }
	zeros := gzipped(make([]byte, 1<<20))
	for name, c := range map[string]struct {
		data []byte
		id   string
		most uint64 // bytes that are allocated
	}{
		"5,000 arrays":      {npz(t, lists), "read.members", 40 << 20},
		"a wide archive":    {npz(t, map[string][]byte{"a": wide(100), "b": wide(99)}), "read.members", 8 << 20},
		"a large member":    {promised(true, MostBytes+1), "read.unpacked", 8 << 20},
		"beyond all":        {promised(false, 1<<20, 1<<64-1), "read.unpacked", 8 << 20},
		"large together":    {promised(false, 100<<20, 100<<20, 100<<20), "read.unpacked", 8 << 20},
		"a promise":         {npy("30000000,", true, []float64{1, 2}), "read.packed", 8 << 20},
		"a promise, packed": {promised(true, 200<<20), "read.packed", 8 << 20},
		"packed zeros":      {bytes.Repeat(zeros, MostBytes>>20+1), "read.unpacked", 8 << 20},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := Open("a", int64(len(c.data)), false, held(c.data))
		runtime.ReadMemStats(&after)
		if id := idOf(err); id != c.id || err != nil && f.Records > 0 {
			t.Errorf("%s: %v, %d records", name, err, f.Records)
		}
		if got := after.TotalAlloc - before.TotalAlloc; got > c.most {
			t.Errorf("%s: %d bytes are allocated, %d at most", name, got, c.most)
		}
	}
}

// TestOneObject: a JSON object alone is refused, whatever it holds, and so is a list or a stream of objects
// that does not end or goes on.
func TestOneObject(t *testing.T) {
	for text, id := range map[string]string{
		`{"x": [1.5, 2.5], "y": [1, 2]}`:                 "read.json",
		`{"x": {"a": 1, "b": 2}}`:                        "read.json",
		"{\"status\": \"ok\", \"data\": [\n{\"x\": 1}]}": "read.json",
		"{\n\"x\": 1}\n{\n\"x\": 2}":                     "",
		"{\n\"x\": \"a}[\\\"\"}\n{\n\"x\": NaN}":         "",
		"{\n\"x\": 1}\n{\n\"x\": 2":                      "read.unclosed",
		"{\n\"x\": 1}}\n{\n\"x\": 2}":                    "read.bracket",
		"{\n\"x\": 1}\n{\n\"x\": 2\n\"y\": 3}":           "read.bracket",
		"[1, -Infinity, NaN, 2]":                         "",
		"[1,, 2]":                                        "read.bracket",
		"[1, 2,]":                                        "read.bracket",
		"[1, 2] 3":                                       "read.unclosed",
		"[\"1, 2]":                                       "read.unclosed",
		`[{"x": 1}, {"x": 2}`:                            "read.unclosed",
		`[{"x": 1}, {"x": 2`:                             "read.unclosed",
		`[{"x": 1}, {"x": 2}]]`:                          "read.bracket",
		`[{"x": 1}, {"x": 2}] [3]`:                       "read.bracket",
		`[{"x": 1}, {"x": 2},]`:                          "read.bracket",
		`[{"x": 1}, 2]`:                                  "read.object",
		`[{"x": 1}, {"y": 2}]`:                           "",
		`[{"x": 1, "y": 2}, {"y": 2}]`:                   "",
		strings.Repeat("{\"x\": 1}\n", 30) + `{"X": 1}`:  "read.once",
		`[{"x": 1, "x": 2}]`:                             "read.twice",
		`[[1, 2], [3]]`:                                  "read.width",
		`[[1, {"x": 2}]]`:                                "read.bracket",
		"[[\"\xff\"]]":                                   "read.latin",
		`[]`:                                             "read.empty",
		"[1,\n2,\n\n3]":                                  "",
		`[{"x": 1, "r": {"y": [2]}}, {"r": {"y": [3]}, "x": null}]`: "",
	} {
		if _, err := fileOf("a", []byte(text)); idOf(err) != id {
			t.Errorf("%s: %v, want %s", text, err, id)
		}
	}
}

// TestNoText: images, archives and random bytes are named as such; text of another encoding is.
func TestNoText(t *testing.T) {
	s := rng.New(rng.Key{Seed: 4})
	random := func(n int) []byte {
		out := make([]byte, n)
		for i := range out {
			out[i] = byte(s.Uint64())
		}
		return out
	}
	tar := make([]byte, 1024)
	copy(tar, "a.csv")
	copy(tar[257:], "ustar")
	for name, c := range map[string]struct {
		data []byte
		say  string
	}{
		"PNG":  {slices.Concat([]byte("\x89PNG\r\n\x1a\n"), random(300)), "is PNG"},
		"JPEG": {slices.Concat([]byte("\xff\xd8\xff\xe0"), random(300)), "JPEG or GIF"},
		"GIF":  {slices.Concat([]byte("GIF89a"), random(300)), "JPEG or GIF"},
		"PDF":  {[]byte("%PDF-1.4\n"), "PDF or RTF"},
		"RAR":  {slices.Concat([]byte("Rar!\x1a\x07"), random(300)), "RAR"}, "tar": {tar, "tar"},
		"tar.gz": {gzipped(tar), "tar"}, "gz.gz": {gzipped(gzipped([]byte("1\n"))), "by gzip twice"},
		"Latin-1":      {[]byte("gr\xf6\xdfe\n1\n2\n"), "perhaps Latin-1"},
		"a cut letter": {[]byte(strings.Repeat("größe\n", 100)[:512-1]), ""},
		"a zero":       {[]byte("1\n2\x00\n"), "no text: line 2"},
	} {
		f, err := fileOf("a", c.data)
		if said := saidOf(err); c.say == "" && (err != nil || f.Records == 0) || !strings.Contains(said, c.say) {
			t.Errorf("%s: %s", name, said)
		}
	}
	for i := range 300 {
		if _, err := fileOf("a", random(100+20*i)); err == nil || idOf(err) == "read.latin" {
			t.Errorf("random bytes: %v", err)
		}
	}
}

// TestFarNumbers: a number that float64 does not hold is refused with its line, in whatever it is written,
// unless it is the name of something.
func TestFarNumbers(t *testing.T) {
	long := strings.Repeat("7", 400)
	for name, c := range map[string]struct {
		text string
		line int // 0: it is read
	}{
		"alone":   {strings.Repeat("1e999\n", 60), 1},
		"long":    {"x\n" + strings.Repeat(long+"\n", 60), 2},
		"JSON":    {"[" + strings.Repeat(long+",\n", 60) + "1]", 1},
		"objects": {strings.Repeat(`{"x": -1e999}`+"\n", 60), 1},
		"a few": {"x,y\n" + lines(60, func(i int) string {
			return fmt.Sprintf("%d,%s", i*i%7%2, []string{"1.5", "1e400"}[i*i%3%2])
		}), 3},
		"decimal commas": {"x;y\n" + strings.Repeat("1,5;2,5e999\n", 60), 2},
		"hexadecimal":    {strings.Repeat("0x1p9999\n", 60), 1},
		"names": {"commit,x\n" + lines(60, func(i int) string {
			return []string{"7e99912", "abc1234", "0ab12cd"}[i*i%5%3] + ",1"
		}), 0},
		"not to be taken": {"x,y\n" + strings.Repeat("1e999,1\n1e999,2\n1e999,2\n1e999,1\n1e999,1\n", 60), 2},
	} {
		_, _, err := of(table.Ask{}, c.text, c.text)
		if c.line == 0 {
			if id := idOf(err); id == "read.far" {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if said := saidOf(err); idOf(err) != "read.far" || !strings.Contains(said, fmt.Sprintf("line %d", c.line)) {
			t.Errorf("%s: %s", name, said)
		}
	}
	text := "x,y\n" + strings.Repeat("1e999,1\n1e999,2\n1e999,2\n1e999,1\n1e999,1\n", 60)
	if _, _, err := of(table.Ask{Columns: []string{"y"}}, text, text+"2,2\n"); err != nil {
		t.Errorf("a column that is not taken: %v", err)
	}
}

// TestOfEachInput: what one file says of both inputs is counted for each.
func TestOfEachInput(t *testing.T) {
	text := "which,x,y\n"
	for i := range 400 {
		x, y := fmt.Sprintf("%d.5", i*i%7), fmt.Sprintf("%d.25", i*i%5)
		in := i % 2
		if i%20 == 0 || i%50 == 1 { // 20 of the first, 8 of the second
			x = ""
		}
		if i%40 == 11 { // 10 of the second
			y = "fail"
		}
		text += fmt.Sprintf("%s,%s,%s\n", []string{"in", "out"}[in], x, y)
	}
	_, rows, err := of(table.Ask{By: "which"}, text)
	if err != nil {
		t.Fatal(saidOf(err))
	}
	one, other := english.Say(rows[0].Said), english.Say(rows[1].Said)
	if !strings.Contains(one, "20 entries are empty") || !strings.Contains(one, "2 numbers") {
		t.Error(one)
	}
	if !strings.Contains(other, "8 entries are empty") || !strings.Contains(other, "10 entries are words") {
		t.Error(other)
	}
	pair := "before,after\n" + lines(60, func(i int) string {
		if i >= 45 {
			return fmt.Sprintf("%d.5,", i*i%7)
		}
		return fmt.Sprintf("%d.5,%s", i*i%7, []string{"1.5", ""}[i*i%11%2])
	})
	if _, rows, err = of(table.Ask{Pairs: [][2]string{{"before", "after"}}}, pair); err != nil {
		t.Fatal(saidOf(err))
	}
	empty := strings.Count(pair, ".5,\n") - 60 + rows[1].N
	if said := english.Say(rows[1].Said); !strings.Contains(said, fmt.Sprintf("%d entries are empty", empty)) {
		t.Errorf("%d are empty: %s", empty, said)
	}
}

// TestNamesOfColumns: a name of several columns chooses none, and each can be chosen by its number; a header
// stays one above cells that are refused, and a second one is found whatever is taken.
func TestNamesOfColumns(t *testing.T) {
	row := func(i int) string { return fmt.Sprintf("%d.5,%d.25,%d.5,%d.75", i*i%7, i*i%5, i*7%11, i*i%13) }
	twice := "before,before,after,after\n" + lines(60, row)
	second := "a,b,c,d\nx,y,x,y\n" + lines(60, row)
	arms := []string{"treated", "control"}
	percent := "arm,rate\n" + lines(400, func(i int) string {
		return fmt.Sprintf("%s,%d.%d%%", arms[i*i%3%2], 40+i*i%7, i*7%10)
	})
	euro := "arm,price\n" + lines(400, func(i int) string {
		return fmt.Sprintf("%s,€ %d.%d50", arms[i*i%3%2], 40+i*i%7, i*7%10)
	})
	limits := "arm,range\n" + lines(400, func(i int) string {
		return fmt.Sprintf("%s,%d-%d.5", arms[i*i%3%2], 40+i*i%7, 60+i*7%10)
	})
	pair := func(a, b string) table.Ask { return table.Ask{Pairs: [][2]string{{a, b}}} }
	for name, c := range map[string]struct {
		text string
		ask  table.Ask
		id   string
	}{
		"a pair by name":            {twice, pair("before", "after"), "read.double"},
		"a pair by number":          {twice, pair("1", "3"), ""},
		"a column":                  {twice, table.Ask{By: "after"}, "read.double"},
		"a second header":           {second, pair("a", "c"), "read.stranger"},
		"of a part":                 {second, pair("1", "2"), "read.stranger"},
		"per cent":                  {percent, table.Ask{By: "arm"}, ""},
		"per cent, by number":       {percent, table.Ask{By: "1"}, ""},
		"euros":                     {euro, table.Ask{By: "arm"}, ""},
		"limits":                    {limits, table.Ask{By: "arm"}, "read.junk"},
		"no such column":            {percent, table.Ask{By: "leg"}, "read.column"},
		"no header, and bad cells":  {strings.SplitN(limits, "\n", 2)[1], table.Ask{By: "arm"}, "read.junk"},
		"no header, but good cells": {lines(60, row), table.Ask{By: "arm"}, "read.column"},
	} {
		_, rows, err := of(c.ask, c.text)
		if id := idOf(err); id != c.id {
			t.Errorf("%s: %s", name, saidOf(err))
		} else if err == nil && rows[0].N+rows[1].N != map[string]int{twice: 120, percent: 400, euro: 400}[c.text] {
			t.Errorf("%s: %d releases", name, rows[0].N)
		}
	}
	if _, _, err := of(table.Ask{Columns: []string{"a"}}, second, second+"1,1,1,1\n"); idOf(err) != "read.stranger" {
		t.Errorf("a second header, one column taken: %v", err)
	}
	dose := "v;dose\n" + lines(60, func(i int) string { return fmt.Sprintf("%d.5 s;%d mg", i*i%7, 5+5*(i*i%5%2)) })
	if _, rows, err := of(table.Ask{By: "dose"}, dose); err != nil ||
		english.Say(rows[0].Name)+english.Say(rows[1].Name) != "a, dose = 10 mga, dose = 5 mg" ||
		rows[0].Form.Marks[0] != "s" {
		t.Errorf("inputs with units: %s, %s, %v", english.Say(rows[0].Name), english.Say(rows[1].Name), err)
	}
	f, err := fileOf("a", []byte(twice))
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.Preview()
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range p.Columns {
		if at, err := f.find(c.Name); at != i || err != nil {
			t.Errorf("column %d is called %q, which is column %d: %v", i, c.Name, at, err)
		}
	}
}

// held returns what opens a text that is in memory.
func held(text []byte) func() (io.Reader, error) {
	return func() (io.Reader, error) { return bytes.NewReader(text), nil }
}
