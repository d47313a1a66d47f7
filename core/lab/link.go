package lab

import (
	"cmp"
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"indistinct/core/lang"
)

// MaxLink bounds what is read from a link.
const MaxLink = 16 << 10

// mostCode is how long a program may be, escaped, to travel in a link.
const mostCode = 8000

// Linked reports whether a link holds the whole Spec: a program that is too
// long for one travels in the JSON alone.
func (s Spec) Linked(t Table) bool {
	for i := range t {
		p := &t[i]
		if p.Kind == Code && s.values[p.Name] != p.fallback() && len(url.QueryEscape(s.Text(p.Name))) > mostCode {
			return false
		}
	}
	return true
}

// Link returns the permalink: "#lab=ring&v=2&seed=1" and every value that is
// not what is read where there is none, but for a program that is too long: see Linked.
func (s Spec) Link(t Table) string {
	var b strings.Builder
	b.WriteString("#lab=" + url.QueryEscape(s.Lab) + "&v=" + strconv.Itoa(formatVersion))
	for i := range t {
		p := &t[i]
		v := s.values[p.Name]
		if v == p.fallback() && p.Kind != Seed && p.Was == "" || v == nil || p.Was != "" && s.Show(p.Name) == p.Was {
			continue
		}
		text := strings.ReplaceAll(strings.ReplaceAll(url.QueryEscape(s.Show(p.Name)), "%2C", ","), "%3B", ";")
		if p.Kind == Code && len(text) > mostCode {
			continue
		}
		b.WriteString("&" + p.Name + "=" + text)
	}
	return b.String()
}

// ParseLink reads a permalink. It always returns a Spec that can be run: bad
// or unknown fields become problems and keep their defaults. An unknown
// laboratory becomes the fallback.
func ParseLink(link string, find Finder, fallback string) (Spec, []Problem) {
	var probs Problems
	frag := link[strings.Index(link, "#")+1:] // all of it where there is no #
	if len(frag) > MaxLink {
		probs.Say("", "lab.link.long", "length", len(frag), "read", MaxLink)
		frag = frag[:MaxLink]
	}
	var fields []field
	name, written, bad := "", false, 0
	for _, pair := range strings.Split(frag, "&") {
		if pair == "" {
			continue
		}
		k, v, ok := strings.Cut(pair, "=")
		k1, err1 := url.QueryUnescape(k)
		v1, err2 := url.QueryUnescape(v)
		if !ok || err1 != nil || err2 != nil || k1 == "" {
			bad++
			continue
		}
		switch k1 {
		case "lab":
			name = v1
		case "v":
			written = true
			probs.If(v1 != strconv.Itoa(formatVersion), "v", "lab.link.version", "got", lang.Clip(v1, 40),
				"reads", formatVersion)
		default:
			fields = append(fields, field{k1, v1})
		}
	}
	probs.If(bad > 0, "", "lab.link.parts", "n", bad)
	l := find(name)
	if l == nil {
		probs.If(name != "", "lab", "lab.file.lab", "lab", lang.Clip(name, 40))
		l = find(fallback)
	}
	for _, p := range l.Params() {
		if written && p.Was != "" {
			fields = append([]field{{p.Name, p.Was}}, fields...)
		}
	}
	s, more := fill(l, fields)
	return s, append(probs, more...)
}

// field is a parameter's name with what a link or a file says of it.
type field struct{ name, text string }

// fill returns the defaults with fields set as far as they are right.
// Fields may be good one by one and bad together: then the culprits go back to
// their defaults. The first unknown field is named, the others are counted.
func fill(l Laboratory, fields []field) (Spec, []Problem) {
	var probs Problems
	t := l.Params()
	s := t.Defaults(l.About().Name)
	unknown := 0
	for _, f := range fields {
		if former := l.About().Former; slices.Contains(former, f.name) || slices.Contains(former, f.name+"="+f.text) {
			continue
		}
		next, err := s.With(t, f.name, f.text)
		if t.Find(f.name) == nil {
			unknown++
		}
		switch {
		case err == nil:
			s = next
		case unknown < 2 || t.Find(f.name) != nil:
			probs = append(probs, asProblem(err))
		}
	}
	probs.If(unknown > 1, "", "lab.link.more", "n", unknown-1)
	s, more := settle(l, t, s)
	return s, append(probs, more...)
}

// settle returns fields that do not go together to their defaults: first those
// that Check blames, then as few others as it takes. The problems are those of
// the Spec as it came.
func settle(l Laboratory, t Table, s Spec) (Spec, []Problem) {
	probs := check(l, t, s)
	list := probs
	for range len(t) {
		if len(list) == 0 {
			return s, probs
		}
		changed := false
		for _, p := range list {
			if q := t.Find(p.Field); q != nil && s.values[p.Field] != q.fallback() {
				s, changed = s.with(p.Field, q.fallback()), true
			}
		}
		if !changed {
			break
		}
		list = check(l, t, s)
	}
	for i := range t {
		if next := s.with(t[i].Name, t[i].fallback()); len(check(l, t, next)) == 0 {
			return next, probs
		}
	}
	seed := s.values["seed"]
	s = t.Defaults(s.Lab)
	if seed != nil {
		s = s.with("seed", seed)
	}
	return s, probs
}

// Blame returns an error as the problem of a parameter, unless it is that of one: of a program's text at the line
// that the error is At. nil stays nil.
func Blame(field string, err error) error {
	if err == nil {
		return nil
	}
	p := asProblem(err)
	p.Field = cmp.Or(p.Field, field)
	if f := (interface{ At() int })(nil); errors.As(err, &f) {
		p.Line = f.At()
	}
	return &p
}

func asProblem(err error) Problem {
	if p, ok := err.(*Problem); ok {
		return *p
	}
	return Problem{Say: lang.Of(err)}
}
