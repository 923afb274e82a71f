"""``pabisym privacy``: from a training configuration to the best certified epsilon, with what it assumes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pabisym.cli.frame import FAILS, HOLDS, UNDECIDED, option_names, print_answer, print_report, read_json, tell_progress, write_json
from pabisym.errors import InputError, visible

if TYPE_CHECKING:
    from pabisym.library.library import Library
    from pabisym.spec.configuration import Configuration
    from pabisym.training.known import Privacy
    from pabisym.training.phased import PhasedPrivacy


@dataclass(frozen=True)
class PrivacyOptions:
    """What is done with the answer, and where the configuration comes from beside the options."""

    file: str | None = None
    origin: str | None = None
    target: str | None = None
    solve: str | None = None
    schedule: tuple[str, str] | None = None
    weights: str | None = None
    plot: str | None = None
    explain: bool = False
    as_json: bool = False
    certificate: str | None = None
    statement: str | None = None
    map: bool = False


def run(library: Callable[[], Library], options: Mapping[str, object], wanted: PrivacyOptions) -> int:
    """Answer, print, and draw; FAILS where nothing applies, UNDECIDED where the time did not suffice for every statement."""
    from pabisym.spec.configuration import TABLES, TARGET, Configuration, is_phased, read_file
    from pabisym.training.known import answer

    given: dict[str, object] = {}
    if wanted.origin is not None:
        from pabisym.training.opacus import from_opacus

        given |= from_opacus(read_json(wanted.origin), wanted.origin)
    if wanted.file is not None:
        given |= read_file(wanted.file, TABLES)
    given |= {key: value for key, value in options.items() if value is not None}
    if wanted.target is not None:
        given[TARGET] = wanted.target
    target = given.pop(TARGET, None)
    if is_phased(given):
        return _phased(given, target, wanted)
    for one, other in (("epochs", "steps"), ("steps", "epochs")):
        if options.get(one) is not None and options.get(other) is None:
            given.pop(other, None)
    progress, loaded = tell_progress(), library()
    try:
        if wanted.map:
            return _mapped(Configuration.of(given, "--"), loaded, wanted)
        if wanted.solve is not None or target is not None:
            from pabisym.training.questions import solve

            found = solve(given, target, wanted.solve or "noise-multiplier", loaded, progress, option="--")
        else:
            found = answer(Configuration.of(given, "--"), loaded, progress)
    except InputError as problem:
        # a problem of a value that a file gives names the key of the file, one of an option the option
        key = problem.field.removeprefix("--").replace("-", "_")
        of_file = key in given and options.get(key) is None
        raise (InputError(key, problem.problem, problem.cure) if of_file else problem) from None
    varied = None
    if wanted.schedule is not None:
        from pabisym.training.schedule import noise_schedule, read_weights

        varied = noise_schedule(found.run, *wanted.schedule, read_weights(wanted.weights), progress)
    if wanted.certificate is not None:
        from pabisym.training.hidden import certificate_of

        if found.best is None:
            raise InputError("--certificate", "nothing applies to this run", "leave the option out")
        write_json(wanted.certificate, certificate_of(found.best, found.run), "--certificate")
    if wanted.plot is not None:
        from pabisym.show.trained_plot import draw_privacy

        with option_names(path="--plot"):
            draw_privacy(found, loaded, wanted.plot, progress)
    status = FAILS if found.best is None else UNDECIDED if found.unfinished else HOLDS
    if found.best is not None and _file_statement(found, wanted):
        return status
    from pabisym.atlases.atlas import stored_cells
    from pabisym.atlases.classes import class_of
    from pabisym.show.atlased import cell_data, cell_line

    kind = class_of(found.run)
    cell = None if kind is None else stored_cells()[kind.words]
    more = {"atlas": cell and cell_data(cell), **({} if varied is None else {"schedule": varied.to_json()})}
    print_answer(found, as_json=wanted.as_json, more=more, explain=wanted.explain, cell="" if cell is None else cell_line(cell))
    if varied is not None and not wanted.as_json:
        print_answer(varied, as_json=False)
    if found.best is not None:
        _tell_file(wanted)
    return status


def _mapped(run: Configuration, library: Library, wanted: PrivacyOptions) -> int:
    """The map of where hiding iterates helps; UNDECIDED where the time did not suffice for all of it."""
    from pabisym.training.hiding import hiding_map

    found = hiding_map(run, library, tell_progress())
    if wanted.plot is not None:
        from pabisym.show.hiding import draw_hiding

        with option_names(path="--plot"):
            draw_hiding(found, wanted.plot)
    print_answer(found, as_json=wanted.as_json)
    return UNDECIDED if found.unfinished else HOLDS


def _phased(given: Mapping[str, object], target: object, wanted: PrivacyOptions) -> int:
    """The answer to a run of several phases and mechanisms."""
    from pabisym.accounting.phases import read_phases
    from pabisym.training.phased import phased_privacy

    for name in ("solve", "schedule", "plot", "certificate", "map"):
        if getattr(wanted, name):
            raise InputError(f"--{name}", "is about one run, and the file has [[phase]] or [[mechanism]]", "leave it out")
    found = phased_privacy(read_phases(given), target, tell_progress(), option="--")
    if not _file_statement(found, wanted):
        print_answer(found, as_json=wanted.as_json, explain=wanted.explain)
        _tell_file(wanted)
    return HOLDS


def _file_statement(found: Privacy | PhasedPrivacy, wanted: PrivacyOptions) -> bool:
    """Write the statement about a run to its file; True where it was printed instead, for ``-``, and is the whole answer."""
    if wanted.statement is None:
        return False
    from pabisym.lang.files import write_file
    from pabisym.show.filed import form_of, write_statement
    from pabisym.training.filed import statement

    made = statement(found)
    if wanted.statement == "-":
        print_answer(made, as_json=wanted.as_json)
        return True
    write_file(wanted.statement, write_statement(made, form_of(wanted.statement, "--statement")), "--statement")
    return False


def _tell_file(wanted: PrivacyOptions) -> None:
    """Say below the answer, for people, where its statement is."""
    if wanted.statement is not None and not wanted.as_json:
        from pabisym.show.blocks import line

        print_report([line((f"the statement about this run is in {visible(wanted.statement)}", "dim"))])


def check_together(wanted: PrivacyOptions) -> None:
    """Raise where options exclude each other, or name a file of no form."""
    if wanted.statement not in (None, "-"):
        from pabisym.show.filed import form_of

        form_of(str(wanted.statement), "--statement")
    others = [name for name in ("target", "solve", "schedule", "certificate", "statement") if getattr(wanted, name) is not None]
    if wanted.map and others:
        named = "--target-epsilon" if others[0] == "target" else f"--{others[0]}"
        raise InputError("--map", f"cannot be combined with {named}", "ask for one of them")
    if wanted.solve is not None and wanted.target is None and wanted.file is None:
        raise InputError("--solve", "needs a target", "give --target-epsilon")
    if wanted.weights is not None and wanted.schedule is None:
        raise InputError("--weights", "needs a schedule", "give --schedule LOW HIGH")
