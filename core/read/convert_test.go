package read

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"indistinct/core/table"
)

// command is what a refusal says to do, and the file that it writes.
var command = regexp.MustCompile(`(?s)((?:jq|sed|python3|awk) .* (?:< )?(a\.\w+)(?: \|.*)? > ([ab]\.\w+))`)

// TestConversions: each form that is refused is named, and the command in the sentence makes a file of it that is
// read: the same numbers, and their names where the form has them.
func TestConversions(t *testing.T) {
	rows := [][2]float64{}
	for i := range 300 {
		rows = append(rows, [2]float64{float64(i*i%17) + 0.25, -float64(i*i%13) - 0.5})
	}
	column := func(k int) (out []string) {
		for _, r := range rows {
			out = append(out, fmt.Sprint(r[k]))
		}
		return out
	}
	joined := func(format, between string) string { return strings.TrimSuffix(each(rows, format+between), between) }
	var indexed, wide []string
	for i, r := range rows {
		indexed = append(indexed, fmt.Sprintf(`"%d":{"west":%v,"east":%v}`, i, r[0], r[1]))
		wide = append(wide, fmt.Sprintf(`"%d":%v`, i, r[0]))
	}
	for name, c := range map[string]struct {
		text, said string // what the refusal names
		names      string // of the columns of what is read
	}{
		"pandas, split": {`{"columns":["west","east"],"index":[0],"data":[` + joined("[%v,%v]", ",") + "]}",
			"split", "west,east"},
		"pandas, table": {`{"schema":{"fields":[]},"data":[` + joined(`{"west":%v,"east":%v}`, ",") + "]}",
			"table", "west,east"},
		"pandas, index": {"{" + strings.Join(indexed, ",") + "}", "index", "west,east"},
		"lists": {`{"west":[` + strings.Join(column(0), ",") + `],"east":[` + strings.Join(column(1), ",") + "]}",
			"each column", "west,east"},
		"pandas, columns": {`{"west":{` + strings.Join(wide, ",") + `},"east":[` + strings.Join(column(1), ",") + "]}",
			"each column", "west,east"},
		"a list by a key": {`{"my runs":[` + joined(`[%v,%v]`, ",") + "]}", "my runs", ""},
		"a variable a line": {"west," + strings.Join(column(0), ",") +
			"\neast," + strings.Join(column(1), ",") + "\n",
			"transposed", "west,east"},
		"a variable a line, by semicolons": {strings.Join(column(0), ";") + "\n" + strings.Join(column(1), ";") + "\n",
			"transposed", ""},
		"LaTeX": {"\\begin{tabular}{rr}\n\\toprule\nwest & east \\\\\n\\midrule\n" + each(rows, "%v & %v \\\\\n") +
			"\\bottomrule\n\\end{tabular}\n", "LaTeX", "west,east"},
		"rows of LaTeX": {each(rows, "%v & %v \\\\ \\hline\n"), "LaTeX", ""},
		"JSON in a field": {"id,answer\n" + each(rows, "1,\"{\"\"west\"\": %v, \"\"east\"\": %v}\"\n"),
			"within a field", "west,east"},
		"lists in a field": {"id,answer\n" + each(rows, "1,\"[%v, %v]\"\n"), "within a field", ""},
		"INSERT": {"CREATE TABLE t (west DECIMAL(10,4), east REAL);\nINSERT INTO t (west, east) VALUES " +
			joined("(%v,%v)", ",\n") + ";\n", "SQL", ""},
		"an INSERT each":  {each(rows, "INSERT INTO t VALUES (%v, %v);\n"), "SQL", ""},
		"NumPy's scalars": {each(rows, "[np.float64(%v), np.float64(%v)]\n"), "NumPy", ""},
		"decimals":        {each(rows, "(Decimal('%v'), Decimal('%v'))\n"), "Decimal", ""},
		"an array":        {"[[" + joined("%v %v", "]\n [") + "]]\n", "NumPy", ""},
		"dictionaries":    {each(rows, "{'west': %v, 'east': %v}\n"), "dictionary", "west,east"},
		"tuples":          {each(rows, "(%v, %v)\n"), "tuple", ""},
		"Markdown":        {"| west | east |\n|:-----|-----:|\n" + each(rows, "| %v | %v |\n"), "rules", "west,east"},
		"psql": {" west | east \n------+------\n" + each(rows, " %v | %v\n") + "(300 rows)\n", "rules",
			"west,east"},
		"two lines a release": {"# runs\nquery,answer\n" + each(rows, "west,%v\neast,%v\n"),
			"stand on 2 lines", ""},
		"a second header":       {"west,east\nx,y\n" + each(rows, "%v,%v\n"), "second header", "west,east"},
		"an object with a list": {`{"epsilon":1,"releases":[` + joined("[%v,%v]", ",") + "]}", "releases", ""},
		"YAML":                  {each(rows, "- [%v, %v]\n"), "YAML", ""},
		"maps of YAML":          {each(rows, "- west: %v\n  east: %v\n"), "YAML", "west,east"},
		"ARFF":                  {"@RELATION r\n@ATTRIBUTE w NUMERIC\n\n@DATA\n" + each(rows, "%v,%v\n"), "ARFF", ""},
		"TOML": {"west = [" + strings.Join(column(0), ", ") + "]\neast = [" + strings.Join(column(1), ", ") + "]\n",
			"TOML", "west,east"},
		"names and values": {each(rows, "west=%v east=%v\n"), "names and their values", ""},
		"reStructuredText": {"=====  =====\nwest   east\n=====  =====\n" + each(rows, "%v   %v\n") +
			"=====  =====\n", "rules", "west,east"},
		"a dictionary in a field": {"id,answer\n" + each(rows, "1,\"{'west': %v, 'east': %v}\"\n"), "within a field",
			"west,east"},
		"a box below a shape": {"shape: (300, 2)\n┌────┬────┐\n│ west ┆ east │\n╞════╪════╡\n" +
			each(rows, "│ %v ┆ %v │\n") + "└──────┴──────┘\n", "rules", "west,east"},
		"a box": {"┌────┬────┐\n│ west ┆ east │\n╞════╪════╡\n" +
			each(rows, "│ %v ┆ %v │\n") + "└──────┴──────┘\n", "rules", "west,east"},
	} {
		text, said := c.text, c.said
		f, both, err := itself(text)
		for round := 0; err != nil && round < 2; round++ { // a dictionary in a field takes two
			refusal := saidOf(err)
			m := command.FindStringSubmatch(refusal)
			if m == nil || !strings.Contains(refusal, said) {
				t.Errorf("%s: %s", name, refusal)
				break
			}
			tool, _, _ := strings.Cut(m[1], " ")
			if _, err := exec.LookPath(tool); err != nil || strings.Contains(m[1], "yaml") &&
				exec.Command("python3", "-c", "import yaml").Run() != nil {
				t.Skipf("NOT RUN: %s needs %s.", name, tool)
			}
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, m[2]), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			run := exec.Command("sh", "-c", m[1])
			run.Dir = dir
			if out, err := run.CombinedOutput(); err != nil {
				t.Fatalf("%s: %s: %v: %s", name, m[1], err, out)
			}
			data, lost := os.ReadFile(filepath.Join(dir, m[3]))
			if lost != nil {
				t.Fatal(lost)
			}
			text, said = string(data), ""
			f, both, err = itself(text)
		}
		if err != nil || text == c.text {
			t.Errorf("%s: %s\n%.200s", name, saidOf(err), text)
			continue
		}
		var got [][2]float64
		if err := both[0].Each(nil, func(cells []float64) error {
			numbers := slices.DeleteFunc(slices.Clone(cells), func(c float64) bool { return c != c }) // words
			got = append(got, [2]float64(append(numbers, 0, 0)))
			return nil
		}); err != nil || !slices.Equal(got, rows) {
			t.Errorf("%s: %d releases are read, the first %v: %v", name, len(got), got[:min(len(got), 1)], err)
		}
		if names := strings.Join(f.form.Names, ","); names != c.names {
			t.Errorf("%s: the columns are called %q", name, names)
		}
	}
}

// itself reads a text against itself.
func itself(text string) (f *File, rows [2]*Rows, err error) {
	if f, err = fileOf("a", []byte(text)); err == nil {
		g, _ := fileOf("b", []byte(text+"\n")) // another file
		rows, err = Both([]*File{f, g}, table.Ask{})
	}
	return f, rows, err
}
