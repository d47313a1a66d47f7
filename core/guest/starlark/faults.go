package starlark

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
	"indistinct/core/script"
)

// What is wrong with a program, in plain sentences.

// python names what Python has and Starlark has not, by the token at which the parser
// stumbles: guest.python.<…> says what to do without it.
var python = map[string]string{"import": "import", "from": "import", "'**'": "power", "is": "is", "class": "class",
	"try": "try", "with": "with", "yield": "yield", "global": "global", "nonlocal": "global", "string literal": "text"}

// elsewhere is what a program calls here by another name.
var elsewhere = map[string]string{"gauss": "normal(deviation)", "gaussian": "normal(deviation)",
	"normalvariate": "normal(deviation)", "randn": "normal(deviation)", "random": "uniform(0, 1)",
	"rand": "uniform(0, 1)", "laplacian": "laplace(scale)", "expovariate": "exponential(mean)"}

// reports are parts of what the language reports, and our texts for it.
var reports = [][2]string{{"division by zero", "guest.divide"}, {"modulo by zero", "guest.divide"},
	{"frozen", "guest.frozen"}, {"called recursively", "guest.recursive"}, {"too many steps", "guest.steps"}}

// fault turns an error of the language into a sentence and its place.
func (p *program) fault(err error) *script.Fault {
	var own *script.Fault
	var call *starlark.EvalError
	if errors.As(err, &call) {
		line := 0
		for i := len(call.CallStack) - 1; i >= 0 && line == 0; i-- { // built-ins have no place
			line = int(call.CallStack[i].Pos.Line)
		}
		say := sentence(call.Msg)
		var ours *lang.Error // of a built-in
		if errors.As(call, &ours) {
			say = ours.Message
		}
		return &script.Fault{Line: line, Say: say}
	}
	if errors.As(err, &own) {
		return own
	}
	var list resolve.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		say := sentence(list[0].Msg)
		return &script.Fault{Line: int(list[0].Pos.Line), Column: p.column(list[0].Pos), Say: say}
	}
	var syn syntax.Error
	if errors.As(err, &syn) {
		if strings.HasPrefix(syn.Msg, "got newline") {
			line := int(syn.Pos.Line)
			if syn.Pos.Col == 1 && line > 1 {
				line-- // the parser stands behind the line's end already
			}
			return &script.Fault{Line: line, Say: misplaced(syn.Msg)}
		}
		say := misplaced(syn.Msg)
		if token, _, _ := strings.Cut(strings.TrimPrefix(syn.Msg, "got "), ","); python[token] != "" {
			say = lang.Say("guest.python." + python[token])
		}
		return &script.Fault{Line: int(syn.Pos.Line), Column: p.column(syn.Pos), Say: say}
	}
	return &script.Fault{Say: sentence(err.Error())}
}

// column is where in the program a place in what was parsed stands.
func (p *program) column(at syntax.Position) int { return p.place(int(at.Line), int(at.Col)) }

// misplaced says plainly what the parser means by “got this, want that”.
func misplaced(text string) lang.Message {
	got, want, ok := strings.Cut(strings.TrimPrefix(text, "got "), ", want ")
	switch {
	case !ok || strings.Contains(want, ", "):
		return sentence(text)
	case want == "indent":
		return lang.Say("guest.line.indent")
	case got == "indent":
		return lang.Say("guest.line.outdent")
	case got == "newline":
		return lang.Say("guest.line.missing", "want", token(want))
	case got == "':'" && (want == "')'" || want == "newline"), got == "'-'" && want == "':'":
		return lang.Say("guest.line.hint", "got", token(got), "want", token(want))
	}
	return lang.Say("guest.line.misplaced", "got", token(got), "want", token(want))
}

// tokens are what the parser calls a piece of a program, and our words for it.
var tokens = map[string]string{"primary": "guest.token.value", "primary expression": "guest.token.value",
	"identifier": "guest.token.name", "int literal": "guest.kind.number", "float literal": "guest.kind.number",
	"string literal": "guest.kind.text", "newline": "guest.token.line", "end of file": "guest.token.program",
	"indent": "guest.token.indented", "outdent": "guest.token.indented"}

// token says plainly what the parser calls a piece of a program.
func token(name string) lang.Message {
	if id := tokens[name]; id != "" {
		return lang.Say(id)
	}
	return lang.Say("guest.token.sign", "sign", strings.Trim(name, "'"))
}

// sentence says what the language reports: by a text of ours where it is known, else in
// the language's own words.
func sentence(text string) lang.Message {
	text = strings.Join(strings.Fields(text), " ")
	for _, r := range reports {
		if strings.Contains(text, r[0]) {
			return lang.Say(r[1], "most", mostSteps)
		}
	}
	if strings.Contains(text, "octal literal") {
		return lang.Say("guest.octal")
	}
	if name, ok := strings.CutPrefix(text, "undefined: "); ok {
		return unknown(name)
	}
	rest, sign := strings.CutPrefix(text, "unknown binary op: ")
	rest, comparison := strings.CutSuffix(rest, " not implemented")
	if w := strings.Fields(rest); len(w) == 3 && (sign || comparison) { // between values it is not made for
		return lang.Say("guest.operation", "sign", w[1], "left", kind(w[0]), "right", kind(w[2]))
	}
	var at, least, last int
	if n, _ := fmt.Sscanf(text, "list index %d out of range [%d:%d]", &at, &least, &last); n == 3 {
		return lang.Say("guest.entry", "at", at, "n", last+1)
	}
	return lang.Say("guest.reports", "error", lang.Clip(text, 300))
}

// kinds are what the language calls a type, and our words for it.
var kinds = map[string]string{"int": "guest.kind.number", "float": "guest.kind.number", "string": "guest.kind.text",
	"bool": "guest.kind.truth", "list": "guest.kind.list", "tuple": "guest.kind.list", "NoneType": "guest.kind.none",
	"function": "guest.kind.function", "builtin_function_or_method": "guest.kind.function"}

// kind says plainly what the language calls a type.
func kind(name string) lang.Message {
	if id := kinds[name]; id != "" {
		return lang.Say(id)
	}
	return lang.Say("guest.kind.other", "type", name)
}

// unknown says that a name stands for nothing, and which one may have been meant.
func unknown(name string) lang.Message {
	name, _, _ = strings.Cut(name, " ") // the language's own guess knows no built-in
	if here := elsewhere[name]; here != "" {
		return lang.Say("guest.name.elsewhere", "name", name, "here", here)
	}
	var near []string
	all := (&run{program: &program{}}).builtins()
	maps.Copy(all, starlark.Universe)
	for known := range all {
		if known[0] != '.' && oneSlip(name, known) {
			near = append(near, known)
		}
	}
	if len(near) > 0 {
		return lang.Say("guest.name.slip", "name", name, "near", slices.Min(near))
	}
	return lang.Say("guest.name", "name", name)
}

// oneSlip reports whether two names of three letters or more differ by one letter
// added, left out or mistaken, by two that changed places, or by capitals.
func oneSlip(a, b string) bool {
	a, b = strings.ToLower(a), strings.ToLower(b)
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) < 3 || len(b) > len(a)+1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if i == len(a) {
		return true
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return a[i+1:] == b[i+1:] || swapped
}
