// Package view shows the state of the page: header, controls, verdict, charts,
// experiments and documentation, as vugu components. The .vugu files hold markup
// and nothing else; the .go file of the same name holds the component's texts.
package view
