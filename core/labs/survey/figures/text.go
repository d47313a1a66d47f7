package figures

// Sentences that a visitor reads of the figures stand here, file by file. The verbs are
// those of package fmt; a test keeps sentences out of the other files.

// In accuracy.go.
const (
	sayAccuracyLead = "Noise that privacy adds to the estimated proportion, at equal ε = %s (δ̃ = %s)."
	sayTrustNote    = "Randomised response needs nobody to be trusted; a curator, who sees all answers, can do with far less " +
		"noise. That trust is what 1/√n against 1/n buys."
	saySlopesCaption = "Slopes −½ and −1 on these axes: O(1/(δ̃√n)) against O(1/(εn)). Where a curator's line falls " +
		"below the dashed one, privacy costs less than sampling."
	sayHalvingEpsilonCaption    = "For %d respondents. Halving ε doubles the noise, where ε is small."
	sayPrivacyBudget            = "privacy budget ε"
	sayRespondentsNeededCaption = "For a given standard deviation of the noise alone, at equal ε."
	sayLaplaceNoiseSmallerNote  = "From n = 2/(ε²θ(1−θ)) = %s on, the Laplace noise is smaller than the sampling error at θ = %s."
)

// In intervals.go.
const (
	sayAtAGlanceCaption = "Over the 49 shares θ = 0.02 … 0.98."
	sayIntervalsLead    = "How often %s %% intervals hold the true share, for %d respondents at equal ε = %s."
	sayIntervalsNote    = "The intervals of the exact tests hold θ with probability 1 − α to the last digit, for every θ: the " +
		"noise smooths the steps that keep the exact interval without privacy above it."
	sayLengthsNote = "Lengths count the part within 0 … 1. An interval from a release far outside may be a single point or " +
		"empty."
	sayCoverageCaption = "Probability that the interval holds θ."
	sayTrueShare       = "true share θ"
	sayLengthCaption   = "Shorter is better, among intervals that cover."
)

// In limit.go.
const (
	sayLimitLead    = "The law of √n (π̂ − θ)/σ for the Laplace release, exactly, at θ = %s and ε = %s."
	sayVarianceNote = "σ² is n times the variance of π̂: θ(1−θ) + 2/(ε²n). The slide prints θ(1−θ) + 2/ε², " +
		"without the 1/n; scaled by that, the law does not tend to the standard normal but to a narrower one."
	sayCombNote = "Small n: a Laplace peak. Then a comb, where the noise is finer than the steps of the count (large ε). " +
		"Large n: the bell of Berry and Esseen."
	sayFillingInCaption = "Densities for n = 4, 16, 64, 256 and the standard normal law (dashed)."
	sayDistanceCaption  = "Largest difference of the distribution functions, on 1,601 points; the theorem promises a fall like " +
		"1/√n or faster."
)

// In power.go.
const (
	sayProbabilityRejecting = "probability of rejecting"
	sayPowerLead            = "Probability that each test rejects θ₀, at equal ε = %s for %d respondents."
	saySumsNote             = "Every point is a sum over all possible counts, not a simulation."
	sayBoughtPowerNote      = "A test that rejects more often than α at θ₀ itself has bought its power there: compare with the " +
		"analysis Size."
	sayPriceOfPrivacyCaption = "; the gap between dashed and solid is the price of privacy."
	sayRejectionTableCaption = "Exact, to five digits; at θ₀ it should be α."
	saySizeLead              = "Probability of rejecting a hypothesis that is true, against the promised α = %s."
	saySizeNote              = "The exact tests keep α to the last digit, by construction. The normal approximation and the JIMI do " +
		"not: the former is timid at the ends, the latter slightly bold."
	sayTwoSidedNote = "Two-sided tests have equal tails, except DP-UMP, which is the unbiased one. Alternative here: %s."
)

// In simulated.go.
const (
	saySimulatedLead         = "%d simulated surveys at each of %d shares, n = %d, ε = %s."
	saySimulatedCaption      = "Bars are ± 2 standard errors of the simulation."
	sayDifferencesCaption    = "Simulated minus exact, divided by the simulation's standard error."
	sayLargestDifferenceNote = "The largest difference, where at least ten rejections and ten acceptances are expected, is %s standard " +
		"errors; among %d comparisons one of 3.6 or more has a probability of about 2 %%."
)
