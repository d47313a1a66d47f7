package filtering

// Sentences that a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stand here, file by file. Labels stand where
// they name something. The verbs are those of package fmt; a test keeps sentences out
// of the other files.

// In counter.go.
const (
	sayNoiseResult       = "noise on the result"
	sayOneEventOneStream = "one event, one stream"
	sayCountersLead      = "%s: whole streams of n users compare as %s to %s"
	sayZeroForcingLead   = "; for single events zero forcing needs %s of the plain error"
	sayCountersNote      = "For a moving average ‖F‖₂² = 1/l and ‖F‖_∞ = 1, so noise on the result wins if and only if " +
		"there are more users than steps in the average."
	sayGaussianCountersNote = "Zero forcing and the Wiener filter are for Gaussian noise: choose a Gaussian law to see them."
	saySpectrumCaption      = "Minimum-phase spectral factor of |F|, both with ℓ₂ norm 1."
	sayTreeLead             = "Up to step %d the tree's count has an error whose standard deviation is %s at the worst step; with " +
		"noise on every event it grows to %s."
	sayTreeNote = "The tree has %d levels for this horizon; one event changes one node on each, so each node carries " +
		"Laplace noise of scale %s. The error at time t depends on the ones of t in binary."
	sayNoFixedAmountNote = "Noise on the result of a running count is not possible with a fixed amount of noise: one event changes " +
		"all later counts."
)

// In experiments.go.
const (
	sayKappaLead        = "κ = %s keeps the promise and asks for %.0f %% more noise than the exact %s."
	sayLaplaceOnlyLead  = "With δ = 0 only Laplace noise can keep a promise."
	sayDensitiesCaption = "Shaded: where the right density exceeds e^ε times the left one; that area may be at most δ + e^ε " +
		"times the left one's."
	sayErrorPublishedSpeed  = "Error of the published speed, m/s"
	sayArchitecturesCaption = "Root mean square in steady state. Simulated: %d runs of %d steps after %d steps of burn-in; the same " +
		"random numbers pass through every architecture."
	sayPredictorNote          = "As a one-step predictor, the redesigned filter on noisy reports has %s m/s."
	sayRowsNote               = "Rows in the chart are in the order of the table."
	saySettlingNote           = "With %s the filter takes about %s steps to settle: that is too long to simulate here."
	sayArchitecturesLead      = "For the same promise the error is least with %s: %s m/s."
	saySweepLead              = "Noise on the result shrinks like 1/n, noise on reports only like 1/√n: it wins "
	sayFollowCaption          = "All vehicles change speed by 1 m/s at once; noise-free response."
	sayFollowLead             = "Filters that need less noise follow more slowly: the steady error does not show that price."
	sayPromisedByInequalities = "promised by the inequalities"
	sayReachedByInequalities  = "reached by their filter"
	sayRedesignCaption        = "Root mean square in steady state. All else is as set; the inequalities are at the scaling that promises " +
		"least."
	sayDirectSearchFirst    = "The direct search is computed first."
	sayRedesignLead         = "At your settings the inequalities promise %s m/s and find a filter with %s; the best there is has %s."
	sayRedesignUnsolvedLead = "The best filter has %s m/s at your settings, where the inequalities could not be solved."
	sayRedesignNote         = "Over these radii the filter found by the inequalities is worse than the best by up to %s %%."
	sayOneLyapunovNote      = "The inequalities use one Lyapunov matrix for the estimation error and for the filter's H∞ norm (Le Ny " +
		"& Pappas 2014, §V). That makes the problem convex for any number of states and costs optimality; the " +
		"direct search is possible because two gains are few."
	sayRedesignGainsNote = "Gains at your settings: %s and %s directly, %s and %s by the inequalities."
	sayUnsolvedRowsNote  = "In %d of %d rows the numbers differ too much in size for the inequalities to be solved."
)

// In film.go.
const (
	sayFilmAlt = "Vehicles on a road report their positions; below, the published mean speed runs beside the true one. " +
		"One vehicle is starred and stands in two places, as the record has it and as its neighbour has it; a " +
		"band around the published speed shows what the noise hides."
	sayDistancesDrawn = "; distances between them drawn ×"
	sayRoadNotScale   = "; road not to scale"
)

// In gains.go.
const (
	sayUnstableFilter = "Your filter is not stable: every root of 1 + a₁z⁻¹ + … must lie inside the unit circle."
	saySlowFilter     = "Your filter forgets too slowly for its ℓ₁ gain to be bounded: every root of 1 + a₁z⁻¹ + … " +
		"must lie farther inside the unit circle."
	sayDelicateFilter = "Your filter's gain hangs on more digits than its coefficients have: the roots of 1 + a₁z⁻¹ + … must lie " +
		"farther from each other or farther inside the unit circle."
	sayGainsLead          = "The filter amplifies a signal's ℓ₂ norm at most %s times, at %s rad a step."
	sayH2Limits           = "change of the output in ℓ₂ by a single event; power of filtered white noise"
	sayFilterNoiseCaption = "For streams within ρ = %s of each other (in ℓ₂ for Gaussian, ℓ₁ for Laplace noise), %s users, " +
		"ε = %s, δ = %s."
	sayOnEachReport = "on each report"
	sayOnResult     = "on the result"
	sayTwoLawsNote  = "Rows of the two laws do not compare: Gaussian noise hides streams within ρ in ℓ₂ and relies on δ; " +
		"Laplace noise hides streams within ρ in ℓ₁, a smaller set unless they differ at one step only, " +
		"with δ = 0."
)

// In model.go.
const (
	sayAssumesL2      = "It assumes adjacent position streams within ρ in ℓ₂ over all time."
	sayAssumesL1      = "It assumes adjacent position streams within ρ in ℓ₁ over all time."
	sayErrorHelp      = "Root mean square, in steady state, by theory, with the noise that is really added."
	sayNoPrivacyHelp  = "What the Kalman filters alone achieve."
	sayNoiseHelp      = "Standard deviation. The promise asks for %s %s."
	sayKappaHelp      = "Standard deviation of the noise that the promise asks for, for a radius of one."
	sayHInfHelp       = "Largest amplification of a position signal into the speed estimate, reached at %s rad a step."
	sayGainsHelp      = "Steady gains on position and, in 1/s, on velocity."
	sayStarredReports = "the starred vehicle's own noisy reports; the published mean leaks less"
	sayTestedMeaning  = "Tested: %s, over the first %d steps, for two position streams of one vehicle %s m apart in the " +
		"adjacency norm. Longer streams can come closer to the theorem's worst case."
	sayNoNoiseWarning     = "Without privacy noise the release is a fixed number for each stream: the true ε is infinite."
	sayNoiseScaledWarning = "The noise that was added is %s times what the promise asks for: the theorem does not cover it."
)

// In stream.go.
const sayLossesAdded = "losses added on a fine grid; below δ = 10⁻¹¹ rounding decides"
