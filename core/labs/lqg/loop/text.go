package loop

// Sentences that a visitor reads where a network cannot be controlled stand here, file by
// file; a test keeps sentences out of the other files.

// In controller.go.
const (
	sayCostNotSemidefinite = "The cost Q has a negative eigenvalue: it must be positive semidefinite; make the coupling weaker."
	sayNoController        = "No stabilising controller was found: each agent must be stabilisable through its B and its cost must " +
		"see every unstable motion."
	saySingularControlCost = "R + BᵀKB is singular: every control must cost something."
	sayUnstableLoop        = "The closed loop is not stable, so no constant reference can be tracked."
)

// In network.go.
const (
	sayNoKalmanFilter = "No steady Kalman filter was found: each agent must be detectable through its C."
)
