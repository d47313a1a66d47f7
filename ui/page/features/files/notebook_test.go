package files

import (
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/lang"
	"indistinct/core/texts"
	"indistinct/core/work"
)

// readNotebook returns a notebook's cells by kind; the test fails where it is none of
// version 4.5.
func readNotebook(t *testing.T, text string) (code, markdown []string) {
	t.Helper()
	var n struct {
		Cells []struct {
			Type     string          `json:"cell_type"`
			ID       string          `json:"id"`
			Metadata *struct{}       `json:"metadata"`
			Source   []string        `json:"source"`
			Outputs  *[]any          `json:"outputs"`
			Count    json.RawMessage `json:"execution_count"`
		} `json:"cells"`
		Metadata struct {
			Kernelspec struct {
				Name    string `json:"name"`
				Display string `json:"display_name"`
			} `json:"kernelspec"`
		} `json:"metadata"`
		Format int `json:"nbformat"`
		Minor  int `json:"nbformat_minor"`
	}
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&n); err != nil {
		t.Fatal(err)
	}
	if n.Format != 4 || n.Minor != 5 || n.Metadata.Kernelspec.Name != "python3" || n.Metadata.Kernelspec.Display == "" {
		t.Errorf("the notebook is of version %d.%d for %+v", n.Format, n.Minor, n.Metadata.Kernelspec)
	}
	seen := map[string]bool{}
	for _, c := range n.Cells {
		if c.ID == "" || seen[c.ID] || c.Metadata == nil || len(c.Source) == 0 {
			t.Errorf("a cell has the id %q, metadata %v and %d lines", c.ID, c.Metadata, len(c.Source))
		}
		seen[c.ID] = true
		for _, line := range c.Source[:max(len(c.Source)-1, 0)] {
			if !strings.HasSuffix(line, "\n") {
				t.Errorf("%s: the line %q does not end", c.ID, line)
			}
		}
		switch {
		case c.Type == "code" && c.Outputs != nil && string(c.Count) == "null":
			code = append(code, strings.Join(c.Source, ""))
		case c.Type == "markdown" && c.Outputs == nil && c.Count == nil:
			markdown = append(markdown, strings.Join(c.Source, ""))
		default:
			t.Errorf("%s is a %s cell with outputs %v and the count %s", c.ID, c.Type, c.Outputs, c.Count)
		}
	}
	return code, markdown
}

// The notebook is one, in every language, names its file and leaves no place open.
func TestNotebook(t *testing.T) {
	for _, e := range lang.Languages() {
		l, err := texts.Read(e.Tag)
		if err != nil {
			t.Fatal(err)
		}
		code, markdown := readNotebook(t, notebook(l, []byte(`{"a": "\"\\n{take.x} ‹ε› \u2028"}`)))
		if len(code) != 8 || len(markdown) != 2 || !strings.HasPrefix(markdown[0], "# ") {
			t.Fatalf("%d cells of code, %d of text: %q", len(code), len(markdown), markdown)
		}
		for _, text := range append(code[1:], markdown...) {
			if strings.Contains(text, "{take.") || strings.Contains(text, "{tell.") ||
				strings.Contains(text, "{report}") {
				t.Errorf("%s: a place is open in %s", e.Tag, text)
			}
		}
		if want := `REPORT = "{\"a\": \"\\\"\\\\n{take.x} ‹ε› \\u2028\"}"`; code[0] != want {
			t.Errorf("%s: it holds %s, not %s", e.Tag, code[0], want)
		}
	}
}

// interpreter returns one of Python that has numpy and matplotlib; the test is skipped where
// there is none.
func interpreter(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy, matplotlib").Run() == nil {
			return name
		}
	}
	t.Skip("NOT RUN: the notebook's cells need python3 with numpy and matplotlib (apt-get install python3-numpy python3-matplotlib).")
	return ""
}

// gaussian is a program that claims Gaussian differential privacy.
const gaussian = "claim = gdp(1)\npairs = [(0, 1)]\n\ndef release(x):\n    return x + normal(1)\n"

// The notebook's cells run on reports of every kind, draw the charts, and find that the
// native command gives the same report.
func TestNotebookRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("Runs audits and Python.")
	}
	py := interpreter(t)
	l := texts.English()
	for link, verify := range map[string]bool{"#lab=ring&n=200&m=500": true, "#lab=filtering&n=200&m=500": false,
		"#lab=survey&n=200&m=500&seq=1&maxm=4000":                     false,
		"#lab=workshop&n=200&m=500&code=" + url.QueryEscape(gaussian): false} {
		dir := t.TempDir()
		s, probs := lab.ParseLink(link, guest.All().Find, labs.Home)
		if len(probs) > 0 {
			t.Fatal(probs[0])
		}
		job, err := lab.Start(guest.All().Find(s.Lab), s, lab.Audit)
		if err != nil {
			t.Fatal(err)
		}
		data, err := work.Run(t.Context(), job, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		code, _ := readNotebook(t, notebook(l, data))
		write := func(name, text string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write("cells.py", strings.Join(code, "\n"))
		want := l.Text("take.python.none")
		if verify {
			build := exec.Command("go", "build", "-tags", "noasm", "-gcflags=all=-d=fmahash=qn", "-o",
				filepath.Join(dir, "verify"), "indistinct/core/cmd/verify")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			want = l.Text("take.python.same")
		}
		write("run.ipynb", notebook(l, data))
		args := []string{"cells.py"}
		if exec.Command(py, "-c", "import nbconvert, ipykernel").Run() == nil {
			args = strings.Fields("-m nbconvert --execute --to markdown --stdout run.ipynb")
		}
		run := exec.Command(py, args...)
		run.Dir = dir
		run.Env = append(os.Environ(), "MPLBACKEND=Agg", "INDISTINCT_VERIFY=", "MPLCONFIGDIR="+dir)
		out, err := run.CombinedOutput()
		if err != nil || !strings.Contains(string(out), want) {
			t.Fatalf("%s: %v: %s", link, err, out)
		}
		for _, chart := range []string{"p-values", "profile", "region", "running"} {
			f, err := os.Stat(filepath.Join(dir, chart+".png"))
			wanted := chart != "running" || strings.Contains(link, "seq=1")
			if (err == nil && f.Size() > 5000) != wanted {
				t.Errorf("%s: %s is drawn: %v", link, chart, err == nil)
			}
		}
		if shots := os.Getenv("INDISTINCT_SHOTS"); shots != "" {
			for _, chart := range []string{"p-values", "profile", "region", "running"} {
				if png, err := os.ReadFile(filepath.Join(dir, chart+".png")); err == nil {
					os.WriteFile(filepath.Join(shots, "TestNotebookRuns-"+s.Lab+"-"+chart+".png"), png, 0o644)
				}
			}
		}
	}
}
