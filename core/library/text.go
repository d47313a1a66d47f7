package library

// What a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stands here, file by file. The verbs are
// those of package fmt; a test keeps sentences out of the other files.

// In experiments.go.
const (
	sayClaimTakesNoiseStandard     = "The claim takes noise of standard deviation %s; the library, told %s times the sensitivity, adds %s."
	saySolidWhatLibraryAdds        = "Solid: what the library adds. Dashed: what the claim takes."
	sayRecordAsPromised            = "record, as promised"
	sayNeighbourAsPromised         = "neighbour, as promised"
	sayPrivacyLossEachPossible     = "Privacy loss of each possible release"
	sayPrivacyLossLn               = "privacy loss ln(p/p′)"
	sayLossMultipliesObserversOdds = "A loss of ε multiplies an observer's odds by e^ε. The claim is the band between the two marks."
)

// In film.go.
const (
	sayReleasesRecordItsNeighbour = "%d releases of the record, %d of its neighbour"
	sayReleasedRecord             = "released for the record"
	sayReleasedItsNeighbour       = "released for its neighbour"
	sayWhatClaimTakes             = "what the claim takes"
	sayWhatLibraryPublishes       = "What the library publishes"
	sayTwoHistogramsReleasedMeans = "Two histograms of released means grow into two overlapping laws, one for the record and one for its " +
		"neighbour. The noise has standard deviation %s where the claim takes %s."
	sayPrivacyLossEachRelease = "Privacy loss of each release"
	sayClaimWithin            = "claim: within ±ε"
)

// In mean.go.
const (
	sayDocumentationLibrarysNoisePackage = "documentation of the library's noise package"
	sayHoldsWhenLibraryTold              = "It holds when the library is told the true sensitivity."
)

// In model.go.
const (
	sayThisProgramWasBuilt   = "This program was built without Google's library, which this laboratory tests."
	sayLibraryRefuses        = "The library refuses: %w."
	sayHowFarOnePerson       = "How far one person can move the mean: (upper − lower)/n."
	saySensitivityTold       = "Sensitivity told to it"
	sayWhatPassedLibrary     = "What is passed to the library."
	sayExactWhatReleased     = "Exact ε of what is released"
	sayLargestPrivacyLossAny = "The largest privacy loss of any release, by the documented law. ∞: Gaussian noise keeps no ε without " +
		"a δ."
	sayStandardDeviationNoiseLibrarys = "Standard deviation of the noise by the library's documentation."
	sayNoiseClaimTakes                = "Noise that the claim takes"
	sayItsStandardDeviationWhen       = "Its standard deviation when the library is told the true sensitivity."
	sayTestedOneRecordOne             = "Tested: one record and one neighbour, which differ in one person's value, at the lower and at the upper " +
		"bound."
	sayLibraryWasToldTimes = "The library was told %g times the true sensitivity: its claim is only meant for at least 1."
)
