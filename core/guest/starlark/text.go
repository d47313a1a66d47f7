package starlark

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
)

// Values as texts, written as Python writes them.

// decimal is a float as Python's str writes it.
func decimal(x float64) string {
	switch {
	case infinite(x):
		return strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+")
	case x != 0 && (math.Abs(x) < 1e-4 || math.Abs(x) >= 1e16):
		return strconv.FormatFloat(x, 'e', -1, 64)
	}
	s := strconv.FormatFloat(x, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// text is a value as Python's str writes it, or as repr does.
func text(v starlark.Value, repr bool) string {
	var parts []string
	switch v := v.(type) {
	case starlark.Float:
		return decimal(float64(v))
	case starlark.String:
		if !repr {
			return string(v)
		}
		quote := `'`
		if strings.Contains(string(v), quote) && !strings.Contains(string(v), `"`) {
			quote = `"`
		}
		escapes := strings.NewReplacer(`\`, `\\`, quote, `\`+quote, "\n", `\n`, "\t", `\t`, "\r", `\r`)
		return quote + escapes.Replace(string(v)) + quote
	case *starlark.List, starlark.Tuple:
		list := v.(starlark.Indexable)
		for i := range list.Len() {
			parts = append(parts, text(list.Index(i), true))
		}
		open, end := "[", "]"
		if _, tuple := v.(starlark.Tuple); tuple {
			if open, end = "(", ")"; len(parts) == 1 {
				end = ",)"
			}
		}
		return open + strings.Join(parts, ", ") + end
	case *starlark.Dict:
		for _, pair := range v.Items() {
			parts = append(parts, text(pair[0], true)+": "+text(pair[1], true))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case *array, *once, *starlark.Set, *object, *class:
		fail("guest.text", "kind", kind(v.Type()))
	}
	return v.String()
}

// formed is a value as a form says, of an f-string or of str.format.
func formed(v starlark.Value, form string) string {
	wrong := func() { fail("guest.form", "form", form, "kind", kind(v.Type())) }
	rest, ok := strings.CutPrefix(form, "!")
	if ok && rest != "" && strings.Contains("rs", rest[:1]) {
		v, form = starlark.String(text(v, rest[0] == 'r')), rest[1:]
	}
	m := valueForm.FindStringSubmatch(strings.TrimPrefix(form, ":"))
	if m == nil {
		wrong()
	}
	align, sign, zero, comma, precision, letter := m[1], m[2], m[3] != "", m[5] != "", m[6], m[7]
	width, _ := strconv.Atoi(m[4])
	x, ok := starlark.AsFloat(v)
	whole, isWhole := v.(starlark.Int)
	_, isText := v.(starlark.String)
	word := ""
	switch {
	case strings.Trim(form, ":") == "":
		return text(v, false)
	case isText && sign == "" && !zero && !comma && precision == "" && (letter == "" || letter == "s"):
		word = text(v, false)
		align = cmp.Or(align, "<")
	case isWhole && precision == "" && (letter == "" || letter == "d"):
		word = whole.String()
	case isWhole && precision == "" && !comma && letter != "" && strings.Contains("xbo", letter):
		word = fmt.Sprintf("%"+letter, whole.BigInt())
	case ok && !isWhole && letter == "" && precision == "" && !comma:
		word = decimal(x)
	case ok && letter != "" && strings.Contains("feg%", letter) && !(comma && letter != "f"):
		precision = cmp.Or(precision, ".6")
		switch {
		case infinite(x):
			word = decimal(x) + strings.Trim(letter, "efg")
		case letter == "%":
			word = fmt.Sprintf("%"+precision+"f%%", 100*x)
		default:
			word = fmt.Sprintf("%"+precision+letter, x)
		}
	default:
		wrong()
	}
	if number, minus := strings.CutPrefix(word, "-"); minus && !isText {
		sign, word = "-", number
	} else if sign == "-" {
		sign = ""
	}
	if comma {
		if zero {
			wrong()
		}
		end := len(strings.SplitN(word, ".", 2)[0])
		for i := end - 3; i > 0 && !infinite(x); i -= 3 {
			word = word[:i] + "," + word[i:]
		}
	}
	missing := max(width-len([]rune(sign+word)), 0)
	if zero && align == "" {
		return sign + strings.Repeat("0", missing) + word
	}
	before := map[string]int{"<": 0, "^": missing / 2, ">": missing, "": missing}[align]
	return strings.Repeat(" ", before) + sign + word + strings.Repeat(" ", missing-before)
}

// valueForm is how values are written: alignment, sign, zeros, width, commas, decimals, letter.
var valueForm = regexp.MustCompile(`^([<>^]?)([-+ ]?)(0?)(\d{0,3})(,?)(\.\d{1,2})?([fegdsxbo%]?)$`)

// places are those of values in a text with %, and in one for str.format.
var (
	places = regexp.MustCompile(`%(?:(-?)([+0]?)(\d{0,3})(\.\d{1,2})?([sdrfegi])|%|.|$)`)
	braces = regexp.MustCompile(`\{\{|\}\}|\{([^{}!:]*)((?:![^{}:]*)?(?::[^{}]*)?)\}|[{}]`)
)

// percent is a text with values in the places that % marks.
func percent(form string, v starlark.Value) string {
	values, several := v.(starlark.Tuple)
	if !several {
		values = starlark.Tuple{v}
	}
	out := replaced(places, form, func(m []string) string {
		letter := strings.Replace(m[5], "i", "d", 1)
		if m[0] == "%%" {
			return "%"
		}
		if letter == "" || len(values) == 0 {
			fail("guest.format")
		}
		v := values[0]
		values = values[1:]
		x, ok := starlark.AsFloat(v)
		switch {
		case letter == "s" || letter == "r":
			v, letter = starlark.String(text(v, letter == "r")), "s"
		case !ok || infinite(x) && letter == "d":
			fail("guest.format")
		case letter == "d":
			v = must(starlark.NumberToInt(v))
		}
		align := map[bool]string{true: "<", false: ">"}[m[1] != ""]
		if m[2] == "0" && letter != "s" && m[1] == "" {
			align = ""
		} else if m[2] == "0" || letter == "s" {
			m[2] = ""
		}
		return formed(v, ":"+align+m[2]+m[3]+m[4]+letter)
	})
	if len(values) > 0 {
		fail("guest.format")
	}
	return out
}

// format is str.format.
func (c *call) format(form string) starlark.Value {
	next := 0
	return starlark.String(replaced(braces, form, func(m []string) string {
		switch m[0] {
		case "{{", "}}":
			return m[0][:1]
		case "{", "}":
			fail("guest.format")
		}
		i, err := strconv.Atoi(m[1])
		if m[1] == "" {
			i, err = next, nil
			next++
		}
		if err == nil && i >= 0 && i < len(c.args) {
			return formed(c.args[i], m[2])
		}
		for _, pair := range c.kw {
			if pair[0] == starlark.String(m[1]) {
				return formed(pair[1], m[2])
			}
		}
		fail("guest.format")
		return ""
	}))
}

// replaced is a text with what f makes of each place's groups.
func replaced(places *regexp.Regexp, text string, f func(groups []string) string) string {
	return places.ReplaceAllStringFunc(text, func(place string) string { return f(places.FindStringSubmatch(place)) })
}

// formatted is a value of an f-string.
func formatted(c *call) starlark.Value {
	form, _ := starlark.AsString(c.args[1])
	c.pays(letters(c.args[0]), 1)
	return starlark.String(formed(c.args[0], form))
}
