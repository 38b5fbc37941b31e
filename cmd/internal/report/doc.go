// Package report makes a page of training runs: a file of HTML that needs no other
// file and no network, and beside it its plots as files.
//
// It reads run directories and nothing else: what is not in them is not computed
// here, save sums over what is. Runs are told apart by what files they have, not by
// what program wrote them. A directory where something is missing, cut short or
// wrong gives a page that says so.
package report
