// Package drawing draws constituent trees for people: as text for terminals and
// as SVG for papers and web pages.
//
// It holds layout and nothing about models or files. Pictures depend on what is
// drawn alone, not on the terminal, the locale or the fonts of a machine.
package drawing
