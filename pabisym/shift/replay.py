"""Certificates and proof files replayed with the kernel alone: what ``pabisym check`` does.

No theorem file is loaded and nothing in the file is trusted: a certificate of an allocation is decided by rational arithmetic, a
proof by replaying its trees.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pabisym.errors import InputError
from pabisym.kernel import allocation
from pabisym.lang.reader import read_json
from pabisym.proof import json


@dataclass(frozen=True)
class Checked:
    """What the kernel says of a file: accepted or the reason why not, and what it concludes, as text.

    Of a proof, ``believed`` are the sources of rules that the kernel has without proof, and ``assumed`` the theorems that the file
    itself gives without proof, with what it says they conclude; both are None for a certificate, which believes nothing.
    """

    file: str
    accepted: bool
    conclusion: str
    reason: str
    believed: tuple[str, ...] | None = None
    assumed: Mapping[str, str] | None = None

    def __bool__(self) -> bool:
        """Is the file accepted."""
        return self.accepted

    def to_json(self) -> dict[str, Any]:
        """The entry of ``pabisym check --json``."""
        said: dict[str, Any] = {"file": self.file, "accepted": self.accepted, "conclusion": self.conclusion, "reason": self.reason}
        return said if self.believed is None else {**said, "believed": list(self.believed), "assumed": dict(self.assumed or {})}


def check(source: object, *, name: str = "") -> Checked:
    """Replay a certificate or a proof with the kernel alone: a file, JSON text, bytes, or the data themselves.

    ``name`` is what errors and the answer call it (empty: the file's name).  A proof that is refused is an answer, not an error.
    Raises :class:`~pabisym.errors.InputError` for what is neither a certificate nor a proof, or cannot be read.

    >>> from pabisym.shift.allocate import allocate
    >>> from pabisym.shift.certificate import certificate
    >>> found = check(certificate(allocate(gap=[0, 1, 0, 0], noise_variance=1)))
    >>> found.accepted, found.believed
    (True, None)
    """
    is_text = isinstance(source, str) and source.lstrip()[:1] in ("{", "[")
    shown = name or (os.fsdecode(source) if isinstance(source, str | os.PathLike) and not is_text else "certificate")
    data = read_json(source) if isinstance(source, str | bytes | os.PathLike) else source
    if json.is_proof(data):
        found = json.replay(data, shown)
        return Checked(shown, found.accepted, found.conclusion, found.reason, tuple(found.believed), dict(found.assumed))
    if isinstance(data, dict) and data.get("format") == allocation.FORMAT:
        verdict = allocation.replay(data)
        return Checked(shown, verdict.accepted, verdict.conclusion, verdict.reason)
    cure = "write one with pabisym allocate --certificate or pabisym show --proof"
    raise InputError(shown, "is neither a certificate nor a proof", cure)
