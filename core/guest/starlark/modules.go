package starlark

import (
	"cmp"
	_ "embed"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/num"
)

// modules lists Python's of which there is something here, and what: names with the functions
// that they stand for.
var modules = func() map[string]string {
	out, name := map[string]string{}, ""
	for _, word := range strings.Fields(regexp.MustCompile(`(?m)^#.*`).ReplaceAllString(listed, "")) {
		if module, begins := strings.CutSuffix(word, ":"); begins {
			name = module
		} else {
			out[name] += word + " "
		}
	}
	return out
}()

//go:embed modules.txt
var listed string

// What programs may use without an import stands under its name among the modules, and so do
// the methods of arrays.
const (
	toolbox  = "_"
	methods  = ".methods"
	keywords = ".keywords" // the grammar's
)

// deep are the functions that take arrays of three axes.
var deep = names(".deep")

// names are those of a module.
func names(module string) (out []string) {
	for _, spelled := range strings.Fields(modules[module]) {
		name, _, _ := strings.Cut(spelled, "=")
		out = append(out, name)
	}
	return out
}

// ignored are modules that programs only import for what is left out of them.
var ignored = []string{"typing", "__future__", "collections.abc", "abc"}

// bind notes what a program's name stands for: a module, or a name in it. It returns what is
// wrong.
func (p *program) bind(local, module, name string) lang.Message {
	if slices.Contains(ignored, module) {
		return ""
	}
	if name != "" && modules[module+"."+name] != "" {
		module, name = module+"."+name, ""
	}
	if modules[module] == "" || strings.ContainsAny(module[:1], "._") {
		return lang.Say("guest.import", "module", module)
	}
	if name != "" && name != "*" && !slices.Contains(names(module), name) {
		return missing(module, name)
	}
	p.imported[local] = [2]string{module, name}
	return ""
}

// library are functions of the modules that are written in the language itself.
//
//go:embed numpy.py
var library string

const (
	libraryName = "library"
	programName = "program"
)

// compiled is the library, read when a program first uses it.
var compiled struct {
	once sync.Once
	code *starlark.Program
}

func compiledLibrary() *starlark.Program {
	compiled.once.Do(func() { compiled.code = must(read(libraryName, library, nil)).code })
	return compiled.code
}

// written sets the functions that are not: those are also what the library is made of.
func (r *run) written(d starlark.StringDict) {
	r.library = starlark.StringDict{}
	set := func(name, takes string, do func(c *call) value) { r.library[name] = r.function(name, takes, do) }
	for name, f := range functions {
		set(name, f.takes, f.do)
	}
	for name, f := range elementary {
		set(name, "x", func(c *call) value { return c.each(f) })
	}
	for name, f := range reductions {
		set(name, "a,axis?,dtype?,out?,keepdims?", func(c *call) value { return c.along(f.of, f.kind) })
	}
	for name, f := range pairwise {
		set(name, "x1,x2", func(c *call) value { return c.pair(f, c.array(0), c.array(1)) })
	}
	r.library["ln"] = r.scalar("math.log", "log")
	maps.Copy(r.library, constants)
	maps.Copy(d, r.library)
}

// setImports sets what the program imports.
func (r *run) setImports(d starlark.StringDict) {
	inner := maps.Clone(d)
	r.written(inner)
	maps.Copy(r.library, must(compiledLibrary().Init(&starlark.Thread{}, inner)))
	known := map[string]*module{}
	r.known, r.outer = known, d
	for name := range modules {
		known[name] = &module{Name: name, Members: starlark.StringDict{}}
	}
	for _, m := range known {
		for _, spelled := range strings.Fields(modules[m.Name]) {
			name, does, _ := strings.Cut(spelled, "=")
			does = cmp.Or(does, name)
			switch builtin, own := strings.CutPrefix(does, "."); {
			case own:
				m.Members[name] = d[builtin]
			case m.Name == "math" && (elementary[does] != nil || pairwise[does] != nil):
				m.Members[name] = r.scalar("math."+name, does)
			case r.library[does] != nil && known[does] == nil:
				m.Members[name] = r.library[does]
			default:
				m.Members[name] = known[does]
			}
		}
	}
	for _, name := range generators[:2] { // the modules' own
		g := &generator{module: &module{Name: name, Members: known[name].Members}, r: r}
		known["."+name], known[name].Members = g.module, starlark.StringDict{}
		for attr := range g.Members {
			known[name].Members[attr] = must(g.Attr(attr))
		}
	}
	maps.Copy(d, known[toolbox].Members)
	for local, of := range r.imported {
		switch m := known[of[0]]; of[1] {
		case "":
			d[local] = m
		case "*":
			maps.Copy(d, m.Members)
		default:
			d[local] = m.Members[of[1]]
		}
	}
}

var constants = starlark.StringDict{"pi": starlark.Float(math.Pi), "e": starlark.Float(math.E),
	"tau": starlark.Float(2 * math.Pi), "inf": starlark.Float(math.Inf(1)), "nan": starlark.Float(math.NaN()),
	"none": starlark.None}

// module is one of Python's.
type module = starlarkstruct.Module

// missing says that a module has nothing of a name, and what is near.
func missing(module, name string) lang.Message {
	near := names(module)
	far := func(known string) int { return edits(name, known) }
	near = slices.DeleteFunc(near, func(known string) bool { return far(known) > min(2, len(name)/2) })
	slices.SortStableFunc(near, func(a, b string) int { return far(a) - far(b) })
	return lang.Say("guest.missing", "module", module, "name", name,
		"near", cmp.Or(strings.Join(near[:min(len(near), 5)], ", "), "none"))
}

// edits is how many letters, whatever their case, have to be put in, taken out or changed to make one name
// of another; letters in another order are one.
func edits(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
	letters := func(name string) []string { return slices.Sorted(slices.Values(strings.Split(name, ""))) }
	if a != b && slices.Equal(letters(a), letters(b)) {
		return 1
	}
	row := num.Indices(len(b) + 1)
	for i := range len(a) {
		left := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := left
			if a[i] != b[j] {
				change++
			}
			left, row[j+1] = row[j+1], min(change, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// function is one that takes arguments by place and by name.
type function struct {
	takes string // their names, those that may be left out with a question mark
	do    func(c *call) starlark.Value
}

// call is one of a function. What goes wrong in it is a failure, which function returns.
type call struct {
	*run
	thread *starlark.Thread
	name   string
	args   starlark.Tuple // nil: left out
	kw     []starlark.Tuple
}

type failure struct{ error }

// must returns a value, or fails.
func must[T any](v T, err error) T {
	if err != nil {
		panic(failure{err})
	}
	return v
}

// fail says what is wrong with a call, by the name of what the program called.
func (c *call) fail(id string, places ...any) {
	name := c.name
	if c.thread != nil {
		name = called(c.thread.CallStack(), name)
	}
	fail(id, append([]any{"name", name}, places...)...)
}

// called is the name of what the program called, in which others may have been called.
func called(stack starlark.CallStack, name string) string {
	for _, frame := range slices.Backward(stack) {
		if frame.Pos.Filename() == programName {
			break
		}
		name = cmp.Or(spelled()[frame.Name], frame.Name)
	}
	return name
}

// spelled are the names that programs know functions by which the library calls otherwise.
var spelled = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for _, module := range slices.Sorted(maps.Keys(modules)) {
		for _, word := range strings.Fields(modules[module]) {
			name, does, otherwise := strings.Cut(word, "=")
			if otherwise && !slices.Contains(names("numpy"), does) {
				out[does] = name
			}
		}
	}
	return out
})

func fail(id string, places ...any) { panic(failure{lang.Errorf(id, places...)}) }

// caught returns the failure in what f does.
func caught(name string, f func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failure:
			err = p.error
		case mat.Error:
			err = lang.Errorf("guest.shape.any", "name", name)
		default:
			panic(p)
		}
	}()
	f()
	return nil
}

// safely returns what f returns, or the failure in it.
func safely[T any](name string, f func() T) (v T, err error) {
	err = caught(name, func() { v = f() })
	return v, err
}

// builtin returns a function as a value.
func (r *run) builtin(name string, do func(c *call) starlark.Value) *starlark.Builtin {
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		kw []starlark.Tuple) (starlark.Value, error) {
		return safely(name, func() starlark.Value { return do(&call{r, thread, name, args, kw}) })
	})
}

// function is one with names of its arguments, those that may be left out with a question mark; all are
// taken by place alone where a dot begins the list.
func (r *run) function(name, takes string, do func(c *call) starlark.Value) *starlark.Builtin {
	takes, byPlace := strings.CutPrefix(takes, ".")
	names := strings.Split(takes, ",")
	least := len(names)
	for i, n := range slices.Backward(names) {
		if names[i] = strings.TrimSuffix(n, "?"); names[i] != n {
			least = i
		}
	}
	return r.builtin(name, func(c *call) starlark.Value {
		wrong := len(c.args) > len(names) || byPlace && len(c.kw) > 0
		c.args = append(c.args, make(starlark.Tuple, max(len(names)-len(c.args), 0))...)
		for _, pair := range c.kw {
			i := slices.Index(names, string(pair[0].(starlark.String)))
			if i < 0 || c.args[i] != nil {
				wrong = true
				break
			}
			c.args[i] = pair[1]
		}
		if wrong || slices.Contains(c.args[:least], nil) {
			c.fail(map[bool]string{true: "guest.call.places", false: "guest.call.takes"}[byPlace],
				"takes", strings.Join(names, ", "))
		}
		for i, v := range c.args {
			if v == starlark.None && i >= least {
				c.args[i] = nil
			}
		}
		v := do(c)
		if a, ok := v.(*array); ok {
			return a.value()
		}
		return v
	})
}

// array returns argument i, which pays for its entries.
func (c *call) array(i int) *array { return c.converted(c.args[i]) }

func (c *call) converted(v starlark.Value) *array {
	a := c.toArray(v)
	c.pays(len(a.data), 1)
	if a.dim == 3 && !slices.Contains(deep, called(c.thread.CallStack(), c.name)) {
		c.fail("guest.array.deep")
	}
	return a
}

// real returns argument i as a number, or what stands for one that is left out.
func (c *call) real(i int, otherwise float64) float64 {
	if c.args[i] == nil {
		return otherwise
	}
	a := c.array(i)
	if len(a.data) != 1 {
		c.fail("guest.call.kind", "kind", kind(c.args[i].Type()))
	}
	return a.data[0]
}

// whole likewise, a whole number.
func (c *call) whole(i, otherwise int) int {
	x := c.real(i, float64(otherwise))
	if x != math.Trunc(x) || !(math.Abs(x) <= 1<<31) {
		c.fail("guest.call.integer", "x", said(x))
	}
	return int(x)
}

// scalar is an elementary or pairwise function of numbers alone; one of the module math fails where
// Python's does.
func (r *run) scalar(name, of string) *starlark.Builtin {
	strict, takes, one := strings.HasPrefix(name, "math."), ".x", elementary[of]
	f := func(x []float64) float64 { return one(x[0]) }
	if two := pairwise[of]; two != nil {
		takes, f = ".x,y", func(x []float64) float64 { return two(x[0], x[1]) }
	}
	return r.function(name, takes, func(c *call) starlark.Value {
		x := c.numbers()
		v := f(x)
		given := func(x float64) bool { return infinite(x) && (v == v || x != x) }
		if strict && infinite(v) && !slices.ContainsFunc(x, given) {
			c.fail("guest.domain", "x", x[0])
		}
		return starlark.Float(v)
	})
}
