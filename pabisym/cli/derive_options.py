"""What ``pabisym derive`` does beside deriving: limits, a table at a point, a picture, an explanation, files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pabisym.cli.frame import HOLDS, UNDECIDED, drawing, print_json, write_json
from pabisym.errors import InputError

if TYPE_CHECKING:
    from pabisym.derivation.derive import Derivation


@dataclass(frozen=True)
class Options:
    """The options of the command, as they were given."""

    as_latex: bool
    proof_file: str | None
    explain: bool
    limits: tuple[str, ...]
    at: Mapping[str, str]
    plot_file: str | None
    as_json: bool
    folders: tuple[str, ...] = ()
    strict: bool = False


def run(spec: Path, options: Options) -> int:
    """Derive a spec and show what was asked for.

    The status is that of the derivation, except that a limit which is not proved leaves it undecided, and so does, where ``strict``
    is asked for, a bound of which it is not proved that it is attained.
    """
    from pabisym.derivation.asymptotics import limit, read_target
    from pabisym.derivation.derive import derive
    from pabisym.derivation.epsilon_delta import table

    if options.as_latex and options.as_json:
        raise InputError("--latex", "cannot be combined with --json", "give one of them")
    if options.plot_file is not None and not options.at:
        raise InputError("--plot", "needs a point", "give the letters, as in --at n=10 --at t=3")
    targets = [read_target(text) for text in options.limits]
    found = derive(spec, library=options.folders)
    limits = [limit(found, *target) for target in targets]
    at = {name: value for name, value in options.at.items() if name in found.spec.symbols}
    tabled = found.goal.divergence == "hockey-stick" or len(at) < len(options.at)
    rows = table(found, options.at) if options.at and tabled else ()
    if options.plot_file is not None:
        _plot(found, at, options.plot_file)
    if options.proof_file is not None:
        write_json(options.proof_file, found.proof_document(), "--proof")
    if options.as_json:
        answer = found.to_json()
        answer |= {"limits": [one.to_json() for one in limits]} if limits else {}
        print_json(answer | ({"table": [row.to_json() for row in rows]} if rows else {}))
    else:
        _print(found, options)
        from pabisym.show.derivation import print_limit, print_table

        for one in limits:
            click.echo()
            print_limit(one)
        if rows:
            click.echo()
            print_table(rows)
    two_sided = found.attainment is not None or not options.strict
    return HOLDS if two_sided and all(one.status == "proved" for one in limits) else UNDECIDED


def _print(found: Derivation, options: Options) -> None:
    if options.as_latex:
        from pabisym.show.derivation import derivation_latex
        from pabisym.show.latex import document

        click.echo(document(derivation_latex(found)))
        return
    from pabisym.show.derivation import print_derivation

    print_derivation(found, whole=options.explain)


def _plot(found: Derivation, at: Mapping[str, str], file: str) -> None:
    """The string of the optimum at a point."""
    from pabisym.shift.allocate import solve
    from pabisym.shift.instance import Instance
    from pabisym.show.plot import taut_string

    with drawing("--plot"):
        taut_string(solve(Instance.from_json(found.spec.instance(**at))), path=file)
