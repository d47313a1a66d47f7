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

	"indistinct/core/lang"
	"indistinct/core/table"
	"indistinct/core/test/english"
)

// command is what a refusal says to do, and the file that it writes.
var command = regexp.MustCompile(`(?s)((?:jq|sed|python3) .* (?:< )?(a\.\w+)(?: \|.*)? > ([ab]\.\w+))`)

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
		"JSON in a field": {"id,answer\n" + each(rows, "1,\"{\"\"west\"\": %v, \"\"east\"\": %v}\"\n"), "within a field",
			"west,east"},
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
		"a box": {"┌──────┬──────┐\n│ west ┆ east │\n╞══════╪══════╡\n" + each(rows, "│ %v ┆ %v │\n") +
			"└──────┴──────┘\n", "rules", "west,east"},
	} {
		dir := t.TempDir()
		_, err := fileOf("a", []byte(c.text))
		if err == nil {
			_, _, err = cellsOf([]byte(c.text), table.Ask{})
		}
		if err == nil {
			t.Errorf("%s: it is read", name)
			continue
		}
		said := english.Say(lang.Of(err))
		m := command.FindStringSubmatch(said)
		if m == nil || !strings.Contains(said, c.said) {
			t.Errorf("%s: %s", name, said)
			continue
		}
		tool, _, _ := strings.Cut(m[1], " ")
		if _, err := exec.LookPath(tool); err != nil {
			t.Logf("NOT RUN: %s needs %s.", name, tool)
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, m[2]), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		run := exec.Command("sh", "-c", m[1])
		run.Dir = dir
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%s: %s: %v: %s", name, m[1], err, out)
			continue
		}
		data, _ := os.ReadFile(filepath.Join(dir, m[3]))
		f, err := fileOf("b", data)
		if err != nil {
			t.Errorf("%s, %s: %s\n%.200s", name, m[1], saidOf(err), data)
			continue
		}
		both, err := Both([]*File{f, f}, table.Ask{})
		if err != nil {
			t.Errorf("%s, %s: %s\n%.200s", name, m[1], saidOf(err), data)
			continue
		}
		var got [][2]float64
		if err := both[0].Each(nil, func(cells []float64) error {
			got = append(got, [2]float64(cells))
			return nil
		}); err != nil || !slices.Equal(got, rows) {
			t.Errorf("%s: %d releases are read, the first %v: %v", name, len(got), got[:min(len(got), 1)], err)
		}
		if names := strings.Join(f.form.Names, ","); names != c.names {
			t.Errorf("%s: the columns are called %q", name, names)
		}
	}
}
