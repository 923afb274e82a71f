"""Statements with their replayed proofs: the catalogue, one theorem, its bound at a point.

These are the objects behind :func:`pabisym.catalogue`, and what :class:`pabisym.Theorem` derives from; they are frozen and print nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError
from pabisym.lang.arguments import GridLike, NumberLike, public
from pabisym.lang.digest import content_hash
from pabisym.lang.grammar import to_text
from pabisym.library.library import Library, LibraryLike, builtin, open_library
from pabisym.library.point import Evaluation, Outside, evaluation, numeric_bound, quantity
from pabisym.library.statement import Statement, Status
from pabisym.library.status import Standing
from pabisym.library.stored_proof import plain
from pabisym.proof.build import as_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pabisym.accounting.conversion import Converted


@dataclass(frozen=True)
class LibraryTheorem:
    """A statement of a library, with what its replayed proof says."""

    library: Library
    id: str

    @property
    def statement(self) -> Statement:
        """The statement as its file gives it."""
        return self.library.statement(self.id)

    @property
    def standing(self) -> Standing:
        """Status, cited leaves and size of the replayed proof."""
        return self.library.standing(self.id)

    @property
    def status(self) -> Status:
        """The computed status."""
        return self.standing.status

    @property
    def cited(self) -> tuple[str, ...]:
        """What is believed, and not proved, under this statement."""
        return self.standing.cited

    @property
    def proof(self) -> Mapping[str, object] | None:
        """The proof tree as plain data; None where there is none."""
        return self.library.proof(self.id).tree

    @property
    def fingerprint(self) -> str:
        """A content hash, the same on every machine: of all that is stated, of the proof, and of what that may apply."""
        told, sequent = self.statement, plain(self.statement.sequent) if self.statement.conclusion else None
        letters = [[symbol.name, symbol.domain] for symbol in told.symbols]
        assumed = [[one.name, one.holds] for one in told.assumptions]
        stated = [told.id, told.text, letters, assumed, sequent, self.bound_text, told.tightness]
        applied = self.library.fingerprint(told.id) if told.conclusion else ""
        return content_hash("theorem", self.id, stated, applied, None if self.proof is None else as_text(self.proof))

    @property
    def bound_text(self) -> str:
        """The bound as text in the grammar of expressions, the recorded one or that of the conclusion; empty where there is none."""
        found = numeric_bound(self.statement)
        return "" if found is None else self.statement.bound or to_text(found.bound)

    def proof_document(self) -> dict[str, Any]:
        """The proof file for :func:`pabisym.check`, with all theorems under it.

        Raises :class:`~pabisym.errors.InputError` for a statement without a proof or a reason to believe it.
        """
        from pabisym.library.proof_file import proof_document

        return proof_document(self.library, self.id)

    @public
    def at(self, *, force: bool = False, **values: object) -> Evaluation:
        """The bound at a point: exact rational values of its letters, such as ``sigma="3/2"``, with their units as ``show`` lists them.

        The order of a Rényi bound may be left out; then the result is not a number yet, and :func:`pabisym.convert` takes it.
        Raises :class:`~pabisym.errors.InputError` for a letter that is unknown or missing and, unless ``force``,
        for a point outside an assumption.

        >>> bound = theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=1000, t=10, alpha=8)
        >>> bound.enclosure(5)
        Enclosure(lower='0.001009081', upper='0.001009082', exact=Fraction(1, 991), digits=5, bits=0)
        >>> float(bound)
        0.0010090817356205853
        """
        return evaluation(self.statement, values, force=force, any_order=True)

    @public
    def quantity(self, name: str, /, *, force: bool = False, **values: NumberLike) -> Evaluation:
        """A number that the page defines beside what it bounds, by its name, at a point; what it needs and is not given is computed.

        Raises :class:`~pabisym.errors.InputError` for a name that the statement does not have, and otherwise as :meth:`at`.

        >>> theorem("altschuler2022/definition-2.10").quantity("S", alpha=10, q="1/100", sigma=1).enclosure(5).lower
        '0.0006926072'
        """
        return quantity(self.statement, name, values, force=force)

    @public
    def over(self, grid: Mapping[str, GridLike] | None = None, /, *, outside: Outside = "refuse",
             **values: GridLike) -> NDArray[np.float64]:
        """The bound on a grid of points as float64, rounded to the safe side; a million points take some tenths of a second.

        Letters are given as for :meth:`at`, by name or in a mapping, and broadcast as in numpy: ``sigma`` of shape (3,) and ``alpha`` of
        shape (2, 1) give a result of shape (2, 3).  Floats, alone or in arrays, are the numbers that they are; exact numbers and texts are
        enclosed by floats.  A letter that is a sequence is one formula in k for all points.

        **Promise.**  At every point the result is at least the bound (at most, for a statement that bounds from below), and near it: ends
        are rounded outwards at every operation, and a point at which less than nine digits are left is computed in balls.  Sums, products,
        quotients, roots and comparisons are proved in :mod:`pabisym.numerics.arrays`; of numpy's ``exp``, ``log`` and powers 16 units in
        the last place are believed.  Conditions are decided exactly.

        ``outside`` says what is done where an assumption does not hold: ``"refuse"`` raises, ``"nan"`` leaves NaN there, ``"value"``
        evaluates without asking.  Raises as :meth:`at`, naming the first such point.

        >>> theorem("feldman2018/theorem-23").over(L=1, sigma=[4.0, 8.0], n=1000, t=10, alpha=[[2.0], [8.0]]).shape
        (2, 2)
        """
        from pabisym.library.over import over  # one point needs no numpy

        low, high = over(self.statement, {**(grid or {}), **values}, outside=outside)
        return low if self.statement.side == "lower" else high

    @public
    def balls_over(self, digits: int = 15, grid: Mapping[str, GridLike] | None = None, /, *, outside: Outside = "refuse",
                   **values: GridLike) -> NDArray[Any]:
        """As :meth:`over`, an array of :class:`Enclosure` with so many digits, None where a point is left out; point by point, slower.

        >>> theorem("feldman2018/theorem-23").balls_over(5, L=1, sigma=4, n=1000, t=10, alpha=[2, 8])[1].exact
        Fraction(1, 991)
        """
        from pabisym.library.over import balls_over

        return balls_over(self.statement, {**(grid or {}), **values}, digits, outside=outside)

    @public
    def best_epsilon(self, delta: NumberLike, digits: int = 15, /, *, by: str | None = None, **values: NumberLike) -> Converted:
        """The least epsilon at ``delta`` that a statement about Rényi divergence or GDP gives; ``values`` are all letters but the order.

        Short for :func:`pabisym.convert` of :meth:`at`, and raises as these do.
        """
        from pabisym.library.convert import convert  # evaluating a bound needs no conversion

        return convert(self.at(**values), delta=delta, digits=digits, by=by)  # type: ignore[arg-type]

    @public
    def best_delta(self, epsilon: NumberLike, digits: int = 15, /, *, by: str | None = None, **values: NumberLike) -> Converted:
        """The least delta at ``epsilon``; as :meth:`best_epsilon`."""
        from pabisym.library.convert import convert

        return convert(self.at(**values), epsilon=epsilon, digits=digits, by=by)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        return f"Theorem({self.id!r}, {self.bound_text or self.statement.conclusion!r})"


@public
def catalogue(*folders: str | os.PathLike[str]) -> Library:
    """The built-in theorem files, and those in the user's own ``folders``; iterating gives the ids in order.

    A folder holds ``<paper>/<item>.toml`` or ``<paper>/<item>.py``, or is itself one paper.  Its files are code where they are Python
    or name functions, and are run, each when it is asked for.  Raises :class:`~pabisym.errors.InputError` naming a folder that cannot
    be read and an id that is taken.

    >>> from pabisym import catalogue
    >>> library = catalogue()
    >>> "feldman2018/theorem-23" in library, library.statement("feldman2018/theorem-23").kind
    (True, 'theorem')
    """
    return Library.load(folders) if folders else builtin()


@public
def theorem(name: str, *folders: str | os.PathLike[str], library: LibraryLike = None) -> LibraryTheorem:
    """One statement by id, of the built-in library, of one that also has ``folders``, or of ``library``.

    Only its file is run, and what its proof rests on when the proof is asked for.  Raises
    :class:`~pabisym.errors.InputError` that suggests the nearest ids, and for a file that cannot be loaded.

    >>> theorem("feldman2018/theorem-23")
    Theorem('feldman2018/theorem-23', '2*alpha*L**2/(sigma**2*(n + 1 - t))')
    >>> theorem("feldman2018/theorem-23").status
    'proved'
    """
    if folders and library is not None:
        raise InputError("library", "cannot be combined with folders", "give pabisym.catalogue(FOLDER, ...) as the library")
    known = open_library(folders or library)
    return LibraryTheorem(known, known.entry(name).id)
