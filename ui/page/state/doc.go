// Package state holds the state of the page around the scene and every way it
// changes: settings, links, runs, lessons, games, comparisons. It holds no markup.
//
// Everything is generated from what a laboratory returns: its table of
// parameters, presets, analyses, facts and reports. Model is plain Go and knows
// neither the DOM nor the clock; what it needs of a browser it asks of a Host,
// what it needs computed of a wire.Pool.
package state
