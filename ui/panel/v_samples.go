package panel

// Samples tests releases that were drawn elsewhere, from the visitor's files.
type Samples struct {
	M *Model
	D *Desk
}

// columns are those of a file that stands alone.
func (c *Samples) columns() []string {
	o := &c.D.own
	if len(o.list()) != 1 {
		return nil
	}
	for _, r := range o.read {
		if r != nil {
			return r.Columns
		}
	}
	return nil
}

// held says what each file holds.
func (c *Samples) held() (out []string) {
	for _, r := range c.D.own.read {
		if r != nil {
			out = append(out, r.Read...)
		}
	}
	return out
}

// asks is what is wrong with the claim, or asks for one.
func (c *Samples) asks() string { _, say := c.D.sampleSpec(); return say }

// verb says what is tested.
func (c *Samples) verb() string {
	s, say := c.D.sampleSpec()
	if say != "" {
		return "Test them"
	}
	verb := "Test ε = " + shown(s, c.D.Table.Find(claim))
	if s.Float("delta") > 0 {
		verb += ", δ = " + shown(s, c.D.Table.Find("delta"))
	}
	return verb + " on them"
}

// stale reports whether the claim has changed since the test.
func (c *Samples) stale() bool {
	s, _ := c.D.sampleSpec()
	return !c.D.own.tested.Equal(s)
}

func (c *Samples) badgeIcon() string { i, _ := badged(c.D.own.Found.Verdict); return i }

func (c *Samples) badgeClass() string { _, k := badged(c.D.own.Found.Verdict); return k }
