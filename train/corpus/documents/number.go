package documents

import (
	"errors"
	"math"
	"strconv"
)

// maxCount bounds counts, so that sums of them are exact.
const maxCount = math.MaxInt32

// wholeCount reads a count: a whole number from 0 up, which may be written as 3.0
// or 3e0. NaN, fractions and negative numbers are ErrCount.
func wholeCount(text string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil {
		if n < 0 || n > maxCount {
			return 0, ErrCount
		}
		return n, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, ErrNumber
	}
	if !(x >= 0 && x <= maxCount) || x != math.Trunc(x) {
		return 0, ErrCount
	}
	return int(x), nil
}

// natural reads a number from 0 up that is written with digits alone.
func natural(text string) (int, error) {
	if text == "" {
		return 0, ErrNumber
	}
	for _, digit := range []byte(text) {
		if digit < '0' || digit > '9' {
			return 0, ErrNumber
		}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n > math.MaxInt32 {
		return 0, ErrNumber
	}
	return n, nil
}
