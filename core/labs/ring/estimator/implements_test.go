package estimator

import "indistinct/core/mechanism"

// What an audit and the laboratory ask of each mechanism by its methods.
var (
	_ mechanism.Mechanism  = (*Mixture)(nil)
	_ mechanism.Estimating = (*Mixture)(nil)
	_ mechanism.Profiled   = (*Mixture)(nil)
	_ mechanism.Paced      = (*Mixture)(nil)

	_ mechanism.Mechanism       = (*W2MHE)(nil)
	_ mechanism.Estimating      = (*W2MHE)(nil)
	_ mechanism.ProfiledInParts = (*W2MHE)(nil)
	_ mechanism.Paced           = (*W2MHE)(nil)

	_ mechanism.Mechanism  = (*InputPerturbation)(nil)
	_ mechanism.Estimating = (*InputPerturbation)(nil)
	_ mechanism.Profiled   = (*InputPerturbation)(nil)
	_ mechanism.Paced      = (*InputPerturbation)(nil)

	_ mechanism.Mechanism       = (*EKF)(nil)
	_ mechanism.Estimating      = (*EKF)(nil)
	_ mechanism.Densitied       = (*EKF)(nil)
	_ mechanism.ProfiledInParts = (*EKF)(nil)
	_ mechanism.Paced           = (*EKF)(nil)

	_ mechanism.Mechanism  = (*Output)(nil)
	_ mechanism.Estimating = (*Output)(nil)
	_ mechanism.Densitied  = (*Output)(nil)
	_ mechanism.Profiled   = (*Output)(nil)
	_ mechanism.Paced      = (*Output)(nil)
)
