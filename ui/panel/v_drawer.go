package panel

// Drawer holds all other settings.
type Drawer struct {
	M *Model
	D *Desk
}
