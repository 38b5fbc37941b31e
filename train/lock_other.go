//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package train

import "os"

// lockFile does nothing: on this system two processes at work on one run are
// not kept apart.
func lockFile(*os.File, bool) (free bool, err error) { return true, nil }
