"""What ``pabisym derive`` does beside deriving: limits, a table at a point, a picture, an explanation, files."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from pabisym.cli.frame import HOLDS, UNDECIDED, option_names, print_json, print_report, write_json
from pabisym.errors import InputError, Undecided
from pabisym.lang.reader import nearest
from pabisym.numerics.enclosure import Enclosure, interval_json

if TYPE_CHECKING:
    from pabisym.derivation.derive import Derivation
    from pabisym.spec.read import Spec

MOST_POINTS = 1000
"""Most points of one table."""


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
    grid: tuple[str, ...] = ()


def run(spec: Path, options: Options) -> int:
    """Derive a spec and show what was asked for.

    The status is that of the derivation, except that a limit which is not proved leaves it undecided, and so does, where ``strict``
    is asked for, a bound of which it is not proved that it is attained.
    """
    from pabisym.derivation.asymptotics import limit, read_target
    from pabisym.derivation.derive import derive
    from pabisym.derivation.epsilon_delta import table
    from pabisym.spec.read import read_spec

    if options.as_latex and options.as_json:
        raise InputError("--latex", "cannot be combined with --json", "give one of them")
    if options.plot_file is not None and not options.at:
        raise InputError("--plot", "needs a point", "give the symbols, as in --set n=10 --set t=3")
    targets = [read_target(text) for text in options.limits]
    grid = _grid(options)
    try:
        found = derive(spec, library=options.folders)
    except Undecided as reason:
        if not options.at:
            raise
        return _undecided(read_spec(spec), grid or (options.at,), str(reason), as_json=options.as_json)
    limits = [limit(found, *target) for target in targets]
    at = {name: value for name, value in options.at.items() if name in found.spec.symbols}
    level = {name for name in options.at if name not in at}
    _check_letters(found, level)
    tabled = found.goal.divergence == "hockey-stick" or bool(level)
    rows = table(found, options.at) if options.at and tabled else ()
    plain = at and not tabled and options.plot_file is None
    value = _value(found, at) if plain and not grid else None
    best = _optimum(found.spec, at) if value is not None else None
    points = tuple((one, _value(found, one), _optimum(found.spec, one)) for one in grid) if plain else ()
    if options.plot_file is not None:
        _plot(found, at, options.plot_file)
    if options.proof_file is not None:
        write_json(options.proof_file, found.proof_document(), "--proof")
    if options.as_json:
        answer = found.to_json()
        answer |= {"limits": [one.to_json() for one in limits]} if limits else {}
        answer |= {"at": {**at}, "value": interval_json(value)} if value is not None else {}
        answer |= {"optimum": interval_json(best)} if best is not None else {}
        answer |= {"grid": [_point_json(*one) for one in points]} if points else {}
        print_json(answer | ({"table": [row.to_json() for row in rows]} if rows else {}))
    else:
        _print_derivation(found, options)
        from pabisym.show.blocks import line
        from pabisym.show.derivation import levels_table, limit_blocks, points_table

        for one in limits:
            print_report((line(), *limit_blocks(one)))
        if rows:
            print_report((line(), levels_table(rows)))
        if value is not None:
            click.echo()
            click.echo(f"at {', '.join(f'{name} = {own}' for name, own in at.items())}: {_enclosure_text(value)}")
        if best is not None:
            click.echo(f"the optimum there, by the exact solver: {_enclosure_text(best)}")
        if points:
            print_report((line(), points_table(points)))
    two_sided = found.attainment is not None or not options.strict
    return HOLDS if two_sided and all(one.status == "proved" for one in limits) else UNDECIDED


Point: TypeAlias = "tuple[Mapping[str, str], Enclosure | None, Enclosure | None]"
"""Values of letters, the bound there, and the optimum, where they are known."""


def _grid(options: Options) -> tuple[Mapping[str, str], ...]:
    """The points of --table, each with the letters of --set; none where no table is asked for."""
    axes = dict[str, list[str]]()
    for text in options.grid:
        name, equals, values = text.partition("=")
        if not equals or not name or not values or name in axes or name in options.at:
            raise InputError("--table", f"{text!r} is no symbol with values of its own", "write as in --table n=10,100,1000")
        axes[name] = [value.strip() for value in values.split(",")]
    if prod(map(len, axes.values())) > MOST_POINTS:
        raise InputError("--table", f"asks for more than {MOST_POINTS} points", "give fewer values, or use pabisym sweep")
    return tuple({**options.at, **dict(zip(axes, values, strict=True))} for values in product(*axes.values())) if axes else ()


def _optimum(spec: Spec, at: Mapping[str, str]) -> Enclosure | None:
    """The certified optimum at a point; None where a letter of the process is missing, or there is none in this notion."""
    from pabisym.derivation.optimum import optimum_at

    try:
        return optimum_at(spec, at)
    except InputError:
        return None


def _point_json(at: Mapping[str, str], value: Enclosure | None, best: Enclosure | None) -> dict[str, object]:
    found: dict[str, object] = {"at": dict(at)}
    return found | {name: interval_json(one) for name, one in (("value", value), ("optimum", best)) if one is not None}


def _undecided(spec: Spec, points: Sequence[Mapping[str, str]], reason: str, *, as_json: bool) -> int:
    """No bound was derived: why, and the certified optimum at the points that were asked for."""
    from pabisym.derivation.optimum import optimum_at

    found = tuple((at, None, optimum_at(spec, at)) for at in points)
    if as_json:
        print_json({"status": "undecided", "reason": reason, "grid": [_point_json(*one) for one in found]})
        return UNDECIDED
    from pabisym.show.blocks import line
    from pabisym.show.derivation import points_table

    print_report((line(f"undecided: no bound for all parameters was proved; {reason}"), line(), points_table(found)))
    return UNDECIDED


def _check_letters(found: Derivation, level: Collection[str]) -> None:
    """Refuse names after --set that are neither letters of the spec nor a level that its goal leaves open."""
    symbols = found.spec.symbols
    for name in sorted(level):
        if name not in ("epsilon", "delta"):
            cure = nearest(name, symbols, f"the symbols are {', '.join(symbols)}, and beside them epsilon or delta")
            raise InputError("--set", f"{name} is not a symbol of this spec", cure)


def _value(found: Derivation, at: Mapping[str, str]) -> Enclosure:
    """The bound at a point; raises :class:`~pabisym.errors.InputError` where a letter of it is missing or outside its domain."""
    from pabisym.divergence.evaluate import decide, enclose
    from pabisym.lang.grammar import to_text
    from pabisym.lang.rational import rational, to_fraction
    from pabisym.process.sequence import names

    point = {name: to_fraction(rational(value, name)) for name, value in at.items()}
    if missing := [name for name in found.spec.symbols if name in names(found.bound) and name not in point]:
        said = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} missing"
        raise InputError("--set", said, f"give every symbol of the bound a value in its domain, as in --set {missing[0]}=2")
    for _, relation in found.spec.scope().known:
        if names(relation) <= set(point) and decide(relation, point) == "false":
            raise InputError("--set", f"{to_text(relation)} is false there", "give a point of the domains")
    for name, own in found.spec.symbols.items():
        if own.kind == "integer" and name in point and point[name].denominator != 1:
            raise InputError("--set", f"{name} is not an integer", f"give a whole number, as in --set {name}=2")
    return enclose(found.bound, point, 15)


def _enclosure_text(value: Enclosure) -> str:
    return value.lower if value.lower == value.upper else f"between {value.lower} and {value.upper}"


def _print_derivation(found: Derivation, options: Options) -> None:
    if options.as_latex:
        from pabisym.show.article import derivation_latex
        from pabisym.show.latex import document

        click.echo(document(derivation_latex(found)))
        return
    from pabisym.show.derivation import derivation_blocks

    print_report(derivation_blocks(found, whole=options.explain))


def _plot(found: Derivation, at: Mapping[str, str], file: str) -> None:
    """The string of the optimum at a point."""
    from pabisym.shift.allocate import solve
    from pabisym.shift.instance import Instance
    from pabisym.show.plot import taut_string

    with option_names(path="--plot"):
        taut_string(solve(Instance.from_json(found.spec.instance(**at))), path=file)
