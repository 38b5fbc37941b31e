//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package train

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFile takes a lock on an open file, a shared one or one that excludes all
// others, and tells whether it was free. File systems that cannot lock are
// taken at their word: the lock is free.
func lockFile(f *os.File, exclusive bool) (free bool, err error) {
	how := unix.LOCK_SH
	if exclusive {
		how = unix.LOCK_EX
	}
	for {
		err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		case errors.Is(err, unix.ENOLCK), errors.Is(err, errors.ErrUnsupported):
			return true, nil
		}
		return err == nil, err
	}
}
