package lang

import "testing"

// What a text costs: as it is said at once, and as a message that came by JSON.
func BenchmarkText(b *testing.B) {
	l := test(b, "en", map[string]string{"plain": "Run test",
		"of": "{name}: {n, plural, one {1 release} other {{n:,} releases}}, *ε* = {eps}"})
	places := []any{"name", "Laplace", "n", 20000, "eps", 0.3}
	b.Run("plain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			l.Text("plain")
		}
	})
	b.Run("three places", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			l.Text("of", places...)
		}
	})
	b.Run("message of three places", func(b *testing.B) {
		b.ReportAllocs()
		m := Say("of", places...)
		for b.Loop() {
			l.Say(m)
		}
	})
}
