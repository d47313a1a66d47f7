package read

import (
	"bytes"
	"regexp"
)

// consoles are how lines begin that are meant for people, and which program shows them (the codes of
// read.console). Anything else that is not understood is refused where it does not fit.
var consoles = []struct {
	line *regexp.Regexp
	what string
}{
	{regexp.MustCompile(`^\[\d+\] |^\[\[\d+\]\]$|^\$\w+$|^c\(`), "r"},
	{regexp.MustCompile(`^[\[({]*((np|numpy|jnp|torch)\.\w+|[aA]rray|tensor)\(|^\[+ *[-+.\d][^\s,;]* +[-+.\d][^,;]*$`), "numpy"},
	{regexp.MustCompile(`^\(([-+.\d'"(\[]|nan|None|[A-Za-z]\w*\()|^[\[{(]+'|^(set|tuple|list)\(`), "python"},
	{regexp.MustCompile(`^\d+(-element|×\d+) |^(Any|Bool|String|Real|U?Int\d*|Float\d+)\[`), "julia"},
	{regexp.MustCompile(`^\w+ =$|^Columns \d+ |^\[[^",]*;`), "matlab"},
	{regexp.MustCompile(`^\|.*\|$|^[│┃║┌┏╔├┠╠─━═]|^[-+|=: ]*---[-+|=: ]*[+|=: ][-+|=: ]*$|^\+[-+=]+\+$`), "table"},
	{regexp.MustCompile(`^(>>>|>|In \[\d+\]:|\w+>|octave:\d+>)( |$)`), "session"},
	{regexp.MustCompile(`^[A-Za-z]\w*\([-+.\d"'].*\)$|^\{\s*[^"\s}]`), "other"},
}

// console returns which program shows such a line to people; "" for all other lines.
func console(line []byte) string {
	line = trim(line)
	for _, c := range consoles {
		if c.line.Match(line) {
			return c.what
		}
	}
	return ""
}

// drawn returns the same of the lines that come anywhere in a text: rules, and names of variables.
func drawn(line []byte) string {
	name, named := bytes.CutSuffix(line, []byte(" ="))
	switch {
	case named && len(name) > 0 && bytes.IndexByte(name, ' ') < 0:
		return "matlab"
	case bytes.Contains(line, []byte("---")) && len(bytes.Trim(line, "-+|: ")) == 0 && len(bytes.Trim(line, "-")) > 0:
		return "table"
	}
	return ""
}
