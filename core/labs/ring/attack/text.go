package attack

import (
	"strconv"

	"indistinct/core/sheet"
)

// Sentences that a visitor reads of what an adversary can tell stand here, file by file.

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
	SayNoBoundKnown       = " For this mechanism no bound by the law is known."
	sayRingIsLong         = "; the ring is %s m around."
	sayInterpolationError = " Interpolation between the %d places is off by at most %s in the log likelihood of a release, measured " +
		"at other places."
	sayWhatAdversaryKnows = "The adversary knows the target's path, all other sensors, the estimator and what the noise of the " +
		"readings was. Each release is a fresh draw for the same record."
	saySuccessAboveBound = "In one row or more all of a success's interval lies above its bound. In a row that happens by chance in one " +
		"attack of forty at most; where it stays so with other seeds, the bound or this program is wrong."
)

// In adversary.go.
const (
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

// In gametable.go.
const (
	sayBlindGuess        = "The sensor hides at one of %d places, so a blind guess is off by 90° on average and right once in %d."
	sayGameErrorsCaption = "Places far from the sensor's own push the estimate to the edge of its set, so that even much entropy " +
		"tells them apart."
	sayGameTableLead = "With %d releases the adversary is off by %s° at s = %s and by %s° at s = %s."
)

// In guarantee.go.
const (
	sayAdjacencyDistance = "the adjacency distance is %v; it must be above 0"
)

// In places.go.
const (
	sayGameMethod = "The likelihood is a normal law for each released step, fitted to %d simulated releases at each place: " +
		"an approximation, so a better adversary may exist."
)

// In setting.go.
const (
	sayTooManyParticles = "This draws thousands of releases, and with %s particles over %d released steps one takes too long for " +
		"that: choose at most %s particles, or a shorter horizon."
	saySimulationGarbled = "Simulated releases came back garbled."
)

// Metres writes a length with a unit that suits it.
func Metres(r float64) string {
	switch {
	case r < 1e-3:
		return sheet.Format(1e6*r, 3) + " µm"
	case r < 1:
		return sheet.Format(1e3*r, 3) + " mm"
	}
	return sheet.Format(r, 3) + " m"
}

func Digits(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
