// Package take writes what a visitor takes away: QR codes, releases as CSV, files
// of two runs, the native command.
package take
