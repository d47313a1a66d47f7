// Package test is what tests of the page share: a laboratory with one parameter of
// each kind, and a browser and a pool in memory.
package test
