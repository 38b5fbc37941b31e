package kernel

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// elementwise is a function of one variable in one implementation, with what it
// should be.
type elementwise[T float] struct {
	name   string
	run    func(n int, dst, x *T)
	want32 func(x float64) float64 // exact enough for float32
	want   func(x *big.Float) *big.Float
}

func elementwiseOf[T float](impl implementation[T]) []elementwise[T] {
	return []elementwise[T]{
		{"exp", func(n int, dst, x *T) { impl.expSub(n, dst, x, 0) }, exp, bigExp},
		{"sigmoid", impl.sigmoid, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }, bigSigmoid},
		{"tanh", impl.tanh, math.Tanh, bigTanh},
	}
}

// TestFunctionsFloat32 tries float32 of all signs, exponents and mantissas.
func TestFunctionsFloat32(t *testing.T) {
	for _, impl := range all32 {
		for _, f := range elementwiseOf(impl) {
			t.Run(f.name+"/"+impl.name, func(t *testing.T) {
				x, y := make([]float32, 1000), make([]float32, 1000)
				for bits := uint64(0); bits < 1<<32; {
					for i := range x {
						x[i] = math.Float32frombits(uint32(bits))
						bits += 9973
					}
					f.run(len(x), &y[0], &x[0])
					for i, v := range x {
						if err := within(y[i], f.want32(float64(v)), 24, -126); err != nil {
							t.Fatalf("%s(%v): %v", f.name, v, err)
						}
					}
				}
			})
		}
	}
}

// TestFunctionsFloat64 compares with sums in 300 bits.
func TestFunctionsFloat64(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	var x []float64
	for range 700 {
		x = append(x, r.NormFloat64(), 30*r.NormFloat64(), 1500*r.Float64()-750, math.Exp(-40*r.Float64()), -math.Exp(-40*r.Float64()))
	}
	y := make([]float64, len(x))
	for _, impl := range all64 {
		for _, f := range elementwiseOf(impl) {
			t.Run(f.name+"/"+impl.name, func(t *testing.T) {
				f.run(len(x), &y[0], &x[0])
				for i, v := range x {
					want := f.want(new(big.Float).SetPrec(300).SetFloat64(v))
					if err := withinBig(y[i], want); err != nil {
						t.Errorf("%s(%v): %v", f.name, v, err)
					}
				}
			})
		}
	}
}

// TestFunctionsSpecialValues covers what no sum reaches.
func TestFunctionsSpecialValues(t *testing.T) {
	t.Run("float32", func(t *testing.T) { checkSpecialValues(t, all32, 0x1p-149, 88.722831, 88.72284, -87.33654, -104) })
	t.Run("float64", func(t *testing.T) {
		checkSpecialValues(t, all64, 0x1p-1074, 709.7827, 709.7827128933841, -708.3964185322641, -746)
	})
}

func checkSpecialValues[T float](t *testing.T, all []implementation[T], tiny, largest, overflow, smallest, underflow T) {
	nan, inf := T(math.NaN()), T(math.Inf(1))
	zero := T(0)
	between := func(lo, hi T) func(T) bool { return func(y T) bool { return lo < y && y < hi } }
	is := func(want T) func(T) bool {
		return func(y T) bool {
			return y != y && want != want || y == want && math.Signbit(float64(y)) == math.Signbit(float64(want))
		}
	}
	for _, impl := range all {
		for _, f := range elementwiseOf(impl) {
			for _, c := range map[string][]struct {
				x  T
				ok func(y T) bool
			}{
				"exp": {
					{nan, is(nan)}, {-nan, is(nan)}, {inf, is(inf)}, {-inf, is(0)}, {0, is(1)}, {-zero, is(1)}, {tiny, is(1)}, {-tiny, is(1)},
					{largest, between(1e38, inf)}, {overflow, is(inf)}, {2 * overflow, is(inf)}, {1e30, is(inf)},
					{smallest, between(0, 1e-37)}, {underflow, is(0)}, {-1e30, is(0)},
				},
				"sigmoid": {
					{nan, is(nan)}, {-nan, is(nan)}, {inf, is(1)}, {-inf, is(0)}, {0, is(0.5)}, {-zero, is(0.5)}, {tiny, is(0.5)}, {-tiny, is(0.5)},
					{1e30, is(1)}, {-1e30, is(0)}, {overflow, is(1)}, {smallest, between(0, 1e-37)}, {underflow, is(0)},
				},
				"tanh": {
					{nan, is(nan)}, {-nan, is(nan)}, {inf, is(1)}, {-inf, is(-1)}, {0, is(0)}, {T(math.Copysign(0, -1)), is(T(math.Copysign(0, -1)))},
					{tiny, is(tiny)}, {-tiny, is(-tiny)}, {1e30, is(1)}, {-1e30, is(-1)}, {overflow, is(1)},
				},
			}[f.name] {
				y := T(7)
				f.run(1, &y, &c.x)
				if !c.ok(y) {
					t.Errorf("%s: %s(%v) is %v", impl.name, f.name, c.x, y)
				}
			}
		}
	}
}

// TestFunctionsPlace holds every element to the bits that it has alone, in
// place or not, at any offset, and the functions to writing no further.
func TestFunctionsPlace(t *testing.T) {
	t.Run("float32", func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkPlace(t, all32) }) })
	t.Run("float64", func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { checkPlace(t, all64) }) })
}

func checkPlace[T float](t *rapid.T, all []implementation[T]) {
	n := rapid.IntRange(1, 70).Draw(t, "n")
	offset := rapid.IntRange(0, 20).Draw(t, "offset")
	x := random[T](rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), n)
	for _, impl := range all {
		for _, f := range elementwiseOf(impl) {
			alone := make([]T, n)
			for i := range x {
				f.run(1, &alone[i], &x[i])
			}
			around := make([]T, n+41)
			for i := range around {
				around[i] = 99
			}
			inside := around[offset : offset+n]
			copy(inside, x)
			f.run(n, &inside[0], &inside[0])
			if !equalBits(inside, alone) {
				t.Fatalf("%s %s: in place %v, alone %v", impl.name, f.name, inside, alone)
			}
			for i, v := range around {
				if (i < offset || i >= offset+n) && v != 99 {
					t.Fatalf("%s %s wrote outside its slice", impl.name, f.name)
				}
			}
		}
	}
}

// TestMaxSumExp compares with a sum in float64, and the bits at one offset and
// instruction set with those at others.
func TestMaxSumExp(t *testing.T) {
	t.Run("float32", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { checkMaxSumExp(t, all32, native32(), 1e-5) })
	})
	t.Run("float64", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { checkMaxSumExp(t, all64, native64(), 1e-14) })
	})
}

func checkMaxSumExp[T float](t *rapid.T, all, native []implementation[T], tolerance float64) {
	n := rapid.IntRange(0, 200).Draw(t, "n")
	x := random[T](rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)), n)
	scale := rapid.SampledFrom([]T{1, 50, 1000}).Draw(t, "scale")
	for i := range x {
		x[i] *= scale
	}
	largest := math.Inf(-1)
	for _, v := range x {
		largest = math.Max(largest, float64(v))
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(float64(v) - largest)
	}
	offset := rapid.IntRange(0, 16).Draw(t, "offset")
	elsewhere := make([]T, offset+n)[offset:]
	copy(elsewhere, x)
	var first [2]T
	for i, impl := range all {
		gotMax, gotSum := maxSumExp(&impl.functions, x)
		if float64(gotMax) != largest || math.Abs(float64(gotSum)-sum) > tolerance*sum {
			t.Fatalf("%s: %v, %v; want %v, %v", impl.name, gotMax, gotSum, largest, sum)
		}
		again, sumAgain := maxSumExp(&impl.functions, elsewhere)
		if i == 0 {
			first = [2]T{gotMax, gotSum}
		}
		if again != gotMax || sumAgain != gotSum || i < len(native) && first != [2]T{gotMax, gotSum} {
			t.Fatalf("%s: sums %v and %v, at another offset %v", impl.name, first[1], gotSum, sumAgain)
		}
	}
}

// TestMaxSumExpSpecialValues covers infinities and NaN.
func TestMaxSumExpSpecialValues(t *testing.T) {
	t.Run("float32", func(t *testing.T) { checkMaxSumExpSpecial(t, all32) })
	t.Run("float64", func(t *testing.T) { checkMaxSumExpSpecial(t, all64) })
}

func checkMaxSumExpSpecial[T float](t *testing.T, all []implementation[T]) {
	nan, inf := T(math.NaN()), T(math.Inf(1))
	for _, impl := range all {
		for _, c := range []struct {
			x    []T
			want T // log-sum-exp
		}{
			{nil, -inf}, {[]T{-inf}, -inf}, {[]T{-inf, -inf, -inf}, -inf}, {[]T{inf}, inf}, {[]T{1, inf, -inf}, inf}, {[]T{inf, inf}, inf},
			{[]T{nan}, nan}, {[]T{nan, nan, 1}, nan}, {[]T{1, nan}, nan}, {[]T{-inf, nan}, nan}, {[]T{inf, nan}, nan},
			{[]T{5}, 5}, {[]T{-inf, -1000, -inf}, -1000}, {[]T{1000, 1000, -inf}, 1000 + math.Ln2},
		} {
			largest, sum := maxSumExp(&impl.functions, c.x)
			got := float64(largest) + math.Log(float64(sum))
			if got != float64(c.want) && math.Abs(got-float64(c.want)) > 1e-4 || math.IsNaN(got) != math.IsNaN(float64(c.want)) {
				t.Errorf("%s: log-sum-exp of %v is %v, want %v", impl.name, c.x, got, c.want)
			}
		}
	}
}

// TestFunctionsExported runs what the package exports against the same oracles
// once, and tries what does not fit.
func TestFunctionsExported(t *testing.T) {
	x := []float64{-3, -0.5, 0, 0.25, 2}
	dst := make([]float64, len(x))
	for _, f := range []struct {
		name string
		run  func(dst, x []float64)
		want func(float64) float64
	}{
		{"Exp", Exp[float64], math.Exp},
		{"ExpSub", func(dst, x []float64) { ExpSub(dst, x, 1.5) }, func(x float64) float64 { return math.Exp(x - 1.5) }},
		{"Sigmoid", Sigmoid[float64], func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }},
		{"Tanh", Tanh[float64], math.Tanh},
	} {
		f.run(dst, x)
		for i := range x {
			if want := f.want(x[i]); math.Abs(dst[i]-want) > 1e-15*(math.Abs(want)+1) {
				t.Errorf("%s(%v) is %v, want %v", f.name, x[i], dst[i], want)
			}
		}
		f.run(nil, nil)
		func() {
			defer func() {
				if r := recover(); r != errLength {
					t.Errorf("%s of slices of two lengths: panic %v", f.name, r)
				}
			}()
			f.run(dst[:2], x)
		}()
	}
	if got, want := LogSumExp([]float32{1, 2, 3}), float32(3.4076059644443806); math.Abs(float64(got-want)) > 1e-6 {
		t.Errorf("LogSumExp is %v, want %v", got, want)
	}
}

// within returns an error unless got is want within two units in the last
// place of a float of the given precision, or 0 for one below 2^least.
func within[T float](got T, want float64, precision, least int) error {
	y := float64(got)
	switch {
	case math.IsNaN(want):
		if !math.IsNaN(y) {
			return fmt.Errorf("found %v, expected NaN", got)
		}
		return nil
	case math.IsInf(float64(T(want)), 0) && y == float64(T(want)):
		return nil
	case want == y, y == 0 && math.Abs(want) < math.Ldexp(1, least):
		return nil
	}
	unit := math.Ldexp(1, max(math.Ilogb(want), least)+1-precision)
	if !(math.Abs(y-want) <= 2*unit) {
		return fmt.Errorf("found %v, expected %v, %v units apart", got, want, math.Abs(y-want)/unit)
	}
	return nil
}

// withinBig is within for float64.
func withinBig(got float64, want *big.Float) error {
	near, _ := want.Float64()
	if err := within(got, near, 53, -1022); err != nil || math.IsInf(near, 0) || math.Abs(near) < 0x1p-1021 {
		return err
	}
	off, _ := new(big.Float).Sub(new(big.Float).SetFloat64(got), want).Float64()
	if unit := math.Ldexp(1, want.MantExp(nil)-53); math.Abs(off) > 2*unit {
		return fmt.Errorf("found %v, expected %v, %v units apart", got, near, math.Abs(off)/unit)
	}
	return nil
}

// bigExp sums the series of exp(x/2^20) and squares it 20 times.
func bigExp(x *big.Float) *big.Float {
	const halvings = 20
	small := new(big.Float).SetMantExp(x, -halvings)
	one := func() *big.Float { return new(big.Float).SetPrec(300).SetInt64(1) }
	sum, term := one(), one()
	for k := int64(1); k < 40; k++ {
		term.Mul(term, small)
		term.Quo(term, new(big.Float).SetInt64(k))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

func bigSigmoid(x *big.Float) *big.Float {
	e := bigExp(new(big.Float).Neg(x))
	one := new(big.Float).SetPrec(300).SetInt64(1)
	return new(big.Float).Quo(one, new(big.Float).Add(one, e))
}

func bigTanh(x *big.Float) *big.Float {
	e := bigExp(new(big.Float).SetMantExp(x, 1))
	one := new(big.Float).SetPrec(300).SetInt64(1)
	return new(big.Float).Quo(new(big.Float).Sub(e, one), new(big.Float).Add(e, one))
}

func BenchmarkFunctions(b *testing.B) {
	b.Run("float32", func(b *testing.B) { benchmarkFunctions(b, all32) })
	b.Run("float64", func(b *testing.B) { benchmarkFunctions(b, all64) })
}

func benchmarkFunctions[T float](b *testing.B, all []implementation[T]) {
	for _, n := range []int{128, 10000} {
		x, y := random[T](rand.New(rand.NewPCG(23, 24)), n), make([]T, n)
		for _, impl := range all {
			run := func(name string, f func()) {
				b.Run(fmt.Sprintf("%s/%s/%d", name, impl.name, n), func(b *testing.B) {
					for b.Loop() {
						f()
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
				})
			}
			for _, f := range elementwiseOf(impl) {
				run(f.name, func() { f.run(n, &y[0], &x[0]) })
			}
			run("maxsumexp", func() { maxSumExp(&impl.functions, x) })
		}
	}
}
