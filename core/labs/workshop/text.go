package workshop

// Sentences that a visitor reads of this laboratory beyond its tables (About, Params,
// Presets, Analyses, Lessons, Reference) stand here, file by file. Labels stand where
// they name something. The verbs are those of package fmt; a test keeps sentences out
// of the other files.

// In classics.go.
const (
	sayAboutLaplace = "Right: noise of scale 1/ε on a count that one person changes by 1. The ratio of the two densities is " +
		"never above e^ε, and reaches it in both tails."
	sayAboutTruncatedGeometric = "Right for the ε that it computes, which is above the 0.1 that was asked for: the scale is rounded to a " +
		"power of two. It uses whole numbers alone, so no rounding can leak."
	sayAboutHistogram      = "Right: one person is in one bin, so each bin may spend the whole ε. Bins share nothing."
	sayAboutHistogramWrong = "Wrong: the noise has scale ε in place of 1/ε. The true ε is 10, a hundred times the claim."
	sayAboutNoisyMax       = "Right: only the index of the largest noisy answer is released. The noise of the others hides how near " +
		"they were."
	sayAboutNoisyMaxExponential = "Right: one-sided noise of the same scale also does, and is more accurate. It loses exactly ε."
	sayAboutNoisyMaxValue       = "Wrong: the largest noisy answer is released, not its index. All answers may move together, and the " +
		"value tells it."
	sayAboutSparseVector = "Right: noise on the threshold and on every answer, and a stop after the first one above. Any number of " +
		"answers below costs nothing more."
	sayAboutSparseVector2 = "Right: the threshold gets new noise after each answer above it. It needs more noise for the same " +
		"promise."
	sayAboutSparseVector3 = "Wrong: the noisy answer that was compared is released, so everyone learns that the threshold lies below " +
		"it. No ε holds for every number of answers."
	sayAboutSparseVector4 = "Wrong: the answers' noise ignores that both sides of the comparison move. The true ε is (1 + 6c)/4 of " +
		"the claim, here 0.175."
	sayAboutSparseVector5 = "Wrong: answers without noise show their order around the threshold exactly. Some outputs are possible " +
		"for one input and impossible for its neighbour."
	sayAboutRappor = "Right for ε = 0.4001: eight bits differ, and each report of a bit tells 0.05. The best event asks for all " +
		"eight at once and is rare."
	sayAboutSparseVectorNumbers = "Right: the answers that are released get noise of their own, drawn again. The budget is shared between " +
		"choosing and releasing."
	sayAboutResponse    = "Right: the answer is true with probability 3/4. The two answers' odds differ by exactly 3, so ε = ln 3."
	sayAboutExponential = "Right: candidates win with probability in proportion to exp(ε·score/2). When all scores may change at " +
		"once, up or down, that loses at most ε."
	sayAboutGaussianWrong = "Wrong: the noise is about what ε = 2 asks for. At the claimed ε = 1 the true δ is more than a hundred times " +
		"the claimed one."
	sayAboutMean = "Right: every value is clamped before it is added. One person can move the mean by a tenth of the range " +
		"and no further."
	sayAboutMeanWrong = "Wrong: the noise fits the bounds, but nothing keeps values inside them. A single 1000 moves the mean " +
		"ten times too far."
	sayCommonMistake = "a common mistake"
	sayAboutCounter  = "Right: each day's increment has its own noise, and the released sums only add them up. One person is in " +
		"one increment."
	sayAboutCounterWrong = "Wrong: the same draw is added every day. The difference of two days has no noise left and shows the " +
		"arrivals exactly."
)

// In experiments.go.
const (
	sayFromSameStream   = "from the same stream, trial by trial; both releases of %s trials fell into it"
	sayCoupledLead      = "Proven: ε is at least %s at δ = %s, with confidence %s %%."
	sayCoupledEventNote = "Event: %s, for the pair “%s”. It held %d releases of the record and %d of its neighbour, of %d " +
		"each, drawn %s."
	sayCoupledNote = "Drawing both inputs' releases from one stream leaves each its law, so what is proven about them holds; " +
		"but trials that fall alike no longer blur the comparison."
	sayAuditorsCaption = "Ours: at %s %% confidence, from so many releases of each input in all, the search for the pair " +
		"included; “our seconds” are those of the machine that computed it, with all its workers. Theirs: at 90 %%, DP-Sniper with a logistic and a " +
		"neural classifier and StatDP, from 200 million releases of each input and 3 × 10.7 million for the " +
		"search (Bichsel, Steffen, Bogunovic & Vechev 2021, evaluation logs); seconds on the authors' machine."
	sayAuditorsLead = "%d of %d bounds are above the better of the two classifiers', or less than 0.01 below it, from %s " +
		"releases of each input."
	sayAuditorsCoupledNote = "Ours can draw the record's and its neighbour's releases from the same random numbers, since it runs the " +
		"program; an auditor that is handed releases cannot. Where that promises more, it is done, and the bound " +
		"takes both counts together."
	sayAuditorsNeverNote = "An event that happens with probability p and never for the neighbour shows at most about ln(m·p/3) " +
		"from m releases: rows where no ε holds end there."
)

// In feed.go.
const (
	sayUnequalWidths = "%s gives %s a release and the other %d: both must give the same number."
	sayWidthChanged  = "%s gave %s in line %d where the lines before had %d."
	sayNoText        = "%s is not plain text in UTF-8: see line %d."
	sayReturnInside  = "%s has a carriage return inside line %d: it should give one release a line, ended by a line feed."
	sayNoLines       = "%s holds no releases: it should give one a line."
	sayFeedSplit     = "The first %d releases of each input chose the event; the %d after them tested it."
	sayBugNoEvent    = "No event was found that tells the inputs apart.\n"
	sayBugEvent      = "%s: %s.\nIt held %d of %d releases of the record and %d of %d of the neighbour.\n"
	sayBugProven     = "Proven: ε is at least %s, at confidence %s %%.\n"
	sayBugText       = "Claim tested: ε = %s, δ = %s.\nProgram: SHA-256 %s.\nPair “%s”: record %s, neighbour %s.\n%sTo " +
		"repeat it: %s\n"
)

// In film.go.
const (
	sayFilmAlt = "Releases of the pair “%s”: the record %s and its neighbour %s."
)

// In mechanism.go.
const (
	sayNumberTooLarge   = "A release holds the number %.3g; numbers from −10¹⁵⁰ to 10¹⁵⁰ are accepted."
	sayProgramClaimNote = "It is what the program says of itself."
)

// In model.go.
const (
	sayNoInterpreter     = "This program was built without the interpreter that the workshop needs."
	sayNoSuchPair        = "Pair of inputs is %d: the program has %d, and 0 looks for the worst of them."
	sayClaimHelp         = "Its global claim: ε, or ε and δ."
	sayPairsHelp         = "Which inputs the program calls neighbours."
	sayEntriesHelp       = "The longest of the releases drawn when the program was opened."
	sayPairMeaning       = "The pair “%s”: the record is %s, its neighbour %s."
	sayOtherClaimWarning = "The program claims ε = %s and δ = %s; tested were ε = %s and δ = %s."
)

// In own.go.
const (
	sayProgramIsNoText       = "A program is plain text in UTF-8."
	sayProgramWithoutRelease = "It is no program, for it defines no release(x); files of releases are loaded under “Your samples”."
	sayOneFileWithoutColumn  = "One file of samples needs a column that says which input a release is of."
	sayUnderHeader           = ", under a header."
	sayWithoutHeader         = ", without a header."
	sayFilesStayedNote       = "The files have not left this machine; a report of this test holds their hashes and the counts."
	sayOpposite              = "its opposite, counted with it: "
)

// In samples.go.
const (
	sayTableTooLarge    = "has %d bytes; at most %d are read"
	sayLineOfOtherWidth = "has %s in line %d where the lines before have %d; every release must have the same number"
	sayLongField        = "has a field of more than %d letters in line %d"
	sayTooManyColumns   = "has %d columns; a release may have at most %d"
	sayNoSuchColumn     = "The file %s has no column %q."
	sayOneColumnOnly    = "The file %s has one column only: beside the one that says which input there must be releases."
	sayThirdInput       = "The column %q of %s names a third input, %q; it must name two."
	sayOneInputOnly     = "The column %q of %s names one input only; it must name two."
	sayUnequalColumns   = "%s has %s and %s has %d: both inputs' releases must have the same number."
	sayTooFewReleases   = "The files hold %d and %d releases: too few to contradict ε = %s whatever they say; that takes at least " +
		"%s of each input."
	sayFilesSplit = "Of the releases of each input, %d, drawn by lot with seed %d, chose the event; %d others tested it."
)

// In model.go and samples.go: what moves with the main slider, and warnings.
const (
	sayMeterHow         = "for randomised response, which shows its ε best of all mechanisms, if the search finds its answers"
	sayReleasesLeftOver = "%d releases of %s were not used: both inputs count with as many as the smaller has."
	saySameFiles        = "Both inputs hold the same releases, line by line: this tests nothing. Was one file given twice?"
)
