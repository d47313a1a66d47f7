package starlark

import (
	"math"
	"slices"
	"strconv"
	"strings"

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

// array is a number (dim 0), a vector (1), a matrix (2) or has three axes, as NumPy's arrays are.
type array struct {
	r       *run
	data    []float64
	shape   axes
	dim     int
	kind    byte
	frozen  bool
	changes int  // of what is no part
	unsure  bool // a part was changed that NumPy may have copied

	// A part has entries of its base: those at, nil: those from one on, in the same memory.
	base *array
	at   []int
	from int
	copy bool // or NumPy has copied them: it does where they do not lie one after the other
	seen int  // the changes of what it is a part of in the end
}

// whole is what the array is a part of in the end.
func (a *array) whole() *array {
	for a.base != nil {
		a = a.base
	}
	return a
}

// now is an array whose entries, where it is a part, are those of what it is a part of.
func (a *array) now() *array {
	whole := a.whole()
	if whole.unsure || a.copy && a.seen != whole.changes {
		a.r.thread.Cancel(viewed)
	}
	if whole != a && a.seen != whole.changes {
		a.base.now()
		for i, j := range a.at {
			a.data[i] = a.base.data[j]
		}
		a.seen = whole.changes
	}
	return a
}

// part has entries of an array, in another shape: those at, nil: those from one on.
func (a *array) part(at []int, from int, s axes, dim int) *array {
	out := &array{r: a.r, shape: s, dim: dim, kind: a.kind, base: a, at: at, from: from, seen: a.whole().changes}
	if at == nil {
		out.data = a.data[from : from+s.entries()]
		return out
	}
	out.data = make([]float64, len(at))
	for i, j := range at {
		out.data[i] = a.data[j]
	}
	return out
}

// put writes an entry, and what it is one of.
func (a *array) put(i int, x float64) {
	for a.data[i] = x; a.base != nil; a.data[i] = x {
		if i += a.from; a.at != nil {
			i = a.at[i]
		}
		a = a.base
	}
}

// writes begins to write entries.
func (a *array) writes() {
	a.now()
	whole := a.whole()
	for p := a; p != nil; p = p.base {
		if p.frozen {
			fail("guest.frozen")
		}
		if p.copy {
			p.base, p.copy, whole.unsure = nil, false, true
		}
	}
	whole = a.whole()
	whole.changes++
	for p := a; p != nil; p = p.base {
		p.seen = whole.changes
	}
}

// axes are the lengths of an array's axes, the last ones of three; others are 1.
type axes [3]int

// vectorOf, matrixOf and axesOf are shapes.
func vectorOf(n int) axes          { return axes{1, 1, n} }
func matrixOf(rows, cols int) axes { return axes{1, rows, cols} }
func axesOf(n []int) (s axes) {
	s = axes{1, 1, 1}
	copy(s[3-len(n):], n)
	return s
}

// without leaves an axis out.
func (s axes) without(k int) axes { return axesOf(slices.Delete(s[:], k, k+1)) }

// entries is how many there are; −1: more than the limits.
func (s axes) entries() int {
	n := 1
	for _, k := range s {
		if n *= k; k < 0 || n > mostEntries {
			return -1
		}
	}
	return n
}

// array returns zeros.
func (r *run) array(s axes, dim int, kind byte) *array {
	n := s.entries()
	if n < 0 {
		panic(failure{tooLarge})
	}
	r.pays(n, 1)
	return &array{r: r, data: make([]float64, n), shape: s, dim: dim, kind: kind}
}

// dense is a vector, as a column, or a matrix as gonum takes it.
func (a *array) dense() *mat.Dense {
	if a.dim == 1 {
		return mat.NewDense(a.shape[2], 1, a.data)
	}
	return mat.NewDense(a.shape[1], a.shape[2], a.data)
}

// matrix is what gonum returns; a column is a vector where dim says so.
func (r *run) matrix(m mat.Matrix, dim int) *array {
	s := matrixOf(m.Dims())
	if dim == 1 {
		s = vectorOf(s[1])
	}
	a := r.array(s, dim, reals)
	a.dense().Copy(m)
	return a
}

// toArray returns a number, a list of numbers, of such lists or of matrices as an array.
func (r *run) toArray(v starlark.Value) *array {
	switch v := v.(type) {
	case *array:
		return v.now()
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
	if _, text := v.(starlark.String); !text {
		v = must(each(v))
	}
	it := starlark.Iterate(v)
	if it == nil {
		fail("guest.array.of", "kind", kind(v.Type()))
	}
	defer it.Done()
	out, n := &array{r: r, shape: axes{1, 1, 1}, dim: 1, kind: truths}, 0
	for ; it.Next(&v); n++ {
		entry := r.toArray(v)
		if _, written := v.(*array); entry.dim == 3 || entry.dim == 2 && !written ||
			n > 0 && (entry.dim != out.dim-1 || entry.shape != out.shape) {
			fail("guest.array.rows")
		}
		r.pays(len(entry.data), 1)
		out.data, out.shape, out.dim = append(out.data, entry.data...), entry.shape, entry.dim+1
		out.kind = joined(out.kind, entry.kind)
	}
	if out.shape[3-out.dim] = n; len(out.data) == 0 {
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

// size says how large the array is, as a factor of a product where left says on which side.
func (a *array) size(left bool) string {
	if a.dim == 1 && !left {
		return matrixOf(a.shape[2], 1).size(1)
	}
	return a.shape.size(min(3-a.dim, 1))
}

// size is the lengths of axes from one on.
func (s axes) size(from int) string {
	var out []string
	for _, n := range s[from:] {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, "×")
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
	viewed      = "view"
	tooDeep     = "depth"
	tooLong     = "steps"
)

func (a *array) Len() int { return a.shape[3-max(a.dim, 1)] }

func (a *array) Index(i int) starlark.Value {
	if a.now(); a.dim < 2 {
		return cell(a.data[i], a.kind)
	}
	s, n := a.shape, len(a.data)/a.Len()
	s[3-a.dim] = 1
	return a.part(nil, i*n, s, a.dim-1)
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
func (a *array) as(s axes, dim int) *array {
	out := *a
	out.shape, out.dim = s, dim
	return &out
}

// flat is an array's entries as a vector.
func (a *array) flat() *array { return a.as(vectorOf(len(a.data)), 1) }

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

// chosen returns which entries a key means, their shape, and whether NumPy copies none of them.
func (a *array) chosen(key starlark.Value) (at []int, s axes, dim int, view bool) {
	a.now()
	if mask, ok := key.(*array); ok && mask.dim > 1 && mask.kind == truths && a.shape == mask.shape {
		key, a = mask.flat(), a.flat()
	}
	keys, several := key.(starlark.Tuple)
	if !several {
		keys = starlark.Tuple{key}
	}
	at = []int{0}
	var out, lists, placed []int // the result's axes, the lists' lengths, and where lists and indices stand
	axis := 3 - a.dim
	for i := 0; i < len(keys) || axis < 3; i++ {
		k := starlark.Value(slice{end: endless, step: 1})
		if i < len(keys) {
			k = keys[i]
		}
		if k == starlark.None { // a new axis
			out = append(out, 1)
			continue
		}
		if axis == 3 {
			fail("guest.array.keys", "n", len(keys), "dim", a.dim)
		}
		n := a.shape[axis]
		axis++
		picked, one := a.r.pick(k, n)
		_, sliced := k.(slice)
		if !sliced {
			placed = append(placed, i)
		}
		if !one && !sliced {
			lists = append(lists, len(picked))
		}
		if !one && !sliced && len(lists) > 1 { // pairs of them
			if len(picked) != lists[0] {
				fail("guest.array.pairs", "rows", lists[0], "cols", len(picked))
			}
			for i := range at {
				at[i] = at[i]*n + picked[i%len(picked)]
			}
			continue
		}
		a.r.pays(len(at)*len(picked), 1)
		before := at
		at = make([]int, 0, len(before)*len(picked))
		for _, row := range before {
			for _, j := range picked {
				at = append(at, row*n+j)
			}
		}
		if !one {
			out = append(out, len(picked))
		}
	}
	if len(placed) > 0 && len(lists) > 0 && placed[len(placed)-1]-placed[0] >= len(placed) || len(out) > 3 {
		fail("guest.array.keys", "n", len(keys), "dim", a.dim)
	}
	return at, axesOf(out), len(out), len(lists) == 0
}

// Get returns what stands at an index, at several, or where an array of truth values is true.
func (a *array) Get(key starlark.Value) (starlark.Value, bool, error) {
	if k, ok := key.(starlark.Int); ok && a.dim == 1 { // as most are
		if i, small := k.Int64(); small && i >= 0 && i < int64(a.shape[2]) {
			return cell(a.now().data[i], a.kind), true, nil
		}
	}
	v, err := safely("", func() starlark.Value {
		at, s, dim, view := a.chosen(key)
		out := a.part(at, 0, s, dim)
		if !view {
			out.base = nil
		}
		return out.value()
	})
	return v, true, err
}

// SetKey writes to what Get would return.
func (a *array) SetKey(key, v starlark.Value) error {
	return caught("", func() {
		at, s, _, _ := a.chosen(key)
		from := a.r.toArray(v)
		for k, n := range from.shape {
			if n != 1 && n != s[k] {
				fail("guest.shape.assigned", "left", s.size(1), "right", from.size(true))
			}
		}
		if a.kind == wholes && slices.ContainsFunc(from.data, infinite) {
			fail("guest.convert")
		}
		from = from.cast(a.kind)
		a.writes()
		for i, j := range at {
			a.put(j, from.broadcast(i, s))
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
	s := x.shape
	for k, n := range y.shape {
		if s[k] == 1 {
			s[k] = n
		}
		if n != s[k] && n != 1 {
			if name == "==" || name == "!=" {
				fail("guest.compared")
			}
			fail("guest.shape.operation", "sign", name, "left", x.size(true), "right", y.size(true))
		}
	}
	out, at := r.array(s, max(x.dim, y.dim), reals), 0
	for i := range s[0] {
		for j := range s[1] {
			u, v := x.row(i, j), y.row(i, j)
			for k := range s[2] {
				out.data[at] = f(u[min(k, len(u)-1)], v[min(k, len(v)-1)])
				at++
			}
		}
	}
	return out.of(kind)
}

// row is the row at (i, j) of what goes with the axes of a larger array.
func (a *array) row(i, j int) []float64 {
	from := (min(i, a.shape[0]-1)*a.shape[1] + min(j, a.shape[1]-1)) * a.shape[2]
	return a.data[from : from+a.shape[2]]
}

// broadcast is the entry that goes with place i of a larger array.
func (a *array) broadcast(i int, s axes) float64 {
	return a.row(i/s[2]/s[1], i/s[2]%s[1])[min(i%s[2], a.shape[2]-1)]
}

// Binary does an operation that the program's text shows to make nothing large, or one of a[i] op= y.
func (a *array) Binary(op syntax.Token, y starlark.Value, side starlark.Side) (starlark.Value, error) {
	if side == starlark.Right {
		return a.r.operate(op, y, a, false)
	}
	right, within := y.(indexed)
	if within {
		y = right.Value
	}
	return a.r.operate(op, a, y, within)
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
	if len(out.data) != len(a.data) || joined(a.kind, out.kind) != a.kind {
		fail("guest.array.place", "sign", op.String())
	}
	a.writes()
	for i, x := range out.data {
		a.put(i, x)
	}
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

// times is the product x @ y, of three axes that of each two matrices.
func (r *run) times(v, w starlark.Value) starlark.Value {
	x, y := r.toArray(v), r.toArray(w)
	left, right := x.shape, y.shape
	if y.dim == 1 {
		right = matrixOf(right[2], 1)
	}
	if x.dim*y.dim > 0 && len(x.data)*len(y.data) == 0 {
		fail("guest.shape.any", "name", "@")
	}
	n := max(left[0], right[0])
	if left[2] != right[1] || x.dim*y.dim == 0 || left[0] != n && left[0] != 1 || right[0] != n && right[0] != 1 {
		fail("guest.shape.times", "left", x.size(true), "right", y.size(false))
	}
	r.pays(n*left[1]*right[2], left[2])
	out := r.array(axes{n, left[1], right[2]}, max(x.dim, y.dim, 2), joined(x.kind, y.kind))
	part := func(data []float64, i int, s axes) *mat.Dense {
		size := s[1] * s[2]
		i %= s[0]
		return mat.NewDense(s[1], s[2], data[i*size:(i+1)*size])
	}
	for i := range n {
		part(out.data, i, out.shape).Mul(part(x.data, i, left), part(y.data, i, right))
	}
	for i := range out.data {
		if out.kind == truths {
			out.data[i] = truth(out.data[i] != 0)
		}
	}
	if y.dim == 1 {
		out = out.as(out.shape.without(2), out.dim-1)
	}
	if x.dim == 1 {
		out = out.as(out.shape.without(1), out.dim-1)
	}
	return out.value()
}
