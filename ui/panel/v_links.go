package panel

// Links leads from a laboratory to what explains it.
type Links struct {
	M *Model
	D *Desk
}
