"""What earlier runs found of built-in statements: what they are about, their status, whether they have a Gaussian form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pabisym.library import cache
from pabisym.library.cache import sources_digest
from pabisym.library.files import TheoremFiles, builtin_folder
from pabisym.library.library import Library
from pabisym.library.statement import Status
from pabisym.library.status import ESTABLISHED
from pabisym.library.twins import has_gaussian_form

UNREAD, STANDING, FORM = "unread", "compared", "gaussian-of"
"""Entries of :mod:`pabisym.library.cache`: what statements are about, a status, whether there is a Gaussian form."""


@dataclass(frozen=True)
class KeptAnswers:
    """What earlier runs found of built-in statements, by the ``content`` of their files and of this package; None where nothing is known.

    ``alone`` says that the library has no other files and no other proofs, so that a status is one by these sources.
    """

    content: str | None = None
    alone: bool = False
    _new: list[tuple[str, str, object]] = field(default_factory=list)

    @classmethod
    def of(cls, library: Library) -> KeptAnswers:
        """Of a library, whose sources are read."""
        if not isinstance(library.files, TheoremFiles) or cache.folder() is None:
            return cls()
        return cls(sources_digest(), library.files.folders == (builtin_folder().resolve(),) and not library.changed)

    def read(self, kind: str, name: str = "") -> object:
        """An entry; None where there is none."""
        known = self.content is not None and (self.alone or kind == UNREAD)
        return cache.read_entry(kind, cache.digest(self.content, name)) if known else None

    def note(self, kind: str, value: object, name: str = "") -> None:
        """Keep an entry for :meth:`store`."""
        if self.content is not None and (self.alone or kind == UNREAD):
            self._new.append((kind, cache.digest(self.content, name), value))

    def store(self, library: Library) -> None:
        """Write what was found, if the sources are still those that were read and no proof was exchanged."""
        if self._new and sources_digest() == self.content:
            for kind, key, value in self._new:
                if kind == UNREAD or not library.changed:
                    cache.write(kind, key, value)
        self._new.clear()

    def status(self, name: str) -> Status | None:
        """The status that replaying showed, of a statement that is established."""
        known = self.read(STANDING, name)
        return next((one for one in ESTABLISHED if one == known), None)

    def gaussian(self, name: str, library: Library) -> bool:
        """As :func:`pabisym.library.twins.has_gaussian_form`, without loading what the proof rests on where it is known."""
        known = self.read(FORM, name)
        if not isinstance(known, bool):
            known = has_gaussian_form(name, library, recall=self.content is not None)
            self.note(FORM, known, name)
        return known

    def unread(self, library: Library, why: Callable[[str], str]) -> Mapping[str, str]:
        """``why`` of every built-in statement: why it is about something else than parameters, empty where it is not.

        In later runs only the files of those that are about the parameters are loaded.  Empty where nothing can be kept.
        """
        if self.content is None or not isinstance(library.files, TheoremFiles):
            return {}
        names, found = list(library.files.of(builtin_folder().resolve())), self.read(UNREAD)
        if isinstance(found, dict) and found.keys() == set(names) and all(isinstance(one, str) for one in found.values()):
            return found
        found = {name: why(name) for name in names}
        self.note(UNREAD, found)
        return found
