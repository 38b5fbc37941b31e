// Package points reads and writes tables of numbers: comma- or tab-separated text,
// numbers between spaces, and NumPy's .npy. A row is an item, a vector of finite
// numbers; all rows have as many.
//
// The package must not know what the numbers are for.
package points
