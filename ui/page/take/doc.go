// Package take writes what a visitor takes away: QR codes, code for a frame, a
// citation, releases as CSV, files of two runs, the native command.
package take
