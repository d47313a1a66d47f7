package take

import "strings"

// Command is the native command for a link, quoted for a POSIX shell.
func Command(link string) string {
	return "go run ./core/cmd/verify -link '" + strings.ReplaceAll(link, "'", `'\''`) + "'"
}
