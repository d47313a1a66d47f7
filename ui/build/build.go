// Package build tells the programs of one build from those of another: what a host sends
// may be of two, and they must not compute together.
package build

// Mark is the same in all programs of a build; wasm/site sets it, and without it is empty.
var Mark string
