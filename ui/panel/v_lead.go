package panel

// Lead is the question that a laboratory asks, and its presets.
type Lead struct {
	M *Model
	D *Desk
}

func (c *Lead) custom() string {
	if c.D.opening().Equal(c.D.Spec) {
		return "As it opens"
	}
	return "Your own"
}

// note is the sentence of the preset in use.
func (c *Lead) note() string {
	if c.D.preset >= 0 {
		return c.D.presets[c.D.preset].Note
	}
	return ""
}

func (c *Lead) grouped(group string) []int { return c.D.grouped(group) }
