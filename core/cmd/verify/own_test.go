package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"indistinct/core/guest"
	"indistinct/core/labs"
	"indistinct/core/rng"
	"indistinct/core/test/check"
)

// sampleFile writes n numbers with Laplace noise of scale 1 about x.
func sampleFile(t *testing.T, name string, in int, x float64) string {
	t.Helper()
	var b strings.Builder
	for i := range 3000 {
		s := rng.New(rng.Key{Seed: 4, Input: uint32(in), Trial: uint64(i)})
		fmt.Fprintf(&b, "%.6f\n", x+s.Laplace(1))
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSamples(t *testing.T) {
	a, b := sampleFile(t, "a.csv", 0, 0), sampleFile(t, "b.csv", 1, 1)
	status, out, errs := verify(t, nil, "", "-samples", a, b, "-eps", "0.4")
	if status != violation || !strings.Contains(out, "[tell.verdict.violation]") || !strings.Contains(out, "SHA-256") {
		t.Errorf("%d %s %s", status, out, errs)
	}
	if status, out, errs = verify(t, nil, "", "-samples", a, a, "-eps", "0.4"); status != badInput {
		t.Errorf("a file against itself: %d %s %s", status, out, errs)
	}
	if status, _, errs = verify(t, nil, "", "-samples", a, b, "-eps", "0.4", "-bug"); status != badInput ||
		errs != "[verify.bug]\n" {
		t.Errorf("-bug: %d %s", status, errs)
	}
	for args, want := range map[string]int{"-mu 0.5": violation, "-mu 1.3": ran, "-rho 0.1": violation, "-rho 0.8": ran,
		"-mu -1": badInput, "-mu 1 -rho 1": badInput, "-mu 1 -eps 1": badInput, "-eps 0.4 -group 3": ran,
		"-mu 0.2 -group 3": violation, "-mu 0.5 -group 3": ran, "-eps 0.4 -sequential -m 200": violation,
		"-eps 0.4 -group 0": badInput, "-eps 0.4 -pairs all": badInput} {
		status, out, errs = verify(t, nil, "", append([]string{"-samples", a, b}, strings.Fields(args)...)...)
		if status != want || want == violation && !strings.HasPrefix(args, "-eps") &&
			!strings.Contains(out, "[tell.meaning.curve") {
			t.Errorf("%s: %d %s %s", args, status, out, errs)
		}
	}
	_, out, _ = verify(t, nil, "", "-eps", "0.4", "-json", "-samples", a, b)
	var got map[string]any
	if err := json.Unmarshal([]byte(out), &got); err != nil || got["verdict"] != "violation found" ||
		got["sources"] == nil {
		t.Errorf("JSON: %v", err)
	}
}

// naiveFile writes numbers about x with Laplace noise of scale 1 drawn by inversion, in full,
// as a Python program with random.random() prints them.
func naiveFile(t *testing.T, in int, x float64) string {
	t.Helper()
	var b strings.Builder
	s := rng.New(rng.Key{Seed: 5, Input: uint32(in)})
	for range 70_000 {
		u := s.Float64() - 0.5
		fmt.Fprintln(&b, strconv.FormatFloat(x-math.Copysign(1, u)*math.Log(1-2*math.Abs(u)), 'g', -1, 64))
	}
	path := filepath.Join(t.TempDir(), strconv.Itoa(in))
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestNaive: Laplace noise in floating point is refuted at its claim by 20,000 + 50,000
// releases, from files and from programs, and passes for real numbers.
func TestNaive(t *testing.T) {
	check.Full(t)
	a, b := naiveFile(t, 0, 0), naiveFile(t, 1, 1)
	for _, args := range [][]string{{"-samples", a, b},
		{"-a", "cat " + a, "-b", "cat " + b, "-n", "20000", "-m", "50000"}} {
		for bits, want := range map[string]int{"true": violation, "false": ran} {
			status, out, errs := verify(t, nil, "", append(args, "-eps", "1", "-delta", "1e-6", "-alpha", "1e-6",
				"-bits="+bits)...)
			if status != want || strings.Contains(out, "[tell.bits bits=yes]") != (bits == "true") {
				t.Errorf("%s with bits=%s: %d %s %s", args[0], bits, status, out, errs)
			}
		}
	}
}

// TestUnseen: what turns the writing round, or is seen by nobody, is shown as such, and the same run is the same.
func TestUnseen(t *testing.T) {
	with := []string{"-b", "yes 1", "-eps", "1", "-n", "100", "-m", "100"}
	status, out, _ := verify(t, nil, "", append(with, "-a", "yes 'a\u202eb'")...)
	if status != violation || strings.ContainsFunc(out, unseen) || !strings.Contains(out, "a‹U+202E›b") ||
		!strings.HasSuffix(out, ` -a $'yes \'a\u202eb\''`+"\n") {
		t.Errorf("%d %q", status, out)
	}
	for _, args := range [][]string{{"-spec", "a\u202eb\u2066\x1b[1m"}, {"-samples", "a\u202eb", "\u200b", "-eps", "1"},
		{"-lab", "a\u202eb"}, {"\u2028"}, {"-\u202e"}, append(with, "-a", "echo '\u202e' >&2; exit 1")} {
		if status, _, errs := verify(t, nil, "", args...); status < badInput || strings.ContainsFunc(errs, unseen) {
			t.Errorf("%q: %d %q", args, status, errs)
		}
	}
}

func TestPrograms(t *testing.T) {
	a, b := sampleFile(t, "a", 0, 0), sampleFile(t, "b", 1, 1)
	with := []string{"-n", "500", "-m", "1000", "-eps", "0.4"}
	for name, c := range map[string]struct {
		a, b   string
		status int
		say    string
	}{
		"wrong claim": {"cat " + a, "cat " + b, violation, ""},
		"right":       {"cat " + a, "tail -n 2900 " + a, ran, ""},
		"ends": {"cat " + a, "head -n 700 " + b, failed,
			"[verify.own.ended flag=-b goal=1500 goal=1500 n=700 n=700]"},
		"ends at once": {"echo 3; echo", "cat " + b, failed,
			"[verify.own.ended flag=-a goal=1500 goal=1500 n=2 n=2]"},
		"fails": {"echo no such mechanism >&2; exit 4", "cat " + b, failed,
			"why=exit status 4: no such mechanism]"},
		"not there": {"/no/such/program", "cat " + b, failed,
			"[verify.own.failed advice=false flag=-a n=0 n=0 why=exit status 127"},
		"silent": {"sleep 60", "cat " + b, failed, "[verify.own.silent flag=-a n=0 n=0 patience=300ms]"},
		"chatty": {"head -c 200000 /dev/zero | tr '\\0' x", "cat " + b, failed,
			"[verify.own.line bytes=65,536 flag=-a line=1]"},
		"more columns":  {"cat " + a, "sed 's/$/,1/' " + b, failed, "[read.widths n=1 other=2"},
		"columns later": {"cat " + a, "sed '900s/$/,1/' " + b, failed, "line=900"},
		"not text":      {"yes '\xff'", "cat " + b, failed, "[read.latin line=1"},
		"NUL": {"yes 1.5 | tr 5 '\\000'", "cat " + b, failed,
			"line=1"},
		"binary":   {"while :; do printf '1\\r\\0002\\n'; done", "cat " + b, failed, "[read.text line=1"},
		"neither":  {"while :; do printf '1\\r\\3772\\n'; done", "cat " + b, failed, "[read.latin line=1"},
		"carriage": {"yes 1-2 | tr - '\\r'", "yes 0", failed, "line=1"},
		"Windows":  {"sed 's/$/\r/' " + a, "cat " + a, ran, ""},
	} {
		t.Run(name, func(t *testing.T) {
			patience := "60s"
			if name == "silent" {
				patience = "300ms"
			}
			status, _, errs := verify(t, nil, "", append([]string{"-a", c.a, "-b", c.b, "-patience", patience},
				with...)...)
			if status != c.status || !strings.Contains(errs, c.say) {
				t.Errorf("%d %s", status, errs)
			}
		})
	}
}

// TestDependentRows: rows and lines of which each depends on the one before are warned of, with the number.
func TestDependentRows(t *testing.T) {
	a, b := sampleFile(t, "a.csv", 0, 0), sampleFile(t, "b.csv", 1, 1)
	data, err := os.ReadFile(a)
	if err != nil {
		t.Fatal(err)
	}
	follow := filepath.Join(t.TempDir(), "follow.csv")
	var text strings.Builder
	last := 0.0
	for line := range strings.Lines(string(data)) {
		x, _ := strconv.ParseFloat(strings.TrimSpace(line), 64)
		last = 0.3*last + x
		fmt.Fprintf(&text, "%.6f\n", last)
	}
	if err := os.WriteFile(follow, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"-samples", a, b}, ""},
		{[]string{"-samples", follow, b}, "[workshop.order check=lag "},
		{[]string{"-samples", follow, b, "-sequential"}, "[workshop.order check=lag "},
		{[]string{"-samples", a, follow}, "[workshop.order check=lag "},
		{[]string{"-a", "cat " + a, "-b", "cat " + b, "-n", "500", "-m", "1000"}, ""},
		{[]string{"-a", "cat " + follow, "-b", "cat " + b, "-n", "500", "-m", "1000"}, "[workshop.order check=lag "},
		{[]string{"-a", "cat " + a, "-b", "cat " + a, "-n", "500", "-m", "1000"}, "[workshop.order check=beside "},
	} {
		args := append(c.args, "-eps", "1")
		status, out, errs := verify(t, nil, "", args...)
		if status > violation || strings.Contains(out, "[workshop.order") != (c.want != "") ||
			!strings.Contains(out, c.want) {
			t.Errorf("%v: %d %s%s", args, status, out, errs)
		}
		status, out, errs = verify(t, nil, "", append(args, "-json")...)
		if status > violation || strings.Contains(out, `"id":"workshop.order"`) != (c.want != "") {
			t.Errorf("%v: %d %s%s", args, status, out, errs)
		}
	}
}

// TestNoClaim: releases of one's own are not held to a claim that nobody made.
func TestNoClaim(t *testing.T) {
	a, b := sampleFile(t, "a.csv", 0, 0), sampleFile(t, "b.csv", 1, 1)
	for _, args := range [][]string{{"-samples", a, b}, {"-a", "cat " + a, "-b", "cat " + b}} {
		status, out, errs := verify(t, nil, "", args...)
		if status != badInput || out != "" || errs != "[verify.own.claim]\n" {
			t.Errorf("%v: %d %q %q", args, status, out, errs)
		}
		status, _, errs = verify(t, nil, "", append(args, "-eps", "1", "-mu", "1")...)
		if status != badInput || errs != "[verify.claims]\n" {
			t.Errorf("%v with two claims: %d %q", args, status, errs)
		}
	}
}

// A test that takes long says how far it is, also on a pipe.
func TestProgramsSayHowFar(t *testing.T) {
	ticks := make(chan time.Time, 2)
	ticks <- time.Time{}
	ticks <- time.Time{}
	var out, errs bytes.Buffer
	c := command{labs: guest.All(), home: labs.Home, in: strings.NewReader(""), out: &out, err: &errs, ticks: ticks,
		say: ids()}
	status := c.run(t.Context(), []string{"-a", "yes 0", "-b", "yes 0", "-eps", "1", "-n", "500", "-m", "1000"})
	if say := errs.String(); status != ran || strings.Count(say, "[verify.own.far ") != 2 ||
		strings.Count(say, " needed=1500 ") != 2 {
		t.Errorf("status %d: %s", status, say)
	}
}

// TestColumnsOfCommands: what is left out of what commands print by default can be taken, what is taken can be
// left out.
func TestColumnsOfCommands(t *testing.T) {
	prints := func(day string) string {
		return "echo day,n; i=0; while :; do i=$((i+1)); echo 2024-0" + day + "-0$((i%9+1)),$((i*i%11%7)); done"
	}
	for _, c := range []struct {
		flags  string
		status int
		say    string
	}{
		{"", ran, "column=day why=[read.why.date]"},
		{"-columns day", violation, ""},
		{"-columns 1", violation, ""},
		{"-columns day -columns n -workers 2", violation, ""},
		{"-columns day,n -without day -sequential", ran, "[read.why.without]"},
		{"-columns n", ran, ""},
		{"-columns month", failed, "[read.column column=month columns=day and n"},
		{"-without n,day", failed, "[read.none columns=day and n"},
		{"-columns day -column n", badInput, "[verify.none.flag.own flag=-column with=-a"},
		{"-pair day,n", badInput, "[verify.none.flag.own flag=-pair with=-a"},
	} {
		status, out, errs := verify(t, nil, "", append([]string{"-a", prints("1"), "-b", prints("2"), "-eps", "1", "-n",
			"200", "-m", "200"}, strings.Fields(c.flags)...)...)
		if flat := strings.Join(strings.Fields(out+errs), " "); status != c.status || !strings.Contains(flat, c.say) {
			t.Errorf("%s: %d %s", c.flags, status, flat)
		}
	}
}

// TestOneRelease: where either input shows one release alone, and the same, the report says what that may come from.
func TestOneRelease(t *testing.T) {
	write := func(name, text string) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ones, more := write("a", strings.Repeat("1,a\n", 800)), write("b", strings.Repeat("1,a\n", 850))
	mixed := write("c", strings.Repeat("1,a\n", 800)+strings.Repeat("2,a\n", 30))
	for _, c := range []struct {
		args []string
		say  bool
	}{
		{[]string{"-samples", ones, more}, true},
		{[]string{"-samples", ones, mixed}, false},
		{[]string{"-a", "yes 1,a", "-b", "yes 1,a", "-m", "500"}, true},
		{[]string{"-a", "yes word", "-b", "yes word", "-m", "500", "-sequential"}, true},
		{[]string{"-a", "yes 1,a", "-b", "yes '1,a\n2,a'", "-m", "500"}, false},
	} {
		_, out, errs := verify(t, nil, "", append(c.args, "-eps", "5", "-n", "100")...)
		if strings.Contains(out, "[workshop.samples.single]") != c.say || errs != "" {
			t.Errorf("%v: %s%s", c.args, out, errs)
		}
	}
}

// TestLargeFile: a file that is larger than is read is refused by its size, before it is read.
func TestLargeFile(t *testing.T) {
	path, b := filepath.Join(t.TempDir(), "large.csv"), sampleFile(t, "b.csv", 1, 1)
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := f.Truncate(2 << 30); err != nil {
		t.Skip(err)
	}
	var out, errs bytes.Buffer
	c := command{labs: guest.All(), home: labs.Home, in: strings.NewReader(""), out: &out, err: &errs, say: ids()}
	status := c.run(t.Context(), []string{"-samples", path, b, "-eps", "1"})
	if status != badInput || !strings.Contains(errs.String(), "[read.large bytes=2.147") {
		t.Errorf("status %d: %s", status, &errs)
	}
}

func TestBadOwn(t *testing.T) {
	for _, args := range [][]string{
		{"-samples"}, {"-samples", "/no/such/file", "/nor/this"}, {"-a", "true"}, {"-samples", "x", "-a", "true"},
		{"-samples", "x"},
		{"-a", "true", "-b", "true", "-eps", "-1"}, {"-a", "true", "-b", "true", "-n", "3"},
		{"-a", "true", "-b", "true", "-eps", "1", "-n", "2000000000"}, {"-a", "true", "-b", "true", "more"},
		{"-a", "true", "-b", "true", "-colour", "red"},
	} {
		status, out, errs := verify(t, nil, "", args...)
		if status != badInput || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "[") {
			t.Errorf("%v: %d %q %q", args, status, out, errs)
		}
	}
}
