package files

import (
	"encoding/csv"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/texts"
	"indistinct/ui/chart"
)

// The first two thousand releases of each input, numbered, are a table that a
// spreadsheet reads; a word that begins like a formula is none.
func TestReleasesAsTable(t *testing.T) {
	l := texts.English()
	s := &film.Show{Form: film.Bars, Names: [2]lang.Message{lang.Verbatim("here"), lang.Verbatim("there")},
		Axes:  [2]film.Axis{{Label: lang.Verbatim("answer")}},
		Words: lang.Verbatims([]string{"no", "=SUM(A1)"})}
	for k := range s.Clouds {
		s.Clouds[k] = film.Cloud{Stride: 1, Data: make([]float32, mostTaken+5), In: make([]float32, mostTaken+5)}
	}
	s.Clouds[1].Data[0], s.Clouds[1].In[0] = 1, 1
	rows, err := csv.NewReader(strings.NewReader(releases(l, s))).ReadAll()
	if err != nil || len(rows) != 1+2*mostTaken {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[0], "|") + " " + strings.Join(rows[1+mostTaken],
		"|"); got != "input|release|the rule holds|answer there|1|1|'=SUM(A1)" {
		t.Errorf("the table begins with %s", got)
	}
	axis := func(label string) film.Axis {
		return film.Axis{Label: lang.Verbatim(label), Unit: lang.Verbatim("m")}
	}
	s = &film.Show{Form: film.Plane, Names: s.Names, Axes: [2]film.Axis{axis("east"), axis("north")},
		Clouds: [2]film.Cloud{{Stride: 2, Data: []float32{-0.5, 2}}, {Stride: 2}}}
	if got := releases(l, s); got != "input,release,the rule holds,east (m),north (m)\r\nhere,1,,-0.5,2\r\n" {
		t.Errorf("a plane's table is %q", got)
	}
}

// Texts of tables and charts are not taken for formulas; numbers stay numbers.
func TestNoFormulas(t *testing.T) {
	n := sheet.Real(-2.5)
	words := func(s string) sheet.Cell { return sheet.Words(lang.Verbatim(s)) }
	table := &sheet.Table{Columns: lang.Verbatims([]string{"@name", "value"}),
		Rows: [][]sheet.Cell{{words("=1+1"), {Num: &n}}, {words("+x"), words("-y")}}}
	if got := chart.TableCSV(texts.English(), table); got != "'@name,value\r\n'=1+1,-2.5\r\n'+x,'-y\r\n" {
		t.Errorf("the table is %q", got)
	}
}
