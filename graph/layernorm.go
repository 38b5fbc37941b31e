package graph

import "math"

// layerNormEps is added to the variance, as in PyTorch's LayerNorm, which the
// published model uses.
const layerNormEps = 1e-5

// LayerNorm normalises each row of x [n, m] to mean 0 and (biased) variance 1
// and returns gain * row + bias, both [m] (Ba, Kiros and Hinton, 2016).
func LayerNorm(x, gain, bias *Node) *Node {
	_, m := matrixOf(x)
	checkVector(gain, m)
	checkVector(bias, m)
	return apply(spec{
		name:  "layer-norm",
		shape: shapeOf(x),
		run:   kernel{layerNorm[float32](m), layerNorm[float64](m)},
		grad: func(in []*Node, _, g *Node) []*Node {
			return []*Node{layerNormGrad(in[0], in[1], g), sumRows(Mul(g, standardised(in[0]))), sumRows(g)}
		},
	}, x, gain, bias)
}

// layerNormGrad returns the gradient in x: with d = g * gain and y the
// standardised row, (d - mean(d) - y mean(d y)) / deviation.
func layerNormGrad(x, gain, g *Node) *Node {
	_, m := matrixOf(x)
	return apply(spec{
		name:  "layer-norm-grad",
		shape: shapeOf(x),
		run:   kernel{layerNormBack[float32](m), layerNormBack[float64](m)},
	}, x, gain, g)
}

// standardised returns the rows of x with mean 0 and variance 1.
func standardised(x *Node) *Node {
	_, m := matrixOf(x)
	return apply(spec{
		name:  "standardised",
		shape: shapeOf(x),
		run:   kernel{standardise[float32](m), standardise[float64](m)},
	}, x)
}

func layerNorm[T Float](m int) func([]T, [][]T) {
	return eachRow(m, func(out []T, i int, in [][]T) {
		row := in[0][i*m : (i+1)*m]
		mean, inv := moments(row)
		for j, v := range row {
			out[j] = in[1][j]*T((float64(v)-mean)*inv) + in[2][j]
		}
	})
}

func standardise[T Float](m int) func([]T, [][]T) {
	return eachRow(m, func(out []T, i int, in [][]T) {
		row := in[0][i*m : (i+1)*m]
		mean, inv := moments(row)
		for j, v := range row {
			out[j] = T((float64(v) - mean) * inv)
		}
	})
}

func layerNormBack[T Float](m int) func([]T, [][]T) {
	return eachRow(m, func(out []T, i int, in [][]T) {
		row, gain, g := in[0][i*m:(i+1)*m], in[1], in[2][i*m:(i+1)*m]
		mean, inv := moments(row)
		var sumD, sumDY float64
		for j, v := range row {
			d := float64(g[j]) * float64(gain[j])
			sumD += d
			sumDY += d * (float64(v) - mean) * inv
		}
		sumD /= float64(m)
		sumDY /= float64(m)
		for j, v := range row {
			d := float64(g[j]) * float64(gain[j])
			out[j] = T((d - sumD - (float64(v)-mean)*inv*sumDY) * inv)
		}
	})
}

func moments[T Float](row []T) (mean, invDeviation float64) {
	for _, v := range row {
		mean += float64(v)
	}
	mean /= float64(len(row))
	var variance float64
	for _, v := range row {
		variance += (float64(v) - mean) * (float64(v) - mean)
	}
	return mean, 1 / math.Sqrt(variance/float64(len(row))+layerNormEps)
}

// eachRow calls f for every row, of width m, of the result.
func eachRow[T Float](m int, f func(out []T, i int, in [][]T)) func([]T, [][]T) {
	return func(dst []T, in [][]T) {
		parallel(len(dst)/max(m, 1), grainFor(8*m), func(from, to int) {
			for i := from; i < to; i++ {
				f(dst[i*m:(i+1)*m], i, in)
			}
		})
	}
}
