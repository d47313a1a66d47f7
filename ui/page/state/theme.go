package state

// Themes is the order of the theme switch.
var Themes = [...]string{"", "light", "dark", "projector"}

// SetTheme takes the visitor's choice.
func (m *Model) SetTheme(choice string) {
	m.Theme = choice
	m.ThemeShown = m.Host.Theme(choice)
	m.Scene.Dress()
}

// SystemChanged takes the system's theme where the visitor chose none, and its wish for
// less motion.
func (m *Model) SystemChanged(reduced bool) {
	if m.Reduced = reduced; reduced {
		m.Scene.tellNow()
	}
	m.SetTheme(m.Theme)
}
