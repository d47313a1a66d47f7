package ring

import (
	"indistinct/core/fmt"
	"indistinct/core/lab"
	"indistinct/core/work"
)

// moreAnalyses are those that stand beside the laboratory.
func moreAnalyses() []lab.Analysis { return adversaryAnalyses() }

func (m *model) analyseMore(name string) (work.Job, error) {
	if job, ok := m.adversaryJob(name); ok {
		return job, nil
	}
	return nil, &lab.Problem{Say: fmt.Sprintf("The ring laboratory has no analysis %q.", name)}
}
