//go:build !js

// Package e2e tests the guessing game in Chromium, on the built site.
package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"indistinct/wasm/test/e2e/page"
)

func TestMain(m *testing.M) { page.Main(m) }

// TestGame plays three rounds and then up to ten by keyboard, with more releases in some
// of them, to the result that a class compares.
func TestGame(t *testing.T) {
	t.Parallel()
	p := page.Open(t, "#lab=ring&v=2&seed=7&releases=3")
	p.Eval(`location.hash += "&game=1"`, nil)
	guess := fmt.Sprintf(`document.querySelector('#game-go').innerText === %q`, p.Say("guess.verb.guess"))
	p.Wait(guess)
	if p.Text(".runfoot") != "" || p.Text(".levels") == "" {
		t.Error("the test panel does not step back for the game")
	}
	for round := 1; round <= 10; round++ {
		rounds := 3
		if round > 3 {
			rounds = 10
		}
		p.Wait(p.Says("#game-say", "guess.where", "round", round, "rounds", rounds) + ` && ` + guess +
			` && document.querySelector('#game-go').ariaDisabled !== 'true'`)
		p.Eval(`document.querySelector('#game-go').focus()`, nil)
		if round%2 == 0 {
			p.Keys("r")
			p.Wait(p.Says("#game-say", "guess.release", "used", 2, "releases", 3))
		}
		p.Keys(kb.ArrowRight + kb.ArrowRight)
		p.Wait(`document.querySelector('#guess').value === '5'`)
		if round == 2 {
			p.Shot("second-round")
		}
		p.Keys("\r")
		p.Wait(p.Says("#game-say", "guess.scored", "round", round, "rounds", rounds, "guess", 5))
		if round == 2 {
			p.Shot("second-answer")
		}
		p.Keys("\r")
		if round == 3 {
			p.Wait(`!!document.querySelector('#game-line')`)
			p.Shot("three-rounds")
			p.Press("guess.verb.on", "rounds", 10)
		}
	}
	p.Wait(`!!document.querySelector('#game-line')`)
	p.Wait(`document.activeElement.id === 'game-line' && (r => r.top >= 0 && r.bottom <= innerHeight)(document.querySelector('#game-line').getBoundingClientRect())`)
	line := p.Text("#game-line")
	if strings.Count(line, "●")+strings.Count(line, "○") != 20 || strings.Count(line, "●") < 5 {
		t.Errorf("the result says %q", line)
	}
	if p.Text(".levels") == "" || p.Text(".runfoot") != "" {
		t.Error("the result does not stand with the levels alone")
	}
	p.Eval(`navigator.share = undefined; navigator.clipboard.writeText = text => { window.copied = text; return Promise.resolve(); }`, nil)
	p.Press("guess.share")
	p.Wait(fmt.Sprintf(`window.copied && copied.startsWith(%q) && copied.includes('game=1')`, line))
	if h := p.Hash(); !strings.Contains(h, "seed=7") {
		t.Errorf("the address is %s", h)
	}
	p.Shot("over")
}
