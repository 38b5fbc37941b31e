// Command asm writes the assembly of package dirichlet: go generate runs it
// once for each file, named by -file.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	file := flag.String("file", "", "which file to write: functions or mix")
	flag.Parse()
	ConstraintExpr("!noasm")
	switch *file {
	case "functions":
		for _, l := range []lanes{f64avx2, f64avx512} {
			overSlice(l, "digamma", lanes.digamma)
			overSlice(l, "logGamma", lanes.logGamma)
			overSlice(l, "log", lanes.logarithm)
		}
		for _, l := range []lanes{f32avx2, f64avx2, f32avx512, f64avx512} {
			greatest(l)
		}
	case "mix":
		for _, l := range []lanes{f32avx2, f64avx2, f32avx512, f64avx512} {
			mix(l)
		}
		for _, l := range []lanes{f32avx512, f64avx512} {
			for vecs := 1; vecs <= 4; vecs++ {
				mixNarrow(l, vecs)
			}
		}
	default:
		log.Fatalf("asm: found -file %q, expected functions or mix", *file)
	}
	Generate()
}
