// Package links reads and writes what a permalink says beyond the settings.
package links
