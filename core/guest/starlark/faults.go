package starlark

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"go.starlark.net/resolve"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/labs/workshop"
)

// What is wrong with a program, in plain sentences.

// python is what to do without what Python has and Starlark has not, by the token
// at which the parser stumbles.
var python = map[string]string{
	"import":         "There is nothing to import: what a program may use is built in, as exp(x) and laplace(scale).",
	"from":           "There is nothing to import: what a program may use is built in, as exp(x) and laplace(scale).",
	"'**'":           "There is no **: write pow(x, y), or x * x.",
	"is":             "There is no “is”: write ==.",
	"class":          "There are no classes here: a program is made of functions.",
	"try":            "Nothing can be caught here: there is no “try”.",
	"with":           "There is no “with” here.",
	"yield":          "There is no “yield” here: a release is returned.",
	"global":         "There is no “global” here: a program keeps nothing from one release to the next.",
	"nonlocal":       "There is no “nonlocal” here: a program keeps nothing from one release to the next.",
	"string literal": "A text cannot stand here; there are no f-strings: write \"n = \" + str(n).",
}

// fault turns an error of the language into one sentence at its line.
func fault(err error) error {
	var own *workshop.Fault
	var call *starlark.EvalError
	if errors.As(err, &call) {
		line := 0
		for i := len(call.CallStack) - 1; i >= 0 && line == 0; i-- { // built-ins have no place
			line = int(call.CallStack[i].Pos.Line)
		}
		return &workshop.Fault{Line: line, Say: sentence(call.Msg)}
	}
	if errors.As(err, &own) {
		return own
	}
	var list resolve.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return &workshop.Fault{Line: int(list[0].Pos.Line), Column: int(list[0].Pos.Col), Say: sentence(list[0].Msg)}
	}
	var syn syntax.Error
	if errors.As(err, &syn) {
		if strings.HasPrefix(syn.Msg, "got newline") {
			line := int(syn.Pos.Line)
			if syn.Pos.Col == 1 && line > 1 {
				line-- // the parser stands behind the line's end already
			}
			return &workshop.Fault{Line: line, Say: misplaced(syn.Msg)}
		}
		say := misplaced(syn.Msg)
		if token, _, _ := strings.Cut(strings.TrimPrefix(syn.Msg, "got "), ","); python[token] != "" {
			say = python[token]
		}
		return &workshop.Fault{Line: int(syn.Pos.Line), Column: int(syn.Pos.Col), Say: say}
	}
	return &workshop.Fault{Say: sentence(err.Error())}
}

// misplaced says plainly what the parser means by “got this, want that”.
func misplaced(text string) string {
	got, want, ok := strings.Cut(strings.TrimPrefix(text, "got "), ", want ")
	if !ok || strings.Contains(want, ", ") {
		return sentence(strings.Replace(text, "got newline", "the line ends too early", 1))
	}
	plain := func(token string) string {
		switch token {
		case "primary", "primary expression":
			return "a value"
		case "identifier":
			return "a name"
		case "int literal", "float literal":
			return "a number"
		case "string literal":
			return "a text"
		case "newline":
			return "the line's end"
		case "end of file":
			return "the program's end"
		case "indent", "outdent":
			return "an indented line"
		}
		return "“" + strings.Trim(token, "'") + "”"
	}
	switch {
	case want == "indent":
		return "What follows a colon is indented: begin this line with four spaces."
	case got == "indent":
		return "This line is indented, but the one before it opens no block: take the spaces away."
	case got == "newline":
		return "The line ends too early: " + plain(want) + " is missing."
	}
	return sentence(plain(got) + " stands where " + plain(want) +
		" was expected: look for a bracket, a comma or a sign missing before it")
}

// fault is the function fault for what is wrong with the names of a program.
func (p *program) fault(err error) error {
	var list resolve.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		name, _ := strings.CutPrefix(list[0].Msg, "undefined: ")
		name, _, _ = strings.Cut(name, " ")
		if say := p.modules[name]; say != "" {
			return &workshop.Fault{Line: int(list[0].Pos.Line), Column: int(list[0].Pos.Col), Say: say}
		}
	}
	return fault(err)
}

// sentence makes a message of the language one sentence.
func sentence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if strings.Contains(text, "too many steps") {
		return fmt.Sprintf("The program took more than %d steps and was stopped: look for a loop that does not end.", mostSteps)
	}
	if name, ok := strings.CutPrefix(text, "undefined: "); ok {
		return unknown(name)
	}
	if rest, ok := strings.CutPrefix(text, "unknown binary op: "); ok { // a sign between values it is not made for
		if w := strings.Fields(rest); len(w) == 3 {
			return fmt.Sprintf("There is no “%s” between %s and %s.", w[1], kind(w[0]), kind(w[2]))
		}
	}
	var at, least, last int
	if n, _ := fmt.Sscanf(text, "list index %d out of range [%d:%d]", &at, &least, &last); n == 3 {
		return fmt.Sprintf("There is no entry %d: the list has %d, counted from 0.", at, last+1)
	}
	if name, _, ok := strings.Cut(text, ": "); ok && new(run).knows(name) {
		text = "In " + text
	}
	r := []rune(text)
	if len(r) > 300 {
		r = append(r[:299], '…')
	}
	if len(r) == 0 {
		return "The program could not be run."
	}
	r[0] = unicode.ToUpper(r[0])
	if last := r[len(r)-1]; last != '.' && last != '?' && last != '!' {
		r = append(r, '.')
	}
	return string(r)
}

// kind says plainly what the language calls a type.
func kind(name string) string {
	switch name {
	case "int", "float":
		return "a number"
	case "string":
		return "a text"
	case "NoneType":
		return "nothing (None)"
	case "bool":
		return "a truth value"
	case "builtin_function_or_method":
		return "a function"
	}
	return "a " + name
}

// unknown says that a name stands for nothing, and which one may have been meant.
func unknown(name string) string {
	name, _, _ = strings.Cut(name, " ") // the language's own guess knows no built-in
	var near []string
	for known := range new(run).builtins() {
		if oneSlip(name, known) {
			near = append(near, known)
		}
	}
	for known := range starlark.Universe {
		if oneSlip(name, known) {
			near = append(near, known)
		}
	}
	if len(near) > 0 {
		slices.Sort(near)
		return fmt.Sprintf("Nothing has the name “%s”: it may be a slip of %s.", name, near[0])
	}
	return fmt.Sprintf("Nothing has the name “%s”: give it a value before it is used.", name)
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
