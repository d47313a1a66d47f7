package view

import "indistinct/ui/page/state"

// Button is a button of a feature's in a slot.
type Button struct {
	M           *state.Model
	Class       string
	ID          string // "" for none
	Text, Title string // ids of texts; no Title is none
	Dialog      bool   // it opens one
	Click       func()
}

func (c *Button) id() *string { return given(c.ID) }

func (c *Button) popup() *string {
	if !c.Dialog {
		return nil
	}
	return given("dialog")
}

func (c *Button) title() *string {
	if c.Title == "" {
		return nil
	}
	return given(c.M.Text(c.Title))
}

// given is an attribute's value; "" leaves it away.
func given(value string) *string {
	if value == "" {
		return nil
	}
	return &value
}

// Flag is a box to check of a feature's in a slot.
type Flag struct {
	M    *state.Model
	ID   string
	Text string // id of a text
	On   *bool
}
