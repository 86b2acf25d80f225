"""Writing of files: locks, and files that get their names when they are complete."""

import contextlib
import fcntl
import os

from failure import fail


def lock(file, path):
    """Locks an open file; ends the script if another run has locked it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        fail(f"{path}: another run is writing this file")
    except OSError:
        # Some file systems have no locks.
        pass


def locked(part, mode):
    """Opens a file that no other run has locked, and empties it: a killed run may have left a part."""
    # It is not emptied before it is locked: it may belong to another run.
    file = open(part, mode, encoding=None if "b" in mode else "utf-8",
                opener=lambda path, flags: os.open(path, flags & ~os.O_TRUNC, 0o666))
    lock(file, part)
    file.truncate()
    return file


@contextlib.contextmanager
def written_whole(path, mode="w"):
    """Opens `path` with `.part` added to its name, renames it at the end, and removes it after an error. The
    file is opened before long work, so that errors show early, and locked against other runs until it is
    renamed. Devices are written directly."""
    is_device = os.path.exists(path) and not os.path.isfile(path)
    part = path if is_device else f"{path}.part"
    file = open(part, mode, encoding=None if "b" in mode else "utf-8") if is_device else locked(part, mode)
    try:
        yield file
        try:
            file.flush()
            if not is_device:
                os.replace(part, path)
        except OSError as error:
            fail(f"{part}: {error.strerror}")
    except BaseException:
        if not is_device:
            with contextlib.suppress(OSError):
                os.remove(part)
        raise
    finally:
        with contextlib.suppress(OSError):
            file.close()


def replace(path, text):
    """Writes a text file that has its name only when it is whole and on the disk. Raises OSError if it cannot."""
    temporary = f"{path}.new"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def end_last_line(path):
    """Adds an end of line if the last line has none, as after a killed run. Raises OSError if the file
    cannot be written."""
    with open(path, "ab+") as file:
        file.seek(max(0, file.tell() - 1))
        if file.read(1) not in (b"", b"\n"):
            file.write(b"\n")
