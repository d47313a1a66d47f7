package digest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"testing"
)

// Of every length around a block's end it is what the standard library gives.
func TestDigest(t *testing.T) {
	for n := range 300 {
		data := bytes.Repeat([]byte{byte(n), 0xff, 0, byte(3 * n)}, n)[:n]
		want := sha256.Sum256(data)
		if got := Sum(data); got != hex.EncodeToString(want[:]) {
			t.Fatalf("the digest of %d bytes is %s, want %x", n, got, want)
		}
		d := New()
		for n, rest := 1, data; len(rest) > 0; n++ { // in pieces of 1, 2, 3 … bytes
			k := min(n, len(rest))
			d.Write(rest[:k])
			rest = rest[k:]
			if k == 5 {
				_ = d.String() // asking changes nothing
			}
		}
		if got := d.String(); got != hex.EncodeToString(want[:]) {
			t.Fatalf("the digest of %d bytes in pieces is %s, want %x", n, got, want)
		}
	}
}
