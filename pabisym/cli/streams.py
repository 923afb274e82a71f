r"""What is written to the standard streams: escaped in one place, in characters that they have, with progress on the standard error.

What others wrote (titles, ids, names of files, the text of theorem files) may hold control characters, which a terminal obeys.  All
output passes :class:`Shown`, which writes them as ``\u001b``: readable, and in JSON the same character; what theorem files print does not
get there.  Where the encoding of the output lacks a character it is written in ASCII (``<=``, ``alpha``), or as ``\u2264`` where
there is no such way.
"""

from __future__ import annotations

import contextlib
import re
import sys
import threading
import time
import unicodedata
from collections.abc import Callable
from typing import IO, ClassVar

from pabisym.errors import printable
from pabisym.lang.once import ASIDE
from pabisym.lang.pace import duration

LONGEST_LINE = 2000
_COLOUR = r"\x1b\[[0-9;]*m"
_COLOURED = re.compile(f"({_COLOUR})")
_KEPT = "\n\t\xa0\u2009\u202f"
"""Characters of the output that are not printable ones: line breaks, tabs, and the blanks of typesetting."""
_RAISED, _LOWERED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀⁿ]+"), re.compile("[₀₁₂₃₄₅₆₇₈₉₊₋ₖₙₜ]+")
_ASCII = {
    "≤": "<=", "≥": ">=", "≠": "!=", "√": "sqrt ", "∞": "oo", "−": "-", "–": "-", "—": "--", "·": "*", "×": "*",
    "…": "...", "‖": "||", "∈": "in", "→": "->", "←": "<-", "∑": "sum", "∏": "product", "✓": "v", "✗": "x",
    "─": "-", "━": "-", "│": "|", "├": "|", "└": "`", "∼": "~", '′': "'", '“': '"', '”': '"', '„': '"',
    '‘': "'", '’': "'", "∘": "o", "⊗": "(x)", "∗": "*", "⌊": "floor(", "⌋": ")", "⌈": "ceiling(", "⌉": ")",
    "∇": "nabla", "∫": "integral", "∂": "d", "≈": "~", "⊆": "subset of", "∪": "union", "∩": "and", "ℓ": "l",
    "ø": "o", "ł": "l", "ß": "ss", "∀": "for all", "∃": "exists", "∧": "and", "∨": "or", "¬": "not", "≡": "==",
    "∝": "~", "\xa0": " ", "\u2009": " ", "\u202f": " ",
}  # fmt: skip


def one_line(text: str) -> str:
    """Text as one printable line of moderate length; of a longer one the middle is left out, as the cure is at the end."""
    shown = printable(text)
    return shown if len(shown) <= LONGEST_LINE else f"{shown[: LONGEST_LINE - 503]} … {shown[-500:]}"


def escape_controls(text: str, *, colours: bool = False) -> str:
    r"""Text with its control, format, bidi and separator characters, but line breaks and tabs, as ``\u001b``.

    ``colours`` leaves the sequences that colour.
    """
    if text.replace("\n", "").isprintable():
        return text
    if colours:
        return "".join(part if i % 2 else escape_controls(part) for i, part in enumerate(_COLOURED.split(text)))
    return "".join(c if c.isprintable() or c in _KEPT else _code(c) for c in text)


def _code(character: str) -> str:
    """A character as JSON writes it in ASCII."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def _plain(character: str) -> str:
    """A character in ASCII."""
    if character.isascii():
        return character
    if character in _ASCII:
        return _ASCII[character]
    words = unicodedata.name(character, "").split()
    if words[:1] == ["GREEK"] and len(words) == 4:
        return words[3].capitalize() if words[1] == "CAPITAL" else words[3].lower()
    parts = unicodedata.normalize("NFKD", character).replace("⁄", "/")
    bare = "".join(part for part in parts if not unicodedata.combining(part))
    return bare if bare.isascii() and bare else _plain(bare) if len(bare) == 1 and bare != character else _code(character)


class Shown:
    """A text stream for the output, behind which ``stream`` gets what it can show and a terminal does not obey.

    ``before`` is called before anything is written.  To others the stream has the encoding UTF-8, as every text may be written;
    ``narrow`` says that the one behind has another.
    """

    encoding, errors = "utf-8", "strict"

    def __init__(self, stream: IO[str], before: Callable[[], None] = lambda: None) -> None:
        self._stream, self._before = stream, before
        self._encoding = getattr(stream, "encoding", None) or "utf-8"
        self.narrow = self._encoding.lower().replace("-", "").replace("_", "") not in ("utf8", "utf16", "utf32", "cp65001")
        self._colours = stream.isatty()

    def write(self, text: str) -> int:
        """Write a text."""
        if not isinstance(text, str):
            raise TypeError("the output is text")
        if (aside := ASIDE.get()) is not None:
            aside.write(text)
        elif text:
            self._before()
            self._stream.write(self._fitting(escape_controls(text, colours=self._colours)))
        return len(text)

    def _fitting(self, text: str) -> str:
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            marked = _RAISED.sub(r"^\g<0>", _LOWERED.sub(r"_\g<0>", text)) if self.narrow else text
            return "".join(c if self._has(c) else _plain(c) if self.narrow else _code(c) for c in marked)
        return text

    def _has(self, character: str) -> bool:
        try:
            character.encode(self._encoding)
        except UnicodeEncodeError:
            return False
        return True

    def __getattr__(self, name: str) -> object:
        """Everything else is that of the stream."""
        return getattr(self._stream, name)


def tell(line: str) -> None:
    """Write a line to the standard error, in the place of one about progress."""
    for progress in Progress.running:
        progress.clear()
    _tell(line + "\n")


def _tell(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # nobody reads it
        if sys.stderr is not None:
            sys.stderr.write(text)
            sys.stderr.flush()


class Progress:
    """A line on the standard error that says what is being done and for how long.

    Where somebody watches it is shown after a second and follows; elsewhere a line is written after 20 seconds, after 40, after 80
    and so on, and at once where it is known that the work takes that long.  It is gone before output is written.
    """

    SILENT = 20
    """Seconds of silence where nobody watches."""
    running: ClassVar[list[Progress]] = []

    def __init__(self, doing: str = "working") -> None:
        self.doing = doing
        self.watched = sys.stderr is not None and sys.stderr.isatty()
        self._began, self._next, self._shown = time.monotonic(), 1.0 if self.watched else float(self.SILENT), False
        self._lock, self._over = threading.Lock(), threading.Event()

    def __call__(self, doing: str) -> None:
        """Say what comes next."""
        self.doing = doing
        self.look()

    def expected(self, doing: str, seconds: float) -> None:
        """Say before it begins that something takes so long: at once where it is long enough for whoever watches, or for nobody."""
        self.doing = f"{doing}, about {duration(seconds)}"
        if self.watched or seconds >= self.SILENT:
            with self._lock:
                self._next = 0.0
            self.look()

    def look(self) -> None:
        """Show the line if it is time."""
        with self._lock:
            seconds = time.monotonic() - self._began
            if seconds < self._next or self._over.is_set():
                return
            self._next = seconds + 0.2 if self.watched else max(float(self.SILENT), 2 * self._next)
            said = f"{one_line(self.doing)}, {seconds:.0f} s"
            _tell(f"\r\x1b[2K{said}" if self.watched else f"pabisym: {said}\n")
            self._shown = self.watched

    def clear(self) -> None:
        """Take the line away; it comes back where the work goes on."""
        if self._shown:
            with self._lock:
                self._shown = False
                self._next = time.monotonic() - self._began + 1
                _tell("\r\x1b[2K")

    def __enter__(self) -> Progress:
        threading.Thread(target=self._follow, daemon=True).start()
        self.running.append(self)
        return self

    def _follow(self) -> None:
        while not self._over.wait(0.2 if self.watched else 1.0):
            self.look()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.clear()
        self.running.remove(self)
