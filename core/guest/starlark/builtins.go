package starlark

import (
	"cmp"
	"maps"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
	"indistinct/core/num"
	"indistinct/core/privacy"
	"indistinct/core/rng"
)

// builtins returns what a program may use beside the language itself: draws,
// mathematics, pairs of inputs.
func (r *run) builtins() starlark.StringDict {
	d := starlark.StringDict{"pi": starlark.Float(math.Pi), "inf": starlark.Float(math.Inf(1))}
	for _, l := range laws() {
		d[l.name] = r.builtin(l.name, func(c *call) starlark.Value { return c.sample(&l) })
	}
	r.mathematics(d)
	r.neighbours(d)
	for _, notion := range privacy.Notions {
		var takes []string
		for _, p := range notion.Params {
			takes = append(takes, p.Name)
		}
		d[string(notion.Name)] = r.function(string(notion.Name), "."+strings.Join(takes, ","), func(c *call) value {
			out := starlark.Tuple{starlark.String(notion.Name)}
			for _, x := range c.numbers() {
				out = append(out, starlark.Float(x))
			}
			return out
		})
	}
	d["choice"] = r.function("choice", ".list", (*call).choice)
	d["sum"] = r.function("sum", ".list,start?", (*call).sum)
	r.marks(d)
	r.copies(d)
	r.operators(d)
	r.python(d)
	if r.more != nil {
		maps.Copy(d, r.more(r))
	}
	return d
}

// said is a number of a program's in a sentence about it.
func said(x float64) any {
	if math.IsNaN(x) {
		return lang.Say("guest.nan")
	}
	return x
}

// numbers reads the arguments, which are numbers.
func (c *call) numbers() (x []float64) {
	for _, a := range c.args {
		v, ok := starlark.AsFloat(a)
		if x = append(x, v); !ok {
			c.fail("guest.call.kind", "kind", kind(a.Type()))
		}
	}
	return x
}

// law is a distribution that programs draw from.
type law struct {
	name string
	args []argument // the first of two may be left out where it is a mean: it is then 0
	kind byte       // of what is drawn
	draw func(x [2]float64, s *rng.Stream) float64
}

// argument is one of a law, with its names, those of Python's libraries too, and its range.
type argument struct {
	names     []string
	low, high float64
	whole     bool
}

const (
	mostFloat = math.MaxFloat64
	mostWhole = 1<<52 - 1
)

var (
	mean        = argument{[]string{"mean", "loc", "mu"}, -mostFloat, mostFloat, false}
	probability = argument{[]string{"p"}, 0, 1, false}
	positive    = argument{[]string{"p"}, math.SmallestNonzeroFloat64, 1, false}
)

// scale is an argument from 0 on.
func scale(names ...string) argument { return argument{names, 0, mostFloat, false} }

// ends are two arguments, the first of which is not above the second.
func ends(most float64, whole bool) []argument {
	return []argument{{[]string{"a", "low"}, -most, most, whole}, {[]string{"b", "high"}, -most, most, whole}}
}

// laws lists the distributions.
func laws() []law {
	return []law{
		{"laplace", []argument{mean, scale("scale", "b")}, reals,
			func(x [2]float64, s *rng.Stream) float64 { return x[0] + s.Laplace(x[1]) }},
		{"normal", []argument{mean, scale("sigma", "scale", "stddev", "std", "sd")}, reals,
			func(x [2]float64, s *rng.Stream) float64 { return x[0] + float64(x[1]*s.Norm()) }},
		{"exponential", []argument{scale("mean", "scale")}, reals,
			func(x [2]float64, s *rng.Stream) float64 { return float64(x[0] * s.Exp()) }},
		{"uniform", ends(mostFloat/2, false), reals, // whose difference is finite
			func(x [2]float64, s *rng.Stream) float64 { return s.Uniform(x[0], x[1]) }},
		{"bernoulli", []argument{probability}, truths,
			func(x [2]float64, s *rng.Stream) float64 { return truth(s.Bernoulli(x[0])) }},
		{"geometric", []argument{positive}, wholes,
			func(x [2]float64, s *rng.Stream) float64 { return float64(s.Geometric(1 - x[0])) }},
		{"gumbel", []argument{mean, scale("scale", "beta")}, reals,
			func(x [2]float64, s *rng.Stream) float64 { return x[0] - float64(x[1]*num.Log(s.Exp())) }},
		{"binomial", []argument{{[]string{"n"}, 0, mostWhole, true}, probability}, wholes,
			func(x [2]float64, s *rng.Stream) float64 { return float64(s.Binomial(int64(x[0]), x[1])) }},
		{"randint", ends(mostWhole, true), wholes,
			func(x [2]float64, s *rng.Stream) float64 { return x[0] + float64(s.Intn(int(x[1]-x[0])+1)) }},
	}
}

// read puts the arguments of a call, by name, by place, or both, into their places, and behind
// them the size that is asked for, nil for one number.
func (l *law) read(c *call) {
	x, given, size, wrong := make(starlark.Tuple, len(l.args)), c.args, starlark.Value(nil), false
	for _, pair := range c.kw {
		name, _ := starlark.AsString(pair[0])
		i := slices.IndexFunc(l.args, func(a argument) bool { return slices.Contains(a.names, name) })
		switch {
		case name == "size":
			size = pair[1]
		case i < 0 || x[i] != nil:
			wrong = true
		default:
			x[i] = pair[1]
		}
	}
	centred := len(x) == 2 && l.args[0].low == mean.low // its mean may be left out
	if centred && len(given) < 2 && x[0] == nil && (x[1] == nil) == (len(given) == 1) {
		x[0] = starlark.Float(0)
	}
	takes := []string{}
	for i, a := range l.args {
		if takes = append(takes, a.names[0]); x[i] == nil && len(given) > 0 {
			x[i], given = given[0], given[1:]
		}
	}
	if wrong || len(given) > 0 || slices.Contains(x, nil) {
		c.fail("guest.call.law", "takes", strings.Join(takes, ", "), "n", len(takes),
			"centred", strconv.FormatBool(centred))
	}
	c.args = append(x, size)
}

// one draws a number.
func (c *call) one(l *law, x [2]float64) float64 {
	for i, a := range l.args {
		if !(x[i] >= a.low && x[i] <= a.high) || a.whole && x[i] != math.Trunc(x[i]) {
			text := func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
			c.fail("guest.draw.range", "argument", a.names[0], "x", said(x[i]), "whole", strconv.FormatBool(a.whole),
				"low", text(a.low), "high", text(a.high))
		}
	}
	if l.args[0].names[0] == "a" && x[0] > x[1] {
		c.fail("guest.draw.ends", "first", x[0], "second", x[1])
	}
	c.inside()
	c.note(l.name, x[:len(l.args)])
	return l.draw(x, c.stream)
}

// inside fails in what stands outside functions, where nothing is drawn.
func (c *call) inside() {
	if c.stream == nil {
		c.fail("guest.call.outside")
	}
	c.drawn = cmp.Or(c.drawn, c.cost())
}

// sample draws a number, or an array of a size or where an argument is one.
func (c *call) sample(l *law) starlark.Value {
	l.read(c)
	var x [2]float64
	size := len(l.args)
	sized := c.args[size] != nil && c.args[size] != starlark.None
	single := !sized
	for i := range l.args {
		var ok bool
		if x[i], ok = starlark.AsFloat(c.args[i]); !ok {
			if _, several := c.args[i].(starlark.Iterable); !several {
				c.fail("guest.call.kind", "kind", kind(c.args[i].Type()))
			}
			single = false
		}
	}
	if single {
		return cell(c.one(l, x), l.kind)
	}
	out := c.single(0)
	if sized {
		out = c.zeros(size)
	}
	given := [2]*array{c.single(0), c.single(0)}
	for i := range l.args {
		given[i] = c.array(i)
		out = c.pair(func(_, y float64) float64 { return y }, out, given[i])
	}
	return c.placed(out.shape, out.dim, func(i int) float64 {
		return c.one(l, [2]float64{given[0].broadcast(i, out.shape), given[1].broadcast(i, out.shape)})
	}).of(l.kind).value()
}

// choice draws one entry of a list.
func (c *call) choice() starlark.Value {
	list, ok := c.args[0].(starlark.Indexable)
	if !ok || list.Len() == 0 {
		fail("guest.call.choice")
	}
	c.inside()
	c.note("choice", []float64{float64(list.Len())})
	return list.Index(c.stream.Intn(list.Len()))
}

// sum adds numbers, or arrays, up.
func (c *call) sum() starlark.Value {
	list, ok := c.args[0].(starlark.Iterable)
	if !ok {
		fail("guest.call.sum")
	}
	total := cmp.Or(c.args[1], starlark.Value(starlark.MakeInt(0)))
	for v := range starlark.Elements(list) {
		if v.Type() != "array" && !numberOrTruth(v) {
			c.fail("guest.call.kind", "kind", kind(v.Type()))
		}
		total = must(c.operate(syntax.PLUS, total, counted(v), false))
	}
	return total
}

// mathematics sets functions of numbers, all from package num.
func (r *run) mathematics(d starlark.StringDict) {
	for name, of := range map[string]string{"exp": "exp", "log": "log", "log1p": "log1p", "expm1": "expm1",
		"sqrt": "sqrt", "tanh": "tanh", "sin": "sin", "cos": "cos", "atan": "arctan", "erf": "erf", "erfc": "erfc",
		"Phi": "Phi", "float32": "single"} {
		d[name] = r.scalar(name, of)
	}
	for name, f := range map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil,
		"round": math.RoundToEven} {
		takes := map[bool]string{true: ".x,decimals?", false: ".x"}[name == "round"]
		d[name] = r.function(name, takes, func(c *call) starlark.Value {
			if c.args = slices.DeleteFunc(c.args, func(v value) bool { return v == nil }); len(c.args) == 2 {
				return c.rounded()
			}
			x := c.numbers()[0]
			v := f(x)
			if i, ok := c.args[0].(starlark.Int); ok {
				return i
			}
			if !(math.Abs(v) < 1<<62) {
				c.fail("guest.call.whole", "x", said(x))
			}
			return starlark.MakeInt64(int64(v))
		})
	}
	d["pow"] = r.function("pow", ".x,y", func(c *call) starlark.Value {
		c.numbers()
		return r.raised(c.args[0], c.args[1])
	})
}

// rounded is a number rounded to so many decimals, correctly, as Python's round is.
func (c *call) rounded() starlark.Value {
	x := c.numbers()
	if i, whole := c.args[0].(starlark.Int); whole && x[1] >= 0 {
		return i
	}
	if !(x[1] >= 0 && x[1] <= 20 && x[1] == math.Trunc(x[1])) {
		fail("guest.call.decimals", "x", said(x[1]))
	}
	if infinite(x[0]) {
		return starlark.Float(x[0])
	}
	return starlark.Float(must(strconv.ParseFloat(strconv.FormatFloat(x[0], 'f', int(x[1]), 64), 64)))
}

// power is a to the b: repeated squaring where b is whole and small, so that
// powers of two are exact, e^{b ln a} elsewhere.
func power(a, b float64) float64 {
	if a == 1 {
		return 1
	}
	if b == math.Trunc(b) && math.Abs(b) <= 1024 {
		n, x, v := int(math.Abs(b)), a, 1.0
		for ; n > 0; n >>= 1 {
			if n&1 == 1 {
				v *= x
			}
			x *= x
		}
		if b < 0 {
			return 1 / v
		}
		return v
	}
	if a < 0 && b == math.Trunc(b) {
		return math.Copysign(num.Exp(b*num.Log(-a)), 0.5-math.Abs(math.Mod(b, 2)))
	}
	return num.Exp(b * num.Log(a))
}

// ourPair begins the names of the pairs below; what follows is the code of a text. ourNames
// are those of the programs that come with the page, as codes: see named.
const ourPair = "guest.pair."

var ourNames = []string{"one-person", "one-person-more", "one-persons-answer", "one-person-in-all-three-counts",
	"a-group-of-three-more", "a-household-of-three", "one-more-on-day-5", "one-fewer-on-day-5",
	"two-values-with-no-bit-in-common", "measured-to-a-tenth", "in-another-order", "two-emojis", "a-canary-more"}

// named is what a pair is called: in the reader's language where the name is one of ours.
func named(name string) lang.Message {
	code, ours := strings.CutPrefix(name, ourPair)
	if !ours {
		code = strings.NewReplacer(" ", "-", "'", "", ",", "").Replace(name)
	}
	if ours || slices.Contains(ourNames, code) {
		return lang.Say(ourPair + code)
	}
	return lang.Verbatim(name)
}

// neighbours sets the lists of pairs that auditors try for k answers of
// sensitivity 1 (Ding, Wang, Wang, Zhang & Kifer 2018, table 1).
func (r *run) neighbours(d starlark.StringDict) {
	type form struct {
		name              string // guest.pair.<name>
		half              bool   // the first half of the answers, else the first alone
		record, neighbour [2]int // the first ones and the others
	}
	forms := []form{{"one-lower", false, [2]int{1, 1}, [2]int{0, 1}},
		{"one-higher", false, [2]int{1, 1}, [2]int{2, 1}},
		{"one-higher-rest-lower", false, [2]int{1, 1}, [2]int{2, 0}},
		{"one-lower-rest-higher", false, [2]int{1, 1}, [2]int{0, 2}},
		{"half", true, [2]int{1, 1}, [2]int{2, 0}},
		{"all-higher", false, [2]int{1, 1}, [2]int{2, 2}},
		{"all-lower", false, [2]int{1, 1}, [2]int{0, 0}},
		{"cross", true, [2]int{1, 0}, [2]int{0, 1}}}
	for name, forms := range map[string][]form{"count_pairs": forms[:2], "query_pairs": forms} {
		d[name] = r.function(name, "answers", func(c *call) starlark.Value {
			k := c.whole(0, 0)
			if k < 1 || k > 100 {
				c.fail("guest.call.pairs")
			}
			out := make([]starlark.Value, len(forms))
			for i, f := range forms {
				first := 1
				if f.half {
					first = (k + 1) / 2
				}
				list := func(of [2]int) starlark.Value {
					return starlark.NewList(append(slices.Repeat([]starlark.Value{starlark.MakeInt(of[0])}, first),
						slices.Repeat([]starlark.Value{starlark.MakeInt(of[1])}, k-first)...))
				}
				out[i] = starlark.Tuple{list(f.record), list(f.neighbour), starlark.String(ourPair + f.name)}
			}
			return starlark.NewList(out)
		})
	}
}

// python sets what Python has built in and the language has not, and what the rewriting puts
// into programs.
func (r *run) python(d starlark.StringDict) {
	d[nameAll] = all{}
	for name, f := range map[string]function{
		namePower: {"y,x", func(c *call) starlark.Value {
			return r.raised(c.args[1], c.args[0])
		}},
		nameText: {"value,form", formatted}, nameOnce: functions["once"],
		nameClass: {"name,data,fields,members", newClass},
		nameUnpack: {"before,behind,of", func(c *call) value {
			list, ok := must(each(c.args[2])).(starlark.Iterable)
			if !ok {
				c.fail("guest.iterate", "kind", kind(c.args[2].Type()))
			}
			all := starlark.Tuple(slices.Collect(starlark.Elements(list)))
			before, behind := c.whole(0, 0), c.whole(1, 0)
			end := len(all) - behind
			if end < before {
				c.fail("guest.unpack", "n", len(all), "k", before+behind)
			}
			c.pays(len(all), 1)
			rest := starlark.NewList(slices.Clone(all[before:end]))
			return slices.Concat(all[:before], starlark.Tuple{rest}, all[end:])
		}},
		nameKeep: {"value", func(c *call) starlark.Value {
			r.kept = c.args[0]
			return r.kept
		}},
		nameKept: {"none?", func(*call) starlark.Value { return r.kept }},
		nameRaise: {"what?", func(c *call) starlark.Value {
			text, ok := starlark.AsString(c.args[0])
			if f, named := c.args[0].(starlark.Callable); named {
				text = f.Name()
			} else if !ok && c.args[0] != nil {
				text = c.args[0].Type()
			}
			c.fail("guest.raised", "text", lang.Clip(text, 200))
			return nil
		}},
		nameAssert: {"is,what?", func(c *call) starlark.Value {
			if !c.args[0].Truth() {
				c.fail("guest.assert")
			}
			return starlark.None
		}},
	} {
		d[name] = r.function(name, f.takes, f.do)
	}
	if r.arrays {
		r.setImports(d)
		d["abs"] = r.library["abs"]
	}
}

// once is an iterator, which hands out each entry once. What is in it was computed when it was
// made.
type once struct {
	r      *run
	of     *starlark.List
	at     int
	frozen bool
}

func (o *once) String() string             { return "<iterator>" }
func (o *once) Type() string               { return "iterator" }
func (o *once) Freeze()                    { o.frozen = true }
func (o *once) Truth() starlark.Bool       { return true }
func (o *once) Hash() (uint32, error)      { return 0, lang.Errorf("guest.hash", "kind", kind(o.Type())) }
func (o *once) Iterate() starlark.Iterator { return o }
func (o *once) Done()                      {}
func (o *once) Next(v *starlark.Value) bool {
	if o.at == o.of.Len() {
		return false
	}
	if o.frozen {
		o.r.thread.Cancel("frozen")
	}
	*v = o.of.Index(o.at)
	o.at++
	return true
}

// raised is x ** y, of whole numbers exact.
func (r *run) raised(x, y starlark.Value) starlark.Value {
	i, whole := x.(starlark.Int)
	k, times := y.(starlark.Int)
	if n, small := k.Int64(); whole && times && k.Sign() >= 0 {
		v := i.BigInt()
		if !small || n*int64(max(v.BitLen(), 1)) > mostBits || n > mostBits {
			fail("guest.bits", "most", mostBits)
		}
		v.Exp(v, big.NewInt(n), nil)
		r.pays(int(n)*v.BitLen()/64, 1)
		return starlark.MakeBigInt(v)
	}
	a, first := starlark.AsFloat(x)
	b, second := starlark.AsFloat(y)
	if !first || !second {
		_, left := x.(*array)
		if _, right := y.(*array); left || right {
			return r.elementwise(syntax.STARSTAR, x, y)
		}
		fail("guest.operation", "sign", "**", "left", kind(x.Type()), "right", kind(y.Type()))
	}
	v := power(a, b)
	if infinite(v) && !infinite(a) && !infinite(b) {
		fail("guest.domain", "name", "**", "x", a)
	}
	return starlark.Float(v)
}
