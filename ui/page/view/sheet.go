package view

import (
	"slices"
	"strings"

	"github.com/vugu/vugu"

	"indistinct/core/lab"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/laboratory"
	"indistinct/ui/page/state"
)

// Sheet is a sheet: sentence, charts, tables, notes.
type Sheet struct {
	M     *state.Model
	S     *sheet.Sheet
	ID    string // unique on the page
	Title bool   // show the sheet's own title
	Stale bool
	Bare  bool // without the sheet's sentence
	// Closed folds each table away.
	Closed bool
}

type Table struct {
	M *state.Model
	T *sheet.Table
}

// cells pairs a row with its columns, for narrow screens.
func (c *Table) cells(row []sheet.Cell) []sheet.Cell {
	if len(row) > len(c.T.Columns) {
		return row[:len(c.T.Columns)]
	}
	return row
}

// Facts are numbers known before any run.
type Facts struct {
	M     *state.Model
	Facts []lab.Fact
}

// rest reports whether some of them are not seen at once.
func (c *Facts) rest() bool {
	return slices.ContainsFunc(c.Facts, func(f lab.Fact) bool { return !f.Key })
}

// Part is what most components are: a part of the page that shows a laboratory.
type Part struct {
	M *state.Model
	D *laboratory.State
}

// Sources are a laboratory's papers; one that has a page leads to it.
func Sources(m *state.Model, of lab.About) vugu.HTMLer {
	out := &chart.Node{Tag: "span"}
	for _, d := range of.Documents {
		out.Add(&chart.Node{Tag: "a", Attr: []string{"href", lab.PaperPage(d.Name, m.L.Tag)}, Text: d.Cited})
	}
	return vugu.HTML(out.Add(&chart.Node{Tag: "span", Text: of.Source}).XML())
}

// Card is an analysis with its button.
type Card struct {
	Part
	A lab.Analysis
}

func (c *Card) Task() *laboratory.Task { return c.D.Task(c.A.Name) }

func (c *Card) Title() lang.Message { return c.A.Title(c.D.About.Name) }

// closed reports whether there is only the picture of what it would show.
func (c *Card) closed() bool {
	t := c.Task()
	return c.A.Name != lab.Again && !t.Running && t.Sheet == nil && t.Fail == ""
}

// picture is what the build has drawn of it.
func (c *Card) picture() string {
	return "still/" + c.M.L.Still(c.D.About.Name+"-"+c.A.Name, Ground(c.M), "svg")
}

// open computes it; the picture, which was pressed, gives way to the result.
func (c *Card) open() {
	c.M.Compute(c.D, c.A.Name)
	c.M.Host.Focus(c.D.AnalysisID(c.A.Name))
}

func (c *Card) verb() lang.Message {
	return lang.Say(Either(c.Task().Sheet != nil, "page.compute.again", "page.compute"))
}

func (c *Card) Save() {
	c.M.Host.Tool("save", nil, "indistinct-"+c.D.About.Name+"-"+c.A.Name+".json", "application/json",
		string(c.Task().Raw))
}

// SaveChart downloads a chart as "svg" or "csv".
func SaveChart(m *state.Model, c *sheet.Chart, kind string) {
	name := fileName(c.ID) + "." + kind
	if kind == "csv" {
		m.Host.Tool("save", nil, name, "text/csv;charset=utf-8", chart.ChartCSV(m.L, c))
		return
	}
	m.Host.Tool("save", nil, name, "image/svg+xml", chart.SVG(m.L, c, 720, chart.Themed(m.ThemeShown)))
}

func SaveTable(m *state.Model, t *sheet.Table) {
	m.Host.Tool("save", nil, fileName(t.ID)+".csv", "text/csv;charset=utf-8", chart.TableCSV(m.L, t))
}

// fileName is the name of the file of a chart or table, without its ending.
func fileName(id string) string { return "indistinct-" + strings.ReplaceAll(id, "_", "-") }
