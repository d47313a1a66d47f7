package starlark

import (
	"cmp"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
	"indistinct/core/script"
)

// What is wrong with a program, in plain sentences.

// native are refusals of what Python has: the native command runs it.
var native = regexp.MustCompile(`^guest\.(import|missing|attribute|python\..*|seed|truth|key\.truth|same|order|` +
	`compared|dtype|array\.(whole|rows|keys|index|axis|deep|view)|text|form|format|call\.(takes|of)|shape\.any)$`)

// together are several faults in one, each that says something new, in the order of their lines.
func together(all []*script.Fault) *script.Fault {
	slices.SortStableFunc(all, func(a, b *script.Fault) int { return a.Line - b.Line })
	said := map[lang.Message]bool{}
	all = slices.DeleteFunc(all, func(f *script.Fault) bool {
		again := said[f.Say]
		said[f.Say] = true
		return again
	})
	f := *all[0]
	f.More = all[1:min(len(all), mostFaults)]
	f.Native = slices.ContainsFunc(all, func(f *script.Fault) bool { return native.MatchString(f.Say.ID()) })
	return &f
}

// mostFaults are told at once.
const mostFaults = 25

// elsewhere is what a program calls here by another name.
var elsewhere = map[string]string{"gauss": "normal(deviation)", "gaussian": "normal(deviation)",
	"normalvariate": "normal(deviation)", "randn": "normal(deviation)",
	"rand": "uniform(0, 1)", "laplacian": "laplace(scale)", "expovariate": "exponential(mean)"}

// reports are what the language reports, and our texts for it, with the groups' names for
// arguments; one that begins with kind is a type or a piece of a program.
var reports = [][2]string{
	{`^parsed string literal,`, "guest.python.text"}, {`^parsed .*, want indent`, "guest.line.indent"},
	{`^parsed indent,`, "guest.line.outdent"},
	{`^parsed newline, want (?P<kindwant>.+?)(?:, |$)`, "guest.line.missing"},
	{`^parsed (?P<kindgot>':'), want (?P<kindwant>'\)'|newline)(?:, |$)|` +
		`^parsed (?P<kindgot>'-'), want (?P<kindwant>':')`, "guest.line.hint"},
	{`^parsed (?P<kindgot>.+?), want (?P<kindwant>.+?)(?:, |$)`, "guest.line.misplaced"},
	{`division by zero|modulo by zero`, "guest.divide"}, {`frozen`, "guest.frozen"},
	{`stack overflow|cancelled: ` + tooDeep, "guest.recursive"}, {`cancelled: ` + tooLong, "guest.steps"},
	{`cancelled: ` + askedTruth, "guest.array.truth"}, {`cancelled: ` + viewed, "guest.array.view"},
	{`cancelled: ` + madeTooMuch, "guest.made"}, {`octal literal`, "guest.octal"},
	{`^unknown (?:bi|u)nary op: .*\bbool\b|\bbool [<>]=? |[<>]=? bool\b`, "guest.truth"},
	{`^key .*\b(?:True|False|nan)\b.* not in dict`, "guest.key.truth"},
	{`^unknown binary op: (?P<kindleft>\S+) (?P<sign>\S+) (?P<kindright>\S+)`, "guest.operation"},
	{`^(?P<kindleft>\S+) (?P<sign>\S+) (?P<kindright>\S+) not implemented`, "guest.operation"},
	{`^unknown unary op: (?P<sign>\S+) (?P<kind>\S+)`, "guest.unary"},
	{`index (?P<at>-?\d+) out of range(?:: empty|.*:(?P<last>-?\d+)\])`, "guest.entry"},
	{`^(?P<kind>\S+) has no \.(?P<name>\S+) field or method`, "guest.attribute"},
	{`^invalid call of non-function \((?P<kind>\S+)\)`, "guest.called"},
	{`^function (?P<name>\S+) missing .*\((?P<argument>.*)\)`, "guest.argument.missing"},
	{`^function (?P<name>\S+) accepts .*\((?P<n>\d+) given\)`, "guest.argument.many"},
	{`(?P<name>[^ :]+):? (?:got an )?unexpected keyword arguments? ?(?P<argument>\S*)`, "guest.argument.unknown"},
	{`(?P<name>[^ :]+):? got multiple values for .* (?P<argument>\S+)$`, "guest.call.twice"},
	{`^(?P<name>\S+): (?:got \d+ arguments|missing argument)`, "guest.argument.count"},
	{`cannot convert float|base must be`, "guest.convert"},
	{`^(?P<name>\S+): .*(?:got |of type |convert )(?P<kind>[a-zA-Z_]+)`, "guest.call.of"},
	{`^key (?P<key>.+) not in dict|^key not found: (?P<key>.+)|^(?:pop: )?missing key`, "guest.key"},
	{`^too (?:many|few) values to unpack \(got (?P<n>\d+), want (?P<k>\d+)\)`, "guest.unpack"},
	{`^(?P<kind>\S+) value is not iterable|^got (?P<kind>\S+) in sequence|after \* must be iterable, not (?P<kind>\S+)|` +
		`is not iterable`, "guest.iterate"},
	{`unhashable(?: type)?: (?P<kind>\S+)`, "guest.hash"},
	{`^unhandled index operation (?P<kind>[^\[]+)|^(?P<kind>\S+) value does not support|^(?P<kind>\S+) index: got`,
		"guest.index"},
	{`invalid (?:start|end|slice)|slice step`, "guest.slice"},
	{`variable (?P<name>\S+) referenced before`, "guest.unset"},
	{`^fail: (?P<text>.*)`, "guest.raised"},
	{`format|conversion|in format string`, "guest.format"},
	{`unexpected input character|stray backslash`, "guest.character"},
	{`in string|escape|literal too short`, "guest.string"},
	{`unindent does not match|inconsistent`, "guest.line.unindent"}, {`^unexpected '`, "guest.bracket"},
	{`return statement not within`, "guest.return"}, {`^load (?:not|statement within)`, "guest.load"},
	{`(?P<name>\S+) not in a loop`, "guest.loop"},
	{`duplicate parameter: (?P<argument>\S+)|argument "(?P<argument>.+)" is repeated`, "guest.argument.repeated"},
	{`may not follow|must be followed|keyword argument must have|multiple \*`, "guest.argument.order"},
	{`can't (?:assign|use)`, "guest.assign"}, {`without else`, "guest.else"}, {`trailing comma`, "guest.comma"},
	{`literal|cannot (?:convert|parse)|out of range|too large`, "guest.convert"},
	{`during iteration`, "guest.iterated"}, {`negative shift|must not be zero`, "guest.shift"},
	{`excessive nesting|recursion depth|limit is`, "guest.nesting"},
}

// fault turns an error of the language into a sentence and its place.
func fault(err error) *script.Fault {
	var call *starlark.EvalError
	if errors.As(err, &call) {
		say := sentence(call.Msg)
		var ours *lang.Error // of a built-in
		if errors.As(call, &ours) {
			say = ours.Message
		}
		if at := call.CallStack.At(0); at.Pos.Filename() == libraryName &&
			slices.Contains([]string{"guest.entry", "guest.index", "guest.unpack"}, say.ID()) {
			say = lang.Say("guest.shape.any", "name", called(call.CallStack, at.Name))
		}
		return together([]*script.Fault{{Line: line(call.CallStack), Say: say}})
	}
	var list resolve.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		var all []*script.Fault
		for _, e := range list {
			all = append(all, &script.Fault{Line: int(e.Pos.Line), Say: sentence(e.Msg)})
		}
		return together(all)
	}
	var syn syntax.Error
	if errors.As(err, &syn) {
		line := int(syn.Pos.Line)
		if strings.HasPrefix(syn.Msg, "got newline,") && syn.Pos.Col == 1 && line > 1 {
			line-- // the parser stands behind the line's end already
		}
		if rest, ok := strings.CutPrefix(syn.Msg, "got "); ok {
			syn.Msg = "parsed " + rest
		}
		return &script.Fault{Line: line, Say: sentence(syn.Msg)}
	}
	return &script.Fault{Say: sentence(err.Error())}
}

// line is the innermost of the program's own: built-ins have none.
func line(calls starlark.CallStack) int {
	for _, frame := range slices.Backward(calls) {
		if frame.Pos.Line > 0 && frame.Pos.Filename() != libraryName {
			return int(frame.Pos.Line)
		}
	}
	return 0
}

// forms are those of the reports.
var forms = sync.OnceValue(func() (out []*regexp.Regexp) {
	for _, r := range reports {
		out = append(out, regexp.MustCompile(r[0]))
	}
	return out
})

// sentence says what the language reports: by a text of ours where it is known, else in
// the language's own words.
func sentence(text string) lang.Message {
	text = strings.Join(strings.Fields(text), " ")
	if name, ok := strings.CutPrefix(text, "undefined: "); ok {
		return unknown(name)
	}
	for i, form := range forms() {
		r := reports[i]
		m := form.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		said := map[string]any{"most": mostSteps, "n": 0}
		if r[1] == "guest.made" {
			said["most"] = mostMade
		}
		for i, name := range form.SubexpNames() {
			what, ofKind := strings.CutPrefix(name, "kind")
			what = cmp.Or(what, "kind")
			switch n, err := strconv.Atoi(m[i]); {
			case name == "" || said[what] != nil && m[i] == "":
			case name == "last":
				said["n"] = n + 1
			case ofKind:
				said[what] = kind(m[i])
			case err == nil:
				said[name] = n
			default:
				said[name] = lang.Clip(m[i], 100)
			}
		}
		var args []any
		for _, name := range slices.Sorted(maps.Keys(said)) {
			args = append(args, name, said[name])
		}
		return lang.Say(r[1], args...)
	}
	return lang.Say("guest.reports", "error", lang.Clip(text, 300))
}

// kinds are what the language calls a type or a piece of a program, and our words for it.
var kinds = map[string]string{"int": "guest.kind.number", "float": "guest.kind.number", "string": "guest.kind.text",
	"bool": "guest.kind.truth", "list": "guest.kind.list", "tuple": "guest.kind.list", "NoneType": "guest.kind.none",
	"function": "guest.kind.function", "builtin_function_or_method": "guest.kind.function", "dict": "guest.kind.dict",
	"set": "guest.kind.set", "range": "guest.kind.list", "iterator": "guest.kind.list", "array": "guest.kind.array",
	"module": "guest.kind.module", "primary": "guest.token.value", "primary expression": "guest.token.value",
	"identifier": "guest.token.name", "int literal": "guest.kind.number", "float literal": "guest.kind.number",
	"string literal": "guest.kind.text", "newline": "guest.token.line", "end of file": "guest.token.program",
	"indent": "guest.token.indented", "outdent": "guest.token.indented"}

// kind says plainly what the language calls a type or a piece of a program.
func kind(name string) lang.Message {
	switch id := kinds[name]; {
	case id != "":
		return lang.Say(id)
	case strings.HasPrefix(name, "'") || name == "load" || slices.Contains(reserved, name):
		return lang.Say("guest.token.sign", "sign", strings.Trim(name, "'"))
	}
	return lang.Say("guest.kind.other", "type", name)
}

// unknown says that a name stands for nothing, and which one may have been meant.
func unknown(name string) lang.Message {
	name, _, _ = strings.Cut(name, " ") // the language's own guess knows no built-in
	module := map[string]string{"np": "import numpy as np", "random": "import random"}[name]
	if modules[name] != "" {
		module = "import " + name
	}
	if module != "" {
		return lang.Say("guest.name.module", "name", name, "module", module)
	}
	if here := elsewhere[name]; here != "" {
		return lang.Say("guest.name.elsewhere", "name", name, "here", here)
	}
	all := (&run{program: &program{arrays: true}}).builtins()
	maps.Copy(all, starlark.Universe)
	for _, known := range slices.Sorted(maps.Keys(all)) {
		if min(len(name), len(known)) > 2 && !strings.Contains("._", known[:1]) && edits(name, known) < 2 {
			return lang.Say("guest.name.slip", "name", name, "near", known)
		}
	}
	return lang.Say("guest.name", "name", name)
}
