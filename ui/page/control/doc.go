// Package control holds what one control of the page shows: its texts, and where a slider stands for a value.
package control
