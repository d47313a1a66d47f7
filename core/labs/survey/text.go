package survey

// Sentences that a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stand here, file by file. Labels stand where
// they name something. The verbs are those of package fmt; a test keeps sentences out
// of the other files.

// In csv.go.
const (
	sayFileTooLarge     = "the file has %d bytes; a survey of one answer a line may have at most %d"
	sayFileNotPlainText = "the file is not plain text: it should hold one answer a line, yes or no"
	sayLineHasColumns   = "line %d has more than one column: %q; the file should hold one answer a line, yes or no"
	sayLineIsNoAnswer   = "line %d says %q; an answer is yes or no, y or n, true or false, 1 or 0"
	sayFileIsEmpty      = "the file holds no answers: it should hold one answer a line, yes or no"
)

// In experiments.go.
const (
	sayLawsLead = "The law of the published number for the record and for its neighbour, the survey in which the star " +
		"gives the other answer."
	sayClaimCaption = "The claim ε = %s means: the neighbour's law stays within a factor e^ε of the record's, the shaded " +
		"band, everywhere."
	sayLossCaption = "What a release says for or against the star's answer; a loss of ε multiplies an observer's odds by " +
		"e^ε. Infinite losses are drawn at the edge."
	sayOneOfTwoOnlyNote = "At the left and right end only one of the two laws has any density: such a release names the star's " +
		"answer for certain."
)

// In model.go.
const (
	sayTruncatedNote = "Tulap noise is cut here and keeps (ε, δ) with δ = %s; all others keep the same ε with δ = 0. Part of what it " +
		"gains on them is paid with that δ."
	sayComparisonBudgetNote = "The mechanism's ε is %s; the comparison takes %s."
	sayPromisedHelp         = "What the mechanism promises according to its source. "
	sayExactHelp            = "The largest privacy loss over all events for record and neighbour, "
	sayExactHelpInfinite    = ". ∞: some releases are possible for "
	sayExactHelpOneOnly     = "one of the two only."
	sayNoiseHelp            = "The standard deviation that privacy adds to the estimated proportion, over the mechanism's coins and " +
		"noise alone."
	sayVarianceShareHelp = "Of the estimate's total variance (choice of respondents plus noise), how much would vanish without " +
		"privacy."
	sayTrueProportionHelp = "Known to the curator, never published."
	sayDistanceHelp       = "One respondent's answer differs: %d yes answers against %d."
	saySensitivityHelp    = "The sensitivity: the noise must hide a step of this size."
	sayAdvantageHelp      = "True minus false positive rate of the best possible guess from one release: the total variation " +
		"distance of the two laws."
	saySamplingErrorHelp = "What the choice of respondents alone would contribute if the population share were p."
	sayExactDeltaHelp    = "The least δ for which the claim's ε holds for record and neighbour."
	sayMisprintWarning   = "This mechanism is an exhibit: the slide's inverse as printed has bounded noise, so releases near the " +
		"ends are possible for one of the two only and no ε holds."
	sayStrongerClaimWarning = "The tested claim ε = %s is stronger than what the mechanism promises (ε = %s): a violation is to be " +
		"expected, and finding it takes enough releases."
	sayTestedTogetherWarning = "All %d releases were tested together: each spends ε = %s, and together they spend %s."
	saySingleReportsWarning  = "The promise of randomised response is about each single report. All reports together hide one of them " +
		"in the crowd, so this test sees less than a collector who sees the reports."
	sayTruncationWarning = "The noise is truncated with a larger δ than the claim allows: a violation is to be expected."
	sayRepeatedNotTested = " Repeated releases were not tested."
	sayRecordsMeaning    = "Record and neighbour are surveys with %d and %d yes among %d.%s"
)

// In own.go.
const (
	sayOwnReport     = "The star reports %s: that much, and no more, the collector knows about her."
	sayOwnCount      = "Release %d publishes the count %s of %d, a proportion of %s."
	sayOwnNoisyCount = "Release %d publishes %s noisy yes of %d."
	sayOwnProportion = "Release %d publishes the proportion %s."
	sayOutsideNote   = "The release lies outside 0 … 1: the noise does not know where a proportion must end. Cutting it to " +
		"the range costs no privacy, for it looks at nothing but the release."
	sayOverspentNote = "The %d releases spend ε = %s of the %s that were promised: a curator who keeps the promise would have " +
		"stopped after %d."
	sayDeltaSpentNote    = "Each release also spends δ = %s; %d of them spend %s."
	sayMisprintSpentNote = "With the misprinted noise nothing was spent, because nothing was ever protected: no ε holds."
	saySeedNote          = "The noise follows from the seed in the link, so that everybody sees the same numbers. A real release " +
		"needs noise from a secret random source, and noise that is drawn with care for floating-point numbers " +
		"(Mironov 2012)."
	sayInferencesCaption = "H₀: θ = %s against %s; intervals at %s %%. Each method reads a release of its own mechanism at equal " +
		"ε = %s; publishing two of them would cost twice that."
	sayMisprintedNoiseHelp = "Valid conclusions, but from a release that protects nobody."
	sayLaplaceHelp         = "The exact law of count plus Laplace noise; two-sided with equal tails."
	sayNormalHelp          = "Vu & Slavković (2009): a normal law with the noise's variance added."
	sayJIMIHelp            = "Boulaguiem (2023): the law of the private just-identified minimum-distance estimator; the estimate is " +
		"its median."
	sayUMPHelp            = "Awan & Slavković (2018): one-sided, the most powerful private test; two-sided here with equal tails."
	sayUMPTwoSidedHelp    = "The two-sided p-value of the unbiased test; the interval is the one with equal tails."
	sayNoisyCountHelp     = "The exact binomial test on the noisy count."
	sayNotPrivateHelp     = "The exact test and the interval of Clopper & Pearson, on the true answers."
	sayRawJIMIHelp        = "Without privacy; the estimator is Beta(x+½, n−x+½)."
	sayRawJIMIUniformHelp = "Without privacy; the estimator is Beta(x+1, n−x+1)."
	sayLedgerCaption      = "Budgets add up (basic composition); for many small releases advanced composition, at δ = 10⁻⁶, may " +
		"promise more."
	sayAveragingCaption        = "The mean of k releases closes in on the true value as 1/√k: that is why budgets add up."
	sayAveragingNothingCaption = "With δ̃ = 0 the reports say nothing, however often they are repeated."
)
