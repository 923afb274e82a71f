"""Errors that a person can act on.

Everything that is wrong with what a user wrote raises :class:`InputError`; the command line turns it into one
line and exit status 2.  Nothing of the package is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_INDEX = re.compile(r"#\d+|\b([A-Za-z])_+(?![A-Za-z_0-9])")
_TOO_LONG = re.compile(r"a product of \d+ by \d+ terms is too large|a number of more than \d+ bits|more than \d+ normal forms are [a-z ]*")

LONGEST_WORD = 400
"""Characters of a word of what others wrote from which on an error leaves its middle out."""


class PabisymError(Exception):
    """Base of every error that pabisym raises on purpose."""


class InputError(PabisymError, ValueError):
    """The input is unusable.

    ``field`` names the place (a key, an option, a position), ``problem`` what is wrong there and ``cure`` what
    would be right.  ``str()`` is ``FIELD: what is wrong; what would be right`` on one line; a field that begins or ends
    with a blank is in quotes there, and of a long word the middle is left out.
    """

    def __init__(self, field: str, problem: str, cure: str) -> None:
        self.field, self.problem, self.cure = field, problem, cure
        shown = field if field == field.strip() else ascii(field)
        words = f"{shown}: {problem}; {cure}".split()
        super().__init__(" ".join(word if len(word) <= LONGEST_WORD else f"{word[:200]}…{word[-20:]}" for word in words))

    def __reduce__(self) -> tuple[object, ...]:
        """Stored as its parts, so that it comes back from another process."""
        return type(self), (self.field, self.problem, self.cure)


class OutputError(InputError):
    """What was asked for is right, and a file cannot take the answer: its disk is full, or fails.  Exit status 74."""


@contextmanager
def field_name(field: str | Callable[[str], str], *, whole: bool = False) -> Iterator[None]:
    """Name another field in errors about the input of this block: a text, or what a function makes of the one that they name.

    With ``whole`` the one that they name is said before the problem.

    >>> with field_name("--delta"):
    ...     raise InputError("delta", "is 2", "give a number below 1")
    Traceback (most recent call last):
        ...
    pabisym.errors.InputError: --delta: is 2; give a number below 1
    """
    try:
        yield
    except InputError as error:
        name = field if isinstance(field, str) else field(error.field)
        raise type(error)(name, f"{error.field}: {error.problem}" if whole else error.problem, error.cure) from None


def visible(text: str) -> str:
    """Text that others wrote, fit for one line of an error: printable and short."""
    shown = text if text.isprintable() and text and text == text.strip() else ascii(text)
    return shown if len(shown) <= 200 else shown[:197] + "..."


def printable(text: str) -> str:
    r"""Text that others wrote on one line: blanks for what separates, escapes for whatever else cannot be seen.

    >>> printable("proved\nsame\u200b")
    'proved same\\u200b'
    """
    return "".join(c if c.isprintable() else " " if c.isspace() else ascii(c)[1:-1] for c in text)


class Undecided(PabisymError):
    """A question was neither proved nor refuted within the stated limits; never to be read as a pass.

    ``str()`` is in the words of :func:`plain_reason`.
    """

    def __str__(self) -> str:
        return plain_reason(super().__str__())


def plain_reason(reason: object) -> str:
    """Why something was not proved, without what only the machinery knows: names of its own for the index of a sum, sizes of formulas.

    >>> plain_reason("one block: v*k_**2 + sum(c**#1, #1, 1, n) is divided by; a product of 336 by 1120 terms is too large")
    'one block: v*k**2 + sum(c**k, k, 1, n) is divided by; the formulas become too long'
    """
    return _TOO_LONG.sub("the formulas become too long", _INDEX.sub(lambda found: found[1] or "k", str(reason)))
