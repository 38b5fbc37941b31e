package main

import (
	"bytes"
	"image/color"
	"image/png"
	"testing"
)

// The pixels of a contact sheet are those of the images, in their order; originals
// stand above what reconstructs them.
func TestContactSheet(t *testing.T) {
	originals := [][]float64{{0, 1, 0, 1, 0, 1}, {1, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0}}
	drawn := [][]float64{{0, 0.5, 0, 1, 0, 1}, {0, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 1}}
	for _, above := range [][][]float64{nil, originals} {
		text, err := contactSheet(above, drawn, 3)
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := png.Decode(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		height := 2 * dot
		if above != nil {
			height += gap/3 + 2*dot
		}
		if b := sheet.Bounds(); b.Dx() != 2*(3*dot+gap)+gap || b.Dy() != 2*(height+gap)+gap {
			t.Errorf("the sheet is %d x %d", b.Dx(), b.Dy())
		}
		check := func(what string, left, top int, x []float64) {
			for i, v := range x {
				want := color.Gray{Y: uint8(255*v + 0.5)}
				for _, corner := range []int{0, dot - 1} {
					if got := sheet.At(left+i%3*dot+corner, top+i/3*dot+corner); got != want {
						t.Errorf("%s, number %d: found %v, want %v", what, i, got, want)
					}
				}
			}
		}
		for i, x := range drawn {
			left, top := gap+i%2*(3*dot+gap), gap+i/2*(height+gap)
			if above != nil {
				check("original", left, top, above[i])
				top += 2*dot + gap/3
			}
			check("drawn", left, top, x)
			if got := sheet.At(left-1, top); got != (color.Gray{Y: 128}) {
				t.Errorf("between images: %v", got)
			}
		}
	}
	if _, err := contactSheet(nil, [][]float64{{2, 2}}, 2); err != nil {
		t.Error(err)
	}
}

// Pictures of points are what their format says.
func TestScatter(t *testing.T) {
	for format, begins := range map[string]string{"png": "\x89PNG", "svg": "<?xml"} {
		picture, err := scatter([][]float64{{0, 1}, {2, 2}}, [][]float64{{0, 0}, {1, 2}}, format)
		if err != nil || !bytes.HasPrefix(picture, []byte(begins)) {
			t.Errorf("%s: found %.20q, %v", format, picture, err)
		}
	}
	if _, err := scatter(nil, [][]float64{{1, 1}}, "png"); err != nil { // a range of no length
		t.Error(err)
	}
}
