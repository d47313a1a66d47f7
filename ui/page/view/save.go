package view

import (
	"indistinct/core/sheet"
	"indistinct/ui/chart"
	"indistinct/ui/page/state"
	"strings"
)

// SaveChart downloads a chart as "svg" or "csv".
func SaveChart(m *state.Model, c *sheet.Chart, kind string) {
	name := fileName(c.ID) + "." + kind
	if kind == "csv" {
		m.Host.Download(name, "text/csv;charset=utf-8", chart.ChartCSV(m.L, c))
		return
	}
	m.Host.Download(name, "image/svg+xml", chart.SVG(m.L, c, 720, chart.Themed(m.ThemeShown)))
}

// saveTable downloads a table.
func saveTable(m *state.Model, t *sheet.Table) {
	m.Host.Download(fileName(t.ID)+".csv", "text/csv;charset=utf-8", chart.TableCSV(m.L, t))
}

// fileName is the name of the file of a chart or table, without its ending.
func fileName(id string) string { return "indistinct-" + strings.ReplaceAll(id, "_", "-") }
