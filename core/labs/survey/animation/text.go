package animation

// Sentences that a visitor reads of the pictures stand here, file by file. The verbs are
// those of package fmt; a test keeps sentences out of the other files.

// In animation.go.
const (
	sayFilmAlt = "%d respondents, %d of whom say yes, answer through %s; beside them the releases of the record and of " +
		"its neighbour, in which the starred respondent gives the other answer, pile up into two overlapping " +
		"histograms."
	sayClockQuestion       = "%d people are asked a sensitive question; %d would truly say yes"
	sayClockStarWouldSay   = "The star would say %s. What will the result give away about her?"
	sayClockReleased       = "What is released: "
	sayClockPublishedAgain = "Published %d times, each time with fresh noise; the mean is %s"
	sayClockNeighbour      = "Now the star says %s instead; nobody else changes"
	sayClockClaim          = "The claim ε = %s: the neighbour's law stays in the band around the record's"
	sayClockOneOfTwoOnly   = "At the ends a release is possible for one of the two only: the star is found out"
	sayClockPrivacyLoss    = "The privacy loss: how far a release shifts the odds on the star's answer"
)

// In histograms.go.
const (
	sayMeanOfReleases = "mean of %d releases"
)
