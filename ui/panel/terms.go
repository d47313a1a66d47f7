package panel

// prose marks one text by itself.
func (m *Model) prose(text string) []part { return m.terms.mark(text, map[int]bool{}) }
