// Package teach finds the glossary's terms in texts and documents parameters.
package teach
