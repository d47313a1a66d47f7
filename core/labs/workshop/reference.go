package workshop

import "indistinct/core/lab"

const (
	ciProgram = `import random, sys

x = int(sys.argv[1])  # 0: the record, 1: its neighbour
while True:
    noise = random.expovariate(1) - random.expovariate(1)  # Laplace, scale 1
    print(x + noise)
`
	ciShell = `verify -a 'python3 mech.py 0' -b 'python3 mech.py 1' -eps 1 -alpha 1e-6 -bug > bug.txt || {
  status=$?
  cat bug.txt
  exit $status
}
`
	ciActions = `- name: Hold the mechanism to its claim
  run: verify -a 'python3 mech.py 0' -b 'python3 mech.py 1' -eps 1 -alpha 1e-6 -bug > bug.txt
- name: Keep the bug report
  if: failure()
  uses: actions/upload-artifact@v4
  with:
    name: bug-report
    path: bug.txt
`
)

// Reference is the laboratory's chapter of the built-in documentation.
func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Title: "A program", See: "The program as it opens", Text: []string{
			"A program is written in Starlark, a small Python that Google keeps for configuration. It defines release(x), which returns what is released for the input x; pairs, a list of neighbouring inputs (x, neighbour) or (x, neighbour, name); and claim, an ε or (ε, δ).",
			"A release is a number, True or False, a word, or a list of these of any length. Numbers that are not finite are words.",
			"Randomness comes from laplace(scale) or laplace(mean, scale), normal(sigma) or normal(mean, sigma), exponential(mean), uniform(a, b), bernoulli(p), geometric(p) (failures before the first success), randint(a, b) (both ends included) and choice(list). They draw from the run's own streams, so a link repeats a run bit for bit.",
			"Mathematics: exp, log, log1p, expm1, sqrt, pow, tanh, sin, cos, atan, erf, erfc, Phi (the normal distribution function), floor, ceil, round, sum, pi, inf. query_pairs(k) and count_pairs(k) are the pairs of k answers that published auditors try.",
			"A program has no network, no files, no clock and no memory from one release to the next. It is stopped after 300,000 steps of one release, and when a release takes too long or too much memory.",
		}},
		{Title: "Which pair, which event", Text: []string{
			"A promise holds for all neighbouring inputs; a test can look at one pair. " + lab.SearchText,
			"Events are chosen for the bound that they may be expected to prove, however rare they are: single releases and unions of them, thresholds on an entry, a sum, a difference, a count of words, and level sets of a likelihood ratio that boosted trees estimate; in the benchmark, and with the same dice for both inputs, boxes of several such thresholds too. Beside the surest event a bolder one is tested where there is one, with a twentieth of α: what was rare under one input and never seen under the other.",
		}},
		{Title: "Samples and programs of your own", Text: []string{
			"The native command tests releases that something else has made. verify -samples a.csv b.csv -eps 1 reads two files, one release a line, numbers or words; header, separator and decimal commas are recognised. With one file, -column says which column names the input. A part of the releases, drawn by lot, chooses the event and the rest tests it; the report holds the files' SHA-256, and the same files give the same report. Releases come without a claim: -eps says which one is tested. The page reads such files too, up to 100 MB each, under “Your samples”.",
			"verify -a 'python3 mech.py 0' -b 'python3 mech.py 1' -eps 1 -delta 1e-6 starts two commands and reads a release a line from each, as many as the test asks for; -sequential asks until it is decided.",
			"With -bug the result is a bug report: what was tested, the event in words, counts, bound and confidence, and the command that repeats it. A run of this laboratory has one too.",
		}},
		{Title: "In continuous integration", Text: []string{
			"One line of a script is the check. Its exit status is 0 when no violation was found, 1 when one was, 2 when the input was bad and 3 when a program failed, which says so in one sentence. A small -alpha keeps the check from failing by chance: a right mechanism is called wrong in at most one of a million runs here. ./build.sh verify builds the command and runs it; go build ./core/cmd/verify makes a file of it.",
			"The program prints a release a line, for as long as it is asked, and need not know how many the test takes.",
		}, Code: []lab.Script{
			{Name: "mech.py", Text: ciProgram},
			{Name: "A step of any script", Text: ciShell},
			{Name: "A step of GitHub Actions", Text: ciActions},
		}},
		{Title: "The same dice", Figure: "dice", Text: []string{
			"A test that runs the program itself may draw the record's release and its neighbour's from the same random numbers. Each keeps its law, but most trials now fall into an event for both inputs or for neither, and only the others tell them apart. The bound takes the two counts together and is a theorem; the smaller ε is, the fewer releases it needs: of Laplace noise with ε = 0.1 about a tenth as many, with ε = 0.02 a fiftieth, with ε = 1 as many.",
		}},
	}
}
