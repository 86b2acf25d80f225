"""How a script ends after an error of its user, or when it is stopped."""

import contextlib
import glob
import importlib.machinery
import importlib.util
import os
import signal
import sys
import types

# What a package is called where that is not its own name.
NAMES = {"chess": "python-chess"}


def fail(reason, status=2):
    """Prints one line, with the script's name, and ends it."""
    print(f"{os.path.basename(sys.argv[0])}: {reason}", file=sys.stderr)
    sys.exit(status)


def run(main):
    """Runs a script. Control-C ends it without a traceback, and at once: threads are not
    waited for, since an engine may not answer them."""
    try:
        main()
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        kill_children()
        os._exit(130)


def kill_children():
    """Kills the engines that this process has started; on Linux, where it can list them."""
    for path in glob.glob("/proc/self/task/*/children"):
        with contextlib.suppress(OSError), open(path, encoding="ascii") as children:
            for process in children.read().split():
                os.kill(int(process), signal.SIGKILL)


def needs(*packages):
    """Ends the script if one of these packages is not installed; to be called before the
    first of them is imported. `--help` works without them."""
    missing = [package for package in packages if not importlib.util.find_spec(package)]
    if missing and {"-h", "--help"}.isdisjoint(sys.argv):
        names = ", ".join(NAMES.get(package, package) for package in missing)
        fail(f"needs {names} (pip install {' '.join(missing)})")
    if missing:
        sys.meta_path.append(Absent(missing))


class Absent:
    """Imports packages that are not installed as stand-ins. The script then gets as far as
    reading its arguments, where `--help` ends it."""

    def __init__(self, packages):
        self.packages = packages

    def find_spec(self, name, *_):
        is_missing = name.split(".")[0] in self.packages
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if is_missing else None

    def create_module(self, spec):
        return StandIn(spec.name)

    def exec_module(self, module):
        pass


class StandIn(types.ModuleType):
    """A package and everything in it: functions, classes, decorators and base classes."""

    __path__ = ()

    def __getattr__(self, _):
        return self

    def __call__(self, *_, **__):
        return self

    def __lshift__(self, _):
        return self

    def __setitem__(self, *_):
        pass

    def __mro_entries__(self, _):
        return ()
