package files

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"

	"indistinct/core/lang"
)

// script is the notebook's cells, each after a line "# %%"; what stands in it between
// braces and is one of words is said in the visitor's language.
//
//go:embed notebook.py
var script string

// words are the ids of the texts in script.
var words = []string{"take.python.title", "take.python.lead", "take.python.verify", "take.python.same",
	"take.python.other", "take.python.none",
	"tell.p-values.title", "tell.p-values.x", "tell.p-values.y", "tell.p-values.series.plus",
	"tell.p-values.series.minus", "tell.p-values.series.strong", "tell.p-values.series.thinned",
	"tell.profile.title", "tell.profile.x", "tell.profile.y", "tell.profile.series.exact",
	"tell.profile.series.events", "tell.profile.series.tested",
	"tell.region.title", "tell.region.x", "tell.region.y", "tell.region.series.blind", "tell.region.series.claim",
	"tell.region.series.exact", "tell.region.series.proven",
	"tell.running.title", "tell.running.x", "tell.running.y"}

// python is the notebook's code for a report, in cells divided by "# %%".
func python(l *lang.Language, report []byte) string {
	// A string as Go writes it is one of Python's.
	places := []string{`"{report}"`, strconv.Quote(string(report))}
	for _, id := range words {
		text := l.Text(id)
		places = append(places, `"{`+id+`}"`, strconv.Quote(text), "{"+id+"}", strings.ReplaceAll(text, "\n", " "))
	}
	return strings.NewReplacer(places...).Replace(script)
}

// cell is a cell of a notebook: version 4.5 of its format.
type cell struct {
	Type     string         `json:"cell_type"`
	ID       string         `json:"id"`
	Metadata map[string]any `json:"metadata"`
	Source   []string       `json:"source"`
	*ran
}

// ran is what code has beside text: it has not run yet.
type ran struct {
	Count   *int  `json:"execution_count"`
	Outputs []any `json:"outputs"`
}

// notebook is a Jupyter notebook that holds a run's report and draws its charts with numpy and matplotlib.
func notebook(l *lang.Language, report []byte) string {
	var cells []cell
	for i, part := range strings.Split("\n"+python(l, report), "\n# %%")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		c := cell{Type: "code", ID: "cell-" + strconv.Itoa(i+1), Metadata: map[string]any{},
			ran: &ran{Outputs: []any{}}}
		c.Metadata["jupyter"] = map[string]any{"source_hidden": strings.Contains(head, "hidden")}
		if strings.Contains(head, "markdown") {
			c.Type, c.ran = "markdown", nil
			text = strings.ReplaceAll(strings.TrimPrefix(text, "# "), "\n# ", "\n")
			text = strings.ReplaceAll(text, "\n#\n", "\n\n")
		}
		c.Source = strings.SplitAfter(strings.TrimSpace(text), "\n")
		cells = append(cells, c)
	}
	b, _ := json.MarshalIndent(map[string]any{"cells": cells, "nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{"kernelspec": map[string]any{"name": "python3", "display_name": "Python 3",
			"language": "python"}, "language_info": map[string]any{"name": "python"}}}, "", " ")
	return string(b) // texts alone: it cannot fail
}
