//go:build !noasm

package kernel

import "golang.org/x/sys/cpu"

// native32 returns the assembly that this processor can run, best first.
func native32() []implementation[float32] { return supported(avx512x32, avx2x32) }

func native64() []implementation[float64] { return supported(avx512x64, avx2x64) }

func supported[T float](with512, with2 *set[T]) (out []implementation[T]) {
	x := &cpu.X86
	if x.HasAVX512F && x.HasBMI2 {
		out = append(out, implementation[T]{with512.name, with512.gemm})
	}
	if x.HasAVX2 && x.HasFMA {
		out = append(out, implementation[T]{with2.name, with2.gemm})
	}
	return out
}

var avx2x32 = &set[float32]{
	name: "avx2", rows: 6, cols: 16,
	byRows: []microKernel[float32]{
		1: gemmRows1x32AVX2,
		2: gemmRows2x32AVX2,
		3: gemmRows3x32AVX2,
		4: gemmRows4x32AVX2,
		5: gemmRows5x32AVX2,
		6: gemmRows6x32AVX2,
	},
	byColumns: []microKernel[float32]{
		1: gemmColumns1x32AVX2,
		2: gemmColumns2x32AVX2,
		3: gemmColumns3x32AVX2,
		4: gemmColumns4x32AVX2,
		5: gemmColumns5x32AVX2,
		6: gemmColumns6x32AVX2,
	},
	copyPanel: copyPanel32AVX2,
	transpose: transpose32, side: 8,
}

var avx2x64 = &set[float64]{
	name: "avx2", rows: 6, cols: 8,
	byRows: []microKernel[float64]{
		1: gemmRows1x64AVX2,
		2: gemmRows2x64AVX2,
		3: gemmRows3x64AVX2,
		4: gemmRows4x64AVX2,
		5: gemmRows5x64AVX2,
		6: gemmRows6x64AVX2,
	},
	byColumns: []microKernel[float64]{
		1: gemmColumns1x64AVX2,
		2: gemmColumns2x64AVX2,
		3: gemmColumns3x64AVX2,
		4: gemmColumns4x64AVX2,
		5: gemmColumns5x64AVX2,
		6: gemmColumns6x64AVX2,
	},
	copyPanel: copyPanel64AVX2,
	transpose: transpose64, side: 4,
}

var avx512x32 = &set[float32]{
	name: "avx512", rows: 12, cols: 32,
	byRows: []microKernel[float32]{
		1:  gemmRows1x32AVX512,
		2:  gemmRows2x32AVX512,
		3:  gemmRows3x32AVX512,
		4:  gemmRows4x32AVX512,
		5:  gemmRows5x32AVX512,
		6:  gemmRows6x32AVX512,
		7:  gemmRows7x32AVX512,
		8:  gemmRows8x32AVX512,
		9:  gemmRows9x32AVX512,
		10: gemmRows10x32AVX512,
		11: gemmRows11x32AVX512,
		12: gemmRows12x32AVX512,
	},
	byColumns: []microKernel[float32]{
		1:  gemmColumns1x32AVX512,
		2:  gemmColumns2x32AVX512,
		3:  gemmColumns3x32AVX512,
		4:  gemmColumns4x32AVX512,
		5:  gemmColumns5x32AVX512,
		6:  gemmColumns6x32AVX512,
		7:  gemmColumns7x32AVX512,
		8:  gemmColumns8x32AVX512,
		9:  gemmColumns9x32AVX512,
		10: gemmColumns10x32AVX512,
		11: gemmColumns11x32AVX512,
		12: gemmColumns12x32AVX512,
	},
	copyPanel: copyPanel32AVX512,
	transpose: transpose32, side: 8,
}

var avx512x64 = &set[float64]{
	name: "avx512", rows: 12, cols: 16,
	byRows: []microKernel[float64]{
		1:  gemmRows1x64AVX512,
		2:  gemmRows2x64AVX512,
		3:  gemmRows3x64AVX512,
		4:  gemmRows4x64AVX512,
		5:  gemmRows5x64AVX512,
		6:  gemmRows6x64AVX512,
		7:  gemmRows7x64AVX512,
		8:  gemmRows8x64AVX512,
		9:  gemmRows9x64AVX512,
		10: gemmRows10x64AVX512,
		11: gemmRows11x64AVX512,
		12: gemmRows12x64AVX512,
	},
	byColumns: []microKernel[float64]{
		1:  gemmColumns1x64AVX512,
		2:  gemmColumns2x64AVX512,
		3:  gemmColumns3x64AVX512,
		4:  gemmColumns4x64AVX512,
		5:  gemmColumns5x64AVX512,
		6:  gemmColumns6x64AVX512,
		7:  gemmColumns7x64AVX512,
		8:  gemmColumns8x64AVX512,
		9:  gemmColumns9x64AVX512,
		10: gemmColumns10x64AVX512,
		11: gemmColumns11x64AVX512,
		12: gemmColumns12x64AVX512,
	},
	copyPanel: copyPanel64AVX512,
	transpose: transpose64, side: 4,
}
