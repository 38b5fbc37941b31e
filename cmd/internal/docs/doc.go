// Package docs holds the tests of README.md and of the pages under docs: every
// command that they print runs, and every flag, file, test and exported name that
// they mention is there. It has no code of its own.
package docs
