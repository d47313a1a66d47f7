package survey

// What a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stands here, file by file. The verbs are
// those of package fmt; a test keeps sentences out of the other files.

// In accuracy.go.
const (
	sayChoiceRespondents             = "choice of respondents"
	sayNoisePrivacyAddsEstimated     = "Noise that privacy adds to the estimated proportion, at equal ε = %s (δ̃ = %s)."
	sayRandomisedResponseNeedsNobody = "Randomised response needs nobody to be trusted; a curator, who sees all answers, can do with far less " +
		"noise. That trust is what 1/√n against 1/n buys."
	sayErrorOverNumberRespondents = "Error over the number of respondents"
	saySlopesTheseAxesAgainst     = "Slopes −½ and −1 on these axes: O(1/(δ̃√n)) against O(1/(εn)). Where a curator's line falls " +
		"below the dashed one, privacy costs less than sampling."
	sayErrorOverPrivacyBudget         = "Error over the privacy budget"
	sayRespondentsHalvingDoublesNoise = "For %d respondents. Halving ε doubles the noise, where ε is small."
	sayPrivacyBudget                  = "privacy budget ε"
	sayGivenStandardDeviationNoise    = "For a given standard deviation of the noise alone, at equal ε."
	sayFromLaplaceNoiseSmaller        = "From n = 2/(ε²θ(1−θ)) = %s on, the Laplace noise is smaller than the sampling error at θ = %s."
)

// In crowd.go.
const (
	sayCoinSaysReportOpposite = "coin says: report the opposite"
	sayAnswerSentYes          = "answer sent: yes"
	sayAnswerSentNo           = "answer sent: no"
	sayStarFilledDiskSays     = "the star (filled disk: says yes)"
	sayStarYes                = "the star: yes"
	sayStarNo                 = "the star: no"
)

// In csv.go.
const (
	sayFileHasBytesSurvey = "the file has %d bytes; a survey of one answer a line may have at most %d"
	sayFileNotPlainText   = "the file is not plain text: it should hold one answer a line, yes or no"
	sayLineHasMoreThan    = "line %d has more than one column: %q; the file should hold one answer a line, yes or no"
	sayLineSaysAnswerYes  = "line %d says %q; an answer is yes or no, y or n, true or false, 1 or 0"
	sayFileHoldsNoAnswers = "the file holds no answers: it should hold one answer a line, yes or no"
)

// In curator.go.
const (
	saySurveyRespondentsCannotAnalysed = "a survey of %d respondents cannot be analysed: there must be at least 1"
	sayYesAnswersImpossibleThere       = "%d yes answers are impossible: there must be 0 or more"
	sayYesAnswersFromRespondents       = "%d yes answers from %d respondents are impossible: there can be at most %d"
	sayCannotNoiseNeedsNumber          = "ε cannot be %v: the noise needs a number above 0"
	sayOneAnswerMovesProportion        = "One answer moves the proportion by 1/n; the noise has scale 1/(εn)."
	sayCannotTruncationNeedsNumber     = "δ cannot be %v: the truncation needs a number from 0 to below 1"
	sayOneAnswerMovesCount             = "One answer moves the count by 1; the noise is discrete Laplace plus uniform, cut at q/2 and 1 − q/2 " +
		"where δ > 0."
	sayBoulaguiemInverseAsPrinted = "Boulaguiem (2023), the inverse as printed"
	saySlideSaysLaplaceLog        = "The slide says Laplace; with log(1 − |W|) in place of log(1 − 2|W|) the noise is bounded and the " +
		"claim is false."
)

// In decision.go.
const (
	sayBestTestWithoutPrivacy = "best test without privacy"
)

// In experiments.go.
const ()

// In film.go.
const (
	sayRespondentsWhomSayYes = "%d respondents, %d of whom say yes, answer through %s; beside them the releases of the record and of " +
		"its neighbour, in which the starred respondent gives the other answer, pile up into two overlapping " +
		"histograms."
	sayCuratorTulapNoise              = "a curator with Tulap noise"
	sayCuratorSlidesMisprintedNoise   = "a curator with the slide's misprinted noise"
	sayCuratorLaplaceNoise            = "a curator with Laplace noise"
	sayPeopleAskedSensitiveQuestion   = "%d people are asked a sensitive question; %d would truly say yes"
	sayStarWouldSayWhat               = "The star would say %s. What will the result give away about her?"
	sayEverybodyTossesCoinProbability = "Everybody tosses a coin: with probability %s the report is a lie"
	sayAllTellTruthCurator            = "All tell the truth to a curator whom they trust"
	sayReportsGoCollectorWho          = "The reports go to a collector who need not be trusted"
	sayAnswersGoCurator               = "The answers go to the curator"
	sayStarsReportSays                = "The star's report says %s"
	sayWhatReleased                   = "What is released: "
	sayPublishedTimesEachTime         = "Published %d times, each time with fresh noise; the mean is %s"
	sayNoiseAddedOnceResult           = "Noise is added, once, and the result is published: %s"
	sayOtherNoisePossibleReleases     = "With other noise: %d possible releases of the record"
	sayNowStarSaysInstead             = "Now the star says %s instead; nobody else changes"
	sayPossibleReleasesItsNeighbour   = "%d possible releases of its neighbour"
	sayAverageUndoesNoiseTwo          = "The average undoes the noise: the two part"
	sayClaimNeighboursLawStays        = "The claim ε = %s: the neighbour's law stays in the band around the record's"
	sayEndsReleasePossibleOne         = "At the ends a release is possible for one of the two only: the star is found out"
	sayPrivacyLossHowFar              = "The privacy loss: how far a release shifts the odds on the star's answer"
)

// In histograms.go.
const (
	sayWhatCouldReleased      = "What could be released"
	sayMeanReleases           = "mean of %d releases"
	sayWhatReleasesAverage    = "What %d releases average to"
	sayReleasedRecord         = "released for the record"
	sayReleasedItsNeighbour   = "released for its neighbour"
	sayClaimAroundRecordsLaw  = "claim: e^±ε around the record's law"
	sayNoiseClaimTakes        = "noise that the claim takes"
	sayMostTellingEvent       = "most telling event"
	sayPrivacyLossEachRelease = "Privacy loss of each release"
	sayClaimWithin            = "claim: within ±ε"
	sayFromCounts             = "from the counts"
)

// In intervals.go.
const (
	sayClopperPearsonNotPrivate = "Clopper–Pearson, not private"
	sayJimiBetaNotPrivate       = "JIMI D ~ Beta(½, ½), not private"
	sayOverShares               = "Over the 49 shares θ = 0.02 … 0.98."
	sayHowOftenIntervalsHold    = "How often %s %% intervals hold the true share, for %d respondents at equal ε = %s."
	sayIntervalsExactTestsHold  = "The intervals of the exact tests hold θ with probability 1 − α to the last digit, for every θ: the " +
		"noise smooths the steps that keep the exact interval without privacy above it."
	sayLengthsCountPartWithin = "Lengths count the part within 0 … 1. An interval from a release far outside may be a single point or " +
		"empty."
	sayProbabilityIntervalHolds    = "Probability that the interval holds θ."
	sayTrueShare                   = "true share θ"
	sayShorterBetterAmongIntervals = "Shorter is better, among intervals that cover."
)

// In limit.go.
const (
	sayLawLaplaceReleaseExactly = "The law of √n (π̂ − θ)/σ for the Laplace release, exactly, at θ = %s and ε = %s."
	sayTimesVarianceSlidePrints = "σ² is n times the variance of π̂: θ(1−θ) + 2/(ε²n). The slide prints θ(1−θ) + 2/ε², " +
		"without the 1/n; scaled by that, the law does not tend to the standard normal but to a narrower one."
	saySmallLaplacePeakThen = "Small n: a Laplace peak. Then a comb, where the noise is finer than the steps of the count (large ε). " +
		"Large n: the bell of Berry and Esseen."
	sayDensitiesStandardNormalLaw             = "Densities for n = 4, 16, 64, 256 and the standard normal law (dashed)."
	sayStandardisedRelease                    = "standardised release √n (π̂ − θ)/σ"
	sayDistanceNormalLaw                      = "Distance to the normal law"
	sayLargestDifferenceDistributionFunctions = "Largest difference of the distribution functions, on 1,601 points; the theorem promises a fall like " +
		"1/√n or faster."
	saySlides = "with the slide's σ²"
	saySlope  = "slope of 1/√n"
)

// In model.go.
const (
	sayPromisedTheory                 = "Promised by theory"
	sayPromisedSlide                  = "Promised by the slide"
	sayWhatMechanismPromisesAccording = "What the mechanism promises according to its source. "
	sayExactWhatReleased              = "Exact ε of what is released"
	sayLargestPrivacyLossOver         = "The largest privacy loss over all events for record and neighbour, "
	saySomeReleasesPossible           = ". ∞: some releases are possible for "
	sayOneTwoOnly                     = "one of the two only."
	sayNoiseProportionSd              = "Noise in the proportion (sd)"
	sayStandardDeviationPrivacyAdds   = "The standard deviation that privacy adds to the estimated proportion, over the mechanism's coins and " +
		"noise alone."
	sayShareVarianceDuePrivacy      = "Share of the variance due to privacy"
	sayEstimatesTotalVarianceChoice = "Of the estimate's total variance (choice of respondents plus noise), how much would vanish without " +
		"privacy."
	sayTrueProportionRecord        = "True proportion in the record"
	sayKnownCuratorNeverPublished  = "Known to the curator, never published."
	sayDistanceNeighbour           = "Distance to the neighbour"
	sayOneRespondentsAnswerDiffers = "One respondent's answer differs: %d yes answers against %d."
	sayOneAnswerMovesProportion2   = "One answer moves the proportion by"
	saySensitivityNoiseMustHide    = "The sensitivity: the noise must hide a step of this size."
	sayBestGuessStarsAnswer        = "Best guess of the star's answer, exact advantage"
	sayTrueMinusFalsePositive      = "True minus false positive rate of the best possible guess from one release: the total variation " +
		"distance of the two laws."
	saySamplingErrorProportionSd  = "Sampling error of the proportion (sd)"
	sayWhatChoiceRespondentsAlone = "What the choice of respondents alone would contribute if the population share were p."
	sayExactClaimed               = "Exact δ at the claimed ε"
	sayLeastWhichClaimsHolds      = "The least δ for which the claim's ε holds for record and neighbour."
	sayThisMechanismExhibitSlides = "This mechanism is an exhibit: the slide's inverse as printed has bounded noise, so releases near the " +
		"ends are possible for one of the two only and no ε holds."
	sayTestedClaimStrongerThan = "The tested claim ε = %s is stronger than what the mechanism promises (ε = %s): a violation is to be " +
		"expected, and finding it takes enough releases."
	sayAllReleasesWereTested          = "All %d releases were tested together: each spends ε = %s, and together they spend %s."
	sayPromiseRandomisedResponseAbout = "The promise of randomised response is about each single report. All reports together hide one of them " +
		"in the crowd, so this test sees less than a collector who sees the reports."
	sayNoiseTruncatedLargerThan  = "The noise is truncated with a larger δ than the claim allows: a violation is to be expected."
	sayRepeatedReleasesWereNot   = " Repeated releases were not tested."
	sayRecordNeighbourSurveysYes = "Record and neighbour are surveys with %d and %d yes among %d.%s"
)

// In neighbours.go.
const (
	sayStarsReportNoYes         = "the star's report (0 no, 1 yes)"
	sayLawPublishedNumberRecord = "The law of the published number for the record and for its neighbour, the survey in which the star " +
		"gives the other answer."
	sayClaimMeansNeighboursLaw = "The claim ε = %s means: the neighbour's law stays within a factor e^ε of the record's, the shaded " +
		"band, everywhere."
	sayAllowedAroundRecords    = "allowed: e^±ε around the record's"
	sayPrivacyLossEachPossible = "Privacy loss of each possible release"
	sayPrivacyLossLn           = "privacy loss ln(p/p′)"
	sayWhatReleaseSaysOr       = "What a release says for or against the star's answer; a loss of ε multiplies an observer's odds by " +
		"e^ε. Infinite losses are drawn at the edge."
	sayLeftRightEndOnly = "At the left and right end only one of the two laws has any density: such a release names the star's " +
		"answer for certain."
)

// In own.go.
const (
	sayStarReportsMuchNo               = "The star reports %s: that much, and no more, the collector knows about her."
	sayReleasePublishesCountProportion = "Release %d publishes the count %s of %d, a proportion of %s."
	sayReleasePublishesNoisyYes        = "Release %d publishes %s noisy yes of %d."
	sayReleasePublishesProportion      = "Release %d publishes the proportion %s."
	sayReleaseLiesOutsideNoise         = "The release lies outside 0 … 1: the noise does not know where a proportion must end. Cutting it to " +
		"the range costs no privacy, for it looks at nothing but the release."
	sayReleasesSpendWerePromised = "The %d releases spend ε = %s of the %s that were promised: a curator who keeps the promise would have " +
		"stopped after %d."
	sayEachReleaseAlsoSpends     = "Each release also spends δ = %s; %d of them spend %s."
	sayMisprintedNoiseNothingWas = "With the misprinted noise nothing was spent, because nothing was ever protected: no ε holds."
	sayNoiseFollowsFromSeed      = "The noise follows from the seed in the link, so that everybody sees the same numbers. A real release " +
		"needs noise from a secret random source, and noise that is drawn with care for floating-point numbers " +
		"(Mironov 2012)."
	sayWhatCanConcludedAbout      = "What can be concluded about the population"
	sayAgainstIntervalsEachMethod = "H₀: θ = %s against %s; intervals at %s %%. Each method reads a release of its own mechanism at equal " +
		"ε = %s; publishing two of them would cost twice that."
	sayExactNoiseAsPrinted      = "exact, for the noise as printed"
	sayValidConclusionsButFrom  = "Valid conclusions, but from a release that protects nobody."
	sayExactLawCountPlus        = "The exact law of count plus Laplace noise; two-sided with equal tails."
	sayVuSlavkoviNormalLaw      = "Vu & Slavković (2009): a normal law with the noise's variance added."
	sayBoulaguiemLawPrivateJust = "Boulaguiem (2023): the law of the private just-identified minimum-distance estimator; the estimate is " +
		"its median."
	sayAwanSlavkoviOneSided         = "Awan & Slavković (2018): one-sided, the most powerful private test; two-sided here with equal tails."
	sayTwoSidedValueUnbiased        = "The two-sided p-value of the unbiased test; the interval is the one with equal tails."
	sayExactBinomialTestNoisy       = "The exact binomial test on the noisy count."
	sayYesNotPrivate                = "%d yes: not private"
	sayExactTestIntervalClopper     = "The exact test and the interval of Clopper & Pearson, on the true answers."
	sayWithoutPrivacyEstimatorBeta  = "Without privacy; the estimator is Beta(x+½, n−x+½)."
	sayWithoutPrivacyEstimatorBeta2 = "Without privacy; the estimator is Beta(x+1, n−x+1)."
	sayReleasesBudget               = "Releases and budget"
	sayBudgetsAddUpBasic            = "Budgets add up (basic composition); for many small releases advanced composition, at δ = 10⁻⁶, may " +
		"promise more."
	sayMeanSoFar                = "Mean so far"
	sayRepeatingRelease         = "Repeating the release"
	sayMeanReleasesClosesTrue   = "The mean of k releases closes in on the true value as 1/√k: that is why budgets add up."
	saySdMean                   = "± 1 sd of the mean"
	sayReportsSayNothingHowever = "With δ̃ = 0 the reports say nothing, however often they are repeated."
)

// In pairs.go.
const (
	sayOneTurned  = "one of %d %s turned into a %s"
	sayOnlyTurned = "the only %s turned into a %s"
)

// In power.go.
const (
	sayProbabilityRejecting       = "probability of rejecting"
	sayProbabilityEachTestRejects = "Probability that each test rejects θ₀, at equal ε = %s for %d respondents."
	sayEveryPointSumOver          = "Every point is a sum over all possible counts, not a simulation."
	sayTestRejectsMoreOften       = "A test that rejects more often than α at θ₀ itself has bought its power there: compare with the " +
		"analysis Size."
	sayMechanismsComparisonTakes          = "The mechanism's ε is %s; the comparison takes %s."
	sayPowerOverTrueShare                 = "Power over the true share"
	sayGapBetweenDashedSolid              = "; the gap between dashed and solid is the price of privacy."
	sayAssumedTruth                       = "at the assumed truth θ = %s"
	sayPowerOverNumberRespondents         = "Power over the number of respondents"
	sayPowerOverPrivacyBudget             = "Power over the privacy budget"
	sayExactFiveDigitsShould              = "Exact, to five digits; at θ₀ it should be α."
	sayJimiWithoutPrivacyBeta             = "JIMI without privacy, D ~ Beta(½, ½)"
	sayJimiWithoutPrivacyBeta2            = "JIMI without privacy, D ~ Beta(1, 1)"
	sayProbabilityRejectingHypothesisTrue = "Probability of rejecting a hypothesis that is true, against the promised α = %s."
	sayExactTestsKeepLast                 = "The exact tests keep α to the last digit, by construction. The normal approximation and the JIMI do " +
		"not: the former is timid at the ends, the latter slightly bold."
	sayTwoSidedTestsHave         = "Two-sided tests have equal tails, except DP-UMP, which is the unbiased one. Alternative here: %s."
	saySizeOverHypothesis        = "Size over the hypothesis"
	saySizeOverNumberRespondents = "Size over the number of respondents"
	saySizeOverPrivacyBudget     = "Size over the privacy budget"
)

// In repeated.go.
const (
	sayConvolutionOneReleasesPrivacy = "convolution of one release's privacy loss, error below 10⁻⁶"
	sayBasicCompositionDworkRoth     = "; basic composition (Dwork & Roth 2014, theorem 3.16)"
)

// In response.go.
const (
	sayBiasCannotTakesNumber = "the bias δ̃ cannot be %v: it takes a number from 0 to 0.5"
	sayBiasAnswersSayNothing = "with the bias δ̃ = 0 the answers say nothing and no proportion can be estimated: release the noisy " +
		"count, or take a larger bias"
	sayPromiseHoldsEachSingle = "The promise holds for each single report, so also for whatever is computed from all of them."
	saySumOverAllCounts       = "sum over all counts, error below 10⁻¹⁴"
)

// In simulated.go.
const (
	saySimulatedSurveysEachShares   = "%d simulated surveys at each of %d shares, n = %d, ε = %s."
	sayPowerSumsLinesSimulations    = "Power: sums (lines) and simulations (dots)"
	sayBarsStandardErrorsSimulation = "Bars are ± 2 standard errors of the simulation."
	sayDifferencesStandardErrors    = "Differences in standard errors"
	saySimulatedMinusExactDivided   = "Simulated minus exact, divided by the simulation's standard error."
	sayLargestDifferenceWhereLeast  = "The largest difference, where at least ten rejections and ten acceptances are expected, is %s standard " +
		"errors; among %d comparisons one of 3.6 or more has a probability of about 2 %%."
)
