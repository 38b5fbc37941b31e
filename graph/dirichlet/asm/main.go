// Command asm writes the assembly of package dirichlet: go generate runs it
// once for each file, named by -file.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	file := flag.String("file", "", "which file to write: digamma or mix")
	flag.Parse()
	ConstraintExpr("!noasm")
	switch *file {
	case "digamma":
		for _, l := range []lanes{f64avx2, f64avx512} {
			digamma(l)
		}
	case "mix":
		for _, l := range []lanes{f32avx2, f64avx2, f32avx512, f64avx512} {
			mix(l)
		}
	default:
		log.Fatalf("asm: found -file %q, expected digamma or mix", *file)
	}
	Generate()
}
