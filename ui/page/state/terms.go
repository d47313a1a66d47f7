package state

import "indistinct/ui/page/teach"

// Prose marks one text by itself.
func (m *Model) Prose(text string) []teach.Part { return m.Terms.Mark(text, map[int]bool{}) }
