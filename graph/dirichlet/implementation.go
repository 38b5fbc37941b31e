package dirichlet

import (
	"math"
	"slices"

	"arbelos/graph/kernel"
)

// Constants of the panics that a programmer's error raises.
const errLength = "dirichlet: slices of the wrong length"

// implementation is one way to do all that the package does.
type implementation struct {
	name                   string
	digamma, logGamma, log sliceFunc
	mix32                  mixFuncs[float32]
	mix64                  mixFuncs[float64]
	greatest32             greatestFunc[float32]
	greatest64             greatestFunc[float64]
}

// inGo runs everywhere. It goes by the name that package kernel gives what it
// falls back on.
var inGo = implementation{"gonum", each(digamma), each(logGamma), each(math.Log), mixFuncs[float32]{any: mixInGo[float32]}, mixFuncs[float64]{any: mixInGo[float64]}, greatestInGo[float32], greatestInGo[float64]}

// The implementations that run here, best first, and the one in use.
var (
	all    = append(native(), inGo)
	chosen = namesake(kernel.Name())
)

// namesake returns the implementation of the same name as package kernel's, or the
// best where that has a library multiply, which has nothing of what is here.
func namesake(name string) implementation {
	return all[max(0, slices.IndexFunc(all, func(i implementation) bool { return i.name == name }))]
}
