//go:build !openblas || !cgo

package kernel

func foreign32(functions[float32]) []implementation[float32] { return nil }
func foreign64(functions[float64]) []implementation[float64] { return nil }
