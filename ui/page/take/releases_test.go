package take

import (
	"encoding/csv"
	"strings"
	"testing"

	"indistinct/core/lang"

	"indistinct/core/film"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
)

// The first two thousand releases of each input, numbered, are a table that a
// spreadsheet reads; a word that begins like a formula is none.
func TestReleasesAsTable(t *testing.T) {
	s := &film.Show{Form: film.Bars, Names: [2]string{"record", "neighbour"}, Axes: [2]film.Axis{{Label: "answer"}},
		Words: []lang.Message{"no", "=SUM(A1)"}}
	for k := range s.Clouds {
		s.Clouds[k] = film.Cloud{Stride: 1, Data: make([]float32, mostTaken+5), In: make([]float32, mostTaken+5)}
	}
	s.Clouds[1].Data[0], s.Clouds[1].In[0] = 1, 1
	rows, err := csv.NewReader(strings.NewReader(Releases(s))).ReadAll()
	if err != nil || len(rows) != 1+2*mostTaken {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[0], "|") + " " + strings.Join(rows[1+mostTaken],
		"|"); got != "input|release|inside the event|answer neighbour|1|1|'=SUM(A1)" {
		t.Errorf("the table begins with %s", got)
	}
	s = &film.Show{Form: film.Plane, Names: s.Names, Axes: [2]film.Axis{{Label: "east", Unit: "m"},
		{Label: "north", Unit: "m"}}, Clouds: [2]film.Cloud{{Stride: 2, Data: []float32{-0.5, 2}}, {Stride: 2}}}
	if got := Releases(s); got != "input,release,inside the event,east (m),north (m)\r\nrecord,1,,-0.5,2\r\n" {
		t.Errorf("a plane's table is %q", got)
	}
}

// Texts of tables and charts are not taken for formulas; numbers stay numbers.
func TestNoFormulas(t *testing.T) {
	n := sheet.Real(-2.5)
	table := &sheet.Table{Columns: []lang.Message{"@name", "value"}, Rows: [][]sheet.Cell{{sheet.Words("=1+1"), {Num: &n}},
		{sheet.Words("+x"), sheet.Words("-y")}}}
	if got := chart.TableCSV(table); got != "'@name,value\r\n'=1+1,-2.5\r\n'+x,'-y\r\n" {
		t.Errorf("the table is %q", got)
	}
}
