package survey

import (
	"indistinct/core/lab"
	"indistinct/core/labs/survey/release"
)

// Reference is the laboratory's chapter of the documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Title: "What is asked", See: "The classroom: 30 answers, one noisy proportion", Text: []string{
			"Have you run a red light this year? Each of n people would answer yes or no, and the class wants the share p of yes. The answers are " +
				"sensitive: whoever publishes p must not give away what any one person said.",
			"Publishing the exact count can do just that. If everybody else's answers are known, the count gives away the last one: 21 yes or 20 " +
				"yes, and the star is found out. So something random must come between the answers and the number.",
			"Two ways of doing it stand side by side here. In randomised response each person tosses a coin before answering, and nobody needs to " +
				"be trusted. In the central way a trusted curator collects the true answers and adds noise once, to the result.",
		}},
		{Title: "What is promised", Text: []string{
			"Take two surveys that are the same but for one person's answer: the record, and its neighbour, whose number of yes is one lower (one " +
				"higher if nobody said yes). A mechanism is ε-differentially private if every set of outcomes is at most e^ε times as likely " +
				"under one as under the other, for every such pair.",
			"In betting terms: whatever odds an observer gave for the star's yes before the release, after it they are at most e^ε times longer " +
				"or shorter. ε = 0.1 shifts odds by a tenth, ε = ln 3 triples them at most, ε = 5 allows a factor of 148.",
			"With (ε, δ) the inequality may fail by an additive δ: some rare outcomes may say more. δ here is that allowance. The slides use the " +
				"same letter for the bias of the coin in randomised response; this laboratory calls the bias δ̃ (delta tilde).",
			"The promise is about one release. Two releases of the same survey cost 2ε, ten cost 10ε, because their average undoes the noise. " +
				"Your survey keeps the account.",
			"The promise does not say that nothing is learned about you. If a survey shows that most people run red lights, an observer will " +
				"think so of you as well, whether or not you took part.",
		}},
		{Title: "Randomised response", See: "A coin for each of thirty answers",
			Set: map[string]string{"mech": randomised, "bias": "0.25", "eps": "ln 3"}, Text: []string{
				"Report the truth with probability ½ + δ̃ and the opposite with probability ½ − δ̃. Then ε = ln((½ + δ̃)/(½ − δ̃)); δ̃ = ¼ gives ln " +
					"3. Everybody can deny their report: with δ̃ = ¼ one report in four is false.",
				"The proportion is estimated by p̃ = (1/n) Σ (Yᵢ + δ̃ − ½)/(2δ̃), which is right on average and errs by about √(¼ − δ̃²)/(2δ̃√n).",
				"The promise holds for the single report, which the collector sees. The sum of all reports says far less about one of them: the " +
					"others' coins hide it. Compare the view “The star's own report” with “Estimated proportion” after Run test.",
			}},
		{Title: "Laplace and Tulap noise", See: "Tulap noise", Set: map[string]string{"mech": tulap}, Text: []string{
			"One answer moves the proportion by at most 1/n. Laplace noise of scale 1/(εn) hides a step of that size: the density of every " +
				"release changes by at most e^ε. Its standard deviation is √2/(εn), which falls with n, where that of randomised response falls " +
				"with √n only.",
			"Tulap noise (truncated uniform and Laplace) is a discrete Laplace number plus a uniform one between −½ and ½. Awan and Slavković " +
				"showed that a one-sided test based on count plus Tulap noise is the most powerful of all private tests of one proportion; " +
				"two-sided, it is so among unbiased ones. Cut at its q/2 and 1 − q/2 quantiles with q = 2δb/(1 − b + 2δb), b = e^−ε, it is (ε, " +
				"δ)-private.",
			"A noisy proportion may lie below 0 or above 1. Cutting it to the range costs no privacy, since it looks at nothing but the release; " +
				"it does cost a little truth.",
		}},
		{Title: "What can be concluded", Figure: "limit", See: "A hundred answers, 62 of them yes",
			Set: map[string]string{"people": "100", "yes": "62"}, Text: []string{
				"Is the population's share θ larger than θ₀? The release differs from θ for two reasons: which people were asked, and the noise. A " +
					"test that forgets the second rejects too often.",
				"Exact tests add up both: the p-value is Σ P(X = x) P(x + noise ≥ z) over all counts x. With Tulap noise this is the DP-UMP test, " +
					"with φ(x) = F(x − m). With Laplace noise it is nearly as good.",
				"The normal approximation of Vu and Slavković takes the release as normal with variance θ₀(1 − θ₀)/n + 2/(εn)². It is easy and for " +
					"small surveys timid: its true size at θ₀ = 0.9, n = 30, ε = 1 is 0.040 in place of 0.050.",
				"The JIMI (just-identified minimum-distance estimator) asks which θ would, with fresh random numbers, have produced the same release. " +
					"Subtract a fresh noise from the release: below 0 the answer is 0, above 1 it is 1, otherwise draw Beta(nπ* + ½, n(1 − π*) + ½). " +
					"The spread of such draws is the conclusion: their share below θ₀ is a p-value, their quantiles an interval. Here it is computed " +
					"by quadrature instead of drawn. It is slightly bold: 0.053 in place of 0.050 in the same example.",
				"Intervals here are all θ₀ that a two-sided test with equal tails does not reject. For the exact private tests they hold θ with " +
					"probability 1 − α to the last digit, which the exact interval without privacy cannot: the noise smooths the steps of the count.",
			}},
		{Title: "What is measured", See: "The same test with 100,000 releases", Set: map[string]string{"m": "100000"},
			Text: []string{
				"Run test draws releases for the record and for its neighbour and looks for an event that is more than e^ε times as likely for one of " +
					"the two as for the other. It knows nothing of how the releases were made. What it proves is a lower bound on ε, with a stated " +
					"confidence.",
				"For every mechanism here the exact answer is known in closed form or as a sum, and stands beside the bound: so you can see what a " +
					"test of so many releases can find, and what it misses.",
				"No violation found means just that. The test looked at two surveys out of many and at so many releases; a smaller violation, or one " +
					"at another survey, would have escaped.",
			}},
		lab.SearchSection("Here the star may be someone who says yes or someone who says no: all who say the same are alike. For noise on the count it makes no difference; for the sum of noisy answers it does.",
			"The search, where four of five say yes", map[string]string{"pairs": "all", "mech": randomised,
				"view": string(release.NoisyCount), "bias": "0.4", "people": "5", "yes": "4"}),
		{Title: "Misprints in the slides, and the right formulas", Misprints: true, Text: []string{
			"The inverse for Laplace noise: printed −(1/(εn)) sign(W) log(1 − |W|) with W uniform on (−½, ½); right is log(1 − 2|W|). As printed " +
				"the noise has variance 0.133253/(εn)², a fifteenth of Laplace's 2/(εn)², and never exceeds ln 2/(εn). Near the ends a release is " +
				"possible for the record or for its neighbour only. So no ε holds. The preset “The slide's misprint” shows the test finding it.",
			"The limit law: printed σ²(θ) = θ(1 − θ) + 2/ε²; right is θ(1 − θ) + 2/(ε²n), since var π̂ = θ(1 − θ)/n + 2/(εn)². The analysis “The " +
				"normal limit” shows both.",
			"The moment generating function of one term: printed (1 − θ + θe^t)/(1 − ε^−2 t²); the denominator needs the exponent 1/n, because " +
				"each of the n terms carries only an n-th part of the noise.",
			"The accuracy statement: printed P(‖error‖ ≥ ln(k/β) Δf/ε) = β; right is ≤ β (with equality for k = 1).",
			"The O_p comparison says “quadratically smaller”: 1/(εn) against 1/(δ̃√n). At equal ε, δ̃ = ½ tanh(ε/2), so for small ε both carry " +
				"the same factor 1/ε up to a constant, and n alone makes the difference.",
		}},
		{Title: "What this rests on", Text: []string{
			"Power, size, coverage, lengths and profiles are sums over all counts and Gauss–Legendre quadratures. Counts whose probability is " +
				"below 10⁻²² of the largest are left out. Simulations stand beside them only as a check.",
			"The noise of this page follows from the seed in the link, so that a class sees the same numbers everywhere. That makes it useless " +
				"for real secrets: a real release needs a secret random source. Drawn naively in floating-point numbers, Laplace noise leaks " +
				"through its last bits (Mironov 2012); the laboratory studies the mathematics and does not protect against that.",
			"The scene draws at most 2,000 respondents and 2,000 releases for each survey.",
		}},
		{Title: "Exercises", Text: []string{
			"1. Set δ̃ so that a report is true with probability 0.6. Which ε is that? (ln 1.5 = 0.405.) How many respondents are needed for a " +
				"standard deviation of 0.05? Use The price of privacy.",
			"2. Preset “Classroom”. At which ε does the noise contribute half of the variance? Read the facts while you move ε.",
			"3. Publish ten times. How near does the mean of the releases come to the true proportion, and what has been spent? After how many " +
				"releases would you bet on the star's answer?",
			"4. Run the test on “The slide's misprint”, then on “Laplace” with the same claim. Which event gives the misprint away, and why are " +
				"few releases enough?",
			"5. “A tenth too little noise”: with 1,000 test releases, then 100,000, for a few seeds. When is the violation found? What does the " +
				"smallest detectable ε say?",
			"6. Compare power at ε = 1 and n = 30 with and without privacy. How many more respondents make up for the noise? Read it off the chart over n.",
			"7. Size at θ₀ = 0.9: which tests keep α? Why does the normal approximation fail at the end of the range and not in the middle?",
			"8. Show that Tulap noise has exactly two values of privacy loss, ε and −ε, and that the Laplace noise has others between. (See " +
				"Record and neighbour.)",
		}},
	}
}
