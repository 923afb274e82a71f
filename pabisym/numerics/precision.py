"""The working precision of python-flint, which is one number in a process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flint import ctx

from pabisym.lang.once import LOCK


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Set python-flint's precision for the duration of a block, one thread at a time, and restore it.

    A precision that somebody else has set meanwhile is left as it is.
    """
    with LOCK:
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            if ctx.prec == bits:
                ctx.prec = before
