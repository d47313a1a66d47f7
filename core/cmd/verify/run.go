package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"indistinct/core/audit"
	"indistinct/core/lab"
	"indistinct/core/lab/repeat"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/script"
	"indistinct/core/sheet"
	"indistinct/core/tell"
	"indistinct/core/texts"
	"indistinct/core/work"
)

// The exit statuses.
const (
	ran       = 0
	violation = 1
	badInput  = 2
	failed    = 3
)

// maxInput bounds what is read of a file: a report holds no raw releases.
const maxInput = 64 << 20

// command is the program with its surroundings.
type command struct {
	labs     lab.Catalog
	home     string
	in       io.Reader
	out, err io.Writer
	locale   string           // of the system: "de_DE.UTF-8"
	say      *lang.Language   // in which it speaks; nil: -lang or locale says
	ticks    <-chan time.Time // when a test or a run says how far it is; nil: never
	away     *atomic.Bool     // a cluster has a run of it
	commands *sync.WaitGroup  // that it starts
	end      *atomic.Int32    // who says why there is no result, once that is known
}

// options are the flags that were given.
type options struct {
	*flag.FlagSet
	at      origin
	room    string // of which there are flags: a laboratory, or a flag that says where releases are from
	given   map[string]bool
	lists   map[string][][]string // names, for each time that a flag was given
	params  lab.Table             // of the laboratory
	set     []setting             // of them
	spec    lab.Spec              // of -spec or -link, or the laboratory's defaults
	probs   []lab.Problem
	fresh   bool     // it is the defaults
	files   []string // after -samples or -scores
	source  []byte   // what -spec read
	checks  bool     // it is a report, whose run is repeated
	help    bool
	cluster clusterFlags
}

// value is what a flag that is no parameter says; zero where there is none of that name.
func value[T any](o *options, name string) (v T) {
	if f := o.Lookup(name); f != nil {
		v, _ = f.Value.(flag.Getter).Get().(T)
	}
	return v
}

func (o *options) text(name string) string { return value[string](o, name) }
func (o *options) on(name string) bool     { return value[bool](o, name) }

// origin is what a flag is for.
type origin int

// The origins of releases: a laboratory, files, commands, canary scores.
const (
	ofLabs origin = 1 << iota
	inFiles
	ofCommands
	ofScores
	outside = inFiles | ofCommands | ofScores // elsewhere
)

// plainFlags are the flags that are no parameters.
var plainFlags = []struct {
	name  string
	of    origin
	value any // by default: its type says what it takes
}{
	{"lab", ofLabs, ""},
	{"spec", ofLabs, ""},
	{"link", ofLabs, ""},
	{"experiment", ofLabs, ""},
	{"json", ofLabs | outside, false},
	{"csv", ofLabs, false},
	{"params", ofLabs | outside, false},
	{"licences", ofLabs, false},
	{"workers", ofLabs | ofCommands, 0},
	{"estimator", ofLabs, ""},
	{"patience", ofLabs | inFiles | ofCommands, 30 * time.Second},
	{"a", ofCommands, ""},
	{"b", ofCommands, ""},
	{"count-failures", ofCommands, false},
	{"columns", outside, []string(nil)},
	{"without", inFiles | ofCommands, []string(nil)},
	{"column", inFiles | ofScores, ""},
	{"pair", inFiles | ofScores, []string(nil)},
}

// clusterNames are the names of the flags of whoever asks a cluster.
var clusterNames = []string{"cluster", "creds", "ca", "cert", "key", "resume", "list", "cancel", "chunk", "check"}

// patience is how long an interrupted run may take to end by itself. A step that
// hears of nothing between its chunks is left behind.
const patience = 300 * time.Millisecond

// run is the whole program; it returns the exit status. It does not outlast a
// cancelled context for longer than patience, nor a program of the workshop that is
// beyond its limits.
func (c *command) run(ctx context.Context, args []string) int {
	if c.say == nil {
		l, err := language(args, c.locale)
		if c.say = l; err != nil {
			return c.bad(lang.Of(err))
		}
	}
	works := len(args) > 0 && args[0] == "worker"
	args, checks := repeated(args)
	switch {
	case hasFlag(args, "bug"):
		return c.bad(lang.Say("verify.bug"))
	case queue.worker == nil && (works || hasFlag(args, clusterNames...)):
		return c.bad(lang.Say("verify.cluster.absent"))
	case works:
		return queue.worker(c, ctx, args[1:])
	}
	var out bytes.Buffer
	inner := *c
	inner.out = &out
	var over <-chan lang.Message
	var unwatch func()
	inner.labs, over, unwatch = watch(c.labs, usual)
	defer unwatch()
	inner.away, inner.commands, inner.end = new(atomic.Bool), new(sync.WaitGroup), new(atomic.Int32)
	defer inner.commands.Wait()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	done := make(chan int, 1)
	go func() { done <- inner.do(ctx, args, checks) }()
	give := func(status int) int {
		if _, err := c.out.Write(out.Bytes()); err != nil {
			return c.fail(lang.Say("verify.unwritten", "why", cause(err)))
		}
		return status
	}
	var beyond lang.Message
	select {
	case status := <-done:
		return give(status)
	case beyond = <-over:
		if !inner.end.CompareAndSwap(0, endedByLimit) {
			return give(<-done) // it has said already why it ends
		}
		end(&lang.Error{Message: beyond})
	case <-ctx.Done():
	}
	wait := patience
	if inner.away.Load() { // that the run is kept there, or is over there too, is worth a moment
		wait *= 3
	}
	select {
	case status := <-done:
		if beyond == "" {
			return give(status)
		}
	case <-time.After(wait):
	}
	if beyond != "" {
		return c.bad(beyond)
	}
	return c.fail(lang.Say("verify.interrupted"))
}

// flagsOf returns the name and the value of each flag among arguments: what stands after = or is the next argument.
func flagsOf(args []string) (out [][2]string) {
	for i, a := range args {
		name, value, has := strings.Cut(strings.TrimLeft(a, "-"), "=")
		if !has && i+1 < len(args) {
			value = args[i+1]
		}
		if strings.HasPrefix(a, "-") {
			out = append(out, [2]string{name, value})
		}
	}
	return out
}

func hasFlag(args []string, names ...string) bool {
	return slices.ContainsFunc(flagsOf(args), func(f [2]string) bool { return slices.Contains(names, f[0]) })
}

// repeated returns the arguments with the report that -check names as -spec, and whether it names one; a cluster's
// -check names none.
func repeated(args []string) (rest []string, checks bool) {
	for i, a := range args {
		if f := flagsOf(args[i:]); strings.HasPrefix(a, "-") && f[0][0] == "check" && !hasFlag(args, "cluster") {
			if _, err := shareOf(f[0][1]); err != nil && f[0][1] != "" {
				rest = slices.Clone(args)
				rest[i] = strings.Replace(a, "check", "spec", 1)
				return rest, true
			}
			break
		}
	}
	return args, false
}

// language returns the language that -lang names, or that of the system where there are
// texts of it, or English; on error too there is one.
func language(args []string, locale string) (*lang.Language, error) {
	tag, _, _ := strings.Cut(locale, ".")
	tag, _, _ = strings.Cut(tag, "_")
	asked := false
	for _, f := range flagsOf(args) {
		if f[0] == "lang" {
			tag, asked = f[1], true
		}
	}
	if lang.Known(tag) {
		return texts.Read(tag)
	}
	if !asked {
		return texts.English(), nil
	}
	var tags []lang.Message
	for _, e := range lang.Languages() {
		tags = append(tags, lang.Verbatim(e.Tag))
	}
	return texts.English(), lang.Errorf("verify.none.language", "language", clip(tag), "languages", tags)
}

// licences is what the command links, with the licences; ./build.sh generate
// writes it.
//
//go:embed licences.txt
var licences string

// cause is what an error of the operating system says, without the call and the
// name.
func cause(err error) error {
	return cmp.Or(errors.Unwrap(err), err)
}

func (c *command) do(ctx context.Context, args []string, checks bool) int {
	e := newEstimator(ctx, c.commands)
	defer e.Close()
	c.labs = e.in(c.labs)
	l, o, err := c.flags(args)
	if checks && (hasFlag(args, "link", "experiment") || err == nil && (o.at != ofLabs || len(o.set) > 0)) {
		return c.bad(lang.Say("verify.check.alone"))
	}
	if err == nil && checks {
		o.checks = true
		if _, unread := lab.UnmarshalReport(o.source, c.labs.Find, c.home); unread != nil {
			err = lang.Errorf("verify.check.report", "file", clip(o.text("spec")), "why", unread)
		}
	}
	if err != nil {
		return c.bad(lang.Of(err))
	}
	e.text, e.patience = o.text("estimator"), value[time.Duration](o, "patience")
	switch {
	case o.help:
		c.usage(l)
		return ran
	case o.on("params"):
		c.parameters(l)
		return ran
	case o.on("licences"):
		io.WriteString(c.out, licences)
		return ran
	case o.cluster.list || o.cluster.cancel != "":
		return queue.runs(c, ctx, &o.cluster)
	}
	s, probs := o.spec, o.probs
	for _, f := range o.set {
		text, err := f.text, error(nil)
		p, read := o.params.Find(f.name), l.Extras().Read
		if p.Kind == lab.Code || p.Kind == lab.Matrix {
			if text, err = c.program(f.text); err != nil {
				return c.bad(lang.Of(err))
			}
		}
		var next, of lab.Spec
		switch {
		case read != nil && p.Kind == lab.Code && strings.HasPrefix(f.text, "@"):
			next, err = read(s, []byte(text))
		case read != nil && p.Kind == lab.Matrix && text != f.text: // a file of points
			if of, err = read(o.params.Defaults(s.Lab), []byte(text)); err != nil {
				return c.bad(lang.Of(err))
			}
			text = cmp.Or(of.Text(f.name), text)
			fallthrough
		default:
			next, err = s.With(o.params, f.name, p.Typed(c.say, text))
		}
		if err == nil {
			s = next
		} else {
			probs = append(probs, lab.Problem{Field: f.name, Say: lang.Of(err)})
		}
	}
	for _, f := range o.set {
		var err error
		if s, err = heeded(o.params, s, f.name, o.given); err != nil {
			probs = append(probs, lab.Problem{Field: f.name, Say: lang.Of(err)})
		}
	}
	if len(probs) == 0 {
		probs = lab.Validate(l, s)
	}
	if len(probs) > 0 {
		for _, p := range probs {
			c.bad(p.Say)
		}
		return badInput
	}
	if o.at != ofLabs {
		err = o.apart(s)
	}
	if err == nil {
		s, err = asked(l, s, o.given, o.fresh)
	}
	switch {
	case err != nil:
		return c.bad(lang.Of(err))
	case o.at != ofLabs:
		return c.outside(ctx, s, o, args)
	}
	if o.text("experiment") == "list" {
		c.list(l, s)
		return ran
	}
	task := cmp.Or(o.text("experiment"), lab.Audit)
	if task != lab.Audit && !slices.ContainsFunc(lab.Experiments(l), func(a lab.Analysis) bool {
		return a.Name == task
	}) {
		return c.bad(lang.Say("verify.none.analysis", "lab", l.About().Title(), "analysis", clip(task)))
	}
	job, err := lab.Start(l, s, task)
	if e.blamed(err) {
		return c.fail(lang.Of(err))
	} else if err != nil {
		return c.bad(lang.Of(err))
	}
	var data []byte
	var beside lang.Message
	if o.cluster.URL != "" {
		data, beside, err = queue.elsewhere(c, ctx, &o.cluster, s, task, job, e, c.far)
	} else {
		data, err = work.Run(ctx, job, value[int](o, "workers"), c.far)
	}
	beside = lang.Sentences(e.said(o.cluster.URL != ""), beside)
	err = cmp.Or(err, e.finish())
	switch {
	case errors.Is(err, context.Canceled):
		return c.fail(lang.Say("verify.interrupted"))
	case e.blamed(err):
		return c.fail(lang.Of(err))
	case errors.As(err, new(*script.Fault)), err != nil && strings.Contains(lang.Of(err).ID(), ".refused."):
		return c.bad(lang.Of(err))
	case o.cluster.URL != "" && err != nil:
		return c.fail(lang.Of(err))
	case err != nil:
		return c.fail(lang.Say("verify.failed", "why", err))
	}
	return c.show(l, s, o, task, data, beside)
}

// show prints a result in the form asked for. The JSON is the result alone, and what is said
// beside it: of a cluster's parts that were checked, or of a command that estimates.
func (c *command) show(l lab.Laboratory, s lab.Spec, o *options, task string, data []byte,
	beside lang.Message) int {
	var r *lab.Report
	var sh sheet.Sheet
	var err error
	if task == lab.Audit {
		if r, err = lab.UnmarshalReport(data, c.labs.Find, s.Lab); err == nil {
			sh = tell.Sheet(&r.Report)
		}
	} else {
		err = json.Unmarshal(data, &sh)
	}
	if err != nil {
		return c.fail(lang.Say("verify.unread", "why", err))
	}
	if report := o.text("spec"); o.checks {
		if field, was, is := repeat.Difference(o.source, data); field != "" {
			return c.fail(lang.Say("verify.check.differs", "file", clip(report), "field", field, "was", clip(was),
				"is", clip(is)))
		}
		data = repeat.Marked(data, repeat.Confirmed)
		r.Notes = append(r.Notes, lang.Say("verify.check.same", "file", clip(report)))
	}
	if beside != "" {
		sh.Notes = append(sh.Notes, beside)
		if r != nil {
			r.Warnings = append(r.Warnings, beside)
		}
		name := "checked"
		if o.given["estimator"] {
			name = "estimator"
		}
		if field, err := json.Marshal(beside); err == nil {
			data = fmt.Appendf(bytes.TrimSuffix(bytes.TrimSpace(data), []byte("}")), `,%q:%s}`, name, field)
		}
	}
	var verdict audit.Verdict
	again := ""
	if r != nil {
		if verdict, again = r.Verdict, r.Spec.Link(l.Params()); o.given["estimator"] {
			again = "verify " + quoteAll([]string{"-link", again, "-estimator", o.text("estimator")})
		}
	}
	return c.give(o, verdict, data, func(p printer) {
		switch {
		case o.on("csv"):
			p.csv(sh)
		case r != nil:
			p.report(l, r, sh, again)
		default:
			p.sheet(sh)
		}
	})
}

// give prints a result, as JSON where that is asked for, and returns the exit status.
func (c *command) give(o *options, v audit.Verdict, data []byte, print func(printer)) int {
	if !o.on("json") {
		print(c.printer())
	} else if err := writeJSON(c.out, data); err != nil {
		return c.fail(lang.Say("verify.unread", "why", err))
	}
	if v == audit.Violation {
		return violation
	}
	return ran
}

// far says now and then how far a run is.
func (c *command) far(p work.Progress) {
	select {
	case <-c.ticks:
		fmt.Fprintln(c.err, c.say.Text("verify.far", "share", 100*p.Fraction, "phase", lang.Say(p.Phase)))
	default:
	}
}

// printer prints for people.
func (c *command) printer() printer { return printer{visible{c.out}, c.say} }

// visible passes text on without what would steer a terminal or turn the writing round: words in it may be
// somebody else's.
type visible struct{ io.Writer }

func (v visible) Write(p []byte) (int, error) {
	_, err := io.WriteString(v.Writer, strings.Map(func(r rune) rune {
		if unseen(r) {
			return '?'
		}
		return r
	}, string(p)))
	return len(p), err
}

func unseen(r rune) bool { return !unicode.IsGraphic(r) && r != '\n' && r != '\t' }

// bad says on one line what is wrong with the input.
func (c *command) bad(m lang.Message) int {
	if c.ends() {
		fmt.Fprintln(visible{c.err}, strings.ReplaceAll(c.say.Say(m), "\n", " "))
	}
	return badInput
}

// ends reports whether the run is to say why it ends: not where the watchdog does, which would be a second sentence.
func (c *command) ends() bool {
	return c.end == nil || c.end.CompareAndSwap(0, endedByItself) || c.end.Load() == endedByItself
}

// What ends a run with a sentence.
const (
	endedByItself = 1 + iota
	endedByLimit
)

// fail says why there is no result.
func (c *command) fail(m lang.Message) int {
	if c.ends() {
		fmt.Fprintln(visible{c.err}, c.say.Say(m))
	}
	if m.ID() == "cluster.address" { // where it is read, be it in a file
		return badInput
	}
	return failed
}

// setting is a parameter given as a flag.
type setting struct{ name, text string }

// asked returns s with the claim that is to be tested: what a program that was given as a
// flag claims of itself, as a page takes it; a flag that says what is claimed wins. The default of
// -eps is nobody's claim, so where neither makes one, nothing is tested.
// A Spec that comes from a link or a file says itself what is.
func asked(l lab.Laboratory, s lab.Spec, given map[string]bool, fresh bool) (lab.Spec, error) {
	asks := l.Params().Find("asks")
	if asks == nil || !s.Shown(asks) {
		return s, nil
	}
	claims := slices.DeleteFunc(slices.Clone(asks.Choices), func(name string) bool { return !given[name] })
	elsewhere := !slices.Contains(asks.Choices, "program") // releases come without a claim
	switch {
	case elsewhere && len(claims) == 0:
		return s, lang.Errorf("verify.own.claim")
	case given["asks"]:
	case len(claims) > 1:
		return s, lang.Errorf("verify.claims")
	case len(claims) == 1:
		s, _ = s.With(l.Params(), "asks", claims[0])
	}
	tested := s.Text("asks")
	if tested == "program" {
		tested = "eps"
	}
	if elsewhere || !given["code"] && !fresh || tested != "eps" && given[tested] {
		return s, nil
	}
	m, err := lab.Open(l, s)
	if err != nil {
		return s, err
	}
	own := m.Extras().Claim
	switch {
	case own == nil && !given[tested]:
		return s, lang.Errorf("verify.claims.none")
	case own == nil || given["asks"] || own.Curved() && given["eps"]:
		return s, nil
	case own.Curved() && given["delta"]:
		return s, lang.Errorf("verify.claims.delta", own.Places("value", own.Value)...)
	}
	return s.WithClaim(l.Params(), *own, given), nil
}

// flags reads the arguments. Which flags there are depends on the laboratory, which -lab, -link or
// -spec names: they are looked for first. Releases that were drawn elsewhere have one of their own.
func (c *command) flags(args []string) (l lab.Laboratory, o *options, err error) {
	o = &options{FlagSet: newFlags(), fresh: true, lists: map[string][][]string{}}
	drawn, rest := filesAfter(args, "samples")
	scored, rest := filesAfter(rest, "scores")
	word, mech := "verify.own.word", samples.Files
	switch {
	case hasFlag(args, "scores"):
		o.at, o.room, mech = ofScores, "-scores", samples.Scores
	case len(drawn) > 0:
		o.at, o.room = inFiles, "-samples"
	case hasFlag(args, "samples", "a"): // -b alone may be a laboratory's parameter
		o.at, o.room, mech = ofCommands, "-a", samples.Commands
	}
	if l, o.files = (samples.Lab{}), append(drawn, scored...); o.at == 0 {
		if l, err = c.laboratory(args, o); err != nil {
			return nil, nil, err
		}
		o.at, o.room, word, rest = ofLabs, l.About().Name, "verify.word", args
	}
	o.params = l.Params()
	if o.fresh {
		o.spec, o.probs = o.params.Defaults(l.About().Name), nil
	}
	if o.at != ofLabs {
		o.spec, err = o.spec.With(o.params, "mech", mech)
	}
	o.define()
	err = o.Parse(rest)
	o.given = given(o.FlagSet)
	for _, f := range o.set {
		o.given[f.name] = true
	}
	if len(drawn) > 0 {
		o.given["samples"] = true
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		o.help = true
		return l, o, nil
	case err != nil:
		return nil, nil, misread(err, o.FlagSet, o.params, o.room)
	case o.NArg() > 0:
		return nil, nil, unexpected(o.FlagSet, rest, word)
	}
	estimator, workers := o.given["estimator"], value[int](o, "workers")
	other := func(s setting) bool { return s.name == "mech" && s.text != "command" }
	err = cmp.Or(
		lang.ErrorIf(o.given["spec"] && o.given["link"], "verify.both.spec"),
		lang.ErrorIf(o.on("json") && o.on("csv"), "verify.both.form"),
		lang.ErrorIf(workers < 0 && o.at == ofLabs, "verify.workers", "got", workers),
		lang.ErrorIf(o.given["patience"] && !estimator && o.at == ofLabs, "verify.estimator.alone"),
		lang.ErrorIf(estimator && o.params.Find("mech") == nil, "verify.estimator.lab", "lab", o.room),
		lang.ErrorIf(estimator && slices.ContainsFunc(o.set, other), "verify.estimator.mech"),
		lang.ErrorIf(estimator && o.given["check"], "verify.cluster.unchecked"),
		lang.ErrorIf(o.given["patience"] && value[time.Duration](o, "patience") <= 0, "verify.own.patience"),
		o.cluster.check(o.given))
	if estimator {
		o.set, o.given["mech"] = append(o.set, setting{"mech", "command"}), true
	}
	return l, o, err
}

// laboratory returns the one that -lab, -link or -spec names.
func (c *command) laboratory(args []string, o *options) (lab.Laboratory, error) {
	name := c.home
	for _, f := range flagsOf(args) {
		v := f[1]
		switch f[0] {
		case "lab":
			name = v
			continue
		case "link":
			o.spec, o.probs = lab.ParseLink(v, c.labs.Find, c.home)
		case "spec":
			data, err := c.file(v)
			if err != nil {
				return nil, err
			}
			o.source = data
			if o.spec, o.probs = lab.ParseJSON(data, c.labs.Find, c.home); starlark(v) {
				o.probs = []lab.Problem{{Say: lang.Say("verify.program", "file", clip(v))}}
			}
		default:
			continue
		}
		name, o.fresh = o.spec.Lab, v == ""
	}
	l := c.labs.Find(name)
	if l == nil {
		names := make([]string, len(c.labs))
		for i, l := range c.labs {
			names[i] = l.About().Name
		}
		return nil, lang.Errorf("verify.none.lab", "lab", clip(name), "labs", lang.Verbatims(names))
	}
	return l, nil
}

// define defines the flags: those that are no parameters, and the parameters.
func (o *options) define() {
	for _, x := range plainFlags {
		if x.of&o.at == 0 {
			continue
		}
		switch v := x.value.(type) {
		case bool:
			o.Bool(x.name, v, "")
		case int:
			o.Int(x.name, v, "")
		case string:
			o.String(x.name, v, "")
		case time.Duration:
			o.Duration(x.name, v, "")
		case []string:
			o.Func(x.name, "", func(text string) error {
				names := strings.Split(text, ",")
				for i := range names {
					names[i] = strings.TrimSpace(names[i])
				}
				o.lists[x.name] = append(o.lists[x.name], names)
				return nil
			})
		}
	}
	asks := new(flag.FlagSet) // what it sets by default counts in any case
	if o.at&(ofLabs|ofCommands) != 0 {
		asks = o.FlagSet
	}
	o.cluster.ask(asks)
	for i := range o.params {
		if o.params[i].Group == "" || o.at != ofLabs && slices.ContainsFunc(o.params[i].Only, func(x lab.Only) bool {
			return x.Param == "mech" && !slices.Contains(x.Values, o.spec.Text("mech"))
		}) {
			continue
		}
		n, define := o.params[i].Name, o.Func
		set := func(text string) error { o.set = append(o.set, setting{n, text}); return nil }
		switch o.params[i].Kind {
		case lab.Flag:
			define = o.BoolFunc
		case lab.Code:
			o.Func("file", "", func(name string) error { return set("@" + name) })
		}
		if define(n, "", set); n == "seq" {
			define("sequential", "", set)
		}
	}
}

// newFlags returns flags of which package flag says nothing by itself.
func newFlags() *flag.FlagSet {
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.String("lang", "", "") // see language
	return fs
}

func given(fs *flag.FlagSet) map[string]bool {
	out := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { out[f.Name] = true })
	return out
}

// unexpected refuses the first word that is neither a flag nor the value of one; id is the text that says so.
// A flag that is on or off takes no word after it.
func unexpected(fs *flag.FlagSet, args []string, id string) error {
	// It may be an address, whose password is nobody's business.
	said := clip(fs.Arg(0)[strings.LastIndex(fs.Arg(0), "@")+1:])
	if at := len(args) - fs.NArg() - 1; at >= 0 && strings.HasPrefix(args[at], "-") {
		if f := fs.Lookup(strings.TrimLeft(args[at], "-")); f != nil {
			return lang.Errorf("verify.word.flag", "word", said, "flag", "-"+f.Name)
		}
	}
	return lang.Errorf(id, "word", said)
}

// misread says why package flag could not read the arguments: which flag takes what. params
// are those of the laboratory room, if there is one.
func misread(err error, fs *flag.FlagSet, params lab.Table, room string) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	said := err.Error()
	accepts := func(name string) lang.Message {
		if p := params.Find(name); p != nil {
			return p.Accepts()
		}
		kind := "string"
		if f, ok := fs.Lookup(name).Value.(flag.Getter); ok {
			kind = fmt.Sprintf("%T", f.Get())
		}
		return lang.Say("verify.accepts", "kind", kind)
	}
	switch what, f, _ := strings.Cut(said, ": "); {
	case strings.HasPrefix(what, "flag provided") && (room == "" || room[0] == '-'):
		return lang.Errorf("verify.none.flag.own", "flag", clip(f), "with", cmp.Or(room, "none"))
	case strings.HasPrefix(what, "flag provided"):
		return lang.Errorf("verify.none.flag", "flag", clip(f), "lab", room)
	case strings.HasPrefix(what, "flag needs"):
		return lang.Errorf("verify.flag.value", "flag", f, "accepts", accepts(f[1:]))
	case strings.HasPrefix(what, "bad flag"):
		return lang.Errorf("verify.word", "word", clip(f))
	}
	// invalid value "x" for flag -n: parse error, and invalid boolean value "x" for -json: parse error
	said = said[strings.Index(said, `"`):]
	quoted, _ := strconv.QuotedPrefix(said)
	got, _ := strconv.Unquote(quoted)
	_, name, _ := strings.Cut(said[len(quoted):], "-")
	name, _, _ = strings.Cut(name, ":")
	return lang.Errorf("lab.refused", "param", "-"+name, "got", clip(got), "accepts", accepts(name))
}

// heeded returns s with the choice at which a program, a matrix or a list that was given counts, unless
// the flags say another: it is not passed over.
func heeded(t lab.Table, s lab.Spec, name string, given map[string]bool) (lab.Spec, error) {
	p := t.Find(name)
	if p.Kind != lab.Code && p.Kind != lab.Matrix && p.Kind != lab.List || s.Shown(p) {
		return s, nil
	}
	for _, o := range p.Only {
		if given[o.Param] {
			return s, lang.Errorf("verify.hidden", "flag", name, "param", o.Param, "values", lang.Verbatims(o.Values))
		}
		var err error
		if s, err = s.With(t, o.Param, o.Values[0]); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (c *command) file(name string) ([]byte, error) {
	data, err := c.bytes(name, maxInput)
	return bytes.TrimPrefix(data, []byte("\ufeff")), err
}

// bytes reads a file, or as "-" the standard input: one byte more than most at most.
func (c *command) bytes(name string, most int64) ([]byte, error) {
	in := c.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, lang.Errorf("verify.file.open", "file", name, "why", cause(err))
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, lang.Errorf("verify.file.read", "file", name, "why", cause(err))
	}
	return data, nil
}

// program returns the text of a program: of a file where it is given as @FILE, or as what
// can only be the name of one.
func (c *command) program(text string) (string, error) {
	name, at := strings.CutPrefix(text, "@")
	if !at {
		info, err := os.Stat(text)
		there := err == nil && info.Mode().IsRegular()
		if !there && (strings.Contains(text, "\n") || !starlark(text)) {
			return text, nil
		}
	}
	data, err := c.file(name)
	return string(data), err
}

// starlark reports whether a name is that of a program.
func starlark(name string) bool {
	return slices.Contains([]string{".star", ".py", ".bzl"}, filepath.Ext(name))
}

func clip(s string) string { return lang.Clip(strings.Join(strings.Fields(s), " "), 60) }

// again is the command line once more, without what is secret in the address of a cluster.
func again(args []string, address string) string {
	args = slices.Clone(args)
	for i, a := range args {
		flag, ok := strings.CutSuffix(a, address)
		if ok && address != "" && address[0] != '@' && (flag == "" || strings.HasSuffix(flag, "cluster=")) {
			args[i] = flag + queue.shown(address)
		}
	}
	return "verify " + quoteAll(args)
}

func (c *command) usage(l lab.Laboratory) {
	fmt.Fprintln(c.out, c.say.Text("verify.help"))
	for _, x := range c.labs {
		a := x.About()
		fmt.Fprintf(c.out, "  %-12s %s\n", a.Name, c.say.Say(a.Lead()))
	}
	for _, x := range slices.Compact([]lab.Laboratory{l, samples.Lab{}}) {
		fmt.Fprintln(c.out)
		c.parameters(x)
	}
}

// parameters lists those of a laboratory: what each takes and does.
func (c *command) parameters(l lab.Laboratory) {
	head := lang.Say("verify.help.params", "lab", l.About().Name)
	if l == (samples.Lab{}) {
		head = lang.Say("verify.help.outside")
	}
	fmt.Fprintln(c.out, c.say.Say(head))
	t := l.Params()
	defaults := t.Defaults("")
	for i := range t {
		q := &t[i]
		if q.Group == "" {
			continue
		}
		said := c.say.Text("verify.help.param", "title", q.Title(), "accepts", q.Accepts(),
			"default", cmp.Or(lang.Verbatim(defaults.Show(q.Name)), lang.Say("verify.empty")))
		if more := lang.Sentences(c.say.Optional(q.Say("help")), q.Origin()); more != "" {
			said += ". " + c.say.Say(more)
		}
		fmt.Fprintf(c.out, "  -%-12s %s\n", q.Name, said)
	}
}

// list lists the analyses that there are for these settings.
func (c *command) list(l lab.Laboratory, s lab.Spec) {
	room := l.About().Name
	all := slices.DeleteFunc(lab.Experiments(l), func(a lab.Analysis) bool { return !s.Applies(a) })
	w := 0
	for _, a := range all {
		w = max(w, len(a.Name))
	}
	for _, a := range all {
		fmt.Fprintf(c.out, "%-*s  %s: %s\n", w, a.Name, c.say.Say(a.Title(room)), c.say.Say(a.Lead(room)))
	}
}
