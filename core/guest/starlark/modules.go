package starlark

import (
	"cmp"
	_ "embed"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"go.starlark.net/starlark"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
	"indistinct/core/rng"
)

// modules are Python's of which there is something here, and what: a name, or a name and the
// function that it stands for where that is called otherwise. Where a name begins with a dot
// it is a built-in's.
var modules = map[string]string{
	"math": "exp log=logarithm log1p expm1 log2 log10 exp2 sqrt sin cos tan asin=arcsin acos=arccos atan=arctan " +
		"sinh cosh tanh erf erfc fabs=abs floor=.floor ceil=.ceil trunc=.int pow=power hypot atan2=arctan2 copysign " +
		"isnan isinf isfinite isclose fsum=sum prod pi e inf nan tau",
	"statistics": "mean fmean=mean median variance=sample_variance stdev=sample_deviation pvariance=var pstdev=std",
	"random": "random=standard_uniform gauss normalvariate=gauss uniform=.uniform expovariate choice=.choice choices " +
		"randint=.randint randrange shuffle sample seed SystemRandom=Random Random",
	"secrets": "randbelow=randrange choice=.choice SystemRandom=Random",
	"numpy": "exp log log1p expm1 log2 log10 exp2 sqrt cbrt square sin cos tan arcsin arccos arctan sinh cosh tanh " +
		"isnan isinf isfinite sign abs absolute=abs fabs=abs floor ceil trunc rint round around=round arctan2 hypot " +
		"copysign power maximum minimum fmax=maximum fmin=minimum add subtract multiply divide mod floor_divide " +
		"logical_and logical_or logical_xor logical_not clip where sum mean average=mean std var median min amin=min " +
		"max amax=max prod any all argmin argmax cumsum cumprod percentile quantile count_nonzero ptp array " +
		"asarray=array copy=array zeros ones full empty=zeros zeros_like ones_like eye identity=eye arange linspace " +
		"diag triu tril outer dot matmul=dot inner=dot vdot=dot transpose trace diff sort argsort unique flip concatenate append " +
		"hstack=concatenate vstack stack=vstack reshape ravel histogram bincount isclose allclose array_equal " +
		"float64=array float32=single int64=int int32=int bool_=truth pi e inf nan newaxis=none " +
		"random=numpy.random linalg=numpy.linalg",
	"numpy.random": "laplace=np_laplace normal=np_normal standard_normal=np_standard_normal exponential=np_exponential " +
		"uniform=np_uniform gumbel=np_gumbel geometric=np_geometric binomial=np_binomial randint=np_randint " +
		"integers=np_randint random=np_random random_sample=np_random rand=np_rand randn=np_randn choice=np_choice " +
		"shuffle permutation seed default_rng=generator RandomState=generator",
	"numpy.linalg": "solve inv pinv=inv det norm cholesky eigvals eigvalsh eigh",
	// What programs may use without an import.
	"": "mat=array vec=array eye zeros diag solve inv cholesky eigenvalues=eigvals det norm dot outer transpose kf ekf " +
		"ukf gauss_newton minimise clamp=clip quantile minimum maximum",
}

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
	if modules[module] == "" || module == "" {
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

const libraryName = "library"

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
	for name, f := range r.functions() {
		r.library[name] = r.function(name, f.takes, f.do)
	}
	for name, f := range elementary {
		r.library[name] = r.function(name, "x", func(c *call) starlark.Value { return c.each(name, f) })
	}
	maps.Copy(r.library, constants)
	maps.Copy(d, r.library)
}

// setImports sets what the program imports.
func (r *run) setImports(d starlark.StringDict) {
	inner := maps.Clone(d)
	r.written(inner)
	maps.Copy(r.library, must(compiledLibrary().Init(&starlark.Thread{}, inner)))
	known := map[string]*module{}
	r.known = known
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		known[name] = &module{name: name, attrs: starlark.StringDict{}}
	}
	for _, m := range known {
		for _, spelled := range strings.Fields(modules[m.name]) {
			name, does, _ := strings.Cut(spelled, "=")
			does = cmp.Or(does, name)
			switch builtin, own := strings.CutPrefix(does, "."); {
			case own:
				m.attrs[name] = d[builtin]
			case m.name == "math" && elementary[does] != nil:
				m.attrs[name] = r.scalar("math."+name, elementary[does])
			case r.library[does] != nil && known[does] == nil:
				m.attrs[name] = r.library[does]
			default:
				m.attrs[name] = known[does]
			}
		}
	}
	for name, v := range known[""].attrs {
		d[name] = v
	}
	for local, of := range r.imported {
		switch m := known[of[0]]; of[1] {
		case "":
			d[local] = m
		case "*":
			maps.Copy(d, m.attrs)
		default:
			d[local] = m.attrs[of[1]]
		}
	}
}

var constants = starlark.StringDict{"pi": starlark.Float(math.Pi), "e": starlark.Float(math.E),
	"tau": starlark.Float(2 * math.Pi), "inf": starlark.Float(math.Inf(1)), "nan": starlark.Float(math.NaN()),
	"none": starlark.None}

// module is one of Python's.
type module struct {
	name  string
	attrs starlark.StringDict
}

func (m *module) String() string        { return m.name }
func (m *module) Type() string          { return "module" }
func (m *module) Freeze()               {}
func (m *module) Truth() starlark.Bool  { return true }
func (m *module) Hash() (uint32, error) { return starlark.String(m.name).Hash() }
func (m *module) AttrNames() []string   { return nil }
func (m *module) Attr(name string) (starlark.Value, error) {
	if v := m.attrs[name]; v != nil {
		return v, nil
	}
	return nil, &lang.Error{Message: missing(m.name, name)}
}

// missing says that a module has nothing of a name, and what is near.
func missing(module, name string) lang.Message {
	var near []string
	for _, known := range names(module) {
		if oneSlip(name, known) || len(name) > 3 && strings.HasPrefix(known, name[:3]) {
			near = append(near, known)
		}
	}
	if len(near) == 0 {
		near = names(module)
	}
	return lang.Say("guest.missing", "module", module, "name", name, "near", strings.Join(near, ", "))
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
	args   []starlark.Value // nil: left out
}

type failure struct{ error }

// must returns a value, or fails.
func must[T any](v T, err error) T {
	if err != nil {
		panic(failure{err})
	}
	return v
}

// fail says what is wrong with a call.
func (c *call) fail(id string, places ...any) {
	panic(failure{lang.Errorf(id, append([]any{"name", c.name}, places...)...)})
}

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

// function returns it as a value.
func (r *run) function(name, takes string, do func(c *call) starlark.Value) *starlark.Builtin {
	names := strings.Fields(takes)
	least := len(names)
	for i, n := range slices.Backward(names) {
		if names[i] = strings.TrimSuffix(n, "?"); names[i] != n {
			least = i
		}
	}
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		kw []starlark.Tuple) (v starlark.Value, err error) {
		c := &call{r, thread, name, make([]starlark.Value, max(len(names), len(args)))}
		copy(c.args, args)
		wrong := len(args) > len(names) && takes != "text"
		for _, pair := range kw {
			i := slices.Index(names, string(pair[0].(starlark.String)))
			if i < 0 || c.args[i] != nil {
				wrong = true
				break
			}
			c.args[i] = pair[1]
		}
		if wrong || slices.Contains(c.args[:least], nil) {
			return nil, lang.Errorf("guest.call.takes", "name", name, "takes", strings.Join(names, ", "))
		}
		for i, v := range c.args {
			if v == starlark.None && i >= least && i < len(names) {
				c.args[i] = nil
			}
		}
		err = caught(name, func() {
			if v = do(c); v.Type() == "array" {
				v = v.(*array).value()
			}
		})
		return v, err
	})
}

// array returns argument i, which pays for its entries.
func (c *call) array(i int) *array { return c.converted(c.args[i]) }

func (c *call) converted(v starlark.Value) *array {
	a := must(c.toArray(v))
	return must(a, c.pay(len(a.data), 1))
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

// scalar is a function of the module math: it fails where Python's does.
func (r *run) scalar(name string, f func(float64) float64) *starlark.Builtin {
	yes := strings.HasPrefix(name, "math.is")
	return starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		_ []starlark.Tuple) (starlark.Value, error) {
		x, err := numbers(name, args, 1)
		if err != nil {
			return nil, err
		}
		v := f(x[0])
		switch {
		case yes:
			return starlark.Bool(v != 0), nil
		case v-v != 0 && x[0]-x[0] == 0: // not a number, or too large, of a number
			return nil, lang.Errorf("guest.domain", "name", name, "x", x[0])
		}
		return starlark.Float(v), nil
	})
}

// reseed takes a seed: within a release what follows is drawn from it, and from the trial's
// stream again where it is none. What stands outside a release draws nothing.
func (r *run) reseed(seed starlark.Value) {
	switch h, _ := cmp.Or[starlark.Value](seed, starlark.None).Hash(); {
	case r.stream == nil:
		r.seeded = r.seeded || seed != nil
	case seed != nil:
		if r.stream != r.own {
			r.trial = r.stream
		}
		s := rng.New(rng.Key{Seed: uint64(h), Phase: rng.PhaseWorkshopSeeded})
		r.stream, r.own = &s, &s
	case r.stream == r.own:
		r.stream = r.trial
	}
}
