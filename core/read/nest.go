package read

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// nest cuts a printed list or object into the fields of its form.
type nest struct {
	f      *Form
	text   []byte
	keyed  bool // there was an object
	called bool // the next bracket is that of a call
	depth  int
}

// dressed are the names that languages print before brackets; they say how a value is held,
// which is not looked at.
var dressed = map[string]bool{"array": true, "np.array": true, "numpy.array": true, "tensor": true,
	"torch.tensor": true, "jnp.array": true, "Array": true, "np.float64": true, "np.float32": true, "np.float16": true,
	"np.int64": true, "np.int32": true, "np.int16": true, "np.int8": true, "np.uint64": true, "np.uint32": true,
	"np.uint8": true, "np.bool": true, "np.bool_": true, "np.str_": true, "list": true, "tuple": true, "set": true,
	"c": true, "Decimal": true, "Any": true, "Float64": true, "Float32": true, "Int64": true, "Int32": true,
	"Int":   true,
	"UInt8": true, "Bool": true, "Real": true, "String": true}

// mostDepth is how deep lists may stand in lists.
const mostDepth = 16

// signs end a word.
const signs = " \t\n,;:[](){}\"'"

// next goes past blanks and returns the byte that follows them; 0 at the end.
func (n *nest) next() byte {
	for len(n.text) > 0 {
		if c := n.text[0]; c != ' ' && c != '\t' && c != '\n' {
			return c
		}
		n.text = n.text[1:]
	}
	return 0
}

// take goes past blanks and a sign, if it follows them.
func (n *nest) take(sign byte) (ok bool) {
	if ok = n.next() == sign; ok {
		n.text = n.text[1:]
	}
	return ok
}

// items reads values up to a closing bracket, or with 0 to the end of the text; the text
// that it returns is the id of what is wrong.
func (n *nest) items(end byte, path string) (id string) {
	called := n.called
	n.called = false
	for k := 0; ; k++ {
		if n.next() == 0 {
			if end == 0 && k > 0 {
				return ""
			}
			return "read.bracket"
		}
		if n.take(end) {
			return ""
		}
		if at := bytes.IndexByte(n.text, '='); end == ')' && k > 0 && at > 0 && letters(n.text[:at]) {
			n.text = n.text[at+1:] // dtype=float32 says how the values are held
			had := len(n.f.fields)
			if id = n.value(path); id != "" {
				return id
			}
			n.f.fields = n.f.fields[:had]
		} else {
			step := path
			if path != "" && !(called && k == 0) {
				step += " " + strconv.Itoa(k+1)
			}
			if id = n.value(step); id != "" {
				return id
			}
		}
		switch c := n.next(); c {
		case 0, end:
		case ',', ';':
			n.text = n.text[1:]
			if c = n.next(); c == ',' || c == ';' || c == 0 && end == 0 {
				return "read.bracket"
			}
		default:
			if n.f.Comma == "," {
				return "read.bracket"
			}
		}
	}
}

// letters reports whether a text is a name alone.
func letters(b []byte) bool {
	other := func(r rune) bool { return (r|0x20 < 'a' || r|0x20 > 'z') && r != '_' }
	return len(b) > 0 && !bytes.ContainsFunc(b, other)
}

// value reads one value.
func (n *nest) value(path string) (id string) {
	c := n.next()
	if n.depth++; n.depth > mostDepth || c == 0 {
		return "read.bracket"
	}
	defer func() { n.depth-- }()
	switch c {
	case '[', '(':
		n.text = n.text[1:]
		return n.items(c+map[byte]byte{'[': 2, '(': 1}[c], path)
	case '{':
		n.text = n.text[1:]
		return n.object(path)
	case '"', '\'':
		b, id := n.quoted()
		if id == "" {
			id = n.put(path, b)
		}
		return id
	}
	i := bytes.IndexAny(n.text, signs)
	if i < 0 {
		i = len(n.text)
	}
	word := n.text[:i]
	if n.text = n.text[i:]; len(n.text) > 0 && (n.text[0] == '(' || n.text[0] == '[') {
		if !dressed[string(word)] {
			return "read.bracket"
		}
		n.called = n.text[0] == '('
		return n.value(path)
	}
	if len(word) == 0 || len(n.text) > 0 && (n.text[0] == '"' || n.text[0] == '\'' || n.text[0] == '{') {
		return "read.bracket"
	}
	return n.put(path, word)
}

// quoted reads a text in quotation marks.
func (n *nest) quoted() (b []byte, id string) {
	mark, plain := n.text[0], true
	i := 1
	for ; i < len(n.text) && n.text[i] != mark; i++ {
		if n.text[i] == '\\' {
			plain = false
			i++
		}
	}
	if i >= len(n.text) {
		return nil, "read.quote"
	}
	b, n.text = n.text[1:i], n.text[i+1:]
	if plain {
		return b, ""
	}
	var s string
	if mark != '"' {
		b = bytes.ReplaceAll(bytes.ReplaceAll(b, []byte(`\'`), []byte(`'`)), []byte(`"`), []byte(`\"`))
	}
	if json.Unmarshal([]byte(`"`+string(b)+`"`), &s) != nil {
		return nil, "read.quote"
	}
	return []byte(s), ""
}

// object reads the rest of an object.
func (n *nest) object(path string) (id string) {
	if n.keyed = true; n.f.Shape != Objects {
		return "read.bracket" // its keys would be lost
	}
	if n.take('}') {
		return ""
	}
	for {
		var key []byte
		if c := n.next(); c == '"' || c == '\'' {
			if key, id = n.quoted(); id != "" {
				return id
			}
		} else if i := bytes.IndexAny(n.text, signs); i > 0 {
			key, n.text = n.text[:i], n.text[i:]
		}
		if len(key) == 0 || !n.take(':') {
			return "read.bracket"
		}
		name := string(key)
		if path != "" {
			name = path + "." + name
		}
		if id = n.value(name); id != "" {
			return id
		}
		if n.take('}') {
			return ""
		}
		if !n.take(',') || n.next() == '}' {
			return "read.bracket"
		}
	}
}

// put is a field: the next one of a list, or the one of its key.
func (n *nest) put(path string, b []byte) (id string) {
	f := n.f
	if f.Shape != Objects {
		f.fields = append(f.fields, b)
		return ""
	}
	if path == "" {
		return "read.object"
	}
	if f.keys == nil {
		f.keys = map[string]int{}
		for i, k := range f.Keys {
			f.keys[k] = i
		}
	}
	i, ok := f.keys[path]
	if !ok {
		if f.Width > 0 {
			return "read.key"
		}
		i = len(f.Keys)
		f.keys[path] = i
		f.Keys = append(f.Keys, path)
	}
	for len(f.fields) <= i {
		f.fields = append(f.fields, nil)
	}
	if f.fields[i] != nil {
		return "read.twice"
	}
	f.fields[i] = b
	if b == nil {
		f.fields[i] = []byte{}
	}
	return ""
}
