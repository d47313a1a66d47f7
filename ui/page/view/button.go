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

func (c *Button) id() *string { return Given(c.ID) }

func (c *Button) popup() *string { return Given(When(c.Dialog, "dialog")) }

func (c *Button) title() *string {
	if c.Title == "" {
		return nil
	}
	return Given(c.M.Text(c.Title))
}

// Given is an attribute's value; "" leaves it away.
func Given(value string) *string {
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
