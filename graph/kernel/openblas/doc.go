// Package openblas multiplies matrices with the C library OpenBLAS. It holds
// nothing unless the build tag openblas is set, which needs cgo, a C compiler
// and the library with its header (libopenblas-dev on Debian).
//
// It must not hold anything that also exists without the library.
package openblas
