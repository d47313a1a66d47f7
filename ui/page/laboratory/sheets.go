package laboratory

import (
	"indistinct/core/lang"
	"indistinct/core/sheet"
)

// split divides a report's sheet: what is seen first, and what the evidence
// holds.
func split(s *sheet.Sheet) (first, rest *sheet.Sheet) {
	first, rest = &sheet.Sheet{}, &sheet.Sheet{Tables: s.Tables, Notes: s.Notes}
	for _, c := range s.Charts {
		switch c.ID {
		case "region":
			first.Charts = append([]sheet.Chart{c}, first.Charts...)
		case "profile", "running":
			first.Charts = append(first.Charts, c)
		default:
			rest.Charts = append(rest.Charts, c)
		}
	}
	return first, rest
}

// together draws A's curves, dashed, and its points, hollow, into B's charts of
// the same name.
func together(b, a *sheet.Sheet) *sheet.Sheet {
	out := *b
	out.Charts = nil
	for _, c := range b.Charts {
		for _, o := range a.Charts {
			if o.ID != c.ID {
				continue
			}
			c.Series = append([]sheet.Series(nil), c.Series...)
			for _, s := range o.Series {
				switch {
				case s.Role == sheet.Muted || s.Role == sheet.Paper || s.Role == sheet.Ink || s.Style == sheet.Area:
					continue
				case s.Style == sheet.Dots:
					s.Hollow = true
				default:
					s.Style = sheet.Dash
				}
				s.Lo, s.Hi, s.XLo, s.XHi = nil, nil, nil, nil
				s.Name = lang.Say("compare.series", "name", s.Name)
				c.Series = append(c.Series, s)
			}
			c.Caption = lang.Sentences(c.Caption, lang.Say("compare.caption"))
		}
		out.Charts = append(out.Charts, c)
	}
	return &out
}
