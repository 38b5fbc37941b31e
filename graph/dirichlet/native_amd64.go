//go:build !noasm

package dirichlet

import "golang.org/x/sys/cpu"

// native returns the assembly that this processor can run, best first.
func native() (out []implementation) {
	x := &cpu.X86
	if x.HasAVX512F {
		out = append(out, implementation{"avx512", digamma64AVX512, logGamma64AVX512, mix32AVX512, mix64AVX512, greatest32AVX512, greatest64AVX512})
	}
	if x.HasAVX2 && x.HasFMA {
		out = append(out, implementation{"avx2", digamma64AVX2, logGamma64AVX2, mix32AVX2, mix64AVX2, greatest32AVX2, greatest64AVX2})
	}
	return out
}
