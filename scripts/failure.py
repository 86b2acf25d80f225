"""Ends of a script: after a wrong argument or an error of the system, and when it is stopped."""

import asyncio
import contextlib
import errno
import glob
import importlib.util
import os
import signal
import sys

# Packages whose usual names differ from those that Python imports.
NAMES = {"chess": "python-chess"}
# The errors of an engine that cannot be run, or does not answer; before Python 3.11 asyncio's timeout is no OSError.
SYSTEM_ERRORS = (OSError, asyncio.TimeoutError)
# The disk is full, or the user's quota is used up.
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def fail(reason, status=2):
    """Prints one line with the script's name on standard error, and ends the script."""
    print(f"{os.path.basename(sys.argv[0])}: {reason}", file=sys.stderr)
    sys.exit(status)


def fail_by(error, what):
    """Ends the script after an exception of an engine. Exceptions of the script's own output are
    left to `run`."""
    if isinstance(error, OSError) and error.errno in (errno.EPIPE, *FULL):
        raise error
    fail(f"{what}: {worded(error)}")


def worded(error):
    """Returns the message of an exception; timeouts have none of their own."""
    is_late = isinstance(error, (TimeoutError, asyncio.TimeoutError))
    return str(error) or ("no answer in time" if is_late else type(error).__name__)


def run(main):
    """Runs a script. Control-C ends it at once and without a traceback; it does not wait for threads,
    which may wait for an engine that does not answer. The exit status is 1 if its output cannot be
    written, and 2 if another file cannot be used."""
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
        if error.errno in FULL:
            drop_output()
            fail(f"{error.filename or 'the output'} cannot be written: {error.strerror}", 1)
        if not error.filename:
            raise
        fail(f"{error.filename}: {error.strerror}")
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        kill_children()
        os._exit(130)


def drop_output():
    """Drops what is left of the output: Python flushes it once more at the end, and must not fail again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def interrupt(*_):
    """Is a signal handler that ends the script as control-C does."""
    raise KeyboardInterrupt


def handle_ends(handler=interrupt):
    """Sets the handler of SIGTERM and SIGHUP. A signal that is ignored stays ignored, as SIGHUP
    does under nohup."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def kill_children():
    """Kills the engines that this process has started, on Linux alone, where they can be listed."""
    for path in glob.glob("/proc/self/task/*/children"):
        with contextlib.suppress(OSError), open(path, encoding="ascii") as children:
            for process in children.read().split():
                os.kill(int(process), signal.SIGKILL)


def end_group(process):
    """Kills a process that leads a session, with all processes that it started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def needs(*packages):
    """Ends the script if one of these packages is not installed. It is called before the first of
    them is imported. With --help it prints the script's docstring all the same."""
    missing = [package for package in packages if not importlib.util.find_spec(package)]
    if missing:
        if {"-h", "--help"} & set(sys.argv[1:]):
            print(sys.modules["__main__"].__doc__)
            sys.exit(0)
        names = ", ".join(NAMES.get(package, package) for package in missing)
        fail(f"needs {names} (pip install {' '.join(missing)})")
