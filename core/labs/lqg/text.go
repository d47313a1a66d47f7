package lqg

// Sentences that a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stand here, file by file. Labels stand where
// they name something. The verbs are those of package fmt; a test keeps sentences out
// of the other files.

// In experiments.go.
const (
	sayByAgentCaption     = "ΔJ split by whose state is uncertain and whose reference is noisy."
	sayCostLead           = "At your setting privacy costs ΔJ = %s a step, on top of %s without it."
	sayCostCaption        = "By the theorem, for the same ε at every agent. Both axes are logarithmic."
	sayCostPrivacy        = "cost of privacy ΔJ"
	saySlopeCaption       = "−dΔJ/dε: relaxing an ε below one half saves much, relaxing a large one saves little."
	sayBudgetTooSmallLead = "No ε up to 1000 keeps the price of privacy below ΔJ = %s."
	sayCalibrationCaption = "Shared out: the least sum of ε; the marginal cost of privacy is then the same for every agent."
	sayBudgetLead         = "A budget of ΔJ = %s buys ε = %s for every agent."
	sayEavesdropperLead   = "From everything that is transmitted, the starred agent's position can be told to ±%s m as it moves, to " +
		"±%s m in hindsight (one standard deviation)."
	sayEavesdropperCaption = "Steady state of the Kalman filter and of the fixed-interval smoother on the starred agent's " +
		"transmissions."
	sayCompositionCaption = "The promise bounds the whole trajectory. Trajectories that differ by b at each of k steps are √k·b " +
		"apart: the exact ε at δ = %g, and k times the claimed ε (basic composition, which has kδ)."
	saySimulationLead = "Simulated, privacy costs %s ± %s a step (95 %%, %d runs of %d steps); the theorem says %s."
	sayTooSlowLead    = "This loop takes about %s steps to settle: that is too long to simulate here."
	saySimulationNote = "Steady state: every run is left to itself for %d steps first. Both loops see the same process and sensor noise in every run, so their difference is far more precise " +
		"than either cost. A 95 %% interval misses the truth one time in twenty."
)

// In film.go.
const (
	sayFilmAlt = "%d agents move near their references. A halo round the starred one shows the noise on what it " +
		"transmits, of standard deviation %s m; a second halo shows the same in the neighbouring record, %s m " +
		"away. A strip compares the running cost with and without privacy."
)

// In model.go.
const (
	sayCostOfPrivacyHelp      = "How much the cost of a step rises on average because of the noise that is added, by the theorem."
	sayStatePartHelp          = "The part that comes from noise on outputs: controllers act on worse estimates."
	sayReferencePartHelp      = "The part that comes from noise on references: agents go to slightly wrong places."
	sayCostHelp               = "Average cost of a step, tracking and control together."
	sayCostWithoutPrivacyHelp = "The same when nothing is added to what is transmitted."
	sayKappaHelp              = "Standard deviation of the noise that the promise takes, for a radius of one."
	sayOutputNoiseHelp        = "Standard deviation of what the starred agent adds to each output it transmits."
	sayPromisedNoiseHelp      = "Standard deviation of the noise on each output at which the claim holds."
	sayReferenceNoiseHelp     = "Standard deviation of what the starred agent adds to its reference."
	sayEavesdropperHelp       = "Standard deviation of the best running guess of the starred agent's position from everything that is " +
		"transmitted."
	saySmootherHelp      = "The same with a smoother, which also uses what is transmitted later."
	sayTraceIdentityHelp = "tr(KΣ + (Q − K)Σ̄) against tr(KW) + tr(LᵀSLΣ̄): two ways to the same number."
	sayRecordsMeaning    = "Record and neighbour are trajectories of agent %d's outputs over %d steps that differ by b·s₁(C) = " +
		"%s in ℓ₂, %s. For Gaussian noise of one size every such pair of one agent has the same loss."
	sayAssumedTrajectories = "It assumes that trajectories of record and neighbour differ by at most b in ℓ₂ over all time."
	sayNotTestedMeaning    = "Not tested: the reference's own noise, and differences larger than b."
	sayNoiseScaledWarning  = "The noise is %g times what the calibration asks for: the claim is only meant for at least 1."
)
