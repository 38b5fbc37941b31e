package graph

// AddTo returns total + term, of equal shapes, where total is an input: the machine adds
// in the memory of total's value, which the result then shares. It is for sums over
// graphs that are run one after the other, and is to be computed once. A term whose op
// can add to a buffer, and that nobody else reads, is never there by itself.
func AddTo(total, term *Node) *Node {
	if total.Op() != nil {
		panic(errInput)
	}
	return apply(spec{
		name:    "add-to",
		shape:   sameShape(total, term),
		run:     sum,
		inPlace: true,
	}, total, term)
}
