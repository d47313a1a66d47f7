package panel

import (
	"encoding/csv"
	"strings"
	"testing"

	"indistinct/core/film"
	"indistinct/core/lab"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/stage/say"
)

// The first two thousand releases of each input, numbered, are a table that a
// spreadsheet reads; a word that begins like a formula is none.
func TestReleasesAsTable(t *testing.T) {
	s := &film.Show{Form: film.Bars, Names: [2]string{"record", "neighbour"}, Axes: [2]film.Axis{{Label: "answer"}}, Words: []string{"no", "=SUM(A1)"}}
	for k := range s.Clouds {
		s.Clouds[k] = film.Cloud{Stride: 1, Data: make([]float32, mostTaken+5), In: make([]float32, mostTaken+5)}
	}
	s.Clouds[1].Data[0], s.Clouds[1].In[0] = 1, 1
	rows, err := csv.NewReader(strings.NewReader(releases(s))).ReadAll()
	if err != nil || len(rows) != 1+2*mostTaken {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[0], "|") + " " + strings.Join(rows[1+mostTaken], "|"); got != "input|release|inside the event|answer neighbour|1|1|'=SUM(A1)" {
		t.Errorf("the table begins with %s", got)
	}
	s = &film.Show{Form: film.Plane, Names: s.Names, Axes: [2]film.Axis{{Label: "east", Unit: "m"}, {Label: "north", Unit: "m"}}, Clouds: [2]film.Cloud{{Stride: 2, Data: []float32{-0.5, 2}}, {Stride: 2}}}
	if got := releases(s); got != "input,release,inside the event,east (m),north (m)\r\nrecord,1,,-0.5,2\r\n" {
		t.Errorf("a plane's table is %q", got)
	}
}

// Texts of tables and charts are not taken for formulas; numbers stay numbers.
func TestNoFormulas(t *testing.T) {
	n := sheet.Real(-2.5)
	table := &sheet.Table{Columns: []string{"@name", "value"}, Rows: [][]sheet.Cell{{sheet.Text("=1+1"), {Num: &n}}, {sheet.Text("+x"), sheet.Text("-y")}}}
	if got := chart.TableCSV(table); got != "'@name,value\r\n'=1+1,-2.5\r\n'+x,'-y\r\n" {
		t.Errorf("the table is %q", got)
	}
}

// A film ends a moment after the run has been played; a browser that cannot
// record says so.
func TestFilm(t *testing.T) {
	m, s := open(t, "")
	m.Film()
	if m.Filming || len(m.Notes) != 1 {
		t.Fatal("a stage that is not there is recorded")
	}
	m.FromScene(say.FromScene{Type: say.Ready})
	m.Notes = nil
	m.Film()
	m.FromScene(say.FromScene{Type: say.ShowDone})
	s.pass()
	if m.Filming {
		t.Error("the film goes on after the run")
	}
	if got := m.Taken("video/webm;codecs=vp9", ""); got != "indistinct-toy.webm" {
		t.Errorf("the film is called %s", got)
	}
	m.Film()
	if m.Taken("", "This browser cannot record."); m.Filming || len(m.Notes) != 1 {
		t.Error("a refusal is not told")
	}
}

// The sheet is printed when its picture has come, and without one where there
// is none to be had.
func TestPrint(t *testing.T) {
	m, s := open(t, "")
	m.Print()
	if s.printed != 0 {
		t.Fatal("a page without a run was printed")
	}
	m.Desk.result = result{Report: &lab.Report{Spec: m.Desk.Spec}}
	m.Print()
	if s.printed != 1 {
		t.Fatal("nothing was printed")
	}
	m.Printed()
	m.FromScene(say.FromScene{Type: say.Ready})
	m.Print()
	if m.Taken("image/png", "") != "" || s.printed != 1 {
		t.Error("the sheet did not wait for its picture")
	}
	m.Pictured()
	m.Pictured()
	if s.printed != 2 {
		t.Errorf("printed %d times", s.printed)
	}
}
