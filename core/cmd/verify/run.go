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
	"math"
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
	"indistinct/core/lang"
	"indistinct/core/privacy"
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
	terminal bool             // err is a terminal: progress is shown there
	ticks    <-chan time.Time // when a test says how far it is; nil: never
	read     map[string][]byte
	away     *atomic.Bool // a cluster has a run of it
	owner    *owner       // of the commands that it starts
}

// options are the flags that are not parameters.
type options struct {
	spec         lab.Spec // of -spec or -link, or the laboratory's defaults
	probs        []lab.Problem
	fresh        bool // it is the defaults
	experiment   string
	json, csv    bool
	params, help bool
	licences     bool
	workers      int
	estimator    string
	patience     time.Duration
	cluster      clusterFlags
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
	switch {
	case hasFlag(args, "bug"):
		return c.bad(lang.Say("verify.bug"))
	case !queued && (works || hasFlag(args, clusterNames...)):
		return c.bad(lang.Say("verify.cluster.absent"))
	case works:
		return c.worker(ctx, args[1:])
	}
	var out bytes.Buffer
	inner := *c
	inner.out = &out
	said := &gate{to: c.err}
	inner.err = said
	var over <-chan lang.Message
	var unwatch func()
	inner.labs, over, unwatch = watch(c.labs, usual)
	defer unwatch()
	inner.away, inner.owner = new(atomic.Bool), newOwner()
	defer inner.owner.end()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	done := make(chan int, 1)
	go func() { done <- inner.do(ctx, args) }()
	var status int
	select {
	case status = <-done:
	case say := <-over:
		said.Lock()
		said.to = io.Discard // what the run says of its end would be a second sentence
		said.Unlock()
		c.clear()
		if end(&lang.Error{Message: say}); inner.away.Load() { // it is over there too
			select {
			case <-done:
			case <-time.After(2 * patience):
			}
		}
		return c.bad(say)
	case <-ctx.Done():
		wait := patience
		if inner.away.Load() { // that the run is kept is worth a moment
			wait *= 3
		}
		select {
		case status = <-done:
		case <-time.After(wait):
			c.clear()
			return c.fail(lang.Say("verify.interrupted"))
		}
	}
	if _, err := c.out.Write(out.Bytes()); err != nil {
		return c.fail(lang.Say("verify.unwritten", "why", cause(err)))
	}
	return status
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

// hasFlag reports whether one of the flags is among arguments.
func hasFlag(args []string, names ...string) bool {
	return slices.ContainsFunc(flagsOf(args), func(f [2]string) bool { return slices.Contains(names, f[0]) })
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

// gate passes on what is written, to whom may change meanwhile.
type gate struct {
	sync.Mutex
	to io.Writer
}

// Write implements io.Writer.
func (g *gate) Write(p []byte) (int, error) {
	g.Lock()
	defer g.Unlock()
	return g.to.Write(p)
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

func (c *command) do(ctx context.Context, args []string) int {
	if hasFlag(args, "samples", "scores", "a") { // -b alone may be a laboratory's parameter
		return c.own(ctx, args)
	}
	e := newEstimator(ctx, c.owner)
	defer e.Close()
	c.labs = e.in(c.labs)
	l, o, set, err := c.flags(args)
	if err != nil {
		return c.bad(lang.Of(err))
	}
	e.text, e.patience = o.estimator, o.patience
	switch {
	case o.help:
		c.usage(l)
		return ran
	case o.params:
		c.parameters(l)
		return ran
	case o.licences:
		io.WriteString(c.out, licences)
		return ran
	case o.cluster.list || o.cluster.cancel != "":
		return c.ofRuns(ctx, &o.cluster)
	}
	s, probs := o.spec, o.probs
	given := map[string]bool{}
	for _, f := range set {
		given[f.name] = true
	}
	for _, f := range set {
		next, err := s, error(nil)
		if read := l.Extras().Read; f.file && read != nil {
			next, err = read(s, []byte(f.text))
		} else {
			next, err = s.With(l.Params(), f.name, l.Params().Find(f.name).Typed(c.say, f.text))
		}
		if err != nil {
			probs = append(probs, lab.Problem{Field: f.name, Say: lang.Of(err)})
			continue
		}
		s = next
	}
	for _, f := range set {
		var err error
		if s, err = heeded(l.Params(), s, f.name, given); err != nil {
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
	if s, err = asked(l, s, given, o.fresh); err != nil {
		return c.bad(lang.Of(err))
	}
	if o.experiment == "list" {
		c.list(l, s)
		return ran
	}
	task := cmp.Or(o.experiment, lab.Audit)
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
	progress := c.progress()
	var data []byte
	var beside lang.Message
	if o.cluster.URL != "" {
		data, beside, err = c.elsewhere(ctx, &o.cluster, s, task, job, e, progress)
	} else {
		data, err = work.Run(ctx, job, o.workers, progress)
	}
	beside = lang.Sentences(e.said(o.cluster.URL != ""), beside)
	err = cmp.Or(err, e.finish())
	c.clear()
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
func (c *command) show(l lab.Laboratory, s lab.Spec, o options, task string, data []byte,
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
	if beside != "" {
		sh.Notes = append(sh.Notes, beside)
		if r != nil {
			r.Warnings = append(r.Warnings, beside)
		}
		name := "checked"
		if o.estimator != "" {
			name = "estimator"
		}
		if field, err := json.Marshal(beside); err == nil {
			data = fmt.Appendf(bytes.TrimSuffix(bytes.TrimSpace(data), []byte("}")), `,%q:%s}`, name, field)
		}
	}
	out := c.printer()
	switch {
	case o.json:
		if err := writeJSON(c.out, data); err != nil {
			return c.fail(lang.Say("verify.unread", "why", err))
		}
	case o.csv:
		out.csv(sh)
	case task == lab.Audit:
		again := r.Spec.Link(l.Params())
		if o.estimator != "" {
			again = "verify " + quoteAll([]string{"-link", again, "-estimator", o.estimator})
		}
		out.report(l, r, sh, again)
	default:
		out.sheet(sh)
	}
	if task == lab.Audit && r.Verdict == audit.Violation {
		return violation
	}
	return ran
}

// progress returns a function that keeps one line up to date on a terminal.
func (c *command) progress() func(work.Progress) {
	last := ""
	return func(p work.Progress) {
		if !c.terminal {
			select {
			case <-c.ticks:
				fmt.Fprintln(c.err, c.say.Text("verify.far", "share", 100*p.Fraction, "phase", lang.Say(p.Phase)))
			default:
			}
			return
		}
		if line := fmt.Sprintf("\r\x1b[K%3.0f %%  %s", 100*p.Fraction, c.say.Text(p.Phase)); line != last {
			io.WriteString(c.err, line)
			last = line
		}
	}
}

// clear removes the line of the progress from a terminal.
func (c *command) clear() {
	if c.terminal {
		fmt.Fprint(c.err, "\r\x1b[K")
	}
}

// printer prints for people.
func (c *command) printer() printer { return printer{visible{c.out}, c.say} }

// visible passes text on without what would steer a terminal or turn the writing round: words in it may be
// somebody else's.
type visible struct{ io.Writer }

// Write implements io.Writer.
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
	fmt.Fprintln(visible{c.err}, strings.ReplaceAll(c.say.Say(m), "\n", " "))
	return badInput
}

// fail says why there is no result.
func (c *command) fail(m lang.Message) int {
	fmt.Fprintln(visible{c.err}, c.say.Say(m))
	if m.ID() == "cluster.address" { // where it is read, be it in a file
		return badInput
	}
	return failed
}

// setting is a parameter given as a flag.
type setting struct {
	name, text string
	file       bool // text is a file's
}

// claimed are the flags, of those that were given, that say what is claimed.
func claimed(given map[string]bool) []string {
	names := []string{"eps"}
	for _, d := range privacy.Notions {
		names = append(names, d.Param())
	}
	return slices.DeleteFunc(names, func(name string) bool { return !given[name] })
}

// asked returns s with the claim that is to be tested: what a program that was given as a
// flag claims of itself, as a page takes it; a flag that says what is claimed wins. The default of
// -eps is nobody's claim, so where neither makes one, nothing is tested.
// A Spec that comes from a link or a file says itself what is.
func asked(l lab.Laboratory, s lab.Spec, given map[string]bool, fresh bool) (lab.Spec, error) {
	asks := l.Params().Find("asks")
	if asks == nil || !s.Shown(asks) {
		return s, nil
	}
	claims := slices.DeleteFunc(claimed(given), func(name string) bool { return !slices.Contains(asks.Choices, name) })
	switch {
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
	if !given["code"] && !fresh || tested != "eps" && given[tested] {
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

// flags reads the arguments. Which flags there are depends on the laboratory,
// which -lab, -link or -spec names: they are looked for first.
func (c *command) flags(args []string) (lab.Laboratory, options, []setting, error) {
	o := options{fresh: true}
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
				return nil, o, nil, err
			}
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
		return nil, o, nil, lang.Errorf("verify.none.lab", "lab", clip(name), "labs", lang.Verbatims(names))
	}
	if o.fresh {
		o.spec, o.probs = l.Params().Defaults(l.About().Name), nil
	}
	fs := newFlags()
	for _, above := range []string{"lab", "spec", "link"} {
		fs.String(above, "", "")
	}
	fs.StringVar(&o.experiment, "experiment", "", "")
	fs.BoolVar(&o.json, "json", false, "")
	fs.BoolVar(&o.csv, "csv", false, "")
	fs.BoolVar(&o.params, "params", false, "")
	fs.BoolVar(&o.licences, "licences", false, "")
	fs.IntVar(&o.workers, "workers", 0, "")
	fs.StringVar(&o.estimator, "estimator", "", "")
	fs.DurationVar(&o.patience, "patience", 30*time.Second, "")
	o.cluster.ask(fs)
	typed(fs, c.say)
	var set []setting
	t := l.Params()
	for i := range t {
		n := t[i].Name
		f := func(text string) error { set = append(set, setting{name: n, text: text}); return nil }
		switch t[i].Kind {
		case lab.Flag:
			fs.BoolFunc(n, "", f)
		case lab.Code:
			fs.Func("file", "", func(name string) error { return f("@" + name) })
			fallthrough
		default:
			fs.Func(n, "", f)
		}
	}
	err := fs.Parse(args)
	for i := range set {
		kind := t.Find(set[i].name).Kind
		if err != nil || kind != lab.Code && kind != lab.Matrix {
			continue
		}
		text, unread := c.program(set[i].text)
		if read := l.Extras().Read; read != nil && unread == nil && kind == lab.Matrix && text != set[i].text {
			var s lab.Spec // a file of points
			s, unread = read(t.Defaults(name), []byte(text))
			text = cmp.Or(s.Text(set[i].name), text)
		}
		set[i].file = kind == lab.Code && strings.HasPrefix(set[i].text, "@")
		if set[i].text = text; unread != nil {
			return nil, o, nil, unread
		}
	}
	given := given(fs)
	switch {
	case errors.Is(err, flag.ErrHelp):
		o.help = true
	case err != nil:
		return nil, o, nil, misread(err, fs, t, name)
	case fs.NArg() > 0:
		return nil, o, nil, unexpected(fs, args, "verify.word")
	case given["spec"] && given["link"]:
		return nil, o, nil, lang.Errorf("verify.both.spec")
	case o.json && o.csv:
		return nil, o, nil, lang.Errorf("verify.both.form")
	case o.workers < 0:
		return nil, o, nil, lang.Errorf("verify.workers", "got", o.workers)
	case given["patience"] && !given["estimator"]:
		return nil, o, nil, lang.Errorf("verify.estimator.alone")
	case given["estimator"] && l.Params().Find("mech") == nil:
		return nil, o, nil, lang.Errorf("verify.estimator.lab", "lab", l.About().Name)
	case given["estimator"] && slices.ContainsFunc(set, func(s setting) bool {
		return s.name == "mech" && s.text != "command"
	}):
		return nil, o, nil, lang.Errorf("verify.estimator.mech")
	case given["estimator"] && given["check"]:
		return nil, o, nil, lang.Errorf("verify.cluster.unchecked")
	case o.patience <= 0:
		return nil, o, nil, lang.Errorf("verify.own.patience")
	}
	if err := o.cluster.check(given); err != nil && !o.help {
		return nil, o, nil, err
	}
	if given["estimator"] {
		set = append(set, setting{"mech", "command", false})
	}
	return l, o, set, nil
}

// newFlags returns flags of which package flag says nothing by itself.
func newFlags() *flag.FlagSet {
	fs := flag.NewFlagSet("verify", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.String("lang", "", "") // see language
	return fs
}

// given are the flags that were.
func given(fs *flag.FlagSet) map[string]bool {
	out := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { out[f.Name] = true })
	return out
}

// unexpected refuses the first word that is neither a flag nor the value of one; id is the text that says so.
// A flag that is on or off takes no word after it.
func unexpected(fs *flag.FlagSet, args []string, id string) error {
	said := word(fs.Arg(0))
	if at := len(args) - fs.NArg() - 1; at >= 0 && strings.HasPrefix(args[at], "-") {
		if f := fs.Lookup(strings.TrimLeft(args[at], "-")); f != nil {
			return lang.Errorf("verify.word.flag", "word", said, "flag", "-"+f.Name)
		}
	}
	return lang.Errorf(id, "word", said)
}

// typed has the numbers among flags read as a person types them who reads a language.
func typed(fs *flag.FlagSet, l *lang.Language) {
	english := strings.Contains(l.Number(1000, ","), ",")
	fs.VisitAll(func(f *flag.Flag) {
		if g, ok := f.Value.(flag.Getter); ok {
			switch g.Get().(type) {
			case int, uint64:
				f.Value = numberFlag{g, true, english}
			case float64:
				f.Value = numberFlag{g, false, english}
			}
		}
	})
}

type numberFlag struct {
	flag.Getter
	whole, english bool
}

// Set implements flag.Value.
func (n numberFlag) Set(text string) error {
	if v, ok := lab.Number(strings.TrimSpace(text), n.whole, n.english); ok && math.Abs(v) < 1<<53 {
		text = strconv.FormatFloat(v, 'f', -1, 64)
	}
	if err := n.Getter.Set(text); err != nil {
		return err
	}
	if v, ok := n.Get().(float64); ok && math.IsNaN(v) {
		return strconv.ErrSyntax
	}
	return nil
}

// misread says why package flag could not read the arguments: which flag takes what. params
// are those of the laboratory, if there is one.
func misread(err error, fs *flag.FlagSet, params lab.Table, room string) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	said := err.Error()
	accepts := func(name string) lang.Message {
		if p := params.Find(name); p != nil {
			return p.Accepts()
		}
		if f, ok := fs.Lookup(name).Value.(flag.Getter); ok {
			switch f.Get().(type) {
			case bool:
				return lang.Say("lab.accepts.flag")
			case int, uint64:
				return lang.Say("verify.accepts.whole")
			case float64:
				return lang.Say("verify.accepts.number")
			case time.Duration:
				return lang.Say("verify.accepts.time")
			}
		}
		return lang.Say("verify.accepts.text")
	}
	switch what, f, _ := strings.Cut(said, ": "); {
	case strings.HasPrefix(what, "flag provided") && room == "":
		return lang.Errorf("verify.none.flag.own", "flag", clip(f))
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

// file reads a file once: a pipe can be read no second time.
func (c *command) file(name string) ([]byte, error) {
	data, err := c.bytes(name, maxInput)
	return bytes.TrimPrefix(data, []byte("\ufeff")), err
}

// bytes reads a file, or as "-" the standard input, once: one byte more than most at most.
func (c *command) bytes(name string, most int64) ([]byte, error) {
	if data, ok := c.read[name]; ok {
		return data, nil
	}
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
	if c.read == nil {
		c.read = map[string][]byte{}
	}
	c.read[name] = data
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

// word shows a word that was not expected: it may be an address, whose password is nobody's business.
func word(s string) string { return clip(s[strings.LastIndex(s, "@")+1:]) }

// hide returns arguments without what is secret in the address of a cluster.
func hide(args []string) []string {
	out := slices.Clone(args)
	for i, a := range args {
		name, value, has := strings.Cut(a, "=")
		if strings.TrimLeft(name, "-") != "cluster" || name == "cluster" {
			continue
		}
		if !has && i+1 < len(args) {
			value = args[i+1]
		}
		if strings.HasPrefix(value, "@") {
			continue
		}
		if value = shown(value); has {
			out[i] = name + "=" + value
		} else if i+1 < len(args) {
			out[i+1] = value
		}
	}
	return out
}

// examples are commands that -help shows, each with the text verify.example.<name>.
var examples = [][2]string{
	{"flags", "verify -s 0.7 -m 20000"},
	{"link", "verify -link '#lab=ring&s=0.7'"},
	{"spec", "verify -spec run.json -json"},
	{"program", "verify -lab workshop -file mech.star"},
	{"samples", "verify -samples a.csv b.csv -eps 1"},
	{"scores", "verify -scores canaries.csv -eps 1 -delta 1e-5"},
	{"programs", "verify -a 'mech 0' -b 'mech 1' -eps 1 -delta 1e-6"},
	{"estimator", "verify -d 10 -estimator 'python3 est.py'"},
	{"curve", "verify -a 'mech 0' -b 'mech 1' -mu 0.5"},
	{"cluster", "verify -m 2000000 -cluster nats://host:4222"},
	{"worker", "verify worker -cluster nats://host:4222"},
	{"serve", "verify worker -serve"},
}

// options are the flags that -help shows, each with the text verify.option.<name>.
var explained = [][2]string{
	{"lab", "-lab ring"},
	{"spec", "-spec run.json"},
	{"link", "-link '#lab=ring'"},
	{"experiment", "-experiment list"},
	{"json", "-json"},
	{"csv", "-csv"},
	{"lang", "-lang de"},
	{"params", "-params"},
	{"licences", "-licences"},
	{"workers", "-workers 4"},
	{"estimator", "-estimator COMMAND"},
	{"patience", "-patience 2m"},
	{"failures", "-count-failures"},
	{"columns", "-columns score,loss or -without id"},
	{"column", "-column is_member"},
	{"pair", "-pair before,after"},
	{"sequential", "-sequential"},
	{"group", "-group 3"},
	{"scores", "-mu 1 or -eps 1"},
	{"independent", "-independent"},
	{"guesses", "-guesses 200"},
	{"lower", "-lower"},
	{"cluster", "-cluster nats://host:4222"},
	{"resume", "-resume"},
	{"list", "-list"},
	{"cancel", "-cancel RUN"},
	{"creds", "-creds FILE, -ca FILE, -cert FILE -key FILE"},
	{"chunk", "-chunk 200ms"},
	{"check", "-check all"},
}

func (c *command) usage(l lab.Laboratory) {
	p := c.printer()
	list := func(room string, of [][2]string) {
		var rows [][]string
		for _, x := range of {
			rows = append(rows, []string{x[1], c.say.Text(room + x[0])})
		}
		p.align(rows)
		fmt.Fprintln(c.out)
	}
	fmt.Fprintf(c.out, "%s\n\n", c.say.Text("verify.help"))
	list("verify.example.", examples)
	list("verify.option.", explained)
	fmt.Fprintf(c.out, "%s\n\n%s\n", c.say.Text("verify.help.status"), c.say.Text("verify.help.labs"))
	for _, x := range c.labs {
		a := x.About()
		fmt.Fprintf(c.out, "  %-12s %s\n", a.Name, c.say.Say(a.Lead()))
	}
	fmt.Fprintln(c.out)
	c.parameters(l)
}

// parameters lists those of a laboratory: what each takes and does.
func (c *command) parameters(l lab.Laboratory) {
	fmt.Fprintln(c.out, c.say.Text("verify.help.params", "lab", l.About().Name))
	t := l.Params()
	for i := range t {
		q := &t[i]
		said := c.say.Text("verify.help.param", "title", q.Title(), "accepts", q.Accepts(), "default", standard(q))
		if help := q.Say("help"); c.say.Has(help.ID()) {
			said += ". " + c.say.Say(help)
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

// standard is a parameter's default as a person writes it.
func standard(p *lab.Param) lang.Message {
	text := lab.Table{*p}.Defaults("").Show(p.Name)
	if text == "" {
		return lang.Say("verify.empty")
	}
	return lang.Verbatim(text)
}
