"""The library of theorem files: found, loaded by path, ordered by what depends on what.

A theorem file is ``<folder>/<paper>/<item>.py`` with one ``STATEMENT``; its id is ``<paper>/<item>``, with ``-`` for
``_``.  The built-in folder is ``theorems/`` beside the package in a working copy and ``pabisym/_theorems`` in an
installed one; a user's own folders are added to it.  Loading runs the files as Python: they are code that their
author trusts, whatever their proofs claim.

The module is not called after :func:`pabisym.catalogue`, because importing a submodule of that name would replace
the function.
"""

from __future__ import annotations

import difflib
import importlib.util
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError, PabisymError, visible
from pabisym.kernel.judgement import Sequent
from pabisym.library.statement import Statement, Status
from pabisym.library.status import Proof, Standing, believed, build, judge, proof_of
from pabisym.library.stored_proof import fingerprint, read_tree

if TYPE_CHECKING:
    import networkx

_ITEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-]*", re.ASCII)


@dataclass(frozen=True)
class Entry:
    """One id of the library: the statement, its file, and for a step inside a file the id of that file."""

    id: str
    statement: Statement
    path: Path
    part_of: str = ""


@dataclass(frozen=True)
class Library:
    """Statements by id, each loaded from its own file; :meth:`load` makes one.

    Everything that is derived (proofs, standings, the order) is computed once, when first asked for.
    """

    files: Mapping[str, Entry]
    _proofs: dict[str, Proof] = field(default_factory=dict, repr=False, compare=False)
    _standings: dict[str, Standing] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def load(cls, folders: Iterable[str | os.PathLike[str]] = ()) -> Library:
        """The built-in theorem files together with those in the user's own ``folders``.

        Raises :class:`~pabisym.errors.InputError` naming the file for one that cannot be loaded, whose id is not
        its path, or whose id is taken; and for a dependency cycle when the order is asked for.
        """
        files: dict[str, Entry] = {}
        for folder in (builtin_folder(), *map(Path, folders)):
            for path, name in theorem_files(folder):
                _add(files, path, name)
        _refuse_taken_steps(files)
        return cls(files)

    def __repr__(self) -> str:
        return f"Library({len(self)} statements of {len({name.partition('/')[0] for name in self.files})} papers)"

    def _repr_html_(self) -> str:
        """How many statements of every paper, which notebooks render."""
        from pabisym.show.notebook import library_html

        return library_html(self)

    @cached_property
    def steps(self) -> Mapping[str, str]:
        """Ids that are steps inside another statement's file, with the id of that statement."""
        return {step: host for host, entry in self.files.items() for step in entry.statement.steps}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All ids, each after everything on which it depends, steps right after their host."""
        return tuple(one for host in self._hosts for one in (host, *self.files[host].statement.steps))

    def __iter__(self) -> Iterator[str]:
        return iter(self.ids)

    def __len__(self) -> int:
        return len(self.files) + len(self.steps)

    def __contains__(self, name: object) -> bool:
        return name in self.files or name in self.steps

    def entry(self, name: str) -> Entry:
        """The entry of an id; raises :class:`~pabisym.errors.InputError` that suggests the nearest ids."""
        if name in self.files:
            return self.files[name]
        if name in self.steps:
            host = self.files[self.steps[name]]
            return Entry(name, host.statement, host.path, host.id)
        near = nearest(name, [*self.files, *self.steps])
        cure = f"did you mean {' or '.join(near)}?" if near else "pabisym list shows the ids"
        raise InputError(visible(name), "there is no statement of this id", cure)

    def statement(self, name: str) -> Statement:
        """The statement of an id; for a step, the statement that contains it."""
        return self.entry(name).statement

    def host(self, name: str) -> str:
        """The id of the file in which an id is treated: itself, or the statement of which it is a step."""
        return self.steps.get(name, name)

    def proof(self, name: str) -> Proof:
        """The statement's proof tree, stored beside its file or else built by it, or why there is none."""
        name = self.entry(name).statement.id
        if name not in self._proofs:
            tree = self._stored(name)
            self._proofs[name] = self.rebuilt(name) if tree is None else proof_of(tree, stored=True)
        return self._proofs[name]

    def rebuilt(self, name: str) -> Proof:
        """The proof tree that the statement's file builds now, whatever is stored."""
        statement = self.files[name].statement
        return build(statement, self._usable(statement))

    def take(self, name: str, proof: Proof) -> None:
        """Judge the statement by this proof from now on, whatever is stored."""
        self._proofs[name] = proof
        self._standings.pop(name, None)

    def fingerprint(self, name: str) -> str:
        """What a stored proof of the statement has to carry: a digest of it and of what its proof may apply."""
        statement = self.files[name].statement
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
        """What replaying the proof, and that of everything under it, says about a statement."""
        name = self.entry(name).statement.id
        if name not in self._standings:
            for one in self._after_dependencies((name,)):
                if one not in self._standings:
                    self._standings[one] = self._judged(one)
        return self._standings[name]

    def _judged(self, name: str) -> Standing:
        """The standing of a statement whose dependencies are judged; a stored proof that fails is built anew."""
        standing = judge(self.files[name].statement, self.proof(name), self._below(name))
        if standing.problem and self._proofs[name].stored:
            self._proofs[name] = self.rebuilt(name)
            for other in self.dependencies(name):
                if other in self.files:
                    self.standing(other)
            standing = judge(self.files[name].statement, self._proofs[name], self._below(name))
        return standing

    @cached_property
    def status(self) -> Mapping[str, Status]:
        """The computed status of every id."""
        return {name: self.standing(name).status for name in self.ids}

    def dependencies(self, name: str) -> tuple[str, ...]:
        """Ids on which a statement rests: named in ``uses``, applied in its proof, or sources of its rules.

        They need not have files.  Its own id and its own steps are left out.
        """
        statement = self.statement(name)
        proof = self.proof(name)
        direct = (*statement.uses, *proof.theorems, *proof.sources)
        return tuple(dict.fromkeys(host for one in direct if (host := self.host(one)) != statement.id))

    def graph(self) -> networkx.DiGraph[str]:
        """Statements as nodes, edges from what is used to what uses it; ``status`` on every node.

        A node without a file has the status ``cited``.
        """
        import networkx

        graph: networkx.DiGraph[str] = networkx.DiGraph()
        for name in self._hosts:
            graph.add_node(name, status=self.standing(name).status)
        for name in list(graph):
            for other in self.dependencies(name):
                if other not in graph:
                    graph.add_node(other, status="cited")
                graph.add_edge(other, name)
        return graph

    @cached_property
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

    def _below(self, name: str) -> Mapping[str, tuple[Statement | None, Standing]]:
        """Statement and standing of everything that a proof names, by the name that it uses."""
        proof = self.proof(name)
        found: dict[str, tuple[Statement | None, Standing]] = {}
        for one in dict.fromkeys((*proof.theorems, *proof.sources)):
            host = self.host(one)
            if host != name:
                found[one] = (self.files[host].statement, self._standings[host]) if host in self.files else believed(one)
        return found


def builtin_folder() -> Path:
    """The folder of the built-in theorem files: beside the package in a working copy, else inside the package."""
    package = Path(__file__).resolve().parents[1]
    beside = package.parent / "theorems"
    return beside if (beside / "references.bib").is_file() else package / "_theorems"


@lru_cache(maxsize=1)
def builtin() -> Library:
    """The library of the built-in theorem files alone, loaded once."""
    return Library.load()


def theorem_files(folder: Path) -> list[tuple[Path, str]]:
    """The theorem files of a folder, with their ids.

    The folder holds either papers (folders of files) or, as one paper, the files themselves.
    """
    try:
        papers = [folder, *(p for p in sorted(folder.iterdir()) if p.is_dir())]
        found = [(path.resolve(), paper) for paper in papers for path in sorted(paper.glob("*.py"))]
    except OSError as error:
        raise InputError(visible(str(folder)), f"cannot be read: {error.strerror}", "name a readable folder") from None
    named = [(path, f"{paper.resolve().name}/{path.name[:-3].replace('_', '-')}") for path, paper in found]
    return [(path, name) for path, name in named if path.name[0] not in "_."]


def _add(files: dict[str, Entry], path: Path, name: str) -> None:
    taken = files.get(name)
    if taken is not None and taken.path == path:
        return
    if taken is not None:
        raise InputError(str(path), f"the id {name} is taken by {taken.path}", "give one of the two another name")
    if not all(_ITEM.fullmatch(part) for part in name.split("/")):
        raise InputError(str(path), f"{name} cannot be an id", "name files by letters, digits, dots and _")
    statement = _statement(path)
    if statement.id != name:
        raise InputError(str(path), f"states the id {visible(statement.id)}, but its path says {name}", "make them equal")
    files[name] = Entry(name, statement, path)


class _Anew(SourceFileLoader):
    """Compiles a file whenever it is loaded: bytecode may be that of an edit of the same length in the same second."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file as it is now."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


def _package(folder: Path) -> str:
    """The name of the package whose modules are a folder's theorem files, so that files import their helpers as ``from ._helper import …``.

    The built-in folder is ``pabisym_theorems``; another one has a name of its own.
    """
    name = "pabisym_theorems" if folder == builtin_folder() else "pabisym_theorems_" + re.sub(r"\W", "_", str(folder), flags=re.ASCII)
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return name


def _statement(path: Path) -> Statement:
    """``STATEMENT`` of one file, which is run as a module of the package of its folder."""
    name = ".".join((_package(path.parent.parent), *(re.sub(r"\W", "_", part, flags=re.ASCII) for part in (path.parent.name, path.stem))))
    loader = None if builtin_folder() in path.parents else _Anew(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None or spec.loader is None:
        raise InputError(str(path), "cannot be loaded as Python", "name theorem files *.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise InputError(str(path), f"cannot be loaded: {describe(error)}", "mend the file") from error
    statement = getattr(module, "STATEMENT", None)
    if not isinstance(statement, Statement):
        raise InputError(str(path), "has no STATEMENT", "end the file with STATEMENT = Statement(...)")
    return statement


def _refuse_taken_steps(files: Mapping[str, Entry]) -> None:
    seen: dict[str, str] = {}
    for host, entry in files.items():
        for step in entry.statement.steps:
            if step in files or step in seen:
                other = files[step].path if step in files else files[seen[step]].path
                raise InputError(str(entry.path), f"its step {step} is treated in {other} too", "keep one of them")
            seen[step] = host


def describe(error: BaseException) -> str:
    """An exception in one line: its type, its message, and the line of the file in which it arose."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f" (line {last.tb_lineno} of {Path(last.tb_frame.f_code.co_filename).name})" if last is not None else ""
    return f"{type(error).__name__}: {error}{where}"


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


_package(builtin_folder())
