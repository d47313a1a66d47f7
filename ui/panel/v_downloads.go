package panel

// Downloads is the menu of what can be taken away of a run.
type Downloads struct {
	M *Model
	D *Desk
}
