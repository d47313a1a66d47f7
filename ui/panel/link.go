package panel

import (
	"strings"
)

// The pages. A laboratory's page is "".
const (
	Laboratory  = ""
	Experiments = "experiments"
	Learn       = "learn"
)

// Extra is what a permalink says beyond a Spec.
type Extra struct {
	Page string
	Run  bool // start the test when the page has opened
}

// Split takes page and run out of a link, so that what is left is a Spec's own
// link. Unknown pages stay in, to be noted like any unknown field.
func Split(link string) (rest string, x Extra) {
	_, frag, ok := strings.Cut(link, "#")
	if !ok {
		frag = link
	}
	var keep []string
	for _, pair := range strings.Split(frag, "&") {
		switch pair {
		case "page=" + Experiments, "page=" + Learn:
			x.Page = strings.TrimPrefix(pair, "page=")
		case "run=1":
			x.Run = true
		case "run=0", "":
		default:
			keep = append(keep, pair)
		}
	}
	return strings.Join(keep, "&"), x
}

// Join is the inverse of Split; rest begins with "#".
func Join(rest string, x Extra) string {
	if x.Page != "" {
		rest += "&page=" + x.Page
	}
	if x.Run {
		rest += "&run=1"
	}
	return rest
}

// Command is the native command for a link, quoted for a POSIX shell.
func Command(link string) string {
	return "go run ./core/cmd/verify -link " + quote(link)
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
