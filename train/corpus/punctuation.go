package corpus

import "slices"

// punctuation tells by a gold tag whether f1 leaves a word out. The tags are those
// of treebanks of several languages; the signs $ and # are words.
func punctuation(tag string) bool {
	return slices.Contains([]string{",", ".", ":", "``", "''", `"`, "-LRB-", "-RRB-", "PU", "PUN"}, tag)
}

// collinsDeletes tells by a gold tag whether f1-evalb leaves a word out. Collins'
// parameters name tags of English only, and keep brackets.
func collinsDeletes(tag string) bool {
	return slices.Contains([]string{",", ".", ":", "``", "''"}, tag)
}
