package main

import (
	"context"

	"arbelos/graph"
	"arbelos/models/urnng"
)

// surprisal finds how little p expected the words of every sentence; an empty
// one gets nil.
func (s scorer) surprisal(ctx context.Context, ids [][]int, particles int) ([]*urnng.Surprisal, error) {
	out := make([]*urnng.Surprisal, len(ids))
	seed := graph.Rand(s.seed, "surprisal").Uint64()
	for i := range ids {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if len(ids[i]) == 0 {
			continue
		}
		var err error
		if out[i], err = s.model.Surprisal(ids[i], particles, urnng.Key{Seed: seed, Step: uint64(i)}); err != nil {
			return nil, err
		}
		if s.progress != nil {
			s.progress("surprisal of", i+1, len(ids))
		}
	}
	return out, nil
}
