package starlark

import (
	"errors"
	"fmt"
	"math"

	"go.starlark.net/starlark"

	"indistinct/core/num"
)

// builtins returns what a program may use beside the language itself: draws,
// mathematics, and guarded forms of what could grow without bound.
func (r *run) builtins() starlark.StringDict {
	d := starlark.StringDict{"pi": starlark.Float(math.Pi), "inf": starlark.Float(math.Inf(1))}
	set := func(name string, f func(args starlark.Tuple) (starlark.Value, error)) {
		d[name] = starlark.NewBuiltin(name, func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value, error) {
			if len(kw) > 0 {
				return nil, fmt.Errorf("%s takes no named arguments", name)
			}
			return f(args)
		})
	}
	r.draws(set)
	mathematics(set)
	neighbours(set)
	r.guards(set)
	return d
}

type setter func(name string, f func(args starlark.Tuple) (starlark.Value, error))

// numbers reads k arguments that are numbers.
func numbers(name string, args starlark.Tuple, k int) (x [2]float64, err error) {
	if len(args) != k {
		take := []string{"nothing", "one number", "two numbers"}[k]
		return x, fmt.Errorf("%s takes %s and got %d arguments", name, take, len(args))
	}
	for i, a := range args {
		switch a := a.(type) {
		case starlark.Float:
			x[i] = float64(a)
		case starlark.Int:
			x[i] = float64(a.Float())
		default:
			return x, fmt.Errorf("%s takes numbers and got %s", name, article(a))
		}
	}
	return x, nil
}

// draws sets the built-ins that draw from the trial's stream.
func (r *run) draws(set setter) {
	draw := func(name string, k int, ok func(x [2]float64) string, f func(x [2]float64) starlark.Value) {
		set(name, func(args starlark.Tuple) (starlark.Value, error) {
			x, err := numbers(name, args, k)
			if err != nil {
				return nil, err
			}
			if wrong := ok(x); wrong != "" {
				return nil, fmt.Errorf("%s: %s", name, wrong)
			}
			if r.stream == nil {
				return nil, fmt.Errorf("%s draws only inside release: what stands outside is the same for every release", name)
			}
			return f(x), nil
		})
	}
	scale := func(what string) func([2]float64) string {
		return func(x [2]float64) string {
			if x[0] >= 0 && x[0] <= math.MaxFloat64 {
				return ""
			}
			return fmt.Sprintf("the %s is %v; it must be a finite number of at least 0", what, x[0])
		}
	}
	draw("laplace", 1, scale("scale"), func(x [2]float64) starlark.Value { return starlark.Float(r.stream.Laplace(x[0])) })
	draw("normal", 1, scale("standard deviation"), func(x [2]float64) starlark.Value { return starlark.Float(x[0] * r.stream.Norm()) })
	draw("exponential", 1, scale("mean"), func(x [2]float64) starlark.Value { return starlark.Float(x[0] * r.stream.Exp()) })
	draw("uniform", 2, func(x [2]float64) string {
		if x[0] <= x[1] && !math.IsInf(x[0]-x[1], 0) {
			return ""
		}
		return fmt.Sprintf("the ends are %v and %v; the first must not be above the second", x[0], x[1])
	}, func(x [2]float64) starlark.Value { return starlark.Float(r.stream.Uniform(x[0], x[1])) })
	share := func(x [2]float64) string {
		if x[0] >= 0 && x[0] <= 1 {
			return ""
		}
		return fmt.Sprintf("the probability is %v; it must lie from 0 to 1", x[0])
	}
	draw("bernoulli", 1, share, func(x [2]float64) starlark.Value { return starlark.Bool(r.stream.Bernoulli(x[0])) })
	draw("geometric", 1, func(x [2]float64) string {
		if x[0] > 0 && x[0] <= 1 {
			return ""
		}
		return fmt.Sprintf("the probability is %v; it must lie above 0 and be at most 1", x[0])
	}, func(x [2]float64) starlark.Value { return starlark.MakeInt64(r.stream.Geometric(1 - x[0])) })
	draw("randint", 2, func(x [2]float64) string {
		if x[0] == math.Trunc(x[0]) && x[1] == math.Trunc(x[1]) && x[0] <= x[1] && math.Abs(x[0]) < 1<<52 && math.Abs(x[1]) < 1<<52 {
			return ""
		}
		return fmt.Sprintf("the ends are %v and %v; they must be whole numbers, the first not above the second", x[0], x[1])
	}, func(x [2]float64) starlark.Value {
		return starlark.MakeInt64(int64(x[0]) + int64(r.stream.Intn(int(int64(x[1])-int64(x[0])+1))))
	})
	set("choice", func(args starlark.Tuple) (starlark.Value, error) {
		list, ok := starlark.Indexable(nil), false
		if len(args) == 1 {
			list, ok = args[0].(starlark.Indexable)
		}
		if !ok || list.Len() == 0 {
			return nil, errors.New("choice takes one list that is not empty")
		}
		if r.stream == nil {
			return nil, errors.New("choice draws only inside release: what stands outside is the same for every release")
		}
		return list.Index(r.stream.Intn(list.Len())), nil
	})
}

// mathematics sets functions of numbers, all from package num.
func mathematics(set setter) {
	for name, f := range map[string]func(float64) float64{
		"exp": num.Exp, "log": num.Log, "log1p": num.Log1p, "expm1": num.Expm1, "sqrt": math.Sqrt,
		"tanh": num.Tanh, "sin": num.Sin, "cos": num.Cos, "atan": num.Atan, "erf": num.Erf, "erfc": num.Erfc,
		"Phi": num.NormalCDF,
	} {
		set(name, func(args starlark.Tuple) (starlark.Value, error) {
			x, err := numbers(name, args, 1)
			return starlark.Float(f(x[0])), err
		})
	}
	for name, f := range map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil, "round": math.RoundToEven} {
		set(name, func(args starlark.Tuple) (starlark.Value, error) {
			if len(args) == 1 {
				if i, ok := args[0].(starlark.Int); ok {
					return i, nil
				}
			}
			x, err := numbers(name, args, 1)
			if err != nil {
				return nil, err
			}
			if v := f(x[0]); math.Abs(v) < 1<<62 {
				return starlark.MakeInt64(int64(v)), nil
			}
			return nil, fmt.Errorf("%s of %v is no whole number that a program can hold", name, x[0])
		})
	}
	set("pow", func(args starlark.Tuple) (starlark.Value, error) {
		x, err := numbers("pow", args, 2)
		if err != nil {
			return nil, err
		}
		return starlark.Float(power(x[0], x[1])), nil
	})
}

// power is a to the b: repeated squaring where b is whole and small, so that
// powers of two are exact, e^{b ln a} elsewhere.
func power(a, b float64) float64 {
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
	return num.Exp(b * num.Log(a))
}

// neighbours sets the lists of pairs that auditors try for k answers of
// sensitivity 1 (Ding, Wang, Wang, Zhang & Kifer 2018, table 1).
func neighbours(set setter) {
	list := func(k int, at func(i int) int) starlark.Value {
		out := make([]starlark.Value, k)
		for i := range out {
			out[i] = starlark.MakeInt(at(i))
		}
		return starlark.NewList(out)
	}
	type form struct {
		name  string
		at    func(i, k int) int // the neighbour's answers
		first func(i, k int) int // the record's; nil: all ones
	}
	first := func(then, rest int) func(i, k int) int {
		return func(i, _ int) int {
			if i == 0 {
				return then
			}
			return rest
		}
	}
	half := func(then, rest int) func(i, k int) int {
		return func(i, k int) int {
			if i < (k+1)/2 {
				return then
			}
			return rest
		}
	}
	counts := []form{{"one lower", first(0, 1), nil}, {"one higher", first(2, 1), nil}}
	queries := append(counts[:2:2],
		form{"one higher, rest lower", first(2, 0), nil},
		form{"one lower, rest higher", first(0, 2), nil},
		form{"half and half", half(2, 0), nil},
		form{"all higher", first(2, 2), nil},
		form{"all lower", first(0, 0), nil},
		form{"X", half(0, 1), half(1, 0)})
	build := func(name string, forms []form) {
		set(name, func(args starlark.Tuple) (starlark.Value, error) {
			x, err := numbers(name, args, 1)
			k := int(x[0])
			if err != nil || float64(k) != x[0] || k < 1 || k > 100 {
				return nil, fmt.Errorf("%s takes the number of answers, a whole number from 1 to 100", name)
			}
			out := make([]starlark.Value, len(forms))
			for i, f := range forms {
				record := starlark.Value(list(k, func(int) int { return 1 }))
				if f.first != nil {
					record = list(k, func(i int) int { return f.first(i, k) })
				}
				out[i] = starlark.Tuple{record, list(k, func(i int) int { return f.at(i, k) }), starlark.String(f.name)}
			}
			return starlark.NewList(out), nil
		})
	}
	build("count_pairs", counts)
	build("query_pairs", queries)
}
