package corpus

import "strconv"

// Quote quotes what was found in a file, cut where it would flood a message.
func Quote(found string) string {
	const limit = 60
	if runes := []rune(found); len(runes) > limit {
		return strconv.Quote(string(runes[:limit])) + "..."
	}
	return strconv.Quote(found)
}
