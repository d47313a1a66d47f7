package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"indistinct/core/audit"
	"indistinct/core/event"
	"indistinct/core/guest"
	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/lang"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/core/test/labtest"
	"indistinct/core/test/wording"
	"indistinct/core/texts"
	"indistinct/core/work"
)

// verify runs the command with the laboratories given, or with all.
func verify(t *testing.T, with []lab.Laboratory, stdin string, args ...string) (status int, out, errs string) {
	t.Helper()
	home := labs.Home
	if with == nil {
		with = guest.All()
	} else {
		home = with[0].About().Name
	}
	var o, e bytes.Buffer
	c := command{labs: with, home: home, in: strings.NewReader(stdin), out: &o, err: &e, say: ids()}
	status = c.run(context.Background(), args)
	return status, o.String(), e.String()
}

// ids is a language in which a text says its id and its places:
// "[verify.none.lab lab=moon labs=coin]".
var ids = sync.OnceValue(func() *lang.Language {
	all := labtest.Language().Texts()
	for id, s := range all {
		if strings.HasPrefix(id, "language.") {
			continue
		}
		places, err := wording.Places("en", s)
		if err != nil {
			panic(err)
		}
		said := "[" + id
		for _, p := range slices.Compact(places) {
			name, _, _ := strings.Cut(p, ":")
			said += " " + name + "={" + name + "}"
		}
		all[id] = said + "]"
	}
	l, err := lang.New("en", all)
	if err != nil {
		panic(err)
	}
	return l
})

var coin = []lab.Laboratory{&labtest.Lab{}}

func TestBadInput(t *testing.T) {
	noise := strings.Repeat("%zz&=x&q", 1250) // 10 kB
	file := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(file, []byte("not json"), 0o600); err != nil {
		t.Fatal(err)
	}
	star := filepath.Join(t.TempDir(), "x.star")
	if err := os.WriteFile(star, []byte("def release(x):"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		want []string // one for each line on standard error
	}{
		"NaN":               {[]string{"-s", "NaN"}, []string{"accepts=[lab.accepts.number max=1 min=0] got=NaN"}},
		"infinity":          {[]string{"-d", "Inf"}, []string{"got=Inf"}},
		"minus infinity":    {[]string{"-d=-Inf"}, []string{"got=-Inf"}},
		"overflow":          {[]string{"-d", "1e999"}, []string{"got=1e999"}},
		"s below 0":         {[]string{"-s", "-0.1"}, []string{"got=-0.1"}},
		"window beyond end": {[]string{"-N", "9", "-T", "8"}, []string{"["}},
		"no sensors":        {[]string{"-sensors", "0"}, []string{"[lab.accepts.whole max=40 min=3]"}},
		"no cells":          {[]string{"-r", "0"}, []string{"[lab.accepts.whole max=50 min=1]"}},
		"no level":          {[]string{"-alpha", "0"}, []string{"got=0"}},
		"half a sensor":     {[]string{"-sensors", "3.5"}, []string{"got=3.5"}},
		"two at once":       {[]string{"-s", "2", "-r", "0"}, []string{"[ring.param.s]", "[lab.param.r]"}},
		"noise":             {[]string{"-link", noise}, []string{"[lab.link.parts"}},
		"unknown flag":      {[]string{"-colour", "red"}, []string{"[verify.none.flag flag=-colour lab=ring]"}},
		"unknown laboratory": {[]string{"-lab", "moon"},
			[]string{"[verify.none.lab lab=moon labs=ring, filtering"}},
		"unknown field":     {[]string{"-link", "#lab=ring&colour=red"}, []string{"param=colour"}},
		"unknown analysis":  {[]string{"-experiment", "dance"}, []string{"[verify.none.analysis analysis=dance"}},
		"no such file":      {[]string{"-spec", "/no/such/file"}, []string{"[verify.file.open file=/no/such/file"}},
		"program for a run": {[]string{"-spec", star}, []string{"[verify.program file=" + star}},
		"long program": {[]string{"-lab", "workshop", "-code", strings.Repeat("#", 70000)},
			[]string{"bytes=70,000"}},
		"number beyond": {[]string{"-lab", "workshop", "-code",
			"pairs = [(0, 1)]\ndef release(x):\n    return [1, laplace(1e308)]\n"}, []string{"[workshop.fault"}},
		"number beyond seldom": {[]string{"-lab", "workshop", "-code",
			"pairs = [(0, 1)]\ndef release(x):\n    return 1e200 if laplace(1) > 6 else 1\n", "-eps", "1"},
			[]string{"[workshop.fault"}},
		"not JSON":             {[]string{"-spec", file}, []string{"[lab.file.json]"}},
		"value without a flag": {[]string{"0.8"}, []string{"[verify.word word=0.8]"}},
		"value of a switch": {[]string{"-lab", "workshop", "-bits", "1"},
			[]string{"[verify.word.flag flag=-bits word=1]"}},
		"value of another switch": {[]string{"-json", "yes"},
			[]string{"[verify.word.flag flag=-json word=yes]"}},
		"value of a switch of one's own": {[]string{"-a", "yes", "-b", "yes", "-eps", "1", "-bits", "0"},
			[]string{"[verify.word.flag flag=-bits word=0]"}},
		"word of one's own": {[]string{"-a", "yes", "-b", "yes", "no", "-eps", "1"},
			[]string{"[verify.own.word word=no]"}},
		"flag without a value": {[]string{"-s"},
			[]string{"[verify.flag.value accepts=[lab.accepts.number max=1 min=0] flag=-s]"}},
		"no number": {[]string{"-a", "yes", "-b", "yes", "-eps", "nan"},
			[]string{"[lab.refused accepts=[lab.accepts.number max=1.798·10³⁰⁸ min=0] got=nan param=[lab.param.eps]]"}},
		"octal number":     {[]string{"-lab", "workshop", "-code", "x = 010"}, []string{"say=[guest.octal]"}},
		"file and link":    {[]string{"-spec", file, "-link", "#lab=ring"}, []string{"[verify.both.spec]"}},
		"two formats":      {[]string{"-json", "-csv"}, []string{"[verify.both.form]"}},
		"negative workers": {[]string{"-workers", "-1"}, []string{"[verify.workers got=−1]"}},
	} {
		t.Run(name, func(t *testing.T) {
			status, out, errs := verify(t, nil, "", c.args...)
			if status != badInput || out != "" {
				t.Errorf("status %d, output %q", status, out)
			}
			lines := strings.Split(strings.TrimSuffix(errs, "\n"), "\n")
			if len(lines) != len(c.want) {
				t.Fatalf("%d lines: %q", len(lines), lines)
			}
			for i, l := range lines {
				if !strings.Contains(l, c.want[i]) || strings.Contains(l, "⟨") {
					t.Errorf("%q does not say %q", l, c.want[i])
				}
			}
		})
	}
}

// TestNonsense: whatever a flag is given, no sentence is Go's own, and one of a value that is
// refused says what the flag takes.
func TestNonsense(t *testing.T) {
	c := command{labs: guest.All(), home: labs.Home, say: texts.English()}
	own := []string{"-a", "yes", "-b", "yes", "-eps", "5", "-n", "70", "-m", "70"}
	for _, x := range []struct {
		base, flags []string
	}{
		{own, []string{"eps", "delta", "mu", "rho", "alpha", "n", "m", "sequential", "maxm", "bits", "seed", "patience",
			"workers", "json", "resume", "list", "chunk", "zzz", "s"}},
		{[]string{"-n", "50", "-m", "50"}, []string{"json", "csv", "params", "licences", "workers",
			"resume", "list", "chunk", "zzz"}},
		{[]string{"worker", "-serve"}, []string{"workers", "allow-commands", "zzz"}},
	} {
		if x.base[0] == "worker" && queue.worker == nil {
			continue
		}
		run := func(more string) (status int, said string) {
			var out bytes.Buffer
			c.out, c.err = &out, &out
			status = c.run(t.Context(), append(x.base[:len(x.base):len(x.base)], more))
			return status, out.String()
		}
		for _, name := range x.flags {
			if queue.worker == nil && slices.Contains(clusterNames, name) {
				continue
			}
			for _, value := range []string{"", "nonsense", "09x", "1e999x", `a" for flag -b: c`, "-"} {
				status, said := run("-" + name + "=" + value)
				told := name == "zzz" || name == "s" || strings.Contains(said, "it takes ")
				if status != badInput || strings.Count(said, "\n") != 1 || !told ||
					strings.Contains(said, "parse error") || strings.Contains(said, "for flag -"+name) ||
					strings.Contains(said, "provided but") {
					t.Errorf("%v -%s=%s: status %d: %s", x.base[:1], name, value, status, said)
				}
			}
			if _, said := run("---" + name); !strings.Contains(said, "is not a flag") {
				t.Errorf("---%s: %s", name, said)
			}
		}
		if status, said := run("-help"); status != ran || len(said) < 500 {
			t.Errorf("%v -help: status %d: %s", x.base[:1], status, said)
		}
	}
}

// Off a terminal a run says now and then how far it is.
func TestFar(t *testing.T) {
	var out, errs bytes.Buffer
	ticks := make(chan time.Time, 1)
	ticks <- time.Now()
	c := command{labs: coin, home: "coin", out: &out, err: &errs, say: ids(), ticks: ticks}
	c.run(t.Context(), []string{"-n", "100", "-m", "200"})
	if !strings.HasPrefix(errs.String(), "[verify.far phase=[") || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("%s", &errs)
	}
}

// The command speaks the language of -lang, or of the system where there are texts of it.
func TestLanguage(t *testing.T) {
	if _, err := language([]string{"-lang", "la"}, "de"); err == nil || lang.Of(err).ID() != "verify.none.language" {
		t.Errorf("a language that nobody speaks: %v", err)
	}
	for _, c := range []struct{ arg, locale, want string }{{"", "", "en"}, {"", "de_DE.UTF-8", "de"}, {"", "de", "de"},
		{"", "C.UTF-8", "en"}, {"", "fr_FR", "en"}, {"-lang=en", "de_DE", "en"}, {"--lang de", "en_GB", "de"}} {
		l, err := language(strings.Fields("-s 1 "+c.arg), c.locale)
		if err != nil || l.Tag != c.want {
			t.Errorf("%q, %q: %q, %v", c.arg, c.locale, l.Tag, err)
		}
		var out bytes.Buffer
		d := command{labs: guest.All(), home: labs.Home, out: &out, err: &out, locale: c.locale}
		status := d.run(t.Context(), append(strings.Fields(c.arg), "-help"))
		if !strings.Contains(out.String(), l.Text("verify.help")) || status != ran {
			t.Errorf("%q, %q: %d %s", c.arg, c.locale, status, out.String())
		}
	}
}

func TestReportAndStatus(t *testing.T) {
	// Releases of records that differ by 0 cannot violate anything; those of the
	// deterministic coin always do.
	status, out, errs := verify(t, coin, "", "-s", "0", "-n", "200", "-m", "500")
	if status != ran || errs != "" || !strings.Contains(out, "[tell.verdict.none]") {
		t.Errorf("equal records: status %d, %s\n%s", status, errs, out)
	}
	status, out, _ = verify(t, coin, "", "-s", "1", "-n", "200", "-m", "500")
	if status != violation || !strings.Contains(out, "[tell.verdict.violation]") ||
		!strings.Contains(out, "#lab=coin&v=2&s=1") {
		t.Errorf("disjoint records: status %d\n%s", status, out)
	}
	for _, line := range strings.Split(out, "\n") {
		if line != strings.TrimRight(line, " ") {
			t.Errorf("%q ends with a space", line)
		}
	}
}

// What theory claims is printed with its δ, an exact ε with the δ that it is at, and
// two events that were tested at once with the counts of both.
func TestReportSaysWhichDelta(t *testing.T) {
	_, out, _ := verify(t, coin, "", "-n", "100", "-m", "200", "-json")
	r, err := lab.UnmarshalReport([]byte(out), func(string) lab.Laboratory { return coin[0] }, "coin")
	if err != nil {
		t.Fatal(err)
	}
	claimed, delta, exact := sheet.Real(674.245), sheet.Real(0.05), sheet.Real(1.25)
	r.Claimed, r.ClaimBy, r.ClaimDelta, r.ExactAt, r.ExactDelta = &claimed, "theory", &delta, 0.05, &exact
	r.Strong.Event = event.Event{Kind: "threshold", Name: lang.Verbatim("x < 0"),
		Opposite: &event.Event{Kind: "threshold", Name: lang.Verbatim("x > 1"), Swap: true}}
	r.Epsilon, r.Strong.Epsilon = 1.15, 1.15479
	r.Strong.Count = audit.Count{C1: 612, C2: 304, O1: 303, O2: 611, N: 1000}
	var b strings.Builder
	printer{&b, labtest.Language()}.report(coin[0], r, tell.Sheet(&r.Report), "")
	for _, want := range []string{"ε promised by theory at δ = 0.05", "674.245", "True ε at δ = 0.05",
		"“x < 0”, 612 and 304 hits", "“x > 1”, 303 and 611 hits", "  1.154\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report does not say %q:\n%s", want, b.String())
		}
	}
}

// A program from an editor that puts a byte order mark before it runs as it is.
func TestCodeWithMark(t *testing.T) {
	status, out, errs := verify(t, nil, "", "-lab", "workshop", "-code",
		"\ufeffpairs = [(0, 1)]\ndef release(x):\n    return 1\n", "-eps", "1", "-n", "100", "-m", "200", "-json")
	if status != ran || strings.Contains(out, "\ufeff") {
		t.Errorf("status %d: %s", status, errs)
	}
}

// TestProgramIsHeeded: a program, a path or a matrix that is given is what is tested, or refused.
func TestProgramIsHeeded(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	program := write("est.star", "claim = 0.25\ndef measure(x, q, v):\n    return [x[0] - q[0], x[1]]\n"+
		"def estimate(y, k):\n    return [1, 2 + laplace(1)]\n")
	path := write("path.csv", "x;y\n"+strings.Repeat("0,5;1\n1,5;2\n", 8))
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-file", program, "-file", path, "-d", "0.1"}, "track=0.5,1;1.5,2"},
		{[]string{"-file", program, "-file", path, "-d", "0.1"}, "eps=0.25"},
		{[]string{"-lab", "lqg", "-A", "1, 0.1; 0, 1"}, "plant=custom"},
		{[]string{"-file", program, "-mech", "ekf"}, "[verify.hidden flag=code param=mech values=own]"},
		{[]string{"-lab", "lqg", "-A", "1", "-plant", "pair"}, "[verify.hidden flag=A"},
		{[]string{"-file", write("bad.csv", "a;b\n1;2\n")}, "[ring.read.names"},
	} {
		_, out, errs := verify(t, nil, "", append(c.args, "-n", "70", "-m", "100")...)
		if link, err := url.QueryUnescape(out + errs); err != nil || !strings.Contains(link, c.want) {
			t.Errorf("%q: %s%s; want %s", c.args, out, errs, c.want)
		}
	}
}

// Every module that the command links stands in its licences.
func TestLicences(t *testing.T) {
	info, ok := debug.ReadBuildInfo()
	if !ok || len(info.Deps) == 0 {
		t.Fatal("the test does not know what it links")
	}
	status, out, _ := verify(t, nil, "", "-licences")
	for _, d := range info.Deps {
		if status != ran || !strings.Contains(out, "\n  "+d.Path+" "+d.Version+"\n") {
			t.Errorf("status %d, and %s %s is missing: run ./build.sh generate", status, d.Path, d.Version)
		}
	}
}

func TestJSON(t *testing.T) {
	status, out, _ := verify(t, coin, "", "-n", "100", "-m", "200", "-json")
	var got map[string]any
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"gamma_samples", "events", "c1", "c2", "n", "m", "epsilon", "p_plus", "p_minus",
		"epsilon_c", "eta", "lambda", "e_correct", "e_adjacent", "distance", "warnings", "verdict", "spec"} {
		if _, ok := got[name]; !ok {
			t.Errorf("the report has no %q", name)
		}
	}
	if (status == violation) != (got["verdict"] == string(audit.Violation)) {
		t.Errorf("status %d and verdict %v", status, got["verdict"])
	}
}

// A report holds numbers and codes, so few that it can be looked through: no sentences,
// and no charts.
func TestReportIsSmall(t *testing.T) {
	for _, l := range guest.All() {
		name := l.About().Name
		status, out, errs := verify(t, nil, "", "-lab", name, "-json")
		if status > violation || len(out) > 40_000 {
			t.Errorf("%s: status %d, %d bytes %s", name, status, len(out), errs)
		}
	}
}

// TestSameReportByEveryWay reads one run from flags, a link, a Spec on
// standard input and a Report in a file, with different numbers of workers.
func TestSameReportByEveryWay(t *testing.T) {
	_, want, _ := verify(t, coin, "", "-s", "0.25", "-n", "300", "-m", "400", "-seed", "7", "-json")
	file := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(file, []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, args := range map[string][]string{
		"link":          {"-link", "https://example.org/sub/#lab=coin&v=2&s=0.25&n=300&m=400&seed=7"},
		"spec":          {"-spec", "-"},
		"report":        {"-spec", file},
		"link and flag": {"-link", "#lab=coin&s=0.9&n=300&m=400&seed=7", "-s", "0.25"},
		"one worker":    {"-spec", file, "-workers", "1"},
		"seven workers": {"-spec", file, "-workers", "7"},
	} {
		t.Run(name, func(t *testing.T) {
			_, out, errs := verify(t, coin, `{"lab":"coin","s":0.25,"n":300,"m":400,"seed":7}`,
				append(args, "-json")...)
			if out != want {
				t.Errorf("another report: %s", errs)
			}
		})
	}
}

func TestExperiments(t *testing.T) {
	status, out, _ := verify(t, coin, "", "-experiment", "list")
	if status != ran || !strings.Contains(out, "sum    [coin.analysis.sum]: [coin.analysis.sum.lead]") {
		t.Errorf("list: %q", out)
	}
	status, out, errs := verify(t, coin, "", "-experiment", "sum", "-n", "60")
	if status != ran || !strings.Contains(out, "3 of 3 phases.") {
		t.Errorf("text: %q %s", out, errs)
	}
	status, out, _ = verify(t, coin, "", "-experiment", "sum", "-n", "60", "-csv")
	r := csv.NewReader(strings.NewReader(out))
	r.FieldsPerRecord = -1
	rows, err := r.ReadAll()
	if status != ran || err != nil || len(rows) != 3 || rows[0][0] != "# sum" || rows[1][0] != "sum" {
		t.Errorf("csv: %q %v", rows, err)
	}
	if status, out, _ = verify(t, coin, "", "-n", "100", "-m", "100", "-csv"); !strings.Contains(out, "# ") ||
		status == badInput {
		t.Errorf("csv of a run: %d %q", status, out)
	}
}

// TestListedExperimentsRun: of every laboratory, each choice of what it is about (its first) with each of its other
// choices, and every item of its papers, what -experiment list lists begins, and what it leaves out is refused,
// however settings are given. What begins does its first piece of work, for each choice of what the laboratory
// is about. (Package labtest runs what applies to specs drawn at random.)
func TestListedExperimentsRun(t *testing.T) {
	for _, l := range guest.All() {
		room, table, tried := l.About().Name, l.Params(), map[string]bool{}
		// try returns the experiments that are listed, nil where the settings do not go together.
		try := func(set map[string]string, link bool) (listed map[string]bool) {
			s, args := table.Defaults(room), []string{"-lab", room, "-experiment", "list"}
			for _, name := range slices.Sorted(maps.Keys(set)) {
				var err error
				if s, err = s.With(table, name, set[name]); err != nil {
					t.Fatal(err)
				}
				args = append(args, "-"+name+"="+set[name])
			}
			at := s.Link(table)
			if link {
				args = []string{"-link", at, "-experiment", "list"}
			}
			status, out, _ := verify(t, nil, "", args...)
			if status != ran { // another field would have to change too
				return nil
			}
			listed = map[string]bool{}
			for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
				name, _, _ := strings.Cut(line, " ")
				listed[name] = true
			}
			for _, a := range lab.Experiments(l) {
				job, err := lab.Start(l, s, a.Name)
				if listed[a.Name] != (err == nil) {
					t.Errorf("%q: %s is listed: %v, and begins: %v", args, a.Name, listed[a.Name], err)
				}
				if err != nil || len(set) > 1 {
					continue
				}
				if _, err := job.Run(beginning{job}); err != nil && !errors.Is(err, errBegun) {
					t.Errorf("%q: %s begins, and ends with: %v", args, a.Name, err)
				}
			}
			tried[at] = true
			return listed
		}
		try(nil, true)
		if i := slices.IndexFunc(table, func(p lab.Param) bool { return len(p.Choices) > 0 }); i >= 0 {
			for _, v := range table[i].Choices {
				try(map[string]string{table[i].Name: v}, false)
				for _, p := range table[i+1:] {
					for k, w := range p.Choices {
						try(map[string]string{table[i].Name: v, p.Name: w}, k%2 == 1)
					}
				}
			}
		}
		if len(tried) == 0 {
			t.Errorf("%s lists nothing", room)
		}
		for _, p := range l.Papers() {
			for _, i := range p.Items {
				if listed := try(i.Set, false); listed == nil || i.Task != "" && !listed[i.Task] {
					t.Errorf("%s, %s: the experiment %q is not among those of its settings: %v", room, i.Name, i.Task,
						listed)
				}
			}
		}
	}
}

// beginning does the first chunk of a job.
type beginning struct{ job work.Job }

var errBegun = errors.New("begun")

func (beginning) Step(string, float64, float64)                {}
func (beginning) Show(work.Kind, func() ([]byte, error)) error { return nil }
func (c beginning) Do(b work.Batch, _ func([]work.Part) error) error {
	do, err := c.job.Prepare(b)
	if err != nil {
		return err
	}
	cut := b.Cut(1)
	if chunk, ok := cut.Next(); ok {
		_, err = do(chunk)
	}
	return cmp.Or(err, errBegun)
}

func TestCancelledRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs bytes.Buffer
	c := command{labs: coin, home: "coin", in: strings.NewReader(""), out: &out, err: &errs, say: ids()}
	if status := c.run(ctx, []string{"-m", "1000000"}); status != failed ||
		errs.String() != "[verify.interrupted]\n" || out.Len() > 0 {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

// TestParameters checks what every laboratory's table must be: names that are
// not the command's own, complete documentation.
func TestParameters(t *testing.T) {
	for _, l := range guest.All() {
		name := l.About().Name
		status, out, _ := verify(t, nil, "", "-lab", name, "-params")
		if status != ran || !strings.HasPrefix(out, "[verify.help.params ") {
			t.Errorf("%s: %d %q", name, status, out)
		}
		seen := map[string]bool{}
		table := l.Params()
		for i := range table {
			p := &table[i]
			// The names of flags that are no parameters.
			reserved := append([]string{"a", "samples", "column", "bug", "patience", "lab", "spec", "link",
				"experiment", "json", "csv", "lang", "params", "licences", "workers", "help"}, clusterNames...)
			if slices.Contains(reserved, p.Name) || seen[p.Name] || p.Name == "v" {
				t.Errorf("%s: the name %q is taken", name, p.Name)
			}
			seen[p.Name] = true
			for _, part := range []string{"", "help"} {
				if id := p.Say(part).ID(); !texts.English().Has(id) {
					t.Errorf("%s: there is no text %q", name, id)
				}
			}
			if !strings.Contains(out, fmt.Sprintf("  -%-12s ", p.Name)) {
				t.Errorf("%s: -params does not list %s", name, p.Name)
			}
			if p.From != "" && !strings.Contains(out, "[lab.from."+string(p.From)+" ") {
				t.Errorf("%s: -params does not say where %s comes from", name, p.Name)
			}
			if _, err := p.Parse(table.Defaults(name).Show(p.Name)); err != nil {
				t.Errorf("%s: the default of %s is refused: %v", name, p.Name, err)
			}
		}
		if probs := lab.Validate(l, table.Defaults(name)); len(probs) > 0 {
			t.Errorf("%s: the defaults do not go together: %v", name, probs)
		}
		for _, q := range l.Presets() {
			s := table.Defaults(name)
			for n, text := range q.Set {
				var err error
				if s, err = s.With(table, n, text); err != nil {
					t.Errorf("%s: preset %q: %v", name, q.Name, err)
				}
			}
			if probs := lab.Validate(l, s); len(probs) > 0 {
				t.Errorf("%s: preset %q: %v", name, q.Name, probs)
			}
		}
	}
}

func TestHelp(t *testing.T) {
	status, out, errs := verify(t, nil, "", "-help")
	if status != ran || errs != "" || !strings.Contains(out, "-sensors") {
		t.Errorf("status %d: %s %s", status, out, errs)
	}
}

// Pipes are read once, whatever names them, and may begin with a byte order mark.
func TestSpecFromPipe(t *testing.T) {
	run := "\ufeff" + `{"lab": "coin", "s": 0.25, "n": 100, "m": 200}`
	status, fromStdin, errs := verify(t, coin, run, "-spec", "-", "-json")
	if status == badInput || errs != "" || !strings.Contains(fromStdin, "0.25") {
		t.Fatalf("%d %s", status, errs)
	}
	fifo := filepath.Join(t.TempDir(), "run.json")
	if err := exec.Command("mkfifo", fifo).Run(); err != nil {
		t.Skip("there are no named pipes here")
	}
	go os.WriteFile(fifo, []byte(run), 0o600)
	if _, out, errs := verify(t, coin, "", "-spec", fifo, "-json"); out != fromStdin {
		t.Errorf("from a named pipe: %s", errs)
	}
}

// noSpace is a device without space.
type noSpace struct{}

func (noSpace) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
}

// A result that cannot be written is a failure, whatever it is.
func TestOutputLost(t *testing.T) {
	for _, args := range [][]string{{"-n", "100", "-m", "200"}, {"-json", "-n", "100", "-m", "200"}, {"-help"},
		{"-params"}, {"-experiment", "sum"}} {
		var e bytes.Buffer
		c := command{labs: coin, home: "coin", in: strings.NewReader(""), out: noSpace{}, err: &e, say: ids()}
		if status := c.run(context.Background(), args); status != failed ||
			!strings.HasSuffix(e.String(), "[verify.unwritten why=no space left on device]\n") {
			t.Errorf("%v: %d %q", args, status, e.String())
		}
	}
}

// An interrupt is answered in a step that hears of none.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	stuck, end := make(chan bool, 1000), make(chan bool)
	defer close(end)
	l := &labtest.Lab{Before: func(work.Chunk) error { stuck <- true; <-end; return nil }}
	go func() { <-stuck; cancel() }()
	var o, e bytes.Buffer
	c := command{labs: []lab.Laboratory{l}, home: "coin", in: strings.NewReader(""), out: &o, err: &e, say: ids()}
	if status := c.run(ctx, []string{"-experiment", "sum"}); status != failed || o.Len() > 0 ||
		e.String() != "[verify.interrupted]\n" {
		t.Errorf("%d %q %q", status, o.String(), e.String())
	}
}

// A file of unknown fields gets a sentence or two, not one for each.
func TestManyFields(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"lab": "coin"`)
	for i := range 100000 {
		fmt.Fprintf(&b, `, "x%d": 1`, i)
	}
	b.WriteString("}")
	status, out, errs := verify(t, coin, b.String(), "-spec", "-")
	if status != badInput || out != "" || strings.Count(errs, "\n") != 2 ||
		!strings.Contains(errs, "[lab.link.more n=99,999]") {
		t.Errorf("%d %q %.300q", status, out, errs)
	}
}

// The rounds of a game are not for the command.
func TestGameIsNoExperiment(t *testing.T) {
	status, out, errs := verify(t, nil, "", "-experiment", "game:1:1")
	if status != badInput || out != "" || !strings.Contains(errs, "[verify.none.analysis analysis=game:1:1") {
		t.Errorf("%d %q %q", status, out, errs)
	}
}
