package ring

// Sentences that a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stand here, file by file. Labels stand where
// they name something. The verbs are those of package fmt; a test keeps sentences out
// of the other files.

// In film.go.
const (
	sayHiddenSensorNote = "about the hidden sensor: "
	sayFilmAlt          = "A target moves inside a ring of %d sensors, one of which is hidden. %s An inset shows the published " +
		"positions about the target for the record and for its neighbour, in which the hidden sensor stands %s " +
		"away."
)

// In game.go.
const (
	sayGameTitle = "Where is the sensor?"
	sayGameLead  = "Play the adversary: releases come one at a time, and each one costs points. Guess where the hidden " +
		"sensor stands, against a machine that knows the estimator. Each of ten levels adds privacy."
	sayGamePrompt = "The sensor hides at one of %d places on the ring. Dots are published about the target, %d times at " +
		"most; the glow is what the machine makes of them. Choose a place and press Guess as soon as you dare: " +
		"each further release costs points."
	sayCluesCaption = "Each row is one release: the mean over its steps, from the true position; then the adversary's belief " +
		"after it."
)

// In gamefilm.go.
const (
	sayGameAlt = "A ring with marked places where the sensor may hide, a belief that glows on them, and published " +
		"positions about the target."
	sayGameViewName          = "where is the sensor?"
	sayWhatAdversaryBelieves = "what the adversary believes"
	sayPublishedAboutTarget  = "published, about the target"
)

// In inset.go.
const (
	sayInDecidingEvent  = "in the event that decides"
	sayInDecidingEvents = "in one of the two events that decide"
)

// In model.go.
const (
	sayUnknownMechanism   = "The mechanism %q is not known."
	sayRecordDistanceHelp = "2-norm of the difference over all steps and sensors. It is computed, not taken from a bound."
	saySensorMovesHelp    = "Angle on the ring between the sensor's place and the one in the neighbour."
	sayDisplacementHelp   = "Straight distance between the two places."
	sayStepDistanceHelp   = "Reached at step %d of %d."
	saySoundBoundHelp     = "A sound bound on ε for these two records, with the sensor function's true Lipschitz constant 10, every " +
		"released step, and the record's effect on the prediction."
	sayTheoremHelp = "The paper's formula for records this far apart, with c_h = 100 as printed and the data weight κ. It " +
		"counts one release, not every released step, so it is no upper bound in general; the line above is."
	sayRecordsMeaning = "The two records are %s apart, with sensor %d moved by %s rad. Differential privacy speaks of all pairs " +
		"at most d apart, and of every sensor."
	sayPrintedRuleWarning = "By the paper's printed rule the records are %s apart, not d = %s: they are not adjacent in the sense of " +
		"the claim."
	sayDeterministicWarning = "At s = 1 the estimate is deterministic: its releases for the two records differ always, so the true ε " +
		"is infinite. A finite critical ε only says how far so many releases reach."
)

// In rings.go.
const (
	sayWholeRingAlt = "The guarantee keeps all places of the ring indistinguishable."
	sayRingsLeftOut = "Over so many released steps, with sets this tight, what is promised, measured and attacked takes too long to follow a slider: " +
		"the experiments under these names compute it."
	sayRingsLeftOutNote = "promised, measured, attacked: too long to follow a slider here, see Experiments"
	sayNoDiskAlt        = "The guarantee keeps no two places indistinguishable."
	sayDiskAlt          = "Within %s of it, places are promised to be indistinguishable: an adversary is %s."
	sayContourAlt       = " From %s on an audit shows the difference."
	sayBeliefAlt        = " After one release the adversary's 95 %% region is %s about a guess."
)

// In tradeoff.go.
const (
	sayKLMHELeftOut = "KL-MHE is left out. "
	sayTradeOffLead = "Each point is a mechanism at one setting, for your layout and your d: to the left more accurate, below " +
		"less leakage that could be shown."
	sayTradeOffNote = "Mean of two seeds, n = 2,000 and m = 4,000 releases of each record. The highest points stand at the " +
		"most that so many releases can prove: there the chart is a ceiling. A lower point means that less could " +
		"be shown, not that less leaks."
	sayProvenLowerBound = "proven lower bound on ε"
	saySolveNote        = "Found by interpolation between audits with n = 2,000 and m = 4,000 releases of each record and this " +
		"seed. A proven ε below the target means that no more could be shown with so many releases, not that " +
		"the mechanism keeps the target."
	saySolveNothingMeets = "No value of %s between %s and %s meets %s = %s: it runs from %s to %s."
	saySolveMeets        = "%s = %s meets %s = %s for %s."
)
