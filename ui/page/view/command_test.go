package view

import "testing"

func TestCommand(t *testing.T) {
	for link, want := range map[string]string{
		"#lab=ring&s=0.8":      `go run ./core/cmd/verify -link '#lab=ring&s=0.8'`,
		"#a='; rm -rf ~ #$(x)": `go run ./core/cmd/verify -link '#a='\''; rm -rf ~ #$(x)'`,
	} {
		if got := command(link); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
