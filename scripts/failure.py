"""How a script ends after an error of its user, or when it is stopped."""

import asyncio
import contextlib
import errno
import glob
import importlib.util
import os
import signal
import sys

# What a package is called where that is not its own name.
NAMES = {"chess": "python-chess"}
# An engine that cannot be run, or does not answer; before Python 3.11 the latter is no OSError.
SYSTEM_ERRORS = (OSError, asyncio.TimeoutError)
# The disk, or what this user may have of it, is full.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def fail(reason, status=2):
    """Prints one line, with the script's name, and ends it."""
    print(f"{os.path.basename(sys.argv[0])}: {reason}", file=sys.stderr)
    sys.exit(status)


def fail_by(error, what):
    """Ends the script after an exception of an engine. Those of the script's own output go on
    to `run`."""
    if isinstance(error, OSError) and error.errno in (errno.EPIPE, *FULL):
        raise error
    fail(f"{what}: {worded(error)}")


def worded(error):
    """An exception in words. That of an engine which does not answer has none."""
    is_late = isinstance(error, (TimeoutError, asyncio.TimeoutError))
    return str(error) or ("no answer in time" if is_late else type(error).__name__)


def run(main):
    """Runs a script. Control-C ends it without a traceback, and at once: threads are not
    waited for, since an engine may not answer them. It ends with 1 where its output cannot be
    written."""
    try:
        try:
            main()
        except SystemExit:
            sys.stdout.flush()
            raise
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader of the output has ended, as `head` does.
        drop_output()
        sys.exit(1)
    except OSError as error:
        if error.errno not in FULL:
            raise
        drop_output()
        fail(f"{error.filename or 'the output'} cannot be written: {error.strerror}", 1)
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        kill_children()
        os._exit(130)


def drop_output():
    """Python flushes the output once more at the end, which must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def interrupt(*_):
    """Ends a script as control-C does; a handler of signals."""
    raise KeyboardInterrupt


def handle_ends(handler=interrupt):
    """Sets the handler of SIGTERM and SIGHUP, but not of one that is ignored, as SIGHUP is
    under nohup."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def kill_children():
    """Kills the engines that this process has started; on Linux, where it can list them."""
    for path in glob.glob("/proc/self/task/*/children"):
        with contextlib.suppress(OSError), open(path, encoding="ascii") as children:
            for process in children.read().split():
                os.kill(int(process), signal.SIGKILL)


def needs(*packages):
    """Ends the script if one of these packages is not installed; to be called before the
    first of them is imported. With --help it still says what the script is."""
    missing = [package for package in packages if not importlib.util.find_spec(package)]
    if missing:
        if {"-h", "--help"} & set(sys.argv[1:]):
            print(sys.modules["__main__"].__doc__)
            sys.exit(0)
        names = ", ".join(NAMES.get(package, package) for package in missing)
        fail(f"needs {names} (pip install {' '.join(missing)})")
