package read

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/mechanism"
	"indistinct/core/rng"
	"indistinct/core/table"
	"indistinct/core/test/check"
	"indistinct/core/test/english"
)

// fileOf is a file of bytes.
func fileOf(name string, data []byte) (*File, error) {
	return Open(name, int64(len(data)), false, func() (io.Reader, error) { return bytes.NewReader(data), nil })
}

// cellsOf reads a file against itself: all its releases as texts of cells, and the sentence.
func cellsOf(data []byte, ask table.Ask) (out []string, said string, err error) {
	f, err := fileOf("a", data)
	if err != nil {
		return nil, "", err
	}
	rows, err := Both([]*File{f, f}, ask)
	if err != nil {
		return nil, "", err
	}
	err = rows[0].Each(nil, func(cells []float64) error {
		out = append(out, cellText(cells, rows[0].Words))
		return nil
	})
	return out, english.Say(rows[0].Said), err
}

// shape is a way of writing releases of two numbers.
type shape struct {
	name         string
	head, format string                         // of the file, and of a line
	numbered     bool                           // the number of the row stands before
	write        func(rows [][2]float64) string // in place of these
	said         string                         // what the sentence must have
	refused      string                         // the id of the refusal, or who shows such lines
	drops        int                            // entries of a release beyond the two
}

// text writes releases.
func (s *shape) text(rows [][2]float64) string {
	switch {
	case s.write != nil:
		return s.write(rows)
	case s.numbered:
		return s.head + numbered(rows, s.format)
	}
	return s.head + each(rows, s.format)
}

func each(rows [][2]float64, format string) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, format, r[0], r[1])
	}
	return b.String()
}

func numbered(rows [][2]float64, format string) string {
	var b strings.Builder
	for i, r := range rows {
		fmt.Fprintf(&b, format, i, r[0], r[1])
	}
	return b.String()
}

func comma(s string) string { return strings.ReplaceAll(s, ".", ",") }

// thousands writes a number with a sign between thousands.
func thousands(v float64, group, decimal string) string {
	s := strconv.FormatFloat(math.Abs(v), 'f', 2, 64)
	whole, part, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	if v < 0 {
		whole = "-" + whole
	}
	return whole + decimal + part
}

func grouped(rows [][2]float64, group, decimal, sep string) string {
	out := ""
	for _, r := range rows {
		out += thousands(r[0], group, decimal) + sep + thousands(r[1], group, decimal) + "\n"
	}
	return out
}

var shapes = []shape{
	{name: "commas", format: "%.2f,%.2f\n", said: "commas"},
	{name: "header", head: "x,y\n", format: "%.2f,%.2f\n",
		said: "x and y from the header in line 1"},
	{name: "semicolons", write: func(r [][2]float64) string {
		return comma(each(r, "%.2f;%.2f\n"))
	}, said: "decimal commas"},
	{name: "tabs", format: "%.2f\t%.2f\n", said: "tabs"},
	{name: "bars", format: "%.2f | %.2f\n", said: "vertical bars"},
	{name: "blanks", format: "%.2f %.2f\n", said: "blanks"},
	{name: "aligned", format: "%12.2f %12.2f\n", said: "blanks"},
	{name: "savetxt", head: "# n sumsq\n", format: "%.18e %.18e\n",
		said: "n and sumsq from the comment in line 1"},
	{name: "octave", write: func(r [][2]float64) string {
		return "# Created by Octave\n# name: x\n# type: matrix\n# rows: 9\n# columns: 2\n" + each(r, " %.2f %.2f\n")
	}, said: "blanks"},
	{name: "percent", head: "% made here\n", format: "%.2f, %.2f\n", said: "commas"},
	{name: "BOM, CRLF", write: func(r [][2]float64) string {
		return "\ufeff" + strings.ReplaceAll("\"Woche 1\";\"Woche 2\"\n"+comma(each(r, "%.2f;%.2f\n")), "\n", "\r\n")
	}, said: "Woche 1 and Woche 2"},
	{name: "CR", write: func(r [][2]float64) string {
		return strings.ReplaceAll(each(r, "%.2f,%.2f\n"), "\n", "\r")
	}, refused: "read.return"},
	{name: "quotes", head: "\"x\",\"y\"\n", format: "\"%.2f\",\"%.2f\"\n", said: "commas"},
	{name: "single quotes", format: "'%.2f','%.2f'\n", said: "commas"},
	{name: "pandas", head: ",x,y\n", format: "%d,%.2f,%.2f\n", numbered: true, said: "numbers the rows"},
	{name: "pandas without names", head: "0,1\n", format: "%.2f,%.2f\n", said: "header"},
	{name: "write.table", write: func(r [][2]float64) string {
		return "\"x\" \"y\"\n" + numbered(r, "\"%d\" %.2f %.2f\n")
	}, said: "numbers the rows"},
	{name: "write.csv2", write: func(r [][2]float64) string {
		return "\"\";\"x\";\"y\"\n" + comma(numbered(r, "\"%d\";%.2f;%.2f\n"))
	}, said: "numbers the rows"},
	{name: "thousands", write: func(r [][2]float64) string {
		return grouped(r, ",", ".", ";")
	}, refused: "read.grouped"},
	{name: "German thousands", write: func(r [][2]float64) string {
		return grouped(r, ".", ",", "\t")
	}, refused: "read.grouped"},
	{name: "quoted thousands", write: func(r [][2]float64) string {
		lines := strings.TrimSuffix(grouped(r, ",", ".", "\",\""), "\n")
		return "\"" + strings.ReplaceAll(lines, "\n", "\"\n\"") + "\"\n"
	}, refused: "read.grouped"},
	{name: "blanks between thousands", write: func(r [][2]float64) string {
		return grouped(r, "\u202f", ",", ";")
	}, refused: "read.grouped"},
	{name: "Swiss thousands", write: func(r [][2]float64) string {
		return grouped(r, "'", ".", ";")
	}, refused: "read.grouped"},
	{name: "Python lists", format: "[%.2f, %.2f]\n", said: "lists"},
	{name: "Python tuples", format: "(%.2f, %.2f)\n", refused: "python"},
	{name: "NumPy numbers", format: "(np.float64(%.2f), np.float64(%.2f))\n", refused: "numpy"},
	{name: "NumPy arrays", format: "[ %.2f  %.2f]\n", refused: "numpy"},
	{name: "NumPy repr", format: "array([%.2f, %.2f], dtype=float32)\n", refused: "numpy"},
	{name: "torch", format: "tensor([%.2f, %.2f])\n", refused: "numpy"},
	{name: "NumPy matrix", write: func(r [][2]float64) string {
		return "[" + strings.TrimSuffix(strings.ReplaceAll(each(r, "[%.2f %.2f]\n "), "\n ", "\n"), "\n") + "]\n"
	}, refused: "numpy"},
	{name: "NumPy columns", format: "[[%.2f]\n [%.2f]]\n", refused: "read.bracket"},
	{name: "R vector", format: "[1] %.2f %.2f\n", refused: "r"},
	{name: "R c()", format: "c(%.2f, %.2f)\n", refused: "dput"},
	{name: "Julia", format: "Float64[%.2f, %.2f]\n", refused: "julia"},
	{name: "MATLAB", format: "[%.2f; %.2f]\n", refused: "matlab"},
	{name: "JSON lists", format: "[%.2f,%.2f]\n", said: "lists"},
	{name: "JSON lines", format: "{\"x\": %.2f, \"y\": %.2f}\n", said: "x and y from the keys"},
	{name: "nested JSON", format: "{\"r\": {\"x\": %.2f, \"y\": [%.2f]}}\n", said: "r.x and r.y 1 from the keys"},
	{name: "Python dicts", format: "{'x': %.2f, 'y': %.2f}\n", refused: "python"},
	{name: "pretty JSON", format: "{\n  \"x\": %.2f,\n  \"y\": %.2f\n}\n", said: "keys"},
	{name: "JSON of objects", write: func(r [][2]float64) string {
		return "[" + strings.TrimSuffix(each(r, "{\"x\":%.2f,\"y\":%.2f},"), ",") + "]"
	}, said: "keys"},
	{name: "JSON of lists", write: func(r [][2]float64) string {
		return "[\n" + strings.TrimSuffix(each(r, "  [\n %.2f,\n %.2f\n],\n"), ",\n") + "\n]\n"
	}, said: "lists"},
	{name: "JSON columns", write: func(r [][2]float64) string {
		x, y := "", ""
		for i := range r {
			x += fmt.Sprintf(",%.2f", r[i][0])
			y += fmt.Sprintf(",%.2f", r[i][1])
		}
		return `{"x":[` + x[1:] + `],"y":[` + y[1:] + `]}`
	}, refused: "read.json"},
	{name: "pandas JSON", write: func(r [][2]float64) string {
		x, y := "", ""
		for i := range r {
			x += fmt.Sprintf(",\"%d\":%.2f", i, r[i][0])
			y += fmt.Sprintf(",\"%d\":%.2f", i, r[i][1])
		}
		return `{"x":{` + x[1:] + `},"y":{` + y[1:] + `}}`
	}, refused: "read.json"},
	{name: "minus signs", write: func(r [][2]float64) string {
		return strings.ReplaceAll(each(r, "%.2f,%.2f\n"), "-", "−")
	}, said: "commas"},
	{name: "hexadecimal", format: "%x %x\n", said: "blanks"},
	{name: "Fortran", write: func(r [][2]float64) string {
		return strings.ReplaceAll(each(r, "  %.8e  %.8e\n"), "e", "D")
	}, said: "blanks"},
	{name: "named lines", format: "x: %.2f y: %.2f\n", said: "words", drops: 2},
	{name: "dates", write: func(r [][2]float64) string {
		return "t,x,y\n" + each(r, "2024-05-01T10:11:12Z,%.2f,%.2f\n")
	}, said: "t (a date or time)"},
	{name: "UUIDs", write: func(r [][2]float64) string {
		return "id,x,y\n" + strings.Join(strings.SplitAfter(numberedID(r), "\n"), "")
	}, said: "id (different in every row)"},
}

func numberedID(r [][2]float64) string {
	out := ""
	for i, v := range r {
		out += fmt.Sprintf("%08x-4b1c-%04x,%.2f,%.2f\n", uint32(i)*2654435761, (i*7919)&0xffff, v[0], v[1])
	}
	return out
}

// sampleRows are pairs of numbers of two decimals, some of thousands, some below 0.
func sampleRows(n int) (out [][2]float64) {
	s := rng.New(rng.Key{Seed: 3})
	for range n {
		out = append(out, [2]float64{math.Round(300*s.Laplace(5)) / 100, math.Round(100*s.Laplace(2000)) / 100})
	}
	return out
}

// Every shape gives the numbers that were written, and says what it took, or is refused by its name.
func TestShapes(t *testing.T) {
	rows := sampleRows(120)
	for _, s := range shapes {
		got, said, err := cellsOf([]byte(s.text(rows)), table.Ask{})
		if s.refused != "" {
			var what struct{ What string }
			data, _ := json.Marshal(lang.Of(err))
			json.Unmarshal(data, &what)
			if id := idOf(err); id != s.refused && (id != "read.console" || what.What != s.refused) {
				t.Errorf("%s: %d releases, %s %s, want %s", s.name, len(got), id, what.What, s.refused)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %s", s.name, english.Say(lang.Of(err)))
			continue
		}
		if len(got) != len(rows) || !strings.Contains(said, s.said) {
			t.Errorf("%s: %d releases; %s", s.name, len(got), said)
			continue
		}
		for i, r := range rows {
			if s.drops > 0 {
				break
			}
			if want := cellText(r[:], nil); got[i] != want {
				t.Errorf("%s: release %d is %s, want %s", s.name, i, got[i], want)
				break
			}
		}
	}
}

// With one character changed each shape is refused, or gives the same releases but for the one
// that the character stands in.
func TestOneCharacter(t *testing.T) {
	check.Full(t)
	rows := sampleRows(60)
	s := rng.New(rng.Key{Seed: 5})
	refused, right := 0, 0
	for _, shape := range shapes {
		text := shape.text(rows)
		want, _, err := cellsOf([]byte(text), table.Ask{})
		if err != nil {
			continue // TestShapes says so
		}
		for range 40 {
			at := s.Intn(len(text))
			if text[at] == '\n' || text[at] == '\r' || text[at] >= 0x80 {
				continue
			}
			const signs = "x5.,;-' \"[]{}(:|\t#"
			c := signs[s.Intn(len(signs))]
			changed := text[:at] + string(c) + text[at+1:]
			what := fmt.Sprintf("%s: %q for %q at byte %d: …%q…", shape.name, c, text[at], at,
				changed[max(0, at-12):min(len(changed), at+12)])
			got, said, err := cellsOf([]byte(changed), table.Ask{})
			if err != nil {
				refused++
				if len(english.Say(lang.Of(err))) < 20 || strings.Contains(english.Say(lang.Of(err)), "⟨") {
					t.Errorf("%s: %v", what, err)
				}
				continue
			}
			right++
			other := 0
			for i := range got {
				if i < len(want) && got[i] != want[i] {
					other++
				}
			}
			left := len(got) == len(want)-1 && strings.Contains(said, "Lines left out")
			if len(got) == len(want) && other <= 1 || left {
				continue
			}
			t.Errorf("%s: %d releases, %d others; %s", what, len(got), other, said)
		}
	}
	t.Logf("%d refused, %d right", refused, right)
}

func cellText(cells []float64, words []string) string {
	out := make([]string, len(cells))
	for i, c := range cells {
		out[i] = fmt.Sprint(c)
		if c != c {
			out[i] = fmt.Sprintf("%q", mechanism.CellText(c, words))
		}
	}
	return strings.Join(out, " ")
}

// gzipped packs a text.
func gzipped(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Bytes()
}

// npy is an array of 64-bit floats as NumPy saves it.
func npy(shape string, columnwise bool, values []float64) []byte {
	head := fmt.Sprintf("{'descr': '<f8', 'fortran_order': %s, 'shape': (%s), }",
		map[bool]string{true: "True", false: "False"}[columnwise], shape)
	out := []byte("\x93NUMPY\x01\x00")
	out = binary.LittleEndian.AppendUint16(out, uint16(len(head)))
	out = append(out, head...)
	for _, v := range values {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v))
	}
	return out
}

// Packed files and arrays hold what they held before.
func TestPacked(t *testing.T) {
	rows := sampleRows(50)
	var byRows, byColumns []float64
	for _, r := range rows {
		byRows = append(byRows, r[0], r[1])
	}
	for c := range 2 {
		for _, r := range rows {
			byColumns = append(byColumns, r[c])
		}
	}
	packed := gzipped([]byte(each(rows, "%.2f,%.2f\n")))
	for name, data := range map[string][]byte{
		"gzip": packed, "rows": npy("50, 2", false, byRows), "columns": npy("50, 2", true, byColumns),
		"packed array": gzipped(npy("50, 2", false, byRows)),
	} {
		got, said, err := cellsOf(data, table.Ask{})
		if err != nil || len(got) != 50 {
			t.Errorf("%s: %d: %v", name, len(got), err)
			continue
		}
		for i, r := range rows {
			if got[i] != cellText(r[:], nil) {
				t.Errorf("%s: release %d is %s (%s)", name, i, got[i], said)
				break
			}
		}
	}
	for name, data := range map[string][]byte{"cut gzip": packed[:len(packed)-12],
		"cut array":    npy("50, 2", false, byRows[:99]),
		"changed gzip": append(append([]byte{}, packed[:60]...), append([]byte{packed[60] ^ 1}, packed[61:]...)...)} {
		if _, _, err := cellsOf(data, table.Ask{}); err == nil || lang.Of(err).ID() != "read.packed" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestNumpyVersions: the length of an array's head has two bytes in the format's first version, four in
// the others.
func TestNumpyVersions(t *testing.T) {
	rows := sampleRows(20)
	var values []float64
	for _, r := range rows {
		values = append(values, r[0], r[1])
	}
	first := npy("20, 2", false, values)
	for version := byte(1); version <= 3; version++ {
		data := first
		if version > 1 {
			data = append([]byte("\x93NUMPY"), version, 0, first[8], first[9], 0, 0)
			data = append(data, first[10:]...)
		}
		got, said, err := cellsOf(data, table.Ask{})
		if err != nil || len(got) != len(rows) {
			t.Errorf("version %d: %d releases: %v", version, len(got), err)
			continue
		}
		for i, r := range rows {
			if got[i] != cellText(r[:], nil) {
				t.Errorf("version %d: release %d is %s (%s)", version, i, got[i], said)
				break
			}
		}
	}
}

// FuzzRead: no file and no output of a command crashes; what is refused is said by a text, and
// what is read gives releases of one width.
func FuzzRead(f *testing.F) {
	rows := sampleRows(3)
	for _, s := range shapes {
		f.Add([]byte(s.text(rows)))
	}
	f.Add(npy("2, 2", true, []float64{1, 2, 3, 4}))
	f.Add(gzipped([]byte("1\n2\n")))
	names := [2]lang.Message{lang.Verbatim("-a"), lang.Verbatim("-b")}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := fileOf("a", data)
		var both [2]*Rows
		if err == nil {
			both, err = Both([]*File{file, file}, table.Ask{})
		}
		if err == nil {
			err = both[0].Each(nil, func(cells []float64) error {
				if len(cells) != both[0].Width {
					t.Fatalf("%d cells, of %d", len(cells), both[0].Width)
				}
				return nil
			})
		}
		if err == nil {
			_, err = file.Preview()
		}
		if err != nil && lang.Of(err).ID() == "" {
			t.Errorf("%v is said by no text", err)
		}
		lines := strings.Split(string(data), "\n")
		learnt, err := Learn(names, [2][]string{lines, lines}, table.Ask{})
		if err != nil {
			return
		}
		for i, l := range lines {
			learnt[0].Form.Read(l, i+1, nil)
		}
	})
}

// TestEmptyIsSaid: entries without a value count as answers, and the sentence says how many
// there are; a word such as NA is one of them where it stands for nothing alone.
func TestEmptyIsSaid(t *testing.T) {
	for _, word := range []string{"", "NA", "null"} {
		data := "a,b\n"
		for i := range 60 {
			second := strconv.Itoa(i)
			if i%5 == 0 {
				second = word
			}
			data += fmt.Sprintf("%d.5,%s\n", i, second)
		}
		_, said, err := cellsOf([]byte(data), table.Ask{})
		if err != nil || !strings.Contains(said, "12 entries are empty") {
			t.Errorf("%q: %v: %s", word, err, said)
		}
	}
}
