package starlark

import (
	"math"
	"slices"
	"strconv"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"
	"gonum.org/v1/gonum/mat"

	"indistinct/core/lang"
)

// An array's entries are real numbers, whole ones, or truth values.
const (
	reals  = 'f'
	wholes = 'i'
	truths = 'b'
)

// array is a number (dim 0), a vector (1) or a matrix (2), as NumPy's arrays are, but that a
// part of one is a copy: so a part cannot be assigned to. A vector is one row.
type array struct {
	r               *run
	data            []float64
	rows, cols, dim int
	kind            byte
	frozen, part    bool
}

// array returns zeros.
func (r *run) array(rows, cols, dim int, kind byte) *array {
	if rows < 0 || cols < 0 || cols > 0 && rows > mostEntries/cols {
		panic(failure{tooLarge})
	}
	r.pays(rows*cols, 1)
	return &array{r: r, data: make([]float64, rows*cols), rows: rows, cols: cols, dim: dim, kind: kind}
}

// dense is an array as gonum takes it; a vector as a column.
func (a *array) dense() *mat.Dense {
	if a.dim == 1 {
		return mat.NewDense(a.cols, 1, a.data)
	}
	return mat.NewDense(a.rows, a.cols, a.data)
}

// matrix is what gonum returns; a column is a vector where dim says so.
func (r *run) matrix(m mat.Matrix, dim int) *array {
	rows, cols := m.Dims()
	if dim == 1 {
		rows, cols = 1, rows
	}
	a := r.array(rows, cols, dim, reals)
	a.dense().Copy(m)
	return a
}

// toArray returns a number, a list of numbers, or a list of such lists as an array.
func (r *run) toArray(v starlark.Value) *array {
	switch v := v.(type) {
	case *array:
		return v
	case starlark.Bool:
		return r.single(truth(bool(v))).of(truths)
	case starlark.Float:
		return r.single(float64(v))
	case starlark.Int:
		if _, ok := exact(v); !ok {
			fail("guest.array.whole")
		}
		return r.single(float64(v.Float())).of(wholes)
	}
	must(v, each(v))
	it := starlark.Iterate(v)
	if it == nil {
		fail("guest.array.of", "kind", kind(v.Type()))
	}
	defer it.Done()
	out := &array{r: r, rows: 1, dim: 1, kind: truths}
	for n := 0; it.Next(&v); n++ {
		row := r.toArray(v)
		if row.dim == 2 || n > 0 && (row.dim != out.dim-1 || row.dim > 0 && row.cols != out.cols) {
			fail("guest.array.rows")
		}
		r.pays(len(row.data), 1)
		if out.data = append(out.data, row.data...); row.dim == 0 {
			out.cols++
		} else {
			out.rows, out.cols, out.dim = n+1, row.cols, 2
		}
		out.kind = joined(out.kind, row.kind)
	}
	if len(out.data) == 0 {
		out.kind = reals
	}
	return out
}

// joined is the kind of what holds entries of two.
func joined(a, b byte) byte {
	switch {
	case a == b:
		return a
	case a == reals || b == reals:
		return reals
	}
	return wholes
}

// cell is an entry of an array.
func cell(x float64, kind byte) starlark.Value {
	switch {
	case kind == truths:
		return starlark.Bool(x != 0)
	case kind == wholes && math.Abs(x) < 1<<62:
		return starlark.MakeInt64(int64(x))
	default:
		return starlark.Float(x)
	}
}

// value is the array itself, or the number that it is.
func (a *array) value() starlark.Value {
	if a.dim == 0 {
		return cell(a.data[0], a.kind)
	}
	return a
}

// list returns the entries as lists.
func (a *array) list() *starlark.List {
	out := a.entries()
	for i, v := range out {
		if row, ok := v.(*array); ok {
			out[i] = row.list()
		}
	}
	return starlark.NewList(out)
}

// shape says how large the array is, as a factor of a product where left says on which side.
func (a *array) shape(left bool) string {
	rows, cols := strconv.Itoa(a.rows), strconv.Itoa(a.cols)
	if a.dim == 1 && !left {
		rows, cols = cols, rows
	}
	return rows + "×" + cols
}

func (a *array) String() string        { return a.list().String() }
func (a *array) Type() string          { return "array" }
func (a *array) Freeze()               { a.frozen = true }
func (a *array) Hash() (uint32, error) { return 0, lang.Errorf("guest.hash", "kind", kind(a.Type())) }

// Truth stops the program where an array of several entries is asked whether it is true.
func (a *array) Truth() starlark.Bool {
	if len(a.data) != 1 {
		a.r.thread.Cancel(askedTruth)
	}
	return len(a.data) > 0 && a.data[0] != 0
}

// Reasons for which a program is stopped.
const (
	askedTruth  = "truth"
	madeTooMuch = "made"
	tooDeep     = "depth"
	tooLong     = "steps"
)

func (a *array) Len() int {
	if a.dim == 1 {
		return a.cols
	}
	return a.rows
}

func (a *array) Index(i int) starlark.Value {
	if a.dim == 1 {
		return cell(a.data[i], a.kind)
	}
	row := a.as(1, a.cols, 1)
	row.part, row.frozen = true, false
	if a.r.pay(a.cols, 1) != nil {
		a.r.thread.Cancel(madeTooMuch)
		return row
	}
	row.data = slices.Clone(a.data[i*a.cols : (i+1)*a.cols])
	return row
}

func (a *array) entries() starlark.Tuple {
	out := make(starlark.Tuple, a.Len())
	for i := range out {
		out[i] = a.Index(i)
	}
	return out
}

func (a *array) Iterate() starlark.Iterator { return a.entries().Iterate() }

// as gives an array another shape of as many entries.
func (a *array) as(rows, cols, dim int) *array {
	out := *a
	out.rows, out.cols, out.dim = rows, cols, dim
	return &out
}

func (a *array) Slice(start, end, step int) starlark.Value {
	out, _, err := a.Get(slice{start: start, end: end, step: step})
	if err != nil {
		a.r.thread.Cancel(madeTooMuch)
		return a
	}
	return out
}

func (a *array) Has(v starlark.Value) (bool, error) {
	x, ok := exact(v)
	return ok && slices.Contains(a.data, x), nil
}

// all is what is sliced where a[:, 0] is written; a slice of it is one of any axis, in which
// what counts from the end is above the middle.
type all struct{ starlark.NoneType }

const endless = 1 << 30

func (all) Len() int                 { return endless }
func (all) Index(int) starlark.Value { return starlark.None }
func (all) Slice(start, end, step int) starlark.Value {
	return slice{start: start, end: end, step: step}
}

type slice struct {
	starlark.NoneType
	start, end, step int
}

// pick returns the indices that a key means of n, and whether it is a single one.
func (r *run) pick(key starlark.Value, n int) (at []int, one bool) {
	switch k := key.(type) {
	case starlark.Int:
		i, err := starlark.AsInt32(k)
		if err != nil || i < -n || i >= n {
			fail("guest.entry", "at", lang.Clip(k.String(), 20), "n", n)
		}
		return []int{(i + n) % n}, true
	case slice:
		least := min(k.step, 0) >> 62 // −1 for a step down
		end := func(i int) int {
			if i > endless/2 {
				i += n - endless
			}
			return min(max(i, least), n+least)
		}
		at = make([]int, 0, n)
		for i := end(k.start); k.step > 0 && i < end(k.end) || k.step < 0 && i > end(k.end); i += k.step {
			at = append(at, i)
		}
		return at, false
	case *array, *starlark.List:
		a, err := safely("", func() *array { return r.toArray(k) })
		if err != nil || a.dim != 1 || a.kind == reals && len(a.data) > 0 || a.kind == truths && len(a.data) != n {
			break
		}
		for i, x := range a.data {
			switch j := int(x); {
			case a.kind == truths && x != 0:
				at = append(at, i)
			case a.kind == wholes && (j < -n || j >= n):
				fail("guest.entry", "at", strconv.Itoa(j), "n", n)
			case a.kind == wholes:
				at = append(at, (j+n)%n)
			}
		}
		return at, false
	}
	fail("guest.array.index", "kind", kind(key.Type()))
	return nil, false
}

// chosen returns which entries a key means, and an array of their shape without entries.
func (a *array) chosen(key starlark.Value) (at []int, shape *array) {
	mask, ok := key.(*array)
	if ok && mask.dim == 2 && mask.kind == truths && a.dim == 2 && mask.rows == a.rows && mask.cols == a.cols {
		key, a = mask.as(1, len(mask.data), 1), a.as(1, len(a.data), 1)
	}
	keys, several := key.(starlark.Tuple)
	if !several {
		keys = starlark.Tuple{key}
	}
	if i := slices.Index(keys, starlark.Value(starlark.None)); a.dim == 1 && len(keys) == 2 && i >= 0 { // v[:, None]
		keys, a = slices.Clone(keys), a.as([]int{1, a.cols}[i], []int{a.cols, 1}[i], 2)
		keys[i] = slice{end: 1, step: 1}
	}
	if len(keys) > a.dim || len(keys) == 0 {
		fail("guest.array.keys", "n", len(keys), "dim", a.dim)
	}
	if len(keys) < a.dim {
		keys = append(keys[:1:1], slice{end: a.cols, step: 1})
	}
	at, lists, axes := []int{0}, 0, []int{1}
	for i, k := range keys {
		n := []int{a.Len(), a.cols}[i]
		picked, one := a.r.pick(k, n)
		_, sliced := k.(slice)
		if !one && !sliced {
			lists++
		}
		if lists == 2 && len(picked) != len(at) {
			fail("guest.array.pairs", "rows", len(at), "cols", len(picked))
		}
		if lists == 2 { // pairs of them
			a.r.pays(len(at), 1)
			for i := range at {
				at[i] = at[i]*n + picked[i]
			}
			continue
		}
		if i == a.dim-1 {
			a.r.pays(len(at)*len(picked), 1)
		}
		before := at
		at = make([]int, 0, len(before)*len(picked))
		for _, row := range before {
			for _, j := range picked {
				at = append(at, row*n+j)
			}
		}
		if !one {
			axes = append(axes, len(picked))
		}
	}
	shape = a.as(axes[max(len(axes)-2, 0)], axes[len(axes)-1], len(axes)-1)
	shape.part, shape.frozen = lists == 0, false
	return at, shape
}

// Get returns what stands at an index, at several, or where an array of truth values is true.
func (a *array) Get(key starlark.Value) (starlark.Value, bool, error) {
	if k, ok := key.(starlark.Int); ok && a.dim == 1 { // as most are
		if i, small := k.Int64(); small && i >= 0 && i < int64(a.cols) {
			return cell(a.data[i], a.kind), true, nil
		}
	}
	v, err := safely("", func() starlark.Value {
		at, out := a.chosen(key)
		out.data = make([]float64, len(at))
		for i, j := range at {
			out.data[i] = a.data[j]
		}
		return out.value()
	})
	return v, true, err
}

// writable refuses what cannot be changed.
func (a *array) writable() {
	if a.frozen {
		fail("guest.frozen")
	}
	if a.part {
		fail("guest.array.part")
	}
}

// SetKey writes to what Get would return.
func (a *array) SetKey(key, v starlark.Value) error {
	return caught("", func() {
		at, shape := a.chosen(key)
		a.writable()
		from := a.r.toArray(v)
		n := len(from.data)
		if n != 1 && n*len(at) == 0 {
			fail("guest.shape.any", "name", "=")
		}
		if n != 1 && (n > len(at) || len(at)%n != 0 || n < len(at) && n != shape.cols) {
			fail("guest.shape.assigned", "left", shape.shape(true), "right", from.shape(true))
		}
		if a.kind == wholes && slices.ContainsFunc(from.data, infinite) {
			fail("guest.convert")
		}
		if a.kind == wholes && slices.ContainsFunc(from.data, func(x float64) bool { return math.Abs(x) > 1<<53 }) {
			fail("guest.array.whole")
		}
		for i, j := range at {
			x := from.data[i%len(from.data)]
			switch {
			case a.kind == wholes: // as NumPy does
				x = math.Trunc(x)
			case a.kind == truths && x != 0:
				x = 1
			}
			a.data[j] = x
		}
	})
}

// truth is 1 for true.
func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// operations are those between entries.
var operations = map[syntax.Token]func(x, y float64) float64{
	syntax.PLUS:       func(x, y float64) float64 { return x + y },
	syntax.MINUS:      func(x, y float64) float64 { return x - y },
	syntax.STAR:       func(x, y float64) float64 { return x * y },
	syntax.SLASH:      func(x, y float64) float64 { return x / y },
	syntax.SLASHSLASH: func(x, y float64) float64 { q, _ := divided(x, y); return q },
	syntax.PERCENT:    func(x, y float64) float64 { _, r := divided(x, y); return r },
	syntax.AMP:        func(x, y float64) float64 { return float64(int64(x) & int64(y)) },
	syntax.PIPE:       func(x, y float64) float64 { return float64(int64(x) | int64(y)) },
	syntax.CIRCUMFLEX: func(x, y float64) float64 { return float64(int64(x) ^ int64(y)) },
	syntax.EQL:        func(x, y float64) float64 { return truth(x == y) },
	syntax.NEQ:        func(x, y float64) float64 { return truth(x != y) },
	syntax.LT:         func(x, y float64) float64 { return truth(x < y) },
	syntax.LE:         func(x, y float64) float64 { return truth(x <= y) },
	syntax.GT:         func(x, y float64) float64 { return truth(x > y) },
	syntax.GE:         func(x, y float64) float64 { return truth(x >= y) },
	syntax.STARSTAR:   power,
}

var arrayKind = kind("array")

// logical reports whether an operation is one of bits.
func logical(op syntax.Token) bool {
	return op == syntax.AMP || op == syntax.PIPE || op == syntax.CIRCUMFLEX
}

// divided are the quotient, rounded down, and the remainder as Python and NumPy compute them.
func divided(x, y float64) (q, r float64) {
	if y == 0 {
		return x / y, math.NaN()
	}
	r = math.Mod(x, y)
	if q = (x - r) / y; r == 0 {
		r = math.Copysign(0, y)
	} else if (y < 0) != (r < 0) {
		r += y
		q--
	}
	if q == 0 {
		return math.Copysign(0, x/y), r
	}
	if down := math.Floor(q); q-down > 0.5 {
		return down + 1, r
	}
	return math.Floor(q), r
}

// elementwise does an operation between entries; one row, one column or one number goes with all.
func (r *run) elementwise(op syntax.Token, v, w starlark.Value) *array {
	x, y := r.toArray(v), r.toArray(w)
	kind := joined(x.kind, y.kind)
	if op == syntax.STARSTAR && kind != reals && slices.ContainsFunc(y.data, func(k float64) bool { return k < 0 }) {
		fail("guest.domain", "name", "**", "x", slices.Min(y.data))
	}
	switch {
	case slices.Contains(comparisons, op):
		kind = truths
	case op == syntax.SLASH:
		kind = reals
	case kind == truths && op == syntax.MINUS, kind == reals && logical(op):
		fail("guest.operation", "sign", op.String(), "left", arrayKind, "right", arrayKind)
	case kind == truths && max(x.dim, y.dim) > 0 && (op == syntax.PLUS || op == syntax.STAR): // NumPy's “or” and “and”
		op = map[syntax.Token]syntax.Token{syntax.PLUS: syntax.PIPE, syntax.STAR: syntax.AMP}[op]
	case kind == truths && !logical(op):
		kind = wholes
	}
	return r.paired(op.String(), operations[op], kind, x, y)
}

// paired applies a function to pairs of entries.
func (r *run) paired(name string, f func(x, y float64) float64, kind byte, x, y *array) *array {
	rows, cols := x.rows, x.cols
	if rows == 1 {
		rows = y.rows
	}
	if cols == 1 {
		cols = y.cols
	}
	if y.rows != rows && y.rows != 1 || y.cols != cols && y.cols != 1 {
		if name == "==" || name == "!=" {
			fail("guest.compared")
		}
		fail("guest.shape.operation", "sign", name, "left", x.shape(true), "right", y.shape(true))
	}
	return r.placed(rows, cols, max(x.dim, y.dim), func(i, j int) float64 { return f(x.at(i, j), y.at(i, j)) }).of(kind)
}

// Binary does an operation that the program's text shows to make nothing large, or one of a[i] op= y.
func (a *array) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	if side == starlark.Right {
		return a.r.operate(op, y, a, false)
	}
	if right, ok := y.(indexed); ok {
		y = right.Value
	}
	return a.r.operate(op, a, y, false)
}

// arrayed does an operation of which one side is an array; a += b changes a.
func (r *run) arrayed(op syntax.Token, x, y starlark.Value, inPlace bool) starlark.Value {
	for _, v := range []starlark.Value{x, y} {
		_, several := v.(starlark.Iterable)
		if operations[op] == nil || !several && !numberOrTruth(v) {
			fail("guest.operation", "sign", op.String(), "left", kind(x.Type()), "right", kind(y.Type()))
		}
	}
	out := r.elementwise(op, x, y)
	a, ok := x.(*array)
	if !ok || !inPlace {
		return out
	}
	a.writable()
	if len(out.data) != len(a.data) || joined(a.kind, out.kind) != a.kind {
		fail("guest.array.place", "sign", op.String())
	}
	copy(a.data, out.data)
	return a
}

// Unary returns −a and, of truth values, ~a.
func (a *array) Unary(op syntax.Token) (starlark.Value, error) {
	switch {
	case op == syntax.MINUS && a.kind != truths:
		return a.Binary(syntax.STAR, starlark.MakeInt(-1), starlark.Left)
	case op == syntax.TILDE && a.kind == truths:
		return a.Binary(syntax.EQL, starlark.Bool(false), starlark.Left)
	}
	return nil, nil
}

// times is the product x @ y.
func (r *run) times(v, w starlark.Value) starlark.Value {
	x, y := r.toArray(v), r.toArray(w)
	inner, cols := y.rows, y.cols
	if y.dim == 1 {
		inner, cols = cols, 1
	}
	if x.dim*y.dim > 0 && len(x.data)*len(y.data) == 0 {
		fail("guest.shape.any", "name", "@")
	}
	if x.cols != inner || x.dim*y.dim == 0 {
		fail("guest.shape.times", "left", x.shape(true), "right", y.shape(false))
	}
	r.pays(x.rows*cols, inner)
	out := r.array(x.rows, cols, x.dim+y.dim-2, joined(x.kind, y.kind))
	mat.NewDense(x.rows, cols, out.data).Mul(mat.NewDense(x.rows, x.cols, x.data), y.dense())
	if out.dim == 1 {
		out = out.as(1, len(out.data), 1)
	}
	return out.value()
}
