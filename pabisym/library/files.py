"""Theorem files on disk: found by path, each run when its statement is first asked for.

A theorem file is ``<folder>/<paper>/<item>.toml``, which is data, or ``<folder>/<paper>/<item>.py`` with one ``STATEMENT``; its id is
``<paper>/<item>``, with ``-`` for ``_``.  The built-in folder is ``theorems/`` beside the package in a working copy and
``pabisym/_theorems`` in an installed one.  Loading runs a Python file, and building a proof the functions that a file names: they are
code that its author trusts, whatever the proof claims.

An id is the path of its file, except for a step that is treated inside another statement's file.  Those stand in
``<folder>/steps.txt``, one line each: the id of the step, a space, the id of the statement.  A folder without that file
is read whole when a name is asked for that is the path of no file.
"""

from __future__ import annotations

import builtins
import importlib.util
import os
import re
import sys
import types
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pabisym.errors import InputError, PabisymError, field_name, printable, visible
from pabisym.kernel.figures import FIGURES
from pabisym.lang.once import apart, cached_property, exclusive, print_aside
from pabisym.lang.reader import read_toml
from pabisym.library.helpers import LOADER
from pabisym.library.item import file_id, read_table
from pabisym.library.statement import FILE, Statement
from pabisym.proof.json import RESERVED

INDEX = "steps.txt"
"""The file of a folder that says in whose file each step is treated."""
SOURCES = frozenset(source for figure in FIGURES.values() for source in figure.source.split())
"""The sources of the kernel's figures: ids that no file of a folder of one's own may claim, nor a step in it."""
_LATER: Mapping[str, Any] = {"Builder": object, "Enclosure": object, "Sequent": object, "sympy": types.SimpleNamespace(Expr=object)}
"""Names that annotations mention and that are not loaded for them."""
SUFFIXES = (".py", ".toml")
_STATES = re.compile(rb"^(reference|statement)\s*=", re.MULTILINE)
"""What a theorem file in TOML has, and other TOML files in a folder of one's own, such as specs, have not."""
MAX_BYTES = 100_000
"""Largest theorem file in TOML that is read."""
_ITEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-]*", re.ASCII)


@dataclass(frozen=True)
class Entry:
    """One id of the library: the statement, its file, and for a step inside a file the id of that file."""

    id: str
    statement: Statement
    path: Path
    part_of: str = ""


class TheoremFiles(Mapping[str, Entry]):
    """The theorem files of folders by id: which there are is known at once, a file is run when its entry is asked for.

    Raises :class:`~pabisym.errors.InputError` naming the file for a name that cannot be an id and for an id that is taken;
    and, when an entry is asked for, for a file that cannot be loaded or whose id is not its path.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self.folders = tuple(dict.fromkeys(folder.resolve() for folder in folders))
        self.paths: dict[str, Path] = {}
        self.broken: dict[str, str] = {}
        """Why the files that were set aside cannot be used, by their ids."""
        self._owner: dict[str, Path] = {}
        self._entries: dict[str, Entry] = {}
        for folder, path, name in ((place, *found) for place in self.folders for found in theorem_files(place)):
            taken = self.paths.get(name, path)
            if taken != path:
                raise InputError(str(path), f"the id {name} is taken by {taken}", "give one of the two another name")
            if not all(_ITEM.fullmatch(part) for part in name.split("/")):
                raise InputError(str(path), f"{name} cannot be an id", "name files by letters, digits, dots and _")
            if name not in self.paths:
                _check_unclaimed(name, folder, path)
                self.paths[name], self._owner[name] = path, folder

    @exclusive
    def __getitem__(self, name: str) -> Entry:
        if name not in self._entries:
            path = self.paths[name]
            statement = load(path) if self._owner[name] != builtin_folder().resolve() else _built_in(path, path.stat().st_mtime_ns)
            if statement.id != name:
                raise InputError(str(path), f"states the id {visible(statement.id)}, but its path says {name}", "make them equal")
            self._entries[name] = Entry(name, statement, path)
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths)

    def __len__(self) -> int:
        return len(self.paths)

    def __contains__(self, name: object) -> bool:
        return name in self.paths

    @exclusive
    def set_aside(self) -> None:
        """Load all files outside of the built-in folder, and go on without those that cannot be used; :attr:`broken` says why.

        Such a file cannot be loaded, or its formulas cannot be read.
        """
        for name in [name for name, owner in self._owner.items() if owner != builtin_folder().resolve()]:
            try:
                self[name].statement.read()
            except PabisymError as error:
                self.broken[name] = str(error)
                for known in (self.paths, self._owner, self._entries):
                    known.pop(name, None)

    @cached_property
    @exclusive
    def steps(self) -> Mapping[str, str]:
        """Ids that are steps inside another statement's file, with the id of that statement.

        Raises :class:`~pabisym.errors.InputError` for a step that is treated twice.
        """
        found: dict[str, str] = {}
        for folder in self.folders:
            index = folder / INDEX
            for step, host in read_index(index) if index.is_file() else self._said(folder):
                if step in self.paths or step in found:
                    other = self.paths[step] if step in self.paths else self.paths[found[step]]
                    raise InputError(str(self.paths.get(host, index)), f"its step {step} is treated in {other} too", "keep one of them")
                _check_unclaimed(step, folder, self.paths.get(host, index))
                if host in self.broken:
                    continue
                if host not in self.paths:
                    raise InputError(str(index), f"there is no file of {visible(host)}", "pabisym prove writes the index anew")
                found[step] = host
        return found

    def of(self, folder: Path) -> Iterator[str]:
        """The ids of the files of a folder."""
        return (name for name, owner in self._owner.items() if owner == folder)

    def index_text(self, folder: Path) -> str:
        """The index of the steps of a folder, from what its files say, each file run."""
        return "".join(f"{step} {host}\n" for step, host in self._said(folder))

    def _said(self, folder: Path) -> Iterator[tuple[str, str]]:
        """The steps that the files of a folder name."""
        return ((step, host) for host in self.of(folder) for step in self[host].statement.steps)


def _check_unclaimed(name: str, folder: Path, path: Path) -> None:
    """Raise :class:`~pabisym.errors.InputError` for an id that only the kernel, or a built-in file, may bear."""
    if name.partition("/")[0] in RESERVED:
        raise InputError(str(path), f"the id {visible(name)} is that of a belief of the kernel", "name the folder after a paper")
    if name in SOURCES and folder != builtin_folder().resolve():
        raise InputError(str(path), f"the id {visible(name)} is the source of a rule of the kernel", "give it another name")


def read_index(index: Path) -> Iterator[tuple[str, str]]:
    """The steps of an index with the ids of the statements in whose files they are treated."""
    for number, line in enumerate(index.read_text(encoding="utf-8").splitlines(), 1):
        match line.split():
            case [step, host]:
                yield step, host
            case _:
                problem = "is not the id of a step and that of a statement"
                raise InputError(f"{index}, line {number}", problem, "pabisym prove writes the index anew")


@cache
def builtin_folder() -> Path:
    """The folder of the built-in theorem files: beside the package in a working copy, else inside the package."""
    package = Path(__file__).resolve().parents[1]
    beside = package.parent / "theorems"
    return beside if (beside / "references.bib").is_file() else package / "_theorems"


def theorem_files(folder: Path) -> list[tuple[Path, str]]:
    """The theorem files of a folder, with their ids.

    The folder holds either papers (folders of files) or, as one paper, the files themselves.
    """
    built_in = folder.resolve() == builtin_folder().resolve()
    try:
        papers = [folder.resolve(), *(p.resolve() for p in sorted(folder.iterdir()) if p.is_dir())]
        found = [(paper / one.name, one) for paper in papers for one in sorted(os.scandir(paper), key=lambda one: one.name)]
    except OSError as error:
        raise InputError(visible(str(folder)), f"cannot be read: {error.strerror}", "name a readable folder") from None
    stating = [(path.resolve() if one.is_symlink() else path, path.parent) for path, one in found
               if _states(one.name, path, built_in and path.parent != papers[0])]
    return [(path, file_id(str(paper), path.name)) for path, paper in stating]


def _states(name: str, path: Path, built_in: bool) -> bool:
    """Is a file one that states a theorem, by its name and, for TOML outside of the folders of the built-in papers, by its keys."""
    if name[0] in "_." or not name.endswith(SUFFIXES):
        return False
    try:
        return built_in or name.endswith(".py") or (path.is_file() and _STATES.search(path.read_bytes()) is not None)
    except OSError:
        return True  # loading it says why it cannot be read


class _Anew(SourceFileLoader):
    """Compiles a file whenever it is loaded: bytecode may be that of an edit of the same length in the same second.

    Its docstrings, which are the text of its statement, are kept under ``python -OO`` too.
    """

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file as it is now."""
        path = self.get_filename(fullname)
        code: CodeType = compile(self.get_data(path), path, "exec", dont_inherit=True, optimize=min(sys.flags.optimize, 1))
        return code


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


@exclusive
def load(path: Path) -> Statement:
    """The statement of one file.

    Raises :class:`~pabisym.errors.InputError` naming the file, and of a TOML file the key, where there is none.
    """
    token = LOADER.set(partial(_helper, path.parent.parent))
    try:
        statement: object = _of_table(path) if path.suffix == ".toml" else getattr(_run(path), "STATEMENT", None)
    finally:
        LOADER.reset(token)
    if not isinstance(statement, Statement):
        raise InputError(visible(str(path)), "has no STATEMENT", "end the file with STATEMENT = item(...)")
    if wrong := wrong_type(statement):
        wrong = wrong.removeprefix("STATEMENT.") if path.suffix == ".toml" else wrong
        raise InputError(visible(str(path)), wrong, "give every field what pabisym.library.statement says")
    vars(statement)[FILE] = path
    return statement


def _of_table(path: Path) -> Statement:
    """The statement of a TOML file."""
    try:
        table = read_toml(path, "theorem file", MAX_BYTES)
    except InputError as error:
        raise InputError(visible(str(path)), error.problem, "write it as TOML, with the keys of pabisym.library.item") from None
    with field_name(visible(str(path)), whole=True):
        return read_table(file_id(str(path.parent), path.name), table)


@exclusive
def _helper(folder: Path, paper: str, module: str) -> ModuleType | None:
    """The module of a paper, in a folder or else in the built-in one, run once; None where there is none."""
    for path in (place / paper / f"{module}.py" for place in (folder, builtin_folder())):
        if path.is_file():
            return sys.modules.get(_name(path)) or _run(path)
    return None


def _name(path: Path) -> str:
    """The name of a Python file as a module of the package of its folder."""
    return ".".join((_package(path.parent.parent), *(re.sub(r"\W", "_", part, flags=re.ASCII) for part in (path.parent.name, path.stem))))


def _run(path: Path) -> ModuleType:
    """A Python file, run as a module of the package of its folder; its ``print`` is :func:`print_aside`."""
    name = _name(path)
    loader = None if builtin_folder() in path.parents and sys.flags.optimize < 2 else _Anew(name, str(path))
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    if spec is None or spec.loader is None:
        raise InputError(str(path), "cannot be loaded as Python", "name theorem files *.py or *.toml")
    module = importlib.util.module_from_spec(spec)
    vars(module)["__builtins__"] = {**vars(builtins), "print": print_aside}
    sys.modules[name] = module
    try:
        with apart(str(path)):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        raise InputError(visible(str(path)), f"cannot be loaded: {describe(error)}", "mend the file") from error
    return module


@cache
def _built_in(path: Path, _: int) -> Statement:
    """The statement of a built-in file, which is run once in a process while the time of its last change stays the same."""
    return load(path)


def describe(error: BaseException) -> str:
    """An exception in one line: its type, its message, and the line of the file in which it arose."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    where = f" (line {last.tb_lineno} of {Path(last.tb_frame.f_code.co_filename).name})" if last is not None else ""
    return printable(f"{type(error).__name__}: {error}{where}")


def wrong_type(record: object, place: str = "STATEMENT") -> str:
    """The first part of a record that has another type than its annotation, as a phrase; empty where there is none.

    A theorem file is a program, and may hand over anything.  Looked at are texts, numbers, tuples, mappings, words of a list, functions,
    and records in these.
    """
    for name, hint in _hints(cast("Hashable", type(record))).items():
        if found := _wrong(getattr(record, name, None), hint, f"{place}.{name}"):
            return found
    return ""


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The annotations of the fields of a record."""
    known = get_type_hints(kind, localns=dict(_LATER))
    return {field.name: known[field.name] for field in fields(kind)}


def _wrong(value: object, hint: Any, place: str) -> str:
    if hint is str and isinstance(value, str):  # most of a statement, and soonest seen
        return "" if value.isprintable() else _hidden(value, place)
    if isinstance(hint, type):
        if hint is object:
            return ""
        if not isinstance(value, hint) or (isinstance(value, bool) and hint is int):
            return f"{place} is {_type_text(value)}, not {hint.__name__}"
        return wrong_type(value, place) if is_dataclass(value) else ""
    origin, options = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        first = _wrong(value, options[0], place)
        return first if first and all(_wrong(value, one, place) for one in options[1:]) else ""
    if origin is Literal:
        if isinstance(value, str) and value in options:
            return ""
        return f"{place} is {visible(repr(value))}, not one of {', '.join(map(repr, options))}"
    if origin is tuple:
        if not isinstance(value, tuple):
            return f"{place} is {_type_text(value)}, not a tuple"
        return next((f"{place}[{i}]{found}" for i, one in enumerate(value) if (found := _wrong(one, options[0], ""))), "")
    if origin is Mapping:
        if not isinstance(value, Mapping):
            return f"{place} is {_type_text(value)}, not a mapping"
        pairs = [(part, kind, place) for pair in value.items() for part, kind in zip(pair, options, strict=True)]
        return next((found for pair in pairs if (found := _wrong(*pair))), "")
    if origin is Callable:
        return "" if callable(value) else f"{place} is {_type_text(value)}, not a function"
    return "" if value is None or hint is not None else f"{place} is {_type_text(value)}, not None"


def _hidden(text: str, place: str) -> str:
    """Whether a text holds a character that cannot be seen, as a phrase; line breaks and tabs may stand in the text of the statement."""
    admitted = "\n\t" if place == "STATEMENT.text" else ""
    hidden = next((c for c in text if not c.isprintable() and c not in admitted), "")
    return f"{place} holds the character U+{ord(hidden):04X}" if hidden else ""


def _type_text(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"


_package(builtin_folder())
