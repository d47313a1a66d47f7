package ring

// Sentences that a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stand here, file by file. Labels stand where
// they name something. The verbs are those of package fmt; a test keeps sentences out
// of the other files.

// In attack.go.
const (
	sayPlacesWithin      = "After 1 release the adversary places the sensor to within %s on average"
	sayDeterministicLead = "The release is deterministic: it gives the place away, and there is nothing left to guess."
	sayUniformNoiseLead  = "The noise is uniform: a release rules places out for certain, and the posterior is flat on " +
		"what remains. This attack is shown for other mechanisms."
	sayAttackTableCaption = "Over %d games with the sensor where it stands; ± is a 95 %% interval of the mean. Coverage is that of " +
		"a fixed place; averaged over places drawn from the prior it is 95 %%."
	sayUniformPrior               = "The prior is uniform on the whole ring."
	sayReleasesWearProtectionDown = "Repeated releases of one record wear the protection down."
	sayTwoPlacesTest              = "The sensor's place, or %s mm along the ring?"
	sayTwoPlacesTestCaption       = "The likelihood-ratio test between two equally likely places. The law's bound is composed exactly over " +
		"releases; ε adds up by basic composition."
	sayNoBoundKnown       = " For this mechanism no bound by the law is known."
	sayRingIsLong         = "; the ring is %s m around."
	sayInterpolationError = " Interpolation between the %d places is off by at most %s in the log likelihood of a release, measured " +
		"at other places."
	sayWhatAdversaryKnows = "The adversary knows the target's path, all other sensors, the estimator and what the noise of the " +
		"readings was. Each release is a fresh draw for the same record."
	saySuccessAboveBound = "In one row or more all of a success's interval lies above its bound. In a row that happens by chance in one " +
		"attack of forty at most; where it stays so with other seeds, the bound or this program is wrong."
	sayKLMHELeftOut      = "KL-MHE is left out. "
	saySimulationGarbled = "Simulated releases came back garbled."
)

// In adversary.go.
const (
	sayTooManyParticles = "This draws thousands of releases, and with %s particles over %d released steps one takes too long for " +
		"that: choose at most %s particles, or a shorter horizon."
	sayLikelihoodByQuadrature = "The likelihood is the release's density, computed by quadrature for each hypothetical place and " +
		"interpolated between places."
	sayLikelihoodOfNoise = "The likelihood is the noise's density about the estimate that each hypothetical place would lead to."
	sayLikelihoodFitted  = "The likelihood is a normal law fitted to %d simulated releases at each hypothetical place (one " +
		"covariance for all): an approximation, so a better attack may exist."
	sayDeterministicLikelihood = "A deterministic release gives the place away: no two places lead to the same estimate."
)

// In contour.go.
const (
	sayMeasuringContour   = "measuring the contour"
	sayDoublingAndHalving = "Each direction is searched by doubling and halving; each probe draws fresh releases."
	sayContourCaption     = "Dots: from here on the audit's lower bound passes the level; the bars reach down to the last place " +
		"where it did not."
	sayNothingShownLead = "In no direction measured so far did the audit show a difference, out to the ring's diameter."
	sayNearestShownLead = "The nearest displacement at which the audit proves more than %s is %s; the promised disk has a radius " +
		"of %s."
	sayContourLevelNote = "Level: %s, from the odds and the guarantee behind the disk. Each of %d probes so far learns events as " +
		"the audit does and proves a bound on fresh releases with confidence 1 − α; probes are not adjusted " +
		"for one another, so with many probes an occasional one shows too much too near."
	sayBetweenDiskAndContour = "More releases move the contour inwards. Between the disk and the contour lies what is neither promised " +
		"nor shown."
)

// In disk.go.
const (
	sayComputingPromise = "computing the promise"
	sayWholeRingLead    = "The guarantee keeps all places of the ring indistinguishable: whoever must choose between two errs at " +
		"least once in %s."
	sayNoDiskLead = "The guarantee keeps no two places indistinguishable: the disk is a point."
	sayDiskLead   = "Within %s of the hidden sensor, whoever must choose between its place and another errs at least once in " +
		"%s, by the chosen guarantee."
	sayPromisedTableCaption = "Success is the most with which any test names the true one of two equally likely places from one " +
		"release. The bound by the law is a theorem (for W₂-MHE Hellinger's, from the laws of position and " +
		"velocity together, so it is a little loose); exact values come from the release's law by quadrature."
	sayDetectionCaption = "No test lies above its curve. Solid: exact for the displacement named; dashed: the law's bound; thin: a " +
		"coin."
	sayAdversaryIsGrantedNoise = "The adversary is granted the noise of the readings, as differential privacy grants it. A claim for " +
		"records at most d apart promises nothing better for nearer ones: its ε does not shrink with the " +
		"displacement."
	sayWhatGuaranteeDoesNotSay = "A guarantee speaks of what cannot be told apart. Outside the disk nothing is promised; that is not the " +
		"same as being found out."
)

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
		"sensor stands, against a machine that knows the estimator. Each of ten rungs adds privacy."
	sayGamePrompt = "The sensor hides at one of %d places on the ring. Dots are published about the target, %d times at " +
		"most; the glow is what the machine makes of them. Choose a place and press Guess as soon as you dare: " +
		"each further release costs points."
	sayCluesCaption = "Each row is one release: the mean over its steps, from the true position; then the adversary's belief " +
		"after it."
	sayBlindGuess        = "The sensor hides at one of %d places, so a blind guess is off by 90° on average and right once in %d."
	sayGameErrorsCaption = "Places far from the sensor's own push the estimate to the edge of its set, so that even much entropy " +
		"tells them apart."
	sayGameTableLead = "With %d releases the adversary is off by %s° at s = %s and by %s° at s = %s."
)

// In gamefilm.go.
const (
	sayGameAlt = "A ring with marked places where the sensor may hide, a belief that glows on them, and published " +
		"positions about the target."
	sayGameViewName          = "where is the sensor?"
	sayWhatAdversaryBelieves = "what the adversary believes"
	sayPublishedAboutTarget  = "published, about the target"
)

// In gameplaces.go.
const (
	sayGameMethod = "The likelihood is a normal law for each released step, fitted to %d simulated releases at each place: " +
		"an approximation, so a better adversary may exist."
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
