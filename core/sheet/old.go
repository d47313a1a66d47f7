package sheet

import "indistinct/core/lang"

// Numbers in English, for what is not yet said by a text.

func Format(v float64, digits int) string { return lang.Format(v, digits) }
func Brief(v float64, digits int) string  { return lang.Brief(v, digits) }
func Group(n int64) string                { return lang.Group(float64(n)) }
func AtLeast(v float64) string            { return lang.Brief(lang.Down(v, 3), 3) }
func Above(v, claim float64) string       { return lang.Brief(lang.Above(v, claim), 12) }
func Share(v float64) string              { return lang.Share(v) }
func Superscript(n int) string            { return lang.Superscript(n) }
func Clip(s string, letters int) string   { return lang.Clip(s, letters) }
