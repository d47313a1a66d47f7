package library

// Sentences that a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stand here, file by file. Labels stand where
// they name something. The verbs are those of package fmt; a test keeps sentences out
// of the other files.

// In experiments.go.
const (
	sayLawsLead    = "The claim takes noise of standard deviation %s; the library, told %s times the sensitivity, adds %s."
	sayLawsCaption = "Solid: what the library adds. Dashed: what the claim takes."
	sayLossCaption = "A loss of ε multiplies an observer's odds by e^ε. The claim is the band between the two marks."
)

// In film.go.
const (
	sayFilmAlt = "Two histograms of released means grow into two overlapping laws, one for the record and one for its " +
		"neighbour. The noise has standard deviation %s where the claim takes %s."
)

// In mean.go.
const (
	sayClaimNote = "It holds when the library is told the true sensitivity."
)

// In model.go.
const (
	sayNoLibrary       = "This program was built without Google's library, which this laboratory tests."
	sayLibraryRefuses  = "The library refuses: %w."
	saySensitivityHelp = "How far one person can move the mean: (upper − lower)/n."
	sayToldHelp        = "What is passed to the library."
	sayExactHelp       = "The largest privacy loss of any release, by the documented law. ∞: Gaussian noise keeps no ε without " +
		"a δ."
	sayNoiseHelp         = "Standard deviation of the noise by the library's documentation."
	sayPromisedNoiseHelp = "Its standard deviation when the library is told the true sensitivity."
	sayTestedMeaning     = "Tested: one record and one neighbour, which differ in one person's value, at the lower and at the upper " +
		"bound."
	sayToldWarning = "The library was told %g times the true sensitivity: its claim is only meant for at least 1."
)
