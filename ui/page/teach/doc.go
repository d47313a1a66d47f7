// Package teach finds the glossary's terms in texts, documents parameters and follows a
// lesson from step to step.
package teach
