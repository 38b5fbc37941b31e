// Package programtest holds what tests of the programs under cmd share: running
// a program as a process of its own, to its end or under way, and the files that
// tests work on.
package programtest
