//go:build !noasm

package kernel

import "golang.org/x/sys/cpu"

// native32 returns the assembly that this processor can run, best first.
func native32() []implementation[float32] { return supported(avx512x32, avx2x32) }

func native64() []implementation[float64] { return supported(avx512x64, avx2x64) }

func supported[T float](with512, with2 *set[T]) (out []implementation[T]) {
	x := &cpu.X86
	if x.HasAVX512F && x.HasBMI2 {
		out = append(out, implementation[T]{with512.name, with512.gemm, with512.functions})
	}
	if x.HasAVX2 && x.HasFMA {
		out = append(out, implementation[T]{with2.name, with2.gemm, with2.functions})
	}
	return out
}

var avx2x32 = &set[float32]{
	name: "avx2", rows: 6, cols: 16,
	kernels: []microKernel[float32]{
		1: gemm1x32AVX2,
		2: gemm2x32AVX2,
		3: gemm3x32AVX2,
		4: gemm4x32AVX2,
		5: gemm5x32AVX2,
		6: gemm6x32AVX2,
	},
	copyPanel: copyPanel32AVX2, copyColumns: copyColumns32AVX2,
	transpose: transpose32, side: 8,
	functions: functions[float32]{expSub32AVX2, sigmoid32AVX2, tanh32AVX2, maximum32AVX2, sumExp32AVX2},
}

var avx2x64 = &set[float64]{
	name: "avx2", rows: 6, cols: 8,
	kernels: []microKernel[float64]{
		1: gemm1x64AVX2,
		2: gemm2x64AVX2,
		3: gemm3x64AVX2,
		4: gemm4x64AVX2,
		5: gemm5x64AVX2,
		6: gemm6x64AVX2,
	},
	copyPanel: copyPanel64AVX2, copyColumns: copyColumns64AVX2,
	transpose: transpose64, side: 4,
	functions: functions[float64]{expSub64AVX2, sigmoid64AVX2, tanh64AVX2, maximum64AVX2, sumExp64AVX2},
}

var avx512x32 = &set[float32]{
	name: "avx512", rows: 12, cols: 32,
	kernels: []microKernel[float32]{
		1:  gemm1x32AVX512,
		2:  gemm2x32AVX512,
		3:  gemm3x32AVX512,
		4:  gemm4x32AVX512,
		5:  gemm5x32AVX512,
		6:  gemm6x32AVX512,
		7:  gemm7x32AVX512,
		8:  gemm8x32AVX512,
		9:  gemm9x32AVX512,
		10: gemm10x32AVX512,
		11: gemm11x32AVX512,
		12: gemm12x32AVX512,
	},
	copyPanel: copyPanel32AVX512, copyColumns: copyColumns32AVX512,
	transpose: transpose32, side: 8,
	functions: functions[float32]{expSub32AVX512, sigmoid32AVX512, tanh32AVX512, maximum32AVX512, sumExp32AVX512},
}

var avx512x64 = &set[float64]{
	name: "avx512", rows: 12, cols: 16,
	kernels: []microKernel[float64]{
		1:  gemm1x64AVX512,
		2:  gemm2x64AVX512,
		3:  gemm3x64AVX512,
		4:  gemm4x64AVX512,
		5:  gemm5x64AVX512,
		6:  gemm6x64AVX512,
		7:  gemm7x64AVX512,
		8:  gemm8x64AVX512,
		9:  gemm9x64AVX512,
		10: gemm10x64AVX512,
		11: gemm11x64AVX512,
		12: gemm12x64AVX512,
	},
	copyPanel: copyPanel64AVX512, copyColumns: copyColumns64AVX512,
	transpose: transpose64, side: 4,
	functions: functions[float64]{expSub64AVX512, sigmoid64AVX512, tanh64AVX512, maximum64AVX512, sumExp64AVX512},
}
