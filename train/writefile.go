package train

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// WriteFile makes a file whose content is what write writes, or leaves what
// was there: the content goes to a temporary file in the same folder, which is
// synced and then renamed, and the folder is synced. After a crash the file is
// the old or the new one, whole. Of a symbolic link the file it leads to is
// replaced. A path that exists and is no regular file, such as a terminal or a
// pipe, is written to directly.
func WriteFile(path string, write func(io.Writer) error) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	return writeFileAs(path, func(w io.Writer) (string, error) { return path, write(w) })
}

// writeBytes is the content of a file that is known already.
func writeBytes(content []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}
}

// writeFileAs is WriteFile for a name that is known only once the content is:
// write returns the path, in the folder of draft, whose name the temporary file
// is made from.
func writeFileAs(draft string, write func(io.Writer) (path string, err error)) error {
	if info, err := os.Stat(draft); err == nil && !info.Mode().IsRegular() {
		return writeInPlace(draft, write)
	}
	dir, name := filepath.Split(draft)
	temporary := filepath.Join(dir, temporaryName(name))
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666)
	if err != nil {
		return fmt.Errorf("write %s: %w", draft, err)
	}
	path, err := writeAndSync(f, write)
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
		return fmt.Errorf("write %s: %w", draft, err)
	}
	return syncDir(filepath.Dir(draft))
}

// temporaryName is fixed by the name, so that what a crash leaves behind is
// overwritten by the next attempt instead of piling up.
func temporaryName(name string) string { return "." + name + ".tmp" }

func writeAndSync(f *os.File, write func(io.Writer) (string, error)) (string, error) {
	b := bufio.NewWriterSize(f, 1<<16)
	path, err := write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return path, err
}

func writeInPlace(path string, write func(io.Writer) (string, error)) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	b := bufio.NewWriter(f)
	_, err = write(b)
	if err := errors.Join(err, b.Flush(), f.Close()); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// syncDir makes a rename durable. Some systems cannot sync a folder and say so
// in one of several ways; on those there is nothing more to do.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	defer d.Close()
	err = d.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("sync folder: %w", err)
	}
	return nil
}
