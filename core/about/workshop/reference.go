package workshop

import "indistinct/core/lab"

const (
	ciProgram = `import random, sys

x = int(sys.argv[1])  # 0: the record, 1: its neighbour
while True:
    # Two-sided geometric noise of scale 1, on whole numbers.
    noise = int(random.expovariate(1)) - int(random.expovariate(1))
    print(x + noise)
`
	ciShell = `verify -a 'python3 mech.py 0' -b 'python3 mech.py 1' -eps 1 -alpha 1e-6 > report.txt || {
  status=$?
  cat report.txt
  exit $status
}
`
	ciActions = `- name: Hold the mechanism to its claim
  run: verify -a 'python3 mech.py 0' -b 'python3 mech.py 1' -eps 1 -alpha 1e-6 > report.txt
- name: Keep the report
  if: failure()
  uses: actions/upload-artifact@v4
  with:
    name: report
    path: report.txt
`
)

func (Lab) Reference() []lab.Section {
	return []lab.Section{
		{Name: "a-program"},
		{Name: "which-pair-which-event"},
		{Name: "last-bits-and-digits", Set: preset("laplace_inversion")},
		{Name: "samples-and-programs-of-your-own"},
		{Name: "in-continuous-integration", Code: []string{ciProgram, ciShell, ciActions}},
	}
}
