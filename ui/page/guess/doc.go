// Package guess is the guessing game as the page shows it: its rounds, scores and sentences.
package guess
