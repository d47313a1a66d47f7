package state

// pageLink is the address of a page of the laboratory in front, or of another.
func (m *Model) PageLink(d *Laboratory, page string) string {
	return JoinLink(d.Spec.Link(d.Table), Extra{Page: page})
}
