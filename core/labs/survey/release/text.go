package release

// Sentences that a visitor reads of what is released stand here, file by file. The verbs
// are those of package fmt; a test keeps sentences out of the other files.

// In curator.go.
const (
	sayLaplaceNote = "One answer moves the proportion by 1/n; the noise has scale 1/(εn)."
	sayTulapNote   = "One answer moves the count by 1; the noise is discrete Laplace plus uniform, cut at q/2 and 1 − q/2 " +
		"where δ > 0."
	sayMisprintNote = "The slide says Laplace; with log(1 − |W|) in place of log(1 − 2|W|) the noise is bounded and the " +
		"claim is false."
)

// In repeated.go.
const (
	sayLossesConvolved  = "convolution of one release's privacy loss, error in δ below 10⁻⁶; below δ = 10⁻¹¹ rounding decides"
	sayBasicComposition = "; basic composition (Dwork & Roth 2014, theorem 3.16)"
)

// In release.go.
const (
	sayRespondentsOutOfRange = "a survey of %d respondents cannot be analysed: there must be at least 1"
	sayTooManyYes            = "%d yes answers from %d respondents are impossible: there can be at most %d"
)

// In response.go.
const (
	sayNoBias = "with the bias δ̃ = 0 the answers say nothing and no proportion can be estimated: release the noisy " +
		"count, or take a larger bias"
	sayResponseNote = "The promise holds for each single report, so also for whatever is computed from all of them."
)
