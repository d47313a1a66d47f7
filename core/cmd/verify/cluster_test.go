//go:build unix && cluster

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"indistinct/core/cmd/cluster"
	"indistinct/core/guest"
	"indistinct/core/labs"
	"indistinct/core/lang"
	"indistinct/core/texts"
)

// workerFor begins a worker of this process.
func workerFor(t *testing.T, url string, args ...string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan int)
	t.Setenv(workAt, url) // as in the process that does the work
	in, open := io.Pipe()
	t.Cleanup(func() { open.Close() })
	c := command{labs: guest.All(), home: labs.Home, in: in, out: io.Discard, err: io.Discard}
	go func() { done <- c.run(ctx, append([]string{"worker", "-cluster", url, "-lang", "en"}, args...)) }()
	t.Cleanup(func() {
		if stop(); <-done != ran {
			t.Error("the worker did not end as it should")
		}
	})
}

// A laboratory's report is the same from a cluster, and commands run there where a worker
// allows it, as copies of which each part reads one.
func TestCluster(t *testing.T) {
	s, err := cluster.Serve(cluster.Serving{Listen: "secret@127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	file := t.TempDir() + "/url"
	if err := os.WriteFile(file, []byte(s.URL+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	on := []string{"-cluster", "@" + file}
	workerFor(t, s.URL, "-workers", "2")
	args := []string{"-n", "500", "-m", "5000", "-json"}
	status, want, _ := verify(t, nil, "", args...)
	got, out, errs := verify(t, nil, "", append(args, on...)...)
	const checked = `,
  "checked": {"id":"cluster.checked",`
	if without, _, _ := strings.Cut(out, checked); got != status || without+"\n}\n" != want {
		t.Errorf("status %d, want %d: %s", got, status, errs)
	}
	_, out, errs = verify(t, nil, "", append(args, append(on, "-check", "all")...)...)
	if !strings.Contains(out, `"past":0,`) {
		t.Errorf("all parts are checked: %s %s", out[max(0, len(out)-300):], errs)
	}
	if _, out, errs = verify(t, nil, "", append(args[:4], on...)...); !strings.Contains(out, "[cluster.checked ") {
		t.Errorf("the report in words: %s %s", out, errs)
	}
	two := append(on, "-a", noisy("0", "'$INDISTINCT_WORKER'"), "-b", noisy("0.5", "1 + '$INDISTINCT_WORKER'"),
		"-n", "500", "-m", "2000", "-eps", "0.5")
	if status, _, errs := verify(t, nil, "", two...); status != failed ||
		!strings.Contains(errs, "[cluster.commands.none]") {
		t.Errorf("commands that no worker allows: %d %s", status, errs)
	}
	workerFor(t, s.URL, "-workers", "2", "-allow-commands")
	status, out, errs = verify(t, nil, "", two...)
	if status != violation || !strings.Contains(out, "verify.cluster.drawn") || strings.Contains(out, "own.repeated") {
		t.Errorf("commands: %d %s %s", status, out, errs)
	}
	for _, on := range [][]string{{"-cluster", s.URL}, {"--cluster=" + s.URL}} {
		for _, form := range [][]string{nil, {"-json"}} {
			_, out, errs := verify(t, nil, "", slices.Concat(two[2:], on, form)...)
			if out == "" || strings.Contains(out+errs, "secret") {
				t.Errorf("%s tells the password or nothing: %s %s", form, out, errs)
			}
		}
	}
	// A command that is longer than a message may be.
	long := append(on, "-a", "yes 0 # "+strings.Repeat("<", 125_000), "-b", "yes 1", "-n", "100", "-m", "100",
		"-eps", "0.5")
	if status, _, errs := verify(t, nil, "", long...); status != violation {
		t.Errorf("a long command: %d %s", status, errs)
	}
	dies := append(on, "-a", "exit 3", "-b", "yes 0", "-n", "100", "-m", "100", "-eps", "0.5")
	status, _, errs = verify(t, nil, "", dies...)
	if status != failed || !strings.Contains(errs, "verify.own.failed") {
		t.Errorf("a command that dies: %d %s", status, errs)
	}
	status, out, _ = verify(t, nil, "", append(on, "-list")...)
	if status != ran || strings.Count(out, "state=finished") != 3 || strings.Count(out, "state=failed") < 1 {
		t.Errorf("-list: %d %s", status, out)
	}
}

// What a report says of the trials that were computed twice, in words and numbers, in both languages.
func TestClusterChecked(t *testing.T) {
	s, err := cluster.Serve(cluster.Serving{Listen: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	workerFor(t, s.URL, "-workers", "2")
	for share, x := range map[string]struct {
		which  string
		en, de []string // what is said, and what is not
	}{
		"none": {"none", []string{"None of the", "believed", "found", "past"},
			[]string{"keine", "geglaubt", "gefunden"}},
		"0": {"none", []string{"None of the", "believed", "found", "past"},
			[]string{"keine", "geglaubt", "gefunden"}},
		"0.5": {"", []string{"a second time", "With -check all", "believed"},
			[]string{"ein zweites Mal", "Mit -check all", "geglaubt"}},
		"all": {"all", []string{"All", "same result", "past", "-check"},
			[]string{"Alle", "demselben Ergebnis", "unbemerkt"}},
	} {
		_, out, errs := verify(t, nil, "", "-lab", "survey", "-m", "5000", "-n", "500", "-json", "-cluster", s.URL,
			"-check", share)
		var report struct {
			Checked lang.Message
		}
		var numbers struct {
			Checked struct {
				Which               string
				Trials, Twice, Past int
			}
		}
		if err := errors.Join(json.Unmarshal([]byte(out), &report), json.Unmarshal([]byte(out), &numbers)); err != nil {
			t.Fatal(share, err, errs)
		}
		n := numbers.Checked
		if n.Which != x.which && x.which != "" || n.Trials < 10_000 ||
			n.Which == "none" && (n.Twice > 0 || n.Past != n.Trials) ||
			n.Which == "all" && (n.Twice != n.Trials || n.Past > 0) ||
			n.Which == "some" && (n.Past == 0 || n.Past >= n.Trials) {
			t.Errorf("-check %s: %+v", share, n)
		}
		for tag, words := range map[string][]string{"en": x.en, "de": x.de} {
			language, err := texts.Read(tag)
			if err != nil {
				t.Fatal(err)
			}
			said := language.Say(report.Checked)
			for i, w := range words {
				if strings.Contains(said, w) != (i < 2) {
					t.Errorf("-check %s: %q, in which %q is there or is not", share, said, w)
				}
			}
		}
	}
}

// A command that estimates runs on workers that allow it: the report is that of this machine where releases
// hang on the seeds.
func TestClusterEstimator(t *testing.T) {
	s, err := cluster.Serve(cluster.Serving{Listen: "127.0.0.1:0", Store: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	on := []string{"-cluster", s.URL, "-json"}
	workerFor(t, s.URL, "-workers", "2")
	if status, out, errs := audits(t, estimating("right"), on...); status != failed ||
		!strings.Contains(errs, "[cluster.commands.none]") {
		t.Errorf("no worker allows commands: %d %s%s", status, out, errs)
	}
	workerFor(t, s.URL, "-workers", "2", "-allow-commands")
	status, got, errs := audits(t, estimating("right"), on...)
	_, want, _ := audits(t, estimating("right"), "-json")
	got, beside, _ := strings.Cut(got, `, "estimator"`)
	want, _, _ = strings.Cut(want, `, "estimator"`)
	if status != ran || got != want || !strings.Contains(beside, `"alike":"false"`) ||
		!strings.Contains(beside, "verify.estimator.believed") {
		t.Errorf("%d %s\n%s\n%s%s", status, want, got, beside, errs)
	}
	status, _, errs = audits(t, `[ "$INDISTINCT_WORK_AT" ] && exit 3; `+estimating("dies often"), on...)
	if status != failed || !strings.Contains(errs, "verify.estimator.failed") {
		t.Errorf("one that dies: %d %s", status, errs)
	}
	_, _, errs = audits(t, estimating("right"), append(on, "-check", "all")...)
	if errs != "[verify.cluster.unchecked]\n" {
		t.Error(errs)
	}
	// A laboratory's run that names one is none for a worker, nor one that brings it along unasked.
	c := command{labs: guest.All(), home: labs.Home, commands: new(sync.WaitGroup)}
	for _, run := range []string{`{"spec": {"lab": "ring", "mech": "command"}, "task": "audit"}`,
		`{"spec": {"lab": "ring", "mech": "command"}, "task": "audit", "estimator": "true", "patience": 1000000000}`} {
		if _, err := c.open(t.Context(), cluster.Plain, []byte(run)); err == nil ||
			lang.Of(err).ID() == "verify.estimator.failed" {
			t.Errorf("%s: %v", run, err)
		}
	}
}

// What is wrong with the flags of a cluster is said in one sentence.
func TestClusterFlags(t *testing.T) {
	for args, want := range map[string]string{
		"-resume":                                "verify.cluster.alone",
		"-list":                                  "verify.cluster.alone",
		"-cluster x -cancel=":                    "verify.cluster.cancel",
		"-cluster x -cert y":                     "verify.cluster.pair",
		"-cluster nats://a:s3cret,x":             "cluster.address",
		"-cluster nats://s3cret,s3cret@ho:st":    "cluster.address",
		"-cluster s3cret:x,y@ -list":             "cluster.address",
		"-cluster x -workers 2":                  "verify.cluster.workers",
		"-cluster x -chunk 1us":                  "verify.cluster.chunk",
		"-cluster= -list":                        "verify.cluster.blank",
		"-cluster x -list -cancel y":             "verify.cluster.beside",
		"-cluster x -list -m 500":                "verify.cluster.beside",
		"-cluster x -cancel y -resume":           "verify.cluster.beside",
		"-a x -b y -eps 1 -cluster x -list":      "verify.cluster.beside",
		"-a x -b y -eps 1 -cluster x -check all": "verify.cluster.unchecked",
		"nats://s3cret@host":                     "word=host",
		"-a x -b y -eps 1 nats://s3cret@host":    "word=host",
		"worker nats://s3cret@host":              "word=host",
		"worker -cluster=":                       "verify.cluster.blank",
		"worker -serve -creds x":                 "verify.worker.creds",
		"worker -serve -ca x":                    "verify.worker.ca",
		"worker -serve -listen 0.0.0.0:0":        "cluster.open",
		"-cluster x -check 2":                    "verify.cluster.check",
		"-cluster x -check NaN":                  "verify.cluster.check",
		"-a x -b y -eps 1 -resume":               "verify.cluster.alone",
		"-cluster x -samples y -column z -eps 1": "verify.none.flag.own",
		"worker":                                 "verify.worker.which",
		"worker -serve -cluster x":               "verify.worker.which",
		"worker -cluster x -listen y":            "verify.worker.listen",
		"worker -cluster x -workers 0":           "verify.worker.workers",
		"worker -cluster x y":                    "verify.word",
		"worker -serve 1":                        "[verify.word.flag flag=-serve word=1]",
		"worker -serve -listen nowhere":          "cluster.listen",
		"worker -serve -listen 127.0.0.1:x":      "cluster.listen",
	} {
		status, _, errs := verify(t, nil, "", strings.Fields(args)...)
		if status != badInput || !strings.Contains(errs, want) || strings.Contains(errs, "s3cret") ||
			strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: %d %s", args, status, errs)
		}
	}
}
