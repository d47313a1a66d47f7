package lab

import "strings"

// unreserved reports whether a byte stands for itself in a link's value, as in
// net/url, which would bring much else into the page's binaries.
func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.' || c == '~'
}

// escape writes text for a link, with + for a space and % before the two
// digits of what is reserved.
func escape(text string) string {
	const digits = "0123456789ABCDEF"
	b := make([]byte, 0, len(text)+8)
	for i := range len(text) {
		switch c := text[i]; {
		case unreserved(c):
			b = append(b, c)
		case c == ' ':
			b = append(b, '+')
		default:
			b = append(b, '%', digits[c>>4], digits[c&15])
		}
	}
	return string(b)
}

// unescape reads what escape writes; ok is false where two digits do not
// follow a %.
func unescape(text string) (_ string, ok bool) {
	if !strings.ContainsAny(text, "%+") {
		return text, true
	}
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch c {
		case '+':
			c = ' '
		case '%':
			if i+2 >= len(text) {
				return "", false
			}
			hi, lo := digit(text[i+1]), digit(text[i+2])
			if hi < 0 || lo < 0 {
				return "", false
			}
			c = byte(hi<<4 | lo)
			i += 2
		}
		b = append(b, c)
	}
	return string(b), true
}

// digit is the value of a hexadecimal digit, −1 if it is none.
func digit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
