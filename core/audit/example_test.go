package audit_test

import (
	"context"
	"encoding/json"
	"fmt"

	"indistinct/core/audit"
	"indistinct/core/test/oracle"
	"indistinct/core/work"
)

// A Laplace mechanism that was given half the noise it needs, tested against
// the ε = 0.7 that it was meant to have. Its true ε is 1.4.
func ExampleNewJob() {
	m, err := oracle.NewLaplace(1, 1.4)
	if err != nil {
		fmt.Println(err)
		return
	}
	job, err := audit.NewJob(m, audit.Settings{
		Seed: 1, Epsilon: 0.7, Select: 0.7, Alpha: 0.05,
		Beta: 0.05, Gamma: 1e-9, Grid: 4, N: 2000, M: 10000, Learn: true,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	out, err := work.Run(context.Background(), job, 2, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var r audit.Report
	if err := json.Unmarshal(out, &r); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Verdict, r.Strong.Epsilon > 1, r.Strong.Epsilon < 1.4)
	// Output: violation found true true
}
