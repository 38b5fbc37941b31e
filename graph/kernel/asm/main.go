// Command asm writes the assembly of package kernel: go generate runs it once
// for each file, named by -file.
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	file := flag.String("file", "", "which file to write: gemm, pack or functions")
	flag.Parse()
	ConstraintExpr("!noasm")
	switch *file {
	case "gemm":
		gemmFile()
	case "pack":
		packFile()
	case "functions":
		functionsFile()
	default:
		log.Fatalf("asm: found -file %q, expected gemm, pack or functions", *file)
	}
	Generate()
}
