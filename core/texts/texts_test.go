package texts

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"indistinct/core/lab"
	"indistinct/core/labs"
	"indistinct/core/labs/workshop/samples"
	"indistinct/core/lang"
	"indistinct/core/privacy"
	"indistinct/core/tell"
	"indistinct/core/test/wording"
)

// Every translation has the ids, places and formats of English; every text of English is
// used, by the code or by the conventions of package lab; and every id that these name
// has a text.
func TestTexts(t *testing.T) {
	english := English()
	for _, e := range lang.Languages() {
		l, err := folder(e.Tag)
		if err != nil {
			t.Fatal(err)
		}
		if l.Text("language.name") != e.Name {
			t.Errorf("%s is called %q in its texts, %q in the list of languages", e.Tag, l.Text("language.name"),
				e.Name)
		}
		for _, err := range check(english, l) {
			t.Errorf("%v", err)
		}
	}
	must, may := conventions()
	literals, made, facts := inCode(t)
	rooms := map[string]bool{}
	for _, id := range slices.Sorted(maps.Keys(english.Texts())) {
		room, _, _ := strings.Cut(id, ".")
		rooms[room] = true
	}
	for s, at := range literals {
		if room, _, _ := strings.Cut(s, "."); rooms[room] && !file.MatchString(s) && !english.Has(s) {
			t.Errorf("%s: there is no text %q", at, s)
		}
	}
	for pattern, at := range made {
		room, _, _ := strings.Cut(pattern[1:], `\.`)
		if rooms[room] && !slices.ContainsFunc(slices.Collect(maps.Keys(english.Texts())),
			regexp.MustCompile(pattern).MatchString) {
			t.Errorf("%s: no id is %s", at, pattern)
		}
	}
	for id := range must {
		if !english.Has(id) {
			t.Errorf("there is no text %q, which a convention asks for", id)
		}
	}
	var patterns []*regexp.Regexp
	for pattern := range made {
		if strings.Count(pattern, `\.`) > 1 { // one of a whole room would use all of it
			patterns = append(patterns, regexp.MustCompile(pattern))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(english.Texts())) {
		if _, ok := literals[id]; !ok && !must[id] && !may(id) && !facts[strings.TrimSuffix(id, ".help")] &&
			!slices.ContainsFunc(patterns, func(p *regexp.Regexp) bool { return p.MatchString(id) }) {
			t.Errorf("nothing says %q", id)
		}
	}
}

// unit is a number or a place with an ordinary space before its unit, or within its digits.
var unit = regexp.MustCompile(`[}\d)∞] (?:(?:mm|cm|µm|m/s|m|s|ms|rad|MB|kB|%|Hz)(?:[^\pL\d/]|$)|\d{3}(?:\D|$))|[}\d]-(?:mal|Fache)`)

// No line breaks between a number and its unit, nor within a number.
func TestUnits(t *testing.T) {
	for _, e := range lang.Languages() {
		names, err := fs.Glob(files, e.Tag+"/*.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			data, err := files.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				if found := unit.FindString(line); found != "" {
					t.Errorf("%s: a line may break in %q: %s", n, found, line)
				}
			}
		}
	}
}

// quoted are a text's words in quotation marks, of either language.
var quoted = regexp.MustCompile(`[“„]([^“”„{]+)[”“]`)

// unnamed are words that the reference quotes from somewhere else than the page.
var unnamed = regexp.MustCompile(`^(verify worker|As well|Ebenso gut|outside|außerhalb|Confidence|Konfidenz|` +
	`quadratically|quadratisch|relax any|jedes ε|Pair of inputs: |Eingabepaar: )`)

// What the reference puts in quotation marks is called so on the page.
func TestReferenceNames(t *testing.T) {
	plain := strings.NewReplacer("*", "")
	for _, e := range lang.Languages() {
		names, err := fs.Glob(files, e.Tag+"/*.json")
		if err != nil {
			t.Fatal(err)
		}
		called, reference := map[string]bool{}, map[string]string{}
		for _, n := range names {
			data, err := files.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			var all map[string]string
			if err := json.Unmarshal(data, &all); err != nil {
				t.Fatal(err)
			}
			for id, text := range all {
				called[plain.Replace(text)] = true
				if strings.Contains(id, ".reference.") {
					reference[id] = plain.Replace(text)
				}
			}
		}
		for id, text := range reference {
			for _, q := range quoted.FindAllStringSubmatch(text, -1) {
				if !called[q[1]] && !unnamed.MatchString(q[1]) {
					t.Errorf("%s: %s names “%s”, which is not on the page", e.Tag, id, q[1])
				}
			}
		}
	}
}

// An id begins with the name of the file that it stands in; of several, with the longest.
func TestFiles(t *testing.T) {
	for _, e := range lang.Languages() {
		names, err := fs.Glob(files, e.Tag+"/*.json")
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, n := range names {
			all = append(all, strings.TrimSuffix(filepath.Base(n), ".json"))
		}
		for i, n := range names {
			data, err := files.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(data)) {
				id, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), `"`), `": "`)
				if !ok {
					continue
				}
				longest := ""
				for _, f := range all {
					if strings.HasPrefix(id, f+".") && len(f) > len(longest) {
						longest = f
					}
				}
				if longest != all[i] {
					t.Errorf("%s has %q; it belongs into %s.json", n, id, longest)
				}
			}
		}
	}
}

var (
	id   = regexp.MustCompile(`^[a-z]+(\.[\pL\d_-]+)+$`)
	file = regexp.MustCompile(`\.(json|js|css|html|wasm|lzma|go|txt|csv|svg|png|webmanifest|zip|md)$`)
)

// inCode returns every literal of the module's code, tests aside, that has the form of an
// id, and a pattern for each id that is put together as "a.b." + x, each with a place
// where it stands. Words in a laboratory's code may name facts.
func inCode(t *testing.T) (literals, made map[string]string, facts map[string]bool) {
	literals, made, facts = map[string]string{}, map[string]string{}, map[string]bool{}
	root := filepath.Join("..", "..")
	script := regexp.MustCompile(`['"` + "`" + `]([a-z]+\.[\pL\d._-]+)['"` + "`" + `]`)
	notebook := regexp.MustCompile(`\{((?:take|tell)\.[\w.-]+)\}`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		switch {
		case d.IsDir() && (name == "testdata" || name == "test" || path == filepath.Join(root, "site") ||
			strings.HasPrefix(name, ".") && path != root):
			return filepath.SkipDir
		case strings.HasSuffix(name, ".js") || strings.HasSuffix(name, ".html") || name == "numpy.py":
			data, err := os.ReadFile(path)
			for _, m := range script.FindAllStringSubmatch(string(data), -1) {
				literals[m[1]] = path
			}
			return err
		case name == "notebook.py":
			data, err := os.ReadFile(path)
			for _, m := range notebook.FindAllStringSubmatch(string(data), -1) {
				literals[m[1]] = path
			}
			return err
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, 0)
		if err != nil {
			return err
		}
		whole := map[ast.Node]bool{} // beginnings whose ids are all known
		var charts, words []string   // beginnings of a chart's texts, and what its series and marks may be called
		ast.Inspect(f, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.ImportSpec:
				return false
			case *ast.CallExpr:
				from, must, may := bySheet(x)
				for _, s := range must {
					literals[s] = fset.Position(x.Pos()).String()
				}
				for _, s := range may {
					facts[s] = true
				}
				if from != nil {
					whole[from] = true
					charts = append(charts, text(from.(*ast.BasicLit)))
				}
			case *ast.BasicLit:
				if whole[x] {
					return false
				}
				s := text(x)
				words = append(words, s)
				if _, room, ok := strings.Cut(filepath.ToSlash(path), "core/labs/"); ok {
					room, _, _ = strings.Cut(room, "/")
					facts[room+".fact."+s] = true
				}
				switch {
				case id.MatchString(s):
					literals[s] = fset.Position(x.Pos()).String()
				case begins.MatchString(s):
					made["^"+regexp.QuoteMeta(s)+".+$"] = fset.Position(x.Pos()).String()
				}
			case *ast.BinaryExpr:
				if x.Op == token.ADD && begins.MatchString(text(leftmost(x))) {
					p := pattern(x)
					if strings.HasSuffix(p, `\.`) { // of which package sheet puts ids together
						p += ".+"
					}
					made["^"+p+"$"] = fset.Position(x.Pos()).String()
					return false
				}
			}
			return true
		})
		for _, c := range charts {
			for _, w := range words {
				facts[c+"series."+w], facts[c+"mark."+w] = true, true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return literals, made, facts
}

// bySheet returns the ids that package sheet puts together for a call, those that there must be and
// those of axes that may have a label, and the literal with which they begin; nil where it is
// another call, or not all is written out.
func bySheet(x *ast.CallExpr) (from ast.Node, must, may []string) {
	f, ok := x.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains([]string{"Chart", "Table", "NewTable", "Columns"}, f.Sel.Name) || len(x.Args) < 2 {
		return nil, nil, nil
	}
	at, skip, room := 1, 3, ".column."
	if f.Sel.Name == "Columns" {
		at, skip, room = 0, 1, "."
	}
	prefix, ok := x.Args[at].(*ast.BasicLit)
	if !ok || x.Ellipsis.IsValid() {
		return nil, nil, nil
	}
	texts := strings.TrimSuffix(text(prefix), ".")
	if f.Sel.Name != "Columns" {
		must = append(must, texts+".title")
	}
	if f.Sel.Name == "Chart" {
		for i, axis := range []string{".x", ".y"} {
			l, ok := x.Args[at+1+i].(*ast.CompositeLit)
			switch {
			case !ok:
				may = append(may, texts+axis)
			case !slices.ContainsFunc(l.Elts, func(e ast.Expr) bool {
				return e.(*ast.KeyValueExpr).Key.(*ast.Ident).Name == "Label"
			}):
				must = append(must, texts+axis)
			}
		}
		return prefix, must, may
	}
	for _, a := range x.Args[skip:] {
		if name := text(a); name != "" {
			must = append(must, texts+room+name)
		}
	}
	return prefix, must, may
}

// begins is the beginning of an id.
var begins = regexp.MustCompile(`^[a-z]+\.([\pL\d_-]+\.)*$`)

// text returns what a literal of Go says, "" of other expressions.
func text(x ast.Expr) string {
	l, ok := x.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return ""
	}
	s, _ := strconv.Unquote(l.Value)
	return s
}

func leftmost(x ast.Expr) ast.Expr {
	for {
		b, ok := x.(*ast.BinaryExpr)
		if !ok {
			return x
		}
		x = b.X
	}
}

// pattern returns what a sum of texts may be, as a regular expression.
func pattern(x ast.Expr) string {
	if b, ok := x.(*ast.BinaryExpr); ok {
		return pattern(b.X) + pattern(b.Y)
	}
	if s := text(x); s != "" {
		return regexp.QuoteMeta(s)
	}
	return ".+"
}

// conventions returns the ids that must be there for what the laboratories have (see
// package lab), and whether one may be there for it.
func conventions() (must map[string]bool, may func(id string) bool) {
	must = map[string]bool{}
	allowed := map[string]bool{}
	numbered := map[string]bool{} // with .1, .2, … after it
	need := func(ids ...lang.Message) {
		for _, m := range ids {
			must[m.ID()] = true
		}
	}
	section := func(room string, s *lab.Section) {
		own := room + ".reference." + s.Name
		title := own
		if s.Intro != "" {
			title = s.Intro + ".reference." + s.Name
			allowed[own] = true
		}
		must[title], must[title+".1"] = true, true
		allowed[own+".see"] = true
		numbered[own], numbered[title], numbered[own+".code"] = true, true, true
	}
	section("lab", &lab.Section{Name: "pass"})
	section("lab", &lab.Section{Name: "coverage"})
	section("lab", &lab.Section{Name: "stored"})
	for _, d := range append(privacy.Notions, &privacy.Definition{}) {
		for _, what := range []string{"symbol", "scale", "allowed", "named", "meaning"} {
			if id := "privacy." + what; d.Name != "" {
				must[id+"."+string(d.Name)] = true
			} else if what != "named" && what != "meaning" {
				must[id] = true
			}
		}
	}
	for _, name := range tell.Glossary() {
		must["glossary."+name], must["glossary."+name+".text"], allowed["glossary."+name+".also"] = true, true, true
	}
	for _, p := range (samples.Lab{}).Params() {
		if p.Group != "" {
			need(p.Label(), p.Say("help"))
		}
	}
	for _, l := range labs.All() {
		about := l.About()
		room := about.Name
		need(about.Title(), about.Question(), about.Before(2), about.Lead())
		allowed[about.More().ID()] = true
		if l.Extras().Game {
			must[room+".game"], must[room+".game.lead"], must[room+".game.play"] = true, true, true
		}
		table := l.Params()
		for i := range table {
			p := &table[i]
			need(p.Label(), p.Heading())
			if p.From != "" {
				need(p.Say("from"))
			}
			for _, part := range []string{"help", "low", "high"} {
				allowed[p.Say(part).ID()] = true
			}
			for _, c := range p.Choices {
				need(p.Say(c))
				allowed[p.Say(c+".help").ID()] = true
			}
		}
		for _, p := range l.Presets() {
			need(p.Title(room), p.Note(room))
			if p.Group != "" {
				need(p.Shelf(room))
			}
		}
		for _, a := range lab.Experiments(l) {
			need(a.Title(room), a.Lead(room))
		}
		for _, p := range l.Papers() {
			must[p.ID(room)+".lead"] = true
			for _, i := range p.Items {
				must[p.ID(room)+"."+i.Name], must[p.ID(room)+"."+i.Name+".claim"] = true, true
				allowed[p.ID(room)+"."+i.Name+".why"] = true
				for _, n := range i.Printed {
					must[room+".paper.of."+n.Of] = true
				}
			}
		}
		if room == "filtering" || room == "lqg" { // of which there is homework
			need(lang.Say("teach."+room+".homework"), lang.Say("teach."+room+".solution"))
		}
		for _, x := range l.Lessons() {
			need(x.Text(room, 0, ""), x.Text(room, 0, "lead"), x.Text(room, 0, "end"),
				lang.Say("teach."+x.Name+".simple"), lang.Say("teach."+x.Name+".wrong"),
				lang.Say("teach."+x.Name+".aim"), lang.Say("teach."+x.Name+".level"))
			for k, s := range x.Steps {
				expect := fmt.Sprintf("teach.%s.%d.expect", x.Name, k+1)
				if allowed[expect] = true; k+1 == len(x.Steps) && s.Ask == nil && s.Task == nil {
					must[expect] = true
				}
				need(x.Text(room, k+1, ""), x.Text(room, k+1, "text"))
				if s.Ask != nil {
					need(x.Text(room, k+1, "ask"))
					if len(s.Ask.Values) > 0 {
						need(x.Text(room, k+1, "scale"))
					}
					for o := range s.Ask.Options {
						need(x.Text(room, k+1, "option."+strconv.Itoa(o+1)))
					}
				}
				if s.Task != nil {
					need(x.Text(room, k+1, "task"))
				}
			}
		}
		for _, s := range l.Reference() {
			section(room, &s)
			for k := range s.Code {
				must[room+".reference."+s.Name+".code."+strconv.Itoa(k+1)] = true
			}
		}
	}
	return must, func(id string) bool {
		at := strings.LastIndex(id, ".")
		_, err := strconv.Atoi(id[at+1:])
		return allowed[id] || strings.HasPrefix(id, "language.") || at > 0 && err == nil && numbered[id[:at]]
	}
}

// check returns what is wrong with a translation of the texts of l: texts that are
// missing, that the original has not, that cannot be read or whose places are others.
func check(l, translation *lang.Language) []error {
	var out []error
	originals, texts := l.Texts(), translation.Texts()
	for _, id := range slices.Sorted(maps.Keys(l.Texts())) {
		s, ok := texts[id]
		if !ok {
			out = append(out, fmt.Errorf("%s: the text %q is missing", translation.Tag, id))
			continue
		}
		want, err := wording.Places(l.Tag, originals[id])
		if err != nil {
			out = append(out, fmt.Errorf("%s: %q: %w", l.Tag, id, err))
			continue
		}
		got, err := wording.Places(translation.Tag, s)
		if err != nil {
			out = append(out, fmt.Errorf("%s: %q: %w", translation.Tag, id, err))
		} else if !slices.Equal(got, want) {
			out = append(out, fmt.Errorf("%s: %q has the places %q; those of %s are %q", translation.Tag, id, got,
				l.Tag, want))
		}
	}
	for _, id := range slices.Sorted(maps.Keys(translation.Texts())) {
		if _, ok := originals[id]; !ok {
			out = append(out, fmt.Errorf("%s: there is no text %q in %s", translation.Tag, id, l.Tag))
		}
	}
	return out
}

func TestCheck(t *testing.T) {
	of := func(tag string, texts map[string]string) *lang.Language {
		texts["language.decimal"], texts["language.direction"] = ".", "ltr"
		l, err := lang.New(tag, texts)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := of("en", map[string]string{"a": "{n} *x*", "b": "b", "c": "{n:3}"})
	if bad := check(l, of("de", map[string]string{"a": "*x* {n}", "b": "B", "c": "{n:3}"})); len(bad) > 0 {
		t.Error(bad)
	}
	if bad := check(l, of("de", map[string]string{"a": "{m}", "c": "{n:2}", "d": "d"})); len(bad) != 4 {
		t.Errorf("missing, other places, another format and one too many are %v", bad)
	}
	counted := of("en", map[string]string{"a": "{n, plural, one {a} other {b}}"})
	for text, tag := range map[string]string{"{n, plural, other {b}}": "de", "{n, plural, onee {a} other {b}}": "de",
		"{n, plural, one {a} other {b}}": "cy"} {
		if bad := check(counted, of(tag, map[string]string{"a": text})); len(bad) != 1 {
			t.Errorf("%q in %s: %v", text, tag, bad)
		}
	}
}
