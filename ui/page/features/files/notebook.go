package files

import (
	_ "embed"
	"encoding/json"
	"strconv"
	"strings"

	"indistinct/core/lang"
)

// script is the notebook's cells, each after a line "# %%"; what stands in it between
// braces and is a text's id is said in the visitor's language.
//
//go:embed notebook.py
var script string

// python is the notebook's code for a report, in cells divided by "# %%".
func python(l *lang.Language, report []byte) string {
	// A string as Go writes it is one of Python's.
	places := []string{`"{report}"`, strconv.Quote(string(report))}
	for _, part := range strings.Split(script, "{")[1:] {
		id, _, _ := strings.Cut(part, "}")
		if strings.HasPrefix(id, "take.") || strings.HasPrefix(id, "tell.") {
			text := l.Text(id)
			places = append(places, `"{`+id+`}"`, strconv.Quote(text), "{"+id+"}", strings.ReplaceAll(text, "\n", " "))
		}
	}
	return strings.NewReplacer(places...).Replace(script)
}

// notebook is a Jupyter notebook, of version 4.5 of its format, that holds a run's report and draws
// its charts with numpy and matplotlib.
func notebook(l *lang.Language, report []byte) string {
	var cells []map[string]any
	for i, part := range strings.Split("\n"+python(l, report), "\n# %%")[1:] {
		head, text, _ := strings.Cut(part, "\n")
		cell := map[string]any{"id": "cell-" + strconv.Itoa(i+1), "metadata": map[string]any{
			"jupyter": map[string]any{"source_hidden": strings.Contains(head, "hidden")}}}
		if strings.Contains(head, "markdown") {
			cell["cell_type"] = "markdown"
			text = strings.ReplaceAll(strings.TrimPrefix(text, "# "), "\n# ", "\n")
			text = strings.ReplaceAll(text, "\n#\n", "\n\n")
		} else { // which has not run yet
			cell["cell_type"], cell["execution_count"], cell["outputs"] = "code", nil, []any{}
		}
		cell["source"] = strings.SplitAfter(strings.TrimSpace(text), "\n")
		cells = append(cells, cell)
	}
	b, _ := json.MarshalIndent(map[string]any{"cells": cells, "nbformat": 4, "nbformat_minor": 5,
		"metadata": map[string]any{"kernelspec": map[string]any{"name": "python3", "display_name": "Python 3",
			"language": "python"}, "language_info": map[string]any{"name": "python"}}}, "", " ")
	return string(b) // texts alone: it cannot fail
}
