package rng

// The phases of all random streams (Key.Phase). They are registered here and
// nowhere else, so that two parts of a run never draw from one stream. Their
// numbers are part of what a seed means: they never change, and a new one takes
// a number that is free.
const (
	// The audit, in every laboratory.
	PhaseCover  = 1  // Γ releases that the high-likely set encloses
	PhaseSelect = 2  // n releases for each input: choose events
	PhaseTest   = 3  // m fresh releases for each input: test them
	PhaseThin   = 4  // the binomial thinning of Algorithm 5
	PhaseMore   = 5  // sequential mode: fresh releases until decided
	PhaseSplit  = 7  // which of a visitor's own samples choose and which test
	PhasePairs  = 8  // releases that choose among pairs of inputs
	PhaseWorst  = 9  // the binomial thinning of Algorithm 4
	PhaseFilm   = 11 // what the scene shows of a laboratory without a film of its own
	PhaseAudits = 12 // simulated audits of Gaussian noise: what they show
	PhaseReplay = 13 // releases of both inputs from one stream
	PhaseScores = 16 // the order of canaries with equal scores
	PhaseRanks  = 17 // the law of the rank test of canaries: input is the step of its inversion

	// The ring.
	PhaseProcess    = 100 // process noise: trial is the step
	PhaseNoise      = 101 // sensor noise: trial is the step
	PhaseLayout     = 102 // sensor angles
	PhaseInputNoise = 103 // the matrices R of input perturbation
	PhaseSetup      = 110 // set-up choices of the Gibbs sampler
	PhaseMeasure    = 111 // mass outside the common support
	PhasePreview    = 120 // what the scene shows
	PhaseAttack     = 121 // releases that the adversary sees; trial is the release
	PhaseFit        = 122 // simulated releases from which a law is fitted
	PhaseGame       = 123 // places of the game's rounds
	PhaseTies       = 125 // ties between guesses
	PhaseMeasured   = 127 // releases of the measured ring in the scene

	// The survey.
	PhaseSurvey      = 130 // the visitor's own survey: trial 1 is its release
	PhaseSurveyFilm  = 132 // what the scene shows
	PhaseSurveySeeds = 133 // the JIMI's seeds: trial is the draw

	PhaseLQGFilm        = 201 // what the scene shows
	PhaseFilteringFilm  = 301 // what the scene shows
	PhaseLibraryData    = 400 // the values that are averaged
	PhaseLibraryFilm    = 401 // what the scene shows
	PhaseWorkshopFilm   = 500 // what the scene shows
	PhaseWorkshopProbe  = 501 // releases that show whether a program runs
	PhaseWorkshopSeeded = 502 // what a program draws from a seed of its own: seed is a hash of that
)
