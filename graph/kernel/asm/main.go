// Command asm writes the assembly of package kernel: go generate runs it once
// for each file, named by -file.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	file := flag.String("file", "", "which file to write: gemm, pack")
	flag.Parse()
	ConstraintExpr("!noasm")
	switch *file {
	case "gemm":
		gemmFile()
	case "pack":
		packFile()
	default:
		log.Fatalf("asm: found -file %q, expected gemm or pack", *file)
	}
	Generate()
}
