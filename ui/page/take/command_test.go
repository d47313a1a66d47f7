package take_test

import (
	"fmt"
	"testing"

	"indistinct/ui/page/links"
	"indistinct/ui/page/take"
)

func TestCommand(t *testing.T) {
	for link, want := range map[string]string{
		"#lab=ring&s=0.8":      `go run ./core/cmd/verify -link '#lab=ring&s=0.8'`,
		"#a='; rm -rf ~ #$(x)": `go run ./core/cmd/verify -link '#a='\''; rm -rf ~ #$(x)'`,
	} {
		if got := take.Command(link); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func Example() {
	page := links.Field{Name: "page", Accepts: links.Any}
	rest, x, _ := links.Split("#lab=ring&v=2&s=0.8&page=experiments", []links.Field{page})
	fmt.Println(rest, x.Take("page"))
	fmt.Println(take.Command("#" + rest))
	// Output:
	// lab=ring&v=2&s=0.8 experiments
	// go run ./core/cmd/verify -link '#lab=ring&v=2&s=0.8'
}
