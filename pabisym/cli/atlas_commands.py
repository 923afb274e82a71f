"""``pabisym atlas``: what is best known for each class of processes, and both ends of open problems at a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pabisym.cli.frame import HOLDS, option_names, print_answer, print_json, print_report, tell_progress
from pabisym.errors import InputError, visible

if TYPE_CHECKING:
    from pabisym.library.library import Library


@dataclass(frozen=True)
class AtlasOptions:
    """What was given: a problem at a run of one's own, or classes; loss and sampling are words of both."""

    own_run: bool
    problem: str | None
    file: str | None
    classes: Mapping[str, str | None]
    run: Mapping[str, object]
    symbols: Mapping[str, str]
    as_json: bool


def run(library: Library | None, wanted: AtlasOptions) -> int:
    """The cells of the classes that are wanted, or with ``--at`` both ends of a problem; ``library`` is one of one's own."""
    from pabisym.spec.configuration import with_symbols

    given = {name: value for name, value in wanted.run.items() if value is not None}
    if wanted.own_run:
        for name in (name for name, value in wanted.classes.items() if value is not None):
            raise InputError(f"--{name}", "chooses classes of the atlas", "leave it out with --at, or leave out --at")
        return print_ends(wanted.problem, wanted.file, with_symbols(wanted.run, wanted.symbols), library, as_json=wanted.as_json)
    if wanted.problem is not None:
        raise InputError(visible(wanted.problem), "goes with --at", f"write atlas --at {visible(wanted.problem)}")
    for name in (name for name in (*given, *(["set"] if wanted.symbols else [])) if name not in ("loss", "sampling")):
        raise InputError(f"--{name}".replace("_", "-"), "describes a run", "name an open problem too, as in --at bounded-domain")
    from pabisym.atlases.atlas import atlas

    loss, batches = (None if given.get(name) is None else str(given[name]) for name in ("loss", "sampling"))
    with option_names(**{name: f"--{name}" for name in ("loss", *wanted.classes)}, batches="--sampling"):
        found = atlas(library=library, progress=tell_progress(), loss=loss, batches=batches, **wanted.classes)
    print_answer(found, as_json=wanted.as_json)
    return HOLDS


def print_ends(name: str | None, file: str | None, options: Mapping[str, object], library: Library | None, *, as_json: bool) -> int:
    """Both ends of a problem at a run; without a name all problems as the atlas has them."""
    from pabisym.atlases.gaps import PROBLEMS, gap_of, known_problem

    given = {key: value for key, value in options.items() if value is not None}
    if name is None:
        if given:
            raise InputError("PROBLEM", "is missing", f"name one of {', '.join(PROBLEMS)}")
        if as_json:
            print_json([{"problem": one.name, "open": one.question, "cell": one.cell.to_json()} for one in PROBLEMS.values()])
        else:
            from pabisym.show.atlased import problems_blocks

            print_report(problems_blocks(list(PROBLEMS.values())))
        return HOLDS
    problem = known_problem(name, "PROBLEM")
    if file is not None:
        from pabisym.spec.configuration import read_file

        told = read_file(file)
        for one, other in (("epochs", "steps"), ("steps", "epochs")):
            if one in given and other not in given:
                told.pop(other, None)
        given = {**told, **given}
    found = gap_of(problem, given, library, "--")
    print_answer(found, as_json=as_json)
    return HOLDS
