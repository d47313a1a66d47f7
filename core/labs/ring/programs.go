package ring

import "embed"

//go:embed programs/*.star
var programs embed.FS

// first is the program that opens.
const first = "ekf"

// programText is the text of one of the programs.
func programText(name string) string {
	text, err := programs.ReadFile("programs/" + name + ".star")
	if err != nil {
		panic(err) // a name without a file
	}
	return string(text)
}
