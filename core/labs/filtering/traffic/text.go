package traffic

// Sentences that a visitor reads where no filter is found stand here, file by file; a test
// keeps sentences out of the other files.

// In lmi.go.
const (
	sayUnsolvedInequalities = "The matrix inequalities could not be solved for these settings: the states of the filter differ too " +
		"much in size."
)

// In redesign.go.
const sayNoStableFilter = "No stable filter was found for the redesign: choose noises and a sampling time nearer to the example's."

// In plan.go.
const (
	sayNoL1Gain = "Laplace noise on the result needs the filter's ℓ₁ gain, and this filter forgets too slowly for that " +
		"sum to be bounded: choose Gaussian noise, or make the position noise smaller."
)
