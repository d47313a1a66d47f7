// Package english says messages in English, for tests.
package english

import (
	"indistinct/core/lang"
	"indistinct/core/texts"
)

// Say says a message.
func Say(m lang.Message) string { return texts.English().Say(m) }

// All says several messages.
func All(list []lang.Message) []string {
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = Say(m)
	}
	return out
}
