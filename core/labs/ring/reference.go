package ring

import (
	"fmt"

	"indistinct/core/lab"
	"indistinct/core/paper"
	"indistinct/core/sheet"
)

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Title: "What you see", See: "The ring as it opens", Text: []string{
			"A target moves around the centre of a ring of sensors. Each sensor reports a distorted, noisy reading of " +
				"where the target is relative to itself. An estimator turns the readings into a position and " +
				"publishes it. One sensor is starred: its place is to stay hidden.",
			"An adversary sees the published positions and knows everything else: the target's true path, all other " +
				"sensors, the noise laws and the estimator. All that is hidden is the starred sensor's place and the " +
				"random numbers inside the estimator.",
			"To hide the sensor, the estimator publishes not its best estimate but a random draw around it. The wider " +
				"the draws, the less a small displacement of the sensor shows, and the larger the error.",
		}},
		{Title: "What differential privacy asks", See: "A neighbour so far away that the releases part",
			Set: map[string]string{"d": "5"}, Text: []string{
				"Take two records of readings that differ by at most d, for example because the starred sensor stands " +
					"elsewhere. The estimator is (ε, δ)-differentially private if no event is more than e^ε times as " +
					"likely under one record as under the other, up to an additive δ.",
				"With ε = 0 and δ = 0 the releases would carry no trace of the difference. With ε = ln 3 and δ = 0 an adversary who thought " +
					"both records equally likely is right at most three times in four. With ε = 10 the odds may shift by " +
					"a factor of 22,026: that is not much of a promise.",
			}},
		{Title: "How the paper tests it", Figure: "fig2", See: "The paper’s run: s = 0.8, d = 10",
			Set: map[string]string{"d": "10"}, Text: []string{
				"Γ releases of the record fix, for each released step, the smallest ellipse that holds them all; scenario " +
					"optimisation says that it holds at least 1 − β of the probability at that step, with confidence 1 − " +
					"γ. The ellipse's bounding box is cut into r × r cells; one cell for each step makes an event.",
				"n releases of each record are counted in each event. The event whose counts speak most against p₁ ≤ e^ε₀ " +
					"p₂ or p₂ ≤ e^ε₀ p₁ is the worst event. m fresh releases of each record are counted in that one " +
					"event, and Fisher's exact test, after thinning one count by e^−ε, gives a p-value for each ε. The " +
					"least ε that is not rejected at level α is the critical ε_c.",
			}},
		{Title: "What that test does not see", Figure: "fig3", See: "The run without noise, where every ε is broken",
			Set: map[string]string{"d": "10", "s": "1"}, Text: []string{
				fmt.Sprintf("Releases outside the ellipses are dropped. At the paper's own setting nearly all releases of the "+
					"neighbour fall outside, and ε_c comes from cells with counts such as 8 against 0. Counting the one "+
					"event “outside” gives an ε_c above 3, where the most that 1,000 releases can show is %s, for 1,000 "+
					"against 0; the exact ε of that mechanism is about 875 (position and velocity) or 1,010 (position "+
					"only).", sheet.Format(paper.CriticalEpsilon(1000, 0, 1000, 0.05), 3)),
				"ε_c grows with the number of releases m and is not monotone in d, s or r. A small ε_c may mean a private " +
					"mechanism, or few releases, or a badly placed grid. It is evidence against every ε below it, never " +
					"evidence for an ε above it.",
				"λ = β + 2η e^ε rests on a lemma that is not true. Let one mechanism be uniform on the left halves of n " +
					"cells and another on the right halves. Every cell is equally likely under both, so ε = 0 on the " +
					"partition and η = 1/n; yet the union of the left halves has probability 1 and 0. The proof bounds " +
					"one cell and never sums over the cells.",
				"What does hold: if both log-densities are Lipschitz with constants L₁ and L₂ and every cell has diameter " +
					"at most ρ, the ε over all events inside the set exceeds the ε over the cells by at most (L₁ + L₂)ρ, " +
					"and the mass outside the set goes into δ.",
				"Each step's ellipse holds 1 − β. All steps together hold only 1 − (T + 1 − N)β, at confidence 1 − (T + 1 " +
					"− N)γ; and for the argument the set would have to be likely under both records.",
				"“Confidence (1 − α)(1 − γ)” reads the chance of a false alarm as confidence in the absence of one. " +
					"Rejecting when the smaller of two p-values is below α has a level of up to 2α.",
			}},
		{Title: "What the stronger test does", See: "Twenty thousand releases of each input",
			Set: map[string]string{"m": "20000"}, Text: []string{
				"It keeps selection and test apart, as the paper does, but looks at more: the escape event, unions of " +
					"cells, refined cells, and a learned event, the region where the estimated likelihood ratio of the " +
					"whole release is largest. Where δ is 0 it tests two disjoint events at once, one likelier under either " +
					"record, by their odds ratio, which (e^ε)² bounds: where a mechanism leaks as much either way, as Laplace noise " +
					"does, that tells more than either event alone. Above 0 it tests them one by one. The level α is shared among all events and directions that it looks at.",
				"Its bound on ε is a theorem, not an estimate: with the stated confidence, which is shared among all " +
					"events and directions that were looked at, the true ε is at least the bound. When nothing is found, it " +
					"says how large a violation would have been found in half of such audits at best: where the mechanism is " +
					"randomised response, which gives away as much as any with that ε, and the selection finds its answers. The audit is " +
					"inconclusive where a true ε of twice the claim, and at least one above it, would even then have been missed more often " +
					"than not.",
				"A test sees one pair of records. Differential privacy speaks of all pairs. So even a perfect test can " +
					"refute a claim of privacy and never establish one.",
			}},
		lab.SearchSection("Here that is every sensor as the starred one, moved along the ring one way and the other, each as far as adjacency allows.",
			"The search, from sensor 4, which shows little", map[string]string{"pairs": "all", "star": "4"}),
		{Title: "The mechanisms", See: "Noise on the record in place of the estimate",
			Set: map[string]string{"mech": "input", "sbar": "0.944", "d": "10"}, Text: []string{
				"W₂-MHE with entropy factor s draws z_k from the Gibbs density proportional to exp(−β Φ_k(z)) on K_k = " +
					"A^k K₀, with β = s/(1 − s) and Φ_k(z) = κ Σ ‖y_{k+i} − h(C A^i z)‖² + (1/2η)‖z − prior_k‖². At s = 1 " +
					"it releases the minimiser, at s = 0 a uniform draw. The draw is exact (rejection from an envelope " +
					"that is proven to lie above the density), not a Markov chain's.",
				"KL-MHE keeps a cloud of particles: propagate, weight by the data, resample. Its weights are exp(−b G_k) with " +
					"b = s/(s/η + 1 − s) and η = 1, so that b = s; the prior weight 1/η of W₂-MHE belongs to a squared distance and " +
					"is not used. With 1/η = 12000 all weights would be nearly equal: at s = 0.8 the error would be about 20 mm, that of a " +
					"uniform draw, in place of 12.",
				"Input perturbation adds " +
					"Gaussian noise to the record and runs the deterministic estimator. The private EKF adds (1 − ŝ)/ŝ · " +
					"w, w uniform on [0, 1], at every update. Laplace and Gaussian output perturbation add noise to the " +
					"deterministic estimate; their privacy is known in closed form, which makes them good company for the " +
					"others.",
			}},
		{Title: "The hypothesis disk", Figure: "disk", See: "The disk at s = 0.3", Set: map[string]string{"s": "0.3"},
			Text: []string{
				"The shaded disk holds the places where the starred sensor could as well stand. “As well” needs a number: " +
					"an adversary who must choose between the sensor's place and another, both equally likely beforehand, " +
					"errs at least once in k times, whatever test is used. You choose k.",
				"For a claimed ε that means ε ≤ ln(k − 1), because the error is at least 1/(1 + e^ε). For a known law it " +
					"means that the total variation distance of the two releases' laws is at most 1 − 2/k.",
				"By default the disk rests on the mechanism's own law. For W₂-MHE the laws at two places belong to one " +
					"exponential family, so ∫√(p₁p₂) is a ratio of three normalisers, which are computed by quadrature; " +
					"Le Cam's inequality TV ≤ √(1 − (∫√(p₁p₂))²) makes it a bound on every test. The true distance is " +
					"smaller, so the true region is somewhat larger than the disk: by about a third in the paper’s " +
					"setting. For Gaussian noise the distance is exact. The radius is that of the direction in which a " +
					"release tells most, so the guarantee holds in all of the disk.",
				"The disk is millimetres to decimetres wide on a ring of 14 metres. Round the hidden sensor everything " +
					"is drawn larger by a factor that you choose and that does not depend on s, so that its growth can be " +
					"seen; lengths are written as they are. At s = 1 it is a point; at s = 0 it is the whole ring.",
				"Two other guarantees can draw it. The proven ε with δ = 0 also bounds the rarest event and gives a disk " +
					"some sixty times smaller at s = 0.8. The claim that you typed holds for records at most d apart; " +
					"group privacy extends it in whole steps of d, and nearer than d it promises nothing better.",
			}},
		{Title: "Promised, measured, attacked", Figure: "attack", See: "Position alone, near by",
			Set: map[string]string{"d": "0.3", "state": "pos", "m": "20000"}, Text: []string{
				"A promise says what no test can do. A measurement says what one test did do: the sensor is moved, in " +
					"the direction in which a release tells most, until a lower bound on the difference of the releases' " +
					"laws passes the level, on fresh releases. That ring lies outside the promised disk; more releases move " +
					"it inwards. On the stage 1,000 releases of each record measure it with a half-space as the event; the " +
					"computation below goes round all directions with learned events.",
				"The attack is a Bayesian adversary who sees the releases and knows the target's path, the other " +
					"sensors, the estimator and even the noise of the readings: differential privacy grants that much. From " +
					"a flat prior, each step's likelihood gives a posterior, drawn in the colour of the hidden sensor as the " +
					"releases arrive; the third ring holds 95 % of it after one release. Its success in choosing between two " +
					"places can be held against the promise. The true rate never exceeds it; a rate estimated from some " +
					"games can, by chance, and is shown with its interval.",
				"One release is rarely all. When the same record is released again and again, the adversary's region " +
					"shrinks about like one over the square root of the number of releases. Privacy losses add up: ε adds " +
					"(basic composition); for Gaussian mechanisms the sensitivity in standard deviations grows with the " +
					"square root, exactly; the coefficient ∫√(p₁p₂) is raised to the number of releases, exactly.",
				"In the game you are the adversary. The hidden sensor stands at one of 72 places on the ring, not where " +
					"the estimator believes it; dots are published about the target, one release at a time, and the Bayes " +
					"adversary's belief glows on the ring. Each release that you wait for costs points. Places far from the " +
					"sensor's own push the estimate to the edge of the set that the estimator believes in, so that even at s " +
					"= 0.1 they are told apart to a few degrees: the guarantee was for neighbouring places, and neighbours " +
					"these are not. The levels go on until s = 0, where nobody can tell.",
			}},
		{Title: "Readings and misprints", Misprints: true, Text: []string{
			"The papers leave some things open and print some things wrongly. Where it matters, this is the reading used here.",
			"The force is −∇V, where −ΔV is printed. The discretisation is exact at 0.05 s: only this gives ‖A‖ = 1.0777 and l = 1293.2 as printed.",
			"The Lipschitz constant of the sensor function is 10, where 100 is printed. Theorem 4 is quoted with " +
				"100, as printed, to reproduce its 6474.3, and with the data weight κ, which is 1 in the paper. Its " +
				"formula counts one release and not every released step, so it is no upper bound in general: with many " +
				"steps the exact ε lies above it. What is called a claim here is a bound that holds: it adds up the " +
				"released steps, with the constant 10 and the record's effect on the prediction over the set K_k itself.",
			"The printed rule Δθ = d/(20√2) is short by a factor of 10 and uses √(T − N + 1) where √(T + 1) is meant. " +
				"At d = 10 its records are 46 to 139 apart. Here Δθ is solved so that the distance is exactly d, " +
				"unless you choose the printed rule.",
			"The ellipsoid is {x : ‖Ax − b‖ ≤ 1}; one line of the paper has + b. Γ draws are used; the paper's index runs over Γ + 1.",
			"The window has N + 1 terms, as in the paper's constant l; one sentence has N. The prior weight 1/η = " +
				"12000 and the sensor noise ½N(−0.02, 0.01²) + ½N(0.02, 0.01²) cut at ±0.05 are ours: the paper gives " +
				"no numbers. With them the paper's errors come out.",
			"The prediction for step k starts from the deterministic estimate of step k − 1. Starting from the " +
				"released sample is an option; the paper does not say.",
			"Input perturbation with the printed 20 × 20 matrix (1 − s̄)(I + (R + Rᵀ)/2) is not possible: that matrix " +
				"is almost never a covariance. One 2 × 2 block for each sensor always is. No reading that was tried " +
				"reproduces the paper's numbers for input perturbation; ours stand beside them. The slides and the " +
				"paper differ for the same run as well (ε_c .41408 and .41844, λ .0803 and .1351, with the same " +
				"error).",
			"The EKF's uniform noise has mean (1 − ŝ)/(2ŝ) and bounded support: the estimate is biased, and no finite ε holds.",
			"Figure 3's counts with equal ratio have similar p-values, and figure 2 argues that the choice of the " +
				"worst event does not depend on ε. In general it does: (13, 0) and (300, 170) change places between ε " +
				"= 0.2 and 0.4.",
		}},
	}
}
