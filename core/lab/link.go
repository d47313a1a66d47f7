package lab

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"indistinct/core/sheet"
)

// maxLink bounds what is read from a link or a file.
const maxLink = 16 << 10

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

// Link returns the permalink: "#lab=ring&v=1&seed=1" and every value that is
// not the default, but for a program that is too long: see Linked.
func (s Spec) Link(t Table) string {
	var b strings.Builder
	b.WriteString("#lab=" + url.QueryEscape(s.Lab) + "&v=" + strconv.Itoa(Version))
	for i := range t {
		p := &t[i]
		v := s.values[p.Name]
		if v == p.fallback() && p.Kind != Seed || v == nil {
			continue
		}
		text := strings.NewReplacer("%2C", ",", "%3B", ";").Replace(url.QueryEscape(s.Show(p.Name)))
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
	var probs []Problem
	_, frag, ok := strings.Cut(link, "#")
	if !ok {
		frag = link
	}
	if len(frag) > maxLink {
		probs = append(probs, Problem{"", fmt.Sprintf("The link is %d characters long; only the first %d were read.", len(frag), maxLink)})
		frag = frag[:maxLink]
	}
	type field struct{ name, text string }
	var fields []field
	name, version := "", Version
	bad := 0
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
			n, err := strconv.Atoi(v1)
			if version = n; err != nil || n < 1 || n > Version {
				version = Version
				probs = append(probs, Problem{"v", fmt.Sprintf("The link says version %q; this page reads version %d and took what it knew.", sheet.Clip(v1, 40), Version)})
			}
		default:
			fields = append(fields, field{k1, v1})
		}
	}
	if bad > 0 {
		probs = append(probs, Problem{"", fmt.Sprintf("%d parts of the link could not be read as name=value and were left out.", bad)})
	}
	l := find(name)
	if l == nil {
		if name != "" {
			probs = append(probs, Problem{"lab", fmt.Sprintf("There is no laboratory %q; %s was opened.", sheet.Clip(name, 40), fallback)})
		}
		l = find(fallback)
	}
	t := l.Params()
	s := t.defaults(l.About().Name, version)
	unknown := 0
	for _, f := range fields {
		if t.Find(f.name) == nil {
			if unknown++; unknown == 1 {
				probs = append(probs, Problem{f.name, fmt.Sprintf("The link has a field %q that this laboratory does not know; it was left out.", sheet.Clip(f.name, 40))})
			}
			continue
		}
		next, err := s.With(t, f.name, f.text)
		if err != nil {
			probs = append(probs, asProblem(err))
			continue
		}
		s = next
	}
	if unknown > 1 {
		probs = append(probs, Problem{"", fmt.Sprintf("%d more unknown fields were left out.", unknown-1)})
	}
	// Fields may be good one by one and bad together: then the culprits go back
	// to their defaults.
	s, more := settle(l, t, s)
	return s, append(probs, more...)
}
