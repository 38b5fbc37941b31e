//go:build !amd64 || noasm

package dirichlet

// native returns the assembly that there is: none.
func native() []implementation { return nil }
