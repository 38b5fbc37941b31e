//go:build !noasm

package dirichlet

import "golang.org/x/sys/cpu"

// native returns the assembly that this processor can run, best first.
func native() (out []implementation) {
	x := &cpu.X86
	if x.HasAVX512F {
		out = append(out, implementation{
			"avx512", digamma64AVX512, logGamma64AVX512, log64AVX512,
			mixFuncs[float32]{mix32AVX512, []mixFunc[float32]{mix32AVX512x1, mix32AVX512x2, mix32AVX512x3, mix32AVX512x4}},
			mixFuncs[float64]{mix64AVX512, []mixFunc[float64]{mix64AVX512x1, mix64AVX512x2, mix64AVX512x3, mix64AVX512x4}},
			greatest32AVX512, greatest64AVX512,
		})
	}
	if x.HasAVX2 && x.HasFMA {
		out = append(out, implementation{
			"avx2", digamma64AVX2, logGamma64AVX2, log64AVX2,
			mixFuncs[float32]{any: mix32AVX2}, mixFuncs[float64]{any: mix64AVX2},
			greatest32AVX2, greatest64AVX2,
		})
	}
	return out
}
