package points

import (
	"bytes"
	"testing"

	"codeberg.org/sbinet/npyio/npy"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// What is written is what another reader of the format reads, and the data begins
// where the format wants it.
func TestNPYWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(1, 9).Draw(t, "rows"), rapid.IntRange(1, 9).Draw(t, "columns")
		want := rapid.SliceOfN(rapid.Float64(), n*m, n*m).Draw(t, "values")
		var file bytes.Buffer
		y, err := NewNPYWriter(&file, n, m)
		for i := 0; err == nil && i < n; i++ {
			err = y.WriteRow(want[i*m : (i+1)*m])
		}
		if err != nil {
			t.Fatal(err)
		}
		if (file.Len()-8*n*m)%64 != 0 {
			t.Fatalf("the header has %d bytes", file.Len()-8*n*m)
		}
		var got mat.Dense
		if err := npy.Read(&file, &got); err != nil {
			t.Fatal(err)
		}
		if r, c := got.Dims(); r != n || c != m {
			t.Fatalf("%d by %d, expected %d by %d", r, c, n, m)
		}
		for i, x := range want {
			if got.At(i/m, i%m) != x {
				t.Fatalf("element %d is %v, expected %v", i, got.At(i/m, i%m), x)
			}
		}
	})
}

// Rows that the header did not announce are refused.
func TestNPYWriterRows(t *testing.T) {
	y, err := NewNPYWriter(new(bytes.Buffer), 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if y.WriteRow([]float64{1}) == nil {
		t.Error("a row is too short")
	}
	if y, _ = NewNPYWriter(new(bytes.Buffer), 1, 2); y.WriteRow([]float64{1, 2}) != nil || y.WriteRow([]float64{1, 2}) == nil {
		t.Error("one row was to be written")
	}
}
