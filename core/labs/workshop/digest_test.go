package workshop

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
		if got := digest(data); got != hex.EncodeToString(want[:]) {
			t.Fatalf("the digest of %d bytes is %s, want %x", n, got, want)
		}
	}
}
