package tell

// Glossary names the words that every laboratory uses. Of a term glossary.<name> is the
// word, .also are its other forms, separated by commas (empty for none), and .text is what
// a student of sixteen understands.
func Glossary() []string {
	return []string{"release", "mechanism", "record", "neighbour", "adjacent", "ε", "δ", "claim", "event", "opposite",
		"false-alarm", "miss", "p-value", "confidence", "lower-bound", "critical-ε", "high-likely-set", "sensitivity",
		"trade-off-curve", "gaussian-dp", "zero-concentrated-dp", "no-violation-found"}
}
