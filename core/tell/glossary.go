package tell

// Term is an entry of the glossary: a word that opens where it is used.
type Term struct {
	Name string   // "adjacent"
	Also []string // other forms of it in texts: "adjacency"
	Say  string   // two or three sentences that a student of sixteen understands
}

// Glossary explains the words that every laboratory uses.
func Glossary() []Term {
	return []Term{
		{"release", []string{"releases"},
			"What is published: one random answer of a mechanism. Publishing again gives another release, because the noise is drawn anew."},
		{"mechanism", []string{"mechanisms"},
			"The rule that turns data into a release: an estimator with randomness in it, or a number with noise added."},
		{"record", nil,
			"The data as they are: everything that the sensors, the cars, the agents or the respondents reported."},
		{"neighbour", []string{"neighbours", "neighbouring"},
			"The same data with one thing changed: one sensor elsewhere, one car moved, one answer turned round. Privacy means that releases do not tell the record from its neighbour."},
		{"adjacent", []string{"adjacency"},
			"Two data sets are adjacent when they differ in one person's or one sensor's part, by no more than a stated distance. It is the rule that says which neighbours count."},
		{"ε", []string{"epsilon", "privacy loss"},
			"How much likelier an event may become when the record is replaced by its neighbour: where δ is 0, at most e to the power ε times. Then releases tell nothing at ε = 0; odds move by at most a factor of 2.7 at ε = 1, of 148 at ε = 5. A δ above 0 allows more."},
		{"δ", []string{"delta"},
			"An allowance on top of ε: an event's probability for one input may exceed e^ε times that for the other by no more than this. It should be far smaller than one over the number of people."},
		{"claim", []string{"claimed"},
			"The ε, and δ, that somebody promises. The test holds the promise against releases."},
		{"event", []string{"events"},
			"A set of releases, such as “the estimate lies in this cell” or “the answer is above 0.7”. A violation is an event that happens too often for one input and too rarely for the other."},
		{"opposite", nil,
			"A second event, tested beside the first, that never happens together with it and was chosen as the likelier one for the other input. Counted together they show more than either alone."},
		{"false alarm", []string{"false alarms"},
			"An adversary who watches for an event says “record” although the neighbour was the truth."},
		{"miss", []string{"misses"},
			"An adversary says “neighbour” although the record was the truth. Privacy keeps false alarms and misses from being rare together."},
		{"p-value", []string{"p-values"},
			"How often, at most, counts at least this lopsided would come up if the claim were true. A small one speaks against the claim; a large one does not speak for it."},
		{"confidence", []string{"confidence level"},
			"How often a method's bound is right: at 95 % confidence, at most one in twenty runs of the method gives a bound that is wrong."},
		{"lower bound", []string{"proven", "bound"},
			"A number that the true ε is at least, shown from counted releases alone, at a stated confidence. More releases bring it closer to the ε of the events and inputs that were tested; the true ε may be larger."},
		{"critical ε", nil,
			"The smallest ε that the paper's test does not reject. It proves nothing by itself: another event could reject more."},
		{"high-likely set", nil,
			"An ellipsoid at each step that holds nearly all of the record's releases. The paper looks for events inside it; what falls outside is an event too."},
		{"sensitivity", nil,
			"How far one person's or one sensor's change can move the result before noise is added. Noise is measured in it."},
		{"trade-off curve", nil,
			"For every rate of false alarms, the fewest misses that any adversary can have. The lower it runs, the more the releases give away."},
		{"no violation found", nil,
			"The test saw nothing against the claim. It looked at some events, one pair of inputs and so many releases: it does not say that the mechanism is private."},
	}
}
