package documents

// ReadStopWords reads the words of a source that a text is to be read without, one a
// line. Space around a word is not part of it; blank lines and words that stand twice
// do no harm.
func ReadStopWords(source Source) ([]string, error) {
	var words []string
	for l, err := range source.lines() {
		if err != nil {
			return nil, err
		}
		if word := trim(l.text); word != "" {
			words = append(words, word)
		}
	}
	return words, nil
}
