package read

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"testing"

	"indistinct/core/lang"
	"indistinct/core/test/english"
)

func TestTry(t *testing.T) {
	names := os.Getenv("TRY")
	if names == "" {
		t.Skip()
	}
	for _, name := range bytes.Fields([]byte(names)) {
		data, _ := os.ReadFile(string(name))
		f, err := Open(string(name), int64(len(data)), func() (io.Reader, error) { return bytes.NewReader(data), nil })
		if err != nil {
			fmt.Println(string(name), "REFUSED:", english.Say(lang.Of(err)))
			continue
		}
		rows, err := Both([]*File{f, f}, Ask{})
		if err != nil {
			fmt.Println(string(name), "REFUSED:", english.Say(lang.Of(err)))
			continue
		}
		fmt.Println(string(name), english.Say(rows[0].Said))
		n := 0
		err = rows[0].Each(nil, func(c []float64) error {
			if n++; n < 3 {
				fmt.Println("   ", c)
			}
			return nil
		})
		if err != nil || n != rows[0].N {
			fmt.Println(n, "ERROR", err)
		}
	}
}
