"""Files that a script writes."""

import contextlib
import os

from failure import fail


@contextlib.contextmanager
def written_whole(path, mode="w"):
    """A file with `.part` behind its name, which is renamed at the end, and removed after an error.
    Devices are written directly. Opened before the work, which takes long."""
    is_device = os.path.exists(path) and not os.path.isfile(path)
    part = path if is_device else f"{path}.part"
    try:
        file = open(part, mode, encoding=None if "b" in mode else "utf-8")
    except OSError as error:
        fail(f"{part}: {error.strerror}")
    try:
        yield file
        try:
            file.close()
            if not is_device:
                os.replace(part, path)
        except OSError as error:
            fail(f"{part}: {error.strerror}")
    except BaseException:
        with contextlib.suppress(OSError):
            file.close()
        if not is_device:
            with contextlib.suppress(OSError):
                os.remove(part)
        raise
