"""The library: statements by id, their proofs and what replaying these says, ordered by what depends on what.

:mod:`pabisym.library.files` finds and runs the theorem files.  A statement is loaded when it is first asked for, and with it
what its proof rests on when that is asked for; only the order of all ids needs all files.

The module is not called after :func:`pabisym.catalogue`, because importing a submodule of that name would replace the function.
"""

from __future__ import annotations

import copyreg
import difflib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from pabisym.errors import InputError, PabisymError, visible
from pabisym.kernel.judgement import Sequent
from pabisym.lang.arguments import public
from pabisym.lang.once import cached_property, exclusive
from pabisym.library.files import Entry, TheoremFiles, builtin_folder, load
from pabisym.library.replays import Made, Replays, digest
from pabisym.library.statement import FILE, Statement, Status
from pabisym.library.status import Below, ProofTree, Standing, build, judge, proof_of, step_standing, usable
from pabisym.library.stored_proof import fingerprint, read_tree

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, eq=False)
class Library:
    """Statements by id, each loaded from its own file; :meth:`load` makes one.

    Everything that is derived (proofs, standings, the order) is computed once, when first asked for, by one thread at a time.
    A library is equal to itself alone.
    """

    files: Mapping[str, Entry]
    _proofs: dict[str, ProofTree] = field(default_factory=dict, repr=False, compare=False)
    _standings: dict[str, Standing] = field(default_factory=dict, repr=False, compare=False)
    _recalled: dict[str, Standing] = field(default_factory=dict, repr=False, compare=False)
    replays: Replays = field(default_factory=Replays, repr=False, compare=False)

    @classmethod
    def load(cls, folders: Iterable[str | os.PathLike[str]] = ()) -> Library:
        """The built-in theorem files together with those in the user's own ``folders``; no file is run yet.

        Raises :class:`~pabisym.errors.InputError` naming the file for one whose name cannot be an id, or whose id is taken.  A file that
        cannot be loaded, or whose id is not its path, is refused when its id is asked for, a dependency cycle when the order is.
        """
        return cls(TheoremFiles((builtin_folder(), *map(_folder, folders))))

    @property
    def broken(self) -> frozenset[str]:
        """The ids whose files were set aside, see :meth:`TheoremFiles.set_aside`."""
        return frozenset(self.files.broken) if isinstance(self.files, TheoremFiles) else frozenset()

    def __reduce__(self) -> tuple[object, ...]:
        """Stored as its folders, whose files are read anew where it is loaded: what was replayed here proves nothing there."""
        if not isinstance(self.files, TheoremFiles):
            raise TypeError("only a library of folders can be stored")
        return _of_folders, tuple(str(folder) for folder in self.files.folders if folder != builtin_folder().resolve())

    def __repr__(self) -> str:
        return f"Library({len(self)} statements of {len({name.partition('/')[0] for name in self.files})} papers)"

    @cached_property
    def steps(self) -> Mapping[str, str]:
        """Ids that are steps inside another statement's file, with the id of that statement."""
        if isinstance(self.files, TheoremFiles):
            return self.files.steps
        return {step: host for host, entry in self.files.items() for step in entry.statement.steps}

    @property
    def known(self) -> tuple[str, ...]:
        """All ids, in the order of their names; unlike :attr:`ids` without running a file."""
        return tuple(sorted((*self.files, *self.steps), key=natural))

    @property
    def changed(self) -> bool:
        """Does a proof stand for another one that is stored."""
        return any(proof.tree is not None and not proof.stored for proof in self._proofs.values())

    @cached_property
    @exclusive
    def ids(self) -> tuple[str, ...]:
        """All ids, each after everything on which it depends, steps right after their host."""
        return tuple(one for host in self._hosts for one in (host, *self.files[host].statement.steps))

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.files) + len(self.steps)

    def __contains__(self, name: object) -> bool:
        return name in self.files or name in self.steps

    @public
    def entry(self, name: str) -> Entry:
        """The entry of an id; raises :class:`~pabisym.errors.InputError` that suggests the nearest ids."""
        if name in self.files:
            return self.files[name]
        if name in self.steps:
            host = self.files[self.steps[name]]
            return Entry(name, host.statement, host.path, host.id)
        near = nearest(name, [*self.files, *self.steps])
        judged = name.endswith(".json") and "pabisym check judges a proof or a certificate in a file"
        cure = f"did you mean {' or '.join(near)}?" if near else judged or "pabisym list shows the ids"
        raise InputError(visible(name), "there is no statement of this id", cure)

    def statement(self, name: str) -> Statement:
        """The statement of an id; for a step, the statement that contains it."""
        return self.entry(name).statement

    @public
    def host(self, name: str) -> str:
        """The id of the file in which an id is treated: itself, or the statement of which it is a step."""
        return name if name in self.files else self.steps.get(name, name)

    @exclusive
    def proof(self, name: str) -> ProofTree:
        """The statement's proof tree, stored beside its file or else built by it, or why there is none."""
        name = self.entry(name).statement.id
        if name not in self._proofs:
            tree = self._stored(name)
            self._proofs[name] = self.rebuilt(name) if tree is None else proof_of(tree, stored=True)
        return self._proofs[name]

    @public
    def rebuilt(self, name: str) -> ProofTree:
        """The proof tree that the statement's file builds now, whatever is stored."""
        statement = self.statement(name)
        return build(statement, self._usable(statement))

    @exclusive
    def take(self, name: str, proof: ProofTree) -> None:
        """Judge the statement by this proof from now on, whatever is stored."""
        self._proofs[name] = proof
        self._standings.pop(name, None)
        self._recalled.pop(name, None)

    @exclusive
    @public
    def fingerprint(self, name: str) -> str:
        """What a stored proof of the statement has to carry: a digest of it and of what its proof may apply."""
        statement = self.statement(name)
        return fingerprint(statement.sequent, self._usable(statement))

    def _usable(self, statement: Statement) -> dict[str, Sequent]:
        used = (self.files[one].statement for one in statement.uses if one in self.files)
        return {one.id: one.sequent for one in used if one.conclusion}

    def _stored(self, name: str) -> dict[str, Any] | None:
        """The stored tree; anything that is wrong with the statement itself is for the builder to say."""
        entry = self.files[name]
        if entry.statement.proof is None:
            return None
        try:
            return read_tree(entry.path, self.fingerprint(name))
        except (PabisymError, ValueError, TypeError):
            return None

    def standing(self, name: str) -> Standing:
        """What replaying the proof, and that of everything under it, says about a statement; replayed in this run."""
        return self._standing_of(name, self._standings, recall=False)

    def recalled(self, name: str) -> Standing:
        """As :meth:`standing`, but proofs that were replayed in an earlier run are not replayed again.

        What was found then is kept in :mod:`pabisym.library.cache`, by its content; ``cached`` of the answer says so.
        """
        known = self._standings if self.entry(name).statement.id in self._standings else self._recalled
        return self._standing_of(name, known, recall=True)

    @exclusive
    def _standing_of(self, name: str, known: dict[str, Standing], *, recall: bool) -> Standing:
        standing = self._standing(name, known, recall=recall)
        return standing if name in self.files else step_standing(name, standing, recall=recall)

    def _standing(self, name: str, known: dict[str, Standing], *, recall: bool) -> Standing:
        name = self.entry(name).statement.id
        if name not in known:
            for one in self._after_dependencies((name,)):
                if one not in known:
                    known[one] = self._judged(one, known, recall=recall)
        return known[name]

    def _judged(self, name: str, known: dict[str, Standing], *, recall: bool) -> Standing:
        """The standing of a statement whose dependencies are judged; a stored proof that fails is built anew."""
        statement, proof = self.files[name].statement, self.proof(name)
        standing = judge(statement, proof, self._below(name, known), self.replays, recall=recall)
        if standing.problem and proof.stored:
            self._proofs[name] = proof = self.rebuilt(name)
            for other in self.dependencies(name):
                if other in self.files:
                    self._standing(other, known, recall=recall)
            standing = judge(statement, proof, self._below(name, known), self.replays, recall=recall)
        return standing

    @exclusive
    @public
    def replay(self, name: str) -> tuple[str, Made] | None:
        """Replay the stored proof of a statement alone, presuming that all that it applies is established.

        The digest of the answer says what was presumed.  None where no proof is stored, or where it is not accepted.
        """
        if (given := self._presumed(name)) is None:
            return None
        made = self.replays(*given)
        return (digest(*given), made) if made.verdict.accepted else None

    @exclusive
    def unreplayed(self, names: Iterable[str], *, recall: bool) -> list[str]:
        """Those of some statements whose stored proofs have to be replayed, in this run or, with ``recall``, at all."""
        given = {name: self._presumed(name) for name in names}
        return [name for name, one in given.items() if one is not None and not self.replays.known(digest(*one), recall=recall)]

    def _presumed(self, name: str) -> tuple[Sequent, Mapping[str, object], dict[str, Sequent]] | None:
        """What a replay of a stored proof needs, if all that it applies is established."""
        statement, proof = self.files[name].statement, self.proof(name)
        if statement.plain or proof.tree is None or not proof.stored:
            return None
        below: dict[str, tuple[Statement, Standing]] = {}
        for one in (*proof.theorems, *proof.sources):
            if (host := self.host(one)) != name and host in self.files:
                found = self.files[host].statement
                good = not found.plain and (found.proof is not None or found.cited_because)
                below[one] = found, Standing("cited" if good else "conjectured")
        return statement.sequent, proof.tree, usable(below)

    @property
    def judged(self) -> Mapping[str, Standing]:
        """The standings that replaying has shown in this run."""
        return dict(self._standings)

    @exclusive
    def believe(self, standings: Mapping[str, Standing]) -> None:
        """Take the standings that another process has found by replaying; for workers."""
        self._standings.update(standings)

    @public
    def order(self, names: Iterable[str]) -> tuple[str, ...]:
        """Some ids, each after everything on which it depends, and steps after their host; only the files of these are read."""
        wanted = {self.entry(name).id for name in names}
        return tuple(one for host in self.below(wanted) for one in (host, *self.files[host].statement.steps) if one in wanted)

    @exclusive
    @public
    def below(self, names: Iterable[str]) -> tuple[str, ...]:
        """The statements of some ids and all on which they rest, each after that; ids without a file are left out."""
        return self._after_dependencies(sorted({self.host(self.entry(name).id) for name in names}, key=natural))

    @cached_property
    @exclusive
    def status(self) -> Mapping[str, Status]:
        """The computed status of every id, by :meth:`recalled`."""
        return {name: self.recalled(name).status for name in self.ids}

    def dependencies(self, name: str) -> tuple[str, ...]:
        """Ids on which a statement rests: named in ``uses``, applied in its proof, or sources of its rules.

        They need not have files.  Its own id and its own steps are left out.
        """
        statement = self.statement(name)
        proof = self.proof(name)
        direct = (*statement.uses, *proof.theorems, *proof.sources)
        return tuple(dict.fromkeys(host for one in direct if (host := self.host(one)) != statement.id))

    @public
    def graph(self, names: Iterable[str] | None = None) -> networkx.DiGraph[str]:
        """Statements as nodes, edges from what is used to what uses it; ``status`` and ``replayed`` on every node, by :meth:`recalled`.

        ``names`` are those at which to begin (None: all); what they rest on is added.  A node without a file has the status ``cited``.
        """
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        hosts = self._hosts if names is None else self.below(names)
        for name in hosts:
            standing = self.recalled(name)
            graph.add_node(name, status=standing.status, replayed=standing.replayed)
        for name in hosts:
            for other in self.dependencies(name):
                if other not in graph:
                    graph.add_node(other, status="cited", replayed="now")
                graph.add_edge(other, name)
        return graph

    @cached_property
    @exclusive
    def _hosts(self) -> tuple[str, ...]:
        return self._after_dependencies(sorted(self.files, key=natural))

    def _after_dependencies(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names and all that they rest on, each after its dependencies; a cycle is refused and spelled out."""
        order: dict[str, None] = {}
        path: list[str] = []

        def visit(name: str) -> None:
            if name in path:
                cycle = " -> ".join([*path[path.index(name) :], name])
                raise InputError(name, f"rests on itself, {cycle}", "break the circle in uses or in a proof")
            if name in order:
                return
            path.append(name)
            for other in sorted(self.dependencies(name), key=natural):
                if other in self.files:
                    visit(other)
            path.pop()
            order[name] = None

        for name in names:
            visit(name)
        return tuple(order)

    def _below(self, name: str, known: Mapping[str, Standing]) -> Below:
        """Statement and standing of everything that a proof names, by the name that it uses."""
        proof = self.proof(name)
        found: dict[str, tuple[Statement | None, Standing]] = {}
        for one in dict.fromkeys((*proof.theorems, *proof.sources)):
            host = self.host(one)
            if host != name:  # what has no file is believed
                found[one] = (self.files[host].statement, known[host]) if host in self.files else (None, Standing("cited", (one,)))
        return found


@exclusive
@lru_cache(maxsize=1)
def builtin() -> Library:
    """The library of the built-in theorem files alone, loaded once."""
    return Library.load()


def _folder(name: str | os.PathLike[str]) -> Path:
    try:
        if b"\0" not in os.fsencode(name):
            return Path(name)
    except UnicodeEncodeError:
        pass
    raise InputError("library", f"{visible(os.fspath(name))} cannot be the name of a folder", "give a folder of theorem files")


LibraryLike: TypeAlias = Library | str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None
"""A library as functions take it: None for the built-in one, or a user's own folders, which are added to that."""


@lru_cache(maxsize=16)
def _of_folders(*folders: str) -> Library:
    """The library that was stored: the built-in one, or one for every choice of folders."""
    return Library.load(folders) if folders else builtin()


@lru_cache(maxsize=1024)
def _of_file(path: str) -> Statement:
    return load(Path(path))


def _builtin_statement(name: str) -> Statement:
    return builtin().statement(name)


def _stored_statement(statement: Statement) -> tuple[object, ...]:
    """A statement is stored as its id, or as the file of one's own that states it, which is run anew: its proof is code."""
    path = vars(statement).get(FILE)
    if path is None:
        reduced = object.__reduce_ex__(statement, 4)
        return reduced if isinstance(reduced, tuple) else (reduced,)
    built_in = builtin_folder().resolve() in path.resolve().parents
    return (_builtin_statement, (statement.id,)) if built_in else (_of_file, (str(path),))


copyreg.pickle(Statement, _stored_statement)  # type: ignore[arg-type]


def open_library(library: LibraryLike = None) -> Library:
    """The library that is meant; raises :class:`~pabisym.errors.InputError` for what names none, as :meth:`Library.load` does."""
    if library is None:
        return builtin()
    if isinstance(library, Library):
        return library
    if isinstance(library, str | os.PathLike):
        return Library.load([library])
    if not isinstance(library, Sequence) or not all(isinstance(one, str | os.PathLike) for one in library):
        wrong = f"a library, a folder or several folders were expected, not {type(library).__name__}"
        raise InputError("library", wrong, "give pabisym.catalogue(FOLDER) or the folder")
    return Library.load(library) if library else builtin()


def nearest(name: str, names: Iterable[str], count: int = 3) -> list[str]:
    """The known names nearest to a mistyped one, best first; an id may be given without its paper."""
    known = list(names)
    wanted = name[:100].lower()
    exact = [one for one in known if one.lower() == wanted or one.lower().endswith("/" + wanted)]
    close = difflib.get_close_matches(wanted, known, n=count, cutoff=0.6)
    return list(dict.fromkeys((*exact, *close)))[:count]


def natural(name: str) -> tuple[tuple[int, int | str], ...]:
    """A sort key that puts theorem-9 before theorem-10."""
    return tuple((0, int(part)) if part.isdecimal() else (1, part) for part in re.split(r"(\d+)", name))
