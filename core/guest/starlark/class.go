package starlark

import (
	"maps"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"indistinct/core/lang"
	"indistinct/core/script"
)

// Classes without inheritance. The language has none: the grammar writes “class C:” as a function
// without arguments, and lowered makes of it its methods, as functions named C.<method>, and a call of
// __class__, which returns the class.

// special are the methods with a meaning of their own that programs may write.
var special = []string{"__init__", "__post_init__", "__call__", "__len__", "__getitem__", "__setitem__", "__iter__",
	"__contains__", "__repr__", "__str__"}

// class is one of the program's.
type class struct {
	r       *run
	name    string
	data    bool     // @dataclass
	fields  []string // of a data class: what its __init__ takes
	members starlark.StringDict
	kinds   map[string]string // “property” and “staticmethod”, by names of members
}

func (c *class) Name() string          { return c.name }
func (c *class) String() string        { return "<class " + c.name + ">" }
func (c *class) Type() string          { return "type" }
func (c *class) Freeze()               { c.members.Freeze() }
func (c *class) Truth() starlark.Bool  { return true }
func (c *class) Hash() (uint32, error) { return starlark.String(c.name).Hash() }
func (c *class) AttrNames() []string   { return slices.Sorted(maps.Keys(c.members)) }

// Attr is a method that takes its object as the first argument, or what all objects share.
func (c *class) Attr(name string) (starlark.Value, error) { return c.members[name], nil }

// CallInternal makes an object.
func (c *class) CallInternal(thread *starlark.Thread, args starlark.Tuple, kw []starlark.Tuple) (v starlark.Value,
	err error) {
	o := &object{class: c, attrs: starlark.StringDict{}}
	begin := "__init__"
	if err = c.r.pay(len(c.members), table); c.data && err == nil {
		begin = "__post_init__"
		err = o.fill(thread, args, kw)
		args, kw = nil, nil
	}
	if c.members[begin] != nil && err == nil {
		_, err = o.call(thread, begin, args, kw)
	} else if len(args)+len(kw) > 0 && err == nil {
		err = c.takes()
	}
	return o, err
}

// takes says what the class takes when it makes an object.
func (c *class) takes() error {
	return lang.Errorf("guest.call.takes", "name", c.name, "takes", strings.Join(c.fields, ", "))
}

// object is one of a class.
type object struct {
	class  *class
	attrs  starlark.StringDict
	frozen bool
}

// fill sets the fields of a data class's object.
func (o *object) fill(thread *starlark.Thread, args starlark.Tuple, kw []starlark.Tuple) (err error) {
	for i, name := range o.class.fields {
		v := o.class.members[name]
		if by, ok := v.(made); ok {
			v = by.factory
		}
		given := slices.IndexFunc(kw, func(pair starlark.Tuple) bool { return pair[0] == starlark.String(name) })
		switch {
		case i < len(args) && given < 0:
			v = args[i]
		case given >= 0 && i >= len(args):
			v, kw = kw[given][1], slices.Delete(slices.Clone(kw), given, given+1)
		case v == nil || given >= 0:
			return o.class.takes()
		case v != o.class.members[name]:
			if v, err = starlark.Call(thread, v, nil, nil); err != nil {
				return err
			}
		}
		o.attrs[name] = v
	}
	if len(args) > len(o.class.fields) || len(kw) > 0 {
		return o.class.takes()
	}
	return nil
}

// made is what field(default_factory=…) returns.
type made struct {
	starlark.NoneType
	factory starlark.Value
}

func (o *object) String() string        { return "<" + o.class.name + " object>" }
func (o *object) Type() string          { return o.class.name }
func (o *object) Hash() (uint32, error) { return 0, lang.Errorf("guest.hash", "kind", o.class.name) }
func (o *object) AttrNames() []string   { return slices.Sorted(maps.Keys(o.attrs)) }

func (o *object) Freeze() {
	if !o.frozen {
		o.frozen = true
		o.attrs.Freeze()
	}
}

// Truth is whether it has entries, where it says how many.
func (o *object) Truth() starlark.Bool {
	if o.class.members["__len__"] == nil {
		return true
	}
	n, err := o.special("__len__")
	return err != nil || n.Truth()
}

// Attr is an attribute, what a property returns, or a method of the object.
func (o *object) Attr(name string) (starlark.Value, error) {
	v, own := o.attrs[name], o.class.members[name]
	f, method := own.(*starlark.Function)
	switch {
	case v != nil:
		return v, nil
	case !method || o.class.kinds[name] == "staticmethod":
		return own, nil
	case o.class.kinds[name] == "property":
		return starlark.Call(o.class.r.thread, f, starlark.Tuple{o}, nil)
	}
	return starlark.NewBuiltin(name, func(thread *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple,
		kw []starlark.Tuple) (starlark.Value, error) {
		return o.call(thread, name, args, kw)
	}), nil
}

func (o *object) SetField(name string, v starlark.Value) error {
	if o.class.kinds[name] == "property" {
		return lang.Errorf("guest.attribute", "name", name, "kind", o.class.name)
	}
	if o.frozen {
		return lang.Errorf("guest.frozen")
	}
	o.attrs[name] = v
	return o.class.r.pay(1, 1)
}

// call calls a method.
func (o *object) call(thread *starlark.Thread, name string, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value,
	error) {
	f := o.class.members[name]
	if f == nil {
		return nil, lang.Errorf("guest.attribute", "name", name, "kind", o.class.name)
	}
	return starlark.Call(thread, f, append(starlark.Tuple{o}, args...), kw)
}

// special calls a method with a meaning of its own.
func (o *object) special(name string, args ...starlark.Value) (starlark.Value, error) {
	return o.call(o.class.r.thread, name, args, nil)
}

func (o *object) Name() string { return o.class.name }

func (o *object) CallInternal(thread *starlark.Thread, args starlark.Tuple, kw []starlark.Tuple) (starlark.Value,
	error) {
	return o.call(thread, "__call__", args, kw)
}

func (o *object) Get(key starlark.Value) (starlark.Value, bool, error) {
	v, err := o.special("__getitem__", key)
	return v, true, err
}

func (o *object) SetKey(key, v starlark.Value) error {
	_, err := o.special("__setitem__", key, v)
	return err
}

// newClass makes a class of its name, whether it is a data class, its fields, and its members with
// their names and kinds.
func newClass(c *call) starlark.Value {
	out := &class{r: c.run, members: starlark.StringDict{}, kinds: map[string]string{}}
	out.data = c.args[1] == starlark.True
	out.name, _ = starlark.AsString(c.args[0])
	for _, name := range c.args[2].(starlark.Tuple) {
		out.fields = append(out.fields, string(name.(starlark.String)))
	}
	for _, member := range c.args[3].(starlark.Tuple) {
		of := member.(starlark.Tuple)
		name := string(of[0].(starlark.String))
		if _, err := of[1].Hash(); err != nil && slices.Contains(out.fields, name) && of[1].Type() != "function" {
			c.fail("guest.default", "field", name)
		}
		out.members[name], out.kinds[name] = of[1], string(of[2].(starlark.String))
	}
	return out
}

// lowered writes classes, and assignments within expressions, as statements that the language has.
func (p *program) lowered(list []syntax.Stmt) (out []syntax.Stmt) {
	for _, stmt := range list {
		var head *syntax.Expr // what it evaluates before all else
		switch n := stmt.(type) {
		case *syntax.DefStmt:
			switch mark := p.marks[n.Def.Line]; mark {
			case "class", "dataclass":
				out = append(out, p.class(n, mark == "dataclass")...)
				continue
			case "":
			default:
				p.wrong = append(p.wrong, &script.Fault{Line: int(n.Def.Line), Say: lang.Say("guest.python.decorator")})
			}
			n.Body = p.lowered(n.Body)
		case *syntax.IfStmt:
			head, n.True, n.False = &n.Cond, p.lowered(n.True), p.lowered(n.False)
		case *syntax.ForStmt:
			head, n.Body = &n.X, p.lowered(n.Body)
		case *syntax.WhileStmt:
			n.Body = p.lowered(n.Body)
			if first := hoisted(&n.Cond); len(first) > 0 {
				n.Body = slices.Concat(first, []syntax.Stmt{&syntax.IfStmt{If: n.While, Cond: &syntax.UnaryExpr{
					OpPos: n.While, Op: syntax.NOT, X: n.Cond}, True: []syntax.Stmt{&syntax.BranchStmt{
					Token: syntax.BREAK, TokenPos: n.While}}}}, n.Body)
				n.Cond = &syntax.Ident{NamePos: n.While, Name: "True"}
			}
		case *syntax.ExprStmt:
			head = &n.X
		case *syntax.AssignStmt:
			head = &n.RHS
		case *syntax.ReturnStmt:
			head = &n.Result
		}
		if head != nil {
			out = append(out, hoisted(head)...)
		}
		out = append(out, stmt)
	}
	return out
}

// hoisted takes the assignments out of an expression that come before all else in it.
func hoisted(e *syntax.Expr) (before []syntax.Stmt) {
	for at := first(e); at != nil; at = first(e) {
		n := (*at).(*syntax.CallExpr)
		name := n.Args[0].(*syntax.Ident)
		before = append(append(before, hoisted(&n.Args[1])...), assigned(name, n.Args[1]))
		*at = &syntax.Ident{NamePos: name.NamePos, Name: name.Name}
	}
	return before
}

// assigned is “name = value”.
func assigned(name *syntax.Ident, v syntax.Expr) syntax.Stmt {
	return &syntax.AssignStmt{OpPos: name.NamePos, Op: syntax.EQ, LHS: &syntax.Ident{NamePos: name.NamePos,
		Name: name.Name}, RHS: v}
}

// first is the assignment in an expression that is evaluated first, nil for none.
func first(e *syntax.Expr) *syntax.Expr {
	switch n := (*e).(type) {
	case *syntax.CallExpr:
		if isName(n.Fn, nameAssign) {
			return e
		}
		if _, plain := n.Fn.(*syntax.Ident); plain && len(n.Args) > 0 {
			return first(&n.Args[0])
		}
	case *syntax.ParenExpr:
		return first(&n.X)
	case *syntax.UnaryExpr:
		return first(&n.X)
	case *syntax.BinaryExpr:
		_, constant := n.X.(*syntax.Literal)
		if !constant {
			return first(&n.X)
		}
		if n.Op != syntax.AND && n.Op != syntax.OR {
			return first(&n.Y)
		}
	}
	return nil
}

// class writes a class as its methods, named class.method, what its objects share, likewise, and a
// call of __class__.
func (p *program) class(n *syntax.DefStmt, data bool) (out []syntax.Stmt) {
	at, bound := n.Def, map[string]bool{}
	text := func(s string) syntax.Expr {
		return &syntax.Literal{Token: syntax.STRING, TokenPos: at, Raw: s, Value: s}
	}
	within := func(name *syntax.Ident) *syntax.Ident {
		bound[name.Name] = true
		return &syntax.Ident{NamePos: name.NamePos, Name: n.Name.Name + "." + name.Name}
	}
	var fields, members []syntax.Expr
	for i, stmt := range n.Body {
		start, _ := stmt.Span()
		name, value, of := (*syntax.Ident)(nil), (*syntax.Ident)(nil), ""
		switch s := stmt.(type) {
		case *syntax.DefStmt:
			name, of = s.Name, p.marks[s.Def.Line]
			delete(p.marks, s.Def.Line)
			if strings.HasPrefix(name.Name, "__") && !slices.Contains(special, name.Name) || of == "class" ||
				data && name.Name == "__init__" {
				name = nil
				break
			}
			s.Name = within(name)
			value = s.Name
			out = append(out, p.lowered([]syntax.Stmt{s})...)
		case *syntax.AssignStmt:
			if id, plain := s.LHS.(*syntax.Ident); plain && s.Op == syntax.EQ {
				syntax.Walk(s.RHS, func(e syntax.Node) bool { // earlier ones of the class
					id, is := e.(*syntax.Ident)
					if is && bound[id.Name] {
						*id = *within(id)
					}
					_, own := e.(*syntax.LambdaExpr)
					return !own
				})
				name, value = id, within(id)
				out = append(out, assigned(value, s.RHS))
			}
		case *syntax.BranchStmt: // pass
			if hinted := p.marks[s.TokenPos.Line]; hinted != "" {
				fields = append(fields, text(hinted))
			}
			continue
		case *syntax.ExprStmt:
			if doc, ok := s.X.(*syntax.Literal); ok && i == 0 && doc.Token == syntax.STRING {
				continue
			}
		}
		if name == nil {
			p.wrong = append(p.wrong, &script.Fault{Line: int(start.Line), Say: lang.Say("guest.python.class")})
			continue
		}
		if p.marks[start.Line] == name.Name {
			fields = append(fields, text(name.Name))
		}
		members = append(members, &syntax.TupleExpr{Lparen: at, Rparen: at,
			List: []syntax.Expr{text(name.Name), value, text(of)}})
	}
	is := map[bool]string{true: "True", false: "False"}[data]
	made := []syntax.Expr{text(n.Name.Name), &syntax.Ident{NamePos: at, Name: is}}
	for _, list := range [][]syntax.Expr{fields, members} {
		made = append(made, &syntax.TupleExpr{Lparen: at, List: list, Rparen: at})
	}
	return append(out, assigned(n.Name, &syntax.CallExpr{Fn: &syntax.Ident{NamePos: at, Name: nameClass}, Lparen: at,
		Args: made, Rparen: at}))
}
