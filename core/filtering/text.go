package filtering

// What a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stands here, file by file. The verbs are
// those of package fmt; a test keeps sentences out of the other files.

// In compose.go.
const (
	sayLossesAddedFineGrid = "losses added on a fine grid"
)

// In counter.go.
const (
	sayExponentialForgetting     = "exponential forgetting, a = %g"
	sayMovingAverageLength       = "moving average of length %d"
	sayMeanSquaredErrorPublished = "Mean squared error of the published count"
	sayWhatHidden                = "what is hidden"
	sayMeanSquaredError          = "mean squared error"
	sayWholeStreamsUsers         = "whole streams, %d users"
	sayNoiseReports              = "noise on reports"
	sayNoiseResult               = "noise on the result"
	sayOneEventOneStream         = "one event, one stream"
	sayNoiseReportsOrResult      = "noise on reports, or on the result"
	sayZeroForcing               = "zero forcing, |G|² ∝ |F|"
	sayNoiseReportsBetterHere    = "Noise on reports is better here"
	sayNoiseResultBetterHere     = "Noise on the result is better here"
	sayWholeStreamsUsersCompare  = "%s: whole streams of n users compare as %s to %s; for single events zero forcing needs %s of the plain " +
		"error."
	sayMovingAverageSoNoise = "For a moving average ‖F‖₂² = 1/l and ‖F‖_∞ = 1, so noise on the result wins if and only if " +
		"there are more users than steps in the average."
	sayCountersFrequencyResponse  = "The counter's frequency response"
	sayMinimumPhaseSpectralFactor = "Minimum-phase spectral factor of |F|, both with ℓ₂ norm 1."
	sayUpStepTreesCount           = "Up to step %d the tree's count has an error whose standard deviation is %s at the worst step; with " +
		"noise on every event it grows to %s."
	sayTreeHasLevelsThis = "The tree has %d levels for this horizon; one event changes one node on each, so each node carries " +
		"Laplace noise of scale %s. The error at time t depends on the ones of t in binary."
	sayNoiseResultRunningCount = "Noise on the result of a running count is not possible with a fixed amount of noise: one event changes " +
		"all later counts."
	sayErrorRunningCount = "Error of the running count"
	sayTreeWorstSoFar    = "tree, worst t so far"
	sayNoiseEveryEvent   = "noise on every event"
)

// In experiments.go.
const (
	sayNoiseReportsFilterNot   = "noise on reports, filter not redesigned"
	sayNoiseReportsRedesigned  = "noise on reports, redesigned"
	sayNoiseResultBothGains    = "noise on the result, both gains redesigned"
	sayNoiseRadiusOne          = "Noise for a radius of one"
	sayClaimed                 = "δ at the claimed ε"
	sayLnBound                 = "2√(2 ln(2/δ))/ε, a bound on κ"
	sayKeepsPromiseAsksMore    = "κ = %s keeps the promise and asks for %.0f %% more noise than the exact %s."
	sayOnlyLaplaceNoiseCan     = "With δ = 0 only Laplace noise can keep a promise."
	sayTwoAdjacentValuesUnder  = "Two adjacent values under κ(δ, ε)"
	sayShadedWhereRightDensity = "Shaded: where the right density exceeds e^ε times the left one; that area may be at most δ + e^ε " +
		"times the left one's."
	sayReleasedValueUnitsRadius = "released value, in units of the radius"
	sayRatioAbove               = "ratio above e^ε"
	sayErrorPublishedSpeed      = "Error of the published speed, m/s"
	sayNoiseEachReport          = "noise on each report, m"
	sayNoiseResult2             = "noise on the result, m/s"
	sayRootMeanSquareSteady     = "Root mean square in steady state. Simulated: %d runs of %d steps after %d steps of burn-in; the same " +
		"random numbers pass through every architecture."
	sayAsOneStepPredictor           = "As a one-step predictor, the redesigned filter on noisy reports has %s m/s."
	sayRowsChartOrderTable          = "Rows in the chart are in the order of the table."
	sayFilterTakesAboutSteps        = "With %s the filter takes about %s steps to settle: that is too long to simulate here."
	saySamePromiseErrorLeast        = "For the same promise the error is least with %s: %s m/s."
	sayTheorySimulation             = "Theory and simulation"
	sayRowTable                     = "row of the table"
	sayErrorAgainstNumberVehicles   = "Error against the number of vehicles"
	sayNoiseResultShrinksLike       = "Noise on the result shrinks like 1/n, noise on reports only like 1/√n: it wins "
	sayIfFilterStaysAs              = " if the filter stays as it was"
	sayIfRedesigned                 = " if it is redesigned"
	sayNoNumberVehiclesUp           = "for no number of vehicles up to a million"
	sayFromVehicles                 = "from %d vehicles on"
	sayResponsePublishedSpeedSudden = "Response of the published speed to a sudden change"
	sayAllVehiclesChangeSpeed       = "All vehicles change speed by 1 m/s at once; noise-free response."
	sayConvergenceAgainstPrivacy    = "Convergence against privacy"
	sayTime                         = "time to 90 %, s"
	sayFilterAsWas                  = "filter as it was"
	sayFiltersNeedLessNoise         = "Filters that need less noise follow more slowly: the steady error does not show that price."
)

// In film.go.
const (
	sayVehiclesRoadReportTheir = "Vehicles on a road report their positions; below, the published mean speed runs beside the true one. " +
		"One vehicle is starred and stands in two places, as the record has it and as its neighbour has it; a " +
		"band around the published speed shows what the noise hides."
	sayReportAnotherVehicle          = "report of another vehicle"
	sayStarredVehicleNeighbour       = "starred vehicle, neighbour"
	sayStarredVehicleRecord          = "starred vehicle, record"
	sayItsReportNeighbour            = "its report, neighbour"
	sayItsReportRecord               = "its report, record"
	sayDistancesBetweenThemDrawn     = "; distances between them drawn ×"
	sayVehicles                      = "%d of %d vehicles"
	sayOneCarTwoPlaces               = "one car in two places"
	sayRoadNotScale                  = "; road not to scale"
	sayDashedStandardDeviationsNoise = "dashed: ±2 standard deviations of the noise"
	sayTrueMeanSpeed                 = "true mean speed"
	sayPublishedMeanSpeed            = "published mean speed"
	sayBestMeanReleases              = "best mean of the releases"
	sayMostTellingRelease            = "most telling release"
	sayNoisePromised                 = "with the noise promised"
	sayWhatAdversarySees             = "what an adversary sees"
)

// In gains.go.
const (
	sayYourFilterNotStable  = "Your filter is not stable: every root of 1 + a₁z⁻¹ + … must lie inside the unit circle."
	sayYourFilterForgetsToo = "Your filter forgets too slowly for its ℓ₁ gain to be bounded: every root of 1 + a₁z⁻¹ + … " +
		"must lie farther inside the unit circle."
	sayFilterAmplifiesSignalsNorm    = "The filter amplifies a signal's ℓ₂ norm at most %s times, at %s rad a step."
	sayWhatLimits                    = "what it limits"
	saySumImpulseResponsesMagnitudes = "ℓ₁: sum of the impulse response's magnitudes"
	sayChangeOutputLaplaceNoise      = "change of the output in ℓ₁ for Laplace noise"
	sayChangeOutputSingleEvent       = "change of the output in ℓ₂ by a single event; power of filtered white noise"
	sayChangeOutputChangeInput       = "change of the output in ℓ₂ for a change of the input in ℓ₂"
	sayNoiseYourPromise              = "Noise for your promise"
	sayStandardDeviationNoise        = "standard deviation of the noise"
	sayMeanSquaredErrorOutput        = "mean squared error of the output"
	sayStreamsWithinEachOther        = "For streams within ρ = %s of each other (in ℓ₂ for Gaussian, ℓ₁ for Laplace noise), %s users, " +
		"ε = %s, δ = %s."
	sayEachReport               = "on each report"
	sayResult                   = "on the result"
	sayReports                  = "on the reports"
	sayYourPromiseGaussianNoise = " For your promise Gaussian noise "
	sayCostsLessThanGaussian    = " costs less than Gaussian noise "
	sayRowsTwoLawsDo            = "Rows of the two laws do not compare: Gaussian noise hides streams within ρ in ℓ₂ and relies on δ; " +
		"Laplace noise hides streams within ρ in ℓ₁, a smaller set unless they differ at one step only, " +
		"with δ = 0."
)

// In lmi.go.
const (
	sayMatrixInequalitiesCouldNot = "The matrix inequalities could not be solved for these settings: the states of the filter differ too " +
		"much in size."
)

// In model.go.
const (
	sayAssumesAdjacentPositionStreams     = "It assumes adjacent position streams within ρ in ℓ₂ over all time."
	sayLeNyPappasLaplace                  = "Le Ny & Pappas 2014, Laplace mechanism for streams"
	sayAssumesAdjacentPositionStreams2    = "It assumes adjacent position streams within ρ in ℓ₁ over all time."
	sayLeNyPappasInput                    = "Le Ny & Pappas 2014, input perturbation"
	sayPublishedSpeedFromIts              = "published speed, from its mean"
	sayReportFromTruePlace                = "report, from the true place"
	sayErrorPublishedSpeed2               = "Error of the published speed"
	sayRootMeanSquareSteady2              = "Root mean square, in steady state, by theory, with the noise that is really added."
	sayWithoutPrivacy                     = "… without privacy"
	sayWhatKalmanFiltersAlone             = "What the Kalman filters alone achieve."
	sayStandardDeviationPromiseAsks       = "Standard deviation. The promise asks for %s %s."
	sayNoiseEachReport2                   = "Noise on each report"
	sayNoiseResult3                       = "Noise on the result"
	sayStandardDeviationNoisePromise      = "Standard deviation of the noise that the promise asks for, for a radius of one."
	sayLargestAmplificationPositionSignal = "Largest amplification of a position signal into the speed estimate, reached at %s rad a step."
	saySteadyGainsPositionVelocity        = "Steady gains on position and, in 1/s, on velocity."
	sayPublishedMean                      = "the published mean"
	sayStarredVehiclesOwnNoisy            = "the starred vehicle's own noisy reports; the published mean leaks less"
	sayTestedOverFirstSteps               = "Tested: %s, over the first %d steps, for two position streams of one vehicle %s m apart in the " +
		"adjacency norm. Longer streams can come closer to the theorem's worst case."
	sayWithoutPrivacyNoiseRelease = "Without privacy noise the release is a fixed number for each stream: the true ε is infinite."
	sayNoiseWasAddedTimes         = "The noise that was added is %s times what the promise asks for: the theorem does not cover it."
)

// In pairs.go.
const (
	sayVehicleMoved    = "a vehicle moved "
	sayAllStep         = "all at step %d"
	sayEvenlyAllSteps  = "evenly at all steps"
	sayAsShowsMostOver = "as shows most over the audited steps"
)

// In redesign.go.
const (
	sayNoStableFilterWas     = "No stable filter was found for the redesign: choose noises and a sampling time nearer to the example's."
	sayAdjacencyRadius       = "adjacency radius ρ, m"
	sayPromisedInequalities  = "promised by the inequalities"
	sayReachedTheirFilter    = "reached by their filter"
	sayReachedAboveDirect    = "reached above direct"
	sayRootMeanSquareSteady3 = "Root mean square in steady state. All else is as set; the inequalities are at the scaling that promises " +
		"least."
	sayErrorRedesignedFilter           = "Error of the redesigned filter"
	sayAdjacencyRadius2                = "adjacency radius ρ"
	sayDirectSearchComputedFirst       = "The direct search is computed first."
	sayYourSettingsInequalitiesPromise = "At your settings the inequalities promise %s m/s and find a filter with %s; the best there is has %s."
	sayBestFilterHasYour               = "The best filter has %s m/s at your settings, where the inequalities could not be solved."
	sayOverTheseRadiiFilter            = "Over these radii the filter found by the inequalities is worse than the best by up to %s %%."
	sayInequalitiesUseOneLyapunov      = "The inequalities use one Lyapunov matrix for the estimation error and for the filter's H∞ norm (Le Ny " +
		"& Pappas 2014, §V). That makes the problem convex for any number of states and costs optimality; the " +
		"direct search is possible because two gains are few."
	sayGainsYourSettingsDirectly = "Gains at your settings: %s and %s directly, %s and %s by the inequalities."
	sayRowsNumbersDifferToo      = "In %d of %d rows the numbers differ too much in size for the inequalities to be solved."
)

// In traffic.go.
const (
	sayLaplaceNoiseResultNeeds = "Laplace noise on the result needs the filter's ℓ₁ gain, and this filter forgets too slowly for that " +
		"sum to be bounded: choose Gaussian noise, or make the position noise smaller."
)
