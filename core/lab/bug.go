package lab

import (
	"strings"

	"indistinct/core/work"
)

// bugTask begins the task of writing a bug report.
const bugTask = "bug:"

// BugTask is the task of writing a Report, given in JSON, as a bug report; its
// result is a text in JSON.
func BugTask(report []byte) string { return bugTask + string(report) }

// bugJob returns the job of a BugTask; ok is false for other tasks.
func bugJob(l Laboratory, task string) (job work.Job, ok bool) {
	rest, ok := strings.CutPrefix(task, bugTask)
	if !ok {
		return nil, false
	}
	return work.Once("writing a report", func() (string, error) {
		bug := l.Services().Bug
		if bug == nil {
			return "", &Problem{Say: "Runs of the laboratory " + l.About().Title + " are not sent as bug reports."}
		}
		r, err := UnmarshalReport([]byte(rest), Catalog{l}.Find, l.About().Name)
		if err != nil {
			return "", err
		}
		return bug(r)
	}), true
}
