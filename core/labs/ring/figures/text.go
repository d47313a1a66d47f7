package figures

// Sentences that a visitor reads of the paper's experiments stand here, file by file.

// In sweep.go.
const (
	sayPaperAtSOne = "The paper's p-value is 0 at every ε it tried. With 1,000 releases of each record the most that any " +
		"counts can show is ε_c = %s, that of (1000, 0): the exact ε is infinite, and no finite number of " +
		"releases shows more than a finite one."
	sayPrintedRuleGrid = "The printed rule draws its grid around the releases, and a change of s scales releases and grid " +
		"together: with the same seeds s = 0.8 and 0.7 give nearly or exactly the same counts. The paper's " +
		"difference between the two is one between random numbers. The column with the escape event counts the " +
		"releases that the printed rule drops."
	sayNoReadingReproducesPaper = "No reading of the covariance that was tried reproduces the paper's numbers; compare the rows. The " +
		"slides print .41408 and .0803 for the run that the paper prints as .41844 and .1351."
)

// In figures.go.
const (
	sayPrivacyLoss       = "privacy loss ε"
	sayPairsTableCaption = "Out of 1,000 test releases of each record; expected p-value over the thinning."
	sayFigure2Caption    = "The paper's pairs (12, 27) and (14, 27), and two pairs that change places."
	sayFigure2Note       = "Same as the paper: (12, 27) lies below (14, 27) at every ε. Different: the paper concludes that the " +
		"worst event does not depend on the ε at which it is chosen. (13, 0) and (300, 170) show that it can: " +
		"they cross near ε = %s."
	sayFigure2Lead = "The order of two events can change with ε, so the choice of the worst event depends on where it is " +
		"made."
	sayFigure3Caption = "The paper's pairs with c₂ = 2c₁."
	sayFigure3Note    = "The paper calls the three almost similar. Larger counts of the same ratio are stronger evidence: ε_c " +
		"grows from %s to %s."
	sayFigure3Lead   = "The same ratio of counts says more when the counts are larger."
	SayPrintedRule   = "ε_c, printed rule"
	sayCurvesCaption = "Mean ± standard deviation over seeds (up to %d); n = m = 1,000 releases of each record, d = 10 " +
		"exactly, uniform ring. The paper's rows are of one run each; – is what it does not print."
	sayCurvesLead = "%s: critical ε %s ± %s by the printed rule over %d seeds; the paper has %s."
)

// In tables.go.
const (
	sayTable1Caption = "Mean ± standard deviation over up to %d seeds, n = m = 1,000, d = 10. “Better” by the paper's two " +
		"rules: smaller ε where the error is acceptable, smaller error where the ε is; a difference counts " +
		"when it exceeds two standard errors. Proven ε are not compared where both come within a tenth of %s, " +
		"the most that so many releases can prove: there they say nothing of the mechanisms."
	sayTable1ProvenLead = "What the releases prove lies between ε ≥ %s and ε ≥ %s for both mechanisms and all layouts, on " +
		"average over seeds."
	SayBothAtTheMost = "both near the most that can be proven"
	sayTable1Note    = "Same: three layouts, two mechanisms, the same test. Different: the paper does not print its layouts' " +
		"angles, nor s and s̄ of this table; ours are uniform, random and clustered, s = 0.8 and s̄ = 0.894. " +
		"Its input-perturbation numbers could not be reproduced in any reading of the covariance."
	sayTable2Caption = "Mean ± standard deviation over up to %d seeds, n = m = 1,000, d = 10. The paper's rows are its Q₁, " +
		"Q₂, Q₃, whose angles it does not print."
	sayTable2Lead = "In the paper the EKF has the larger error and the larger critical ε in all layouts. Here its error is " +
		"clearly larger in %d of %d; its critical ε by the printed rule is clearly larger in %d and clearly smaller in " +
		"%d. Its noise has bounded support, so no finite ε holds for it."
	sayTable2Note = "The noise (1 − ŝ)/ŝ · w with w uniform on [0, 1] has mean (1 − ŝ)/(2ŝ): the estimate is " +
		"biased. Releases of the two records have different supports; “neighbour inside” is the share of the " +
		"neighbour's releases in the record's high-likely set."
	sayGridCaption = "T = 7, three released steps, s = 0.8, n = m = 1,000, mean ± standard deviation over up to %d seeds. " +
		"The last column scales n by the mean count of an occupied cell: fewer releases leave most cells with " +
		"counts that mean nothing. The paper ran its layout Q₂, whose angles it does not print; ours is the uniform ring."
	sayGridLead = "Theorem 4's formula gives ε = %s, a sound bound with the sensor's true slope ε ≤ %s; the printed " +
		"rule measures at most %s on average. The measurement says how far 1,000 releases see, not that the " +
		"theorem is conservative."
	sayTrendInR = "The paper reads a rise with r off one run each: ε_c = %s at r = 2, 3 and 4. Ours are %s there, " +
		"mean ± standard deviation over %d seeds: %s"
	SayTrendRises            = "they rise too."
	SayTrendNoRise           = "they do not rise steadily."
	sayWhyPaperStoppedAtFour = "The paper stopped at r = 4 because it stored every combination of cells. Here only the occupied " +
		"ones are counted, and there are never more of them than releases: what finer grids need is releases."
	sayPrintedRuleDropsOutside = "The printed rule drops releases outside the record's set, which is where those of its neighbour fall " +
		"almost always at this distance; the column with the escape event counts them."
)

// In audits.go.
const (
	sayPartsLeftOut = "Parts of an audit were left out."
	sayAuditGarbled = "The number of an audit came back garbled."
)
