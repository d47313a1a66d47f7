// Package panel is the page around the scene: header, controls, verdict,
// charts, experiments and documentation, as vugu components.
//
// Everything on it is generated from what a laboratory returns: its table of
// parameters, presets, analyses, facts and reports. Model holds the state and
// every transition, is plain Go and knows neither the DOM nor the clock; what
// it needs of a browser it asks of a Host, what it needs computed of a
// wire.Pool. The .vugu files hold markup and nothing else.
package panel
