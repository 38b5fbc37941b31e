//go:build !amd64 || noasm

package kernel

func native32() []implementation[float32] { return nil }
func native64() []implementation[float64] { return nil }
