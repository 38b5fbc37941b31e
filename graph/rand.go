package graph

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// Rand returns the random generator that belongs to (seed, purpose, keys): the
// same arguments give the same stream on every machine, and arguments that
// differ anywhere, in the number of keys too, give independent streams. Keys
// are usually the step and then the item, so that what is drawn for an item
// depends neither on the order in which items are worked on nor on how many
// goroutines share the work. Seed 0 is a seed like any other.
//
// The generator is ChaCha8 keyed with the SHA-256 digest of the arguments. A
// call costs under a microsecond: derive a generator for each item, and do
// not share one between goroutines.
func Rand(seed uint64, purpose string, keys ...uint64) *rand.Rand {
	// Numbers have a fixed width and the purpose is preceded by its length, so
	// that no two lists of arguments spell the same message.
	message := make([]byte, 0, 128)
	message = binary.LittleEndian.AppendUint64(message, seed)
	message = binary.LittleEndian.AppendUint64(message, uint64(len(purpose)))
	message = append(message, purpose...)
	for _, key := range keys {
		message = binary.LittleEndian.AppendUint64(message, key)
	}
	return rand.New(rand.NewChaCha8(sha256.Sum256(message)))
}
