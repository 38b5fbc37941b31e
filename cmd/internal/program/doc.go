// Package program is what the programs under cmd share: how arguments become a
// command's options, config files beneath the flags, exit statuses, Ctrl-C, the
// log, training in a run directory from the flags to the final figures, and how
// figures are printed.
//
// It knows no particular model or command. What only one program needs stays
// with it.
package program
