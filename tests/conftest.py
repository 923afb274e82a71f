"""Every test may import from ``support``, and the helpers of a paper's theorem files as ``pabisym_theorems.<paper>._<name>``.

No test reads or writes the user's cache of earlier runs: all of one run, and the processes that they start, have one of their own.
Python keeps what the first process compiled, as it does unless it is told not to.  What was made while tests were collected stays to
the end, and no search for cycles looks at it, neither then nor later; what comes later is searched seldom, which saves a tenth of the time.
"""

import atexit
import gc
import os
import shutil
import sys
import tempfile

import support  # noqa: F401

if "PYTEST_XDIST_WORKER" not in os.environ:  # workers inherit it
    os.environ["PABISYM_CACHE"] = tempfile.mkdtemp(prefix="pabisym-tests-")
    atexit.register(shutil.rmtree, os.environ["PABISYM_CACHE"], ignore_errors=True)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
gc.disable()


def pytest_collection_finish() -> None:
    """Leave aside what collecting has made."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(200_000, 20, 50)
