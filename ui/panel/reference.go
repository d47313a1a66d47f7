package panel

// pageLink is the address of a page of the laboratory in front, or of another.
func (m *Model) pageLink(d *Desk, page string) string {
	return joinLink(d.Spec.Link(d.Table), extra{Page: page})
}
