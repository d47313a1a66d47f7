package lqg

// What a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stands here, file by file. The verbs are
// those of package fmt; a test keeps sentences out of the other files.

// In controller.go.
const (
	sayCostHasNegativeEigenvalue  = "The cost Q has a negative eigenvalue: it must be positive semidefinite; make the coupling weaker."
	sayNoStabilisingControllerWas = "No stabilising controller was found: each agent must be stabilisable through its B and its cost must " +
		"see every unstable motion."
	sayBkbSingularEveryControl = "R + BᵀKB is singular: every control must cost something."
	sayClosedLoopNotStable     = "The closed loop is not stable, so no constant reference can be tracked."
)

// In eavesdropper.go.
const (
	sayNoSteadyKalmanFilter = "No steady Kalman filter was found: each agent must be detectable through its C."
)

// In experiments.go.
const (
	sayPricePrivacy                     = "price of privacy"
	saySplitWhoseStateUncertain         = "ΔJ split by whose state is uncertain and whose reference is noisy."
	sayNoiseOutputs                     = "noise on outputs"
	sayEavesdroppersError               = "eavesdropper's error, m"
	sayPrivacyEveryAgent                = "privacy ε of every agent"
	sayYourSettingPrivacyCosts          = "At your setting privacy costs ΔJ = %s a step, on top of %s without it."
	sayCostPrivacyAgainst               = "Cost of privacy against ε"
	sayTheoremSameEveryAgent            = "By the theorem, for the same ε at every agent. Both axes are logarithmic."
	sayCostPrivacy                      = "cost of privacy ΔJ"
	sayWhatOneMoreUnit                  = "What one more unit of ε saves"
	sayDjRelaxingBelowOne               = "−dΔJ/dε: relaxing an ε below one half saves much, relaxing a large one saves little."
	saySavingPerUnit                    = "saving per unit of ε"
	sayNoUpKeepsPrice                   = "No ε up to 1000 keeps the price of privacy below ΔJ = %s."
	sayBudgetBuys                       = "ε that the budget buys"
	say2                                = "ΔJ of it"
	saySharedOut                        = "ε, shared out"
	saySharedOutLeastSum                = "Shared out: the least sum of ε; the marginal cost of privacy is then the same for every agent."
	sayBudgetBuysEveryAgent             = "A budget of ΔJ = %s buys ε = %s for every agent."
	sayFromEverythingTransmittedStarred = "From everything that is transmitted, the starred agent's position can be told to ±%s m as it moves, to " +
		"±%s m in hindsight (one standard deviation)."
	sayEavesdroppersErrorAgainst = "Eavesdropper's error against ε"
	saySteadyStateKalmanFilter   = "Steady state of the Kalman filter and of the fixed-interval smoother on the starred agent's " +
		"transmissions."
	sayStandardDeviationPosition    = "standard deviation of position"
	sayAsMoves                      = "as it moves"
	sayDifferenceEveryStep          = "A difference of b at every step"
	sayPromiseBoundsWholeTrajectory = "The promise bounds the whole trajectory. Trajectories that differ by b at each of k steps are √k·b " +
		"apart: the exact ε at δ = %g, and k times the claimed ε (basic composition, which has kδ)."
	saySimulatedPrivacyCostsStep = "Simulated, privacy costs %s ± %s a step (95 %%, %d runs of %d steps); the theorem says %s."
	sayBothLoopsSeeSame          = "Both loops see the same process and sensor noise in every run, so their difference is far more precise " +
		"than either cost. A 95 % interval misses the truth one time in twenty."
	sayCostStep = "Cost of a step"
)

// In film.go.
const (
	sayAgentsMoveNearTheir = "%d agents move near their references. A halo round the starred one shows the noise on what it " +
		"transmits, of standard deviation %s m; a second halo shows the same in the neighbouring record, %s m " +
		"away. A strip compares the running cost with and without privacy."
	sayWhatTransmittedRecord  = "what is transmitted: record ± σ"
	sayReferenceAsTransmitted = "reference as transmitted"
	sayAgentOtherTeam         = "agent of the other team"
	sayStarNeighbouringRecord = "the star in the neighbouring record"
	sayWhereItsNeighbourHas   = "where its neighbour has it"
	sayWhereShould            = "where it should be"
	sayOneTransmittedOutput   = "One transmitted output"
	sayDifferenceFromRecord   = "difference from the record, m"
	sayNoisePromiseTakes      = "noise that the promise takes"
	sayCostStepAverageSo      = "cost of a step, average so far"
	sayCostPrivacy2           = "cost with privacy"
)

// In model.go.
const (
	sayTransmittedOutput             = "transmitted output %d"
	sayCostPrivacy3                  = "Cost of privacy"
	sayHowMuchCostStep               = "How much the cost of a step rises on average because of the noise that is added, by the theorem."
	sayWhichStates                   = "of which states"
	sayPartComesFromNoise            = "The part that comes from noise on outputs: controllers act on worse estimates."
	sayWhichReferences               = "of which references"
	sayPartComesFromNoise2           = "The part that comes from noise on references: agents go to slightly wrong places."
	sayCostPrivacy4                  = "Cost with privacy"
	sayAverageCostStepTracking       = "Average cost of a step, tracking and control together."
	sayCostWithoutPrivacy            = "Cost without privacy"
	saySameWhenNothingAdded          = "The same when nothing is added to what is transmitted."
	sayNoiseMultiplierPromise        = "Noise multiplier of the promise"
	sayStandardDeviationNoisePromise = "Standard deviation of the noise that the promise takes, for a radius of one."
	sayNoiseEachOutput               = "Noise on each output"
	sayStandardDeviationWhatStarred  = "Standard deviation of what the starred agent adds to each output it transmits."
	sayNoisePromiseTakes2            = "Noise that the promise takes"
	sayStandardDeviationNoiseEach    = "Standard deviation of the noise on each output at which the claim holds."
	sayNoiseReference                = "Noise on the reference"
	sayStandardDeviationWhatStarred2 = "Standard deviation of what the starred agent adds to its reference."
	sayStandardDeviationBestRunning  = "Standard deviation of the best running guess of the starred agent's position from everything that is " +
		"transmitted."
	sayIfSheCanWait                     = "… if she can wait"
	saySameSmootherWhichAlso            = "The same with a smoother, which also uses what is transmitted later."
	sayResidualTraceIdentity            = "Residual of the trace identity"
	sayTrAgainstTrKw                    = "tr(KΣ + (Q − K)Σ̄) against tr(KW) + tr(LᵀSLΣ̄): two ways to the same number."
	sayRecordNeighbourTrajectoriesAgent = "Record and neighbour are trajectories of agent %d's outputs over %d steps that differ by b·s₁(C) = " +
		"%s in ℓ₂, %s. For Gaussian noise of one size every such pair of one agent has the same loss."
	sayNotTestedReferencesOwn    = "Not tested: the reference's own noise, and differences larger than b."
	sayNoiseTimesWhatCalibration = "The noise is %g times what the calibration asks for: the claim is only meant for at least 1."
)

// In pairs.go.
const (
	sayAgentMoved     = "agent %d, moved %s"
	sayAllFirstStep   = "all at the first step"
	sayItsStep        = "at its step"
	sayEvenlyAllSteps = "evenly at all steps"
)

// In transmission.go.
const (
	sayExactGaussianCalibration           = "exact Gaussian calibration"
	sayHaleTheoremMultiAgent              = "Hale 2019, theorem on multi-agent LQ privacy, with "
	sayAssumesTrajectoriesRecordNeighbour = "It assumes that trajectories of record and neighbour differ by at most b in ℓ₂ over all time."
)
