package lab

import (
	"net/url"
	"testing"
)

// FuzzEscape holds escape and unescape against net/url.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "ring", "1.5,2;3", "a b+c", "%", "%4", "%41", "%4g", "100%", "é∞\x00\xff", "a%2Cb%2c", "~-_.!*'()"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := escape(s), url.QueryEscape(s); got != want {
			t.Errorf("escape(%q) = %q, want %q", s, got, want)
		}
		got, ok := unescape(s)
		want, err := url.QueryUnescape(s)
		if got != want || ok != (err == nil) {
			t.Errorf("unescape(%q) = %q, %v; want %q, %v", s, got, ok, want, err)
		}
	})
}
