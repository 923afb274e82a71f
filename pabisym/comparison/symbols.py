"""The parameters of projected noisy SGD in a paper's symbols, at which statements are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from flint import fmpq

from pabisym.comparison.vocabulary import GIVEN, OPTIONAL
from pabisym.divergence.evaluate import exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import Number, Term, substitute
from pabisym.library.point import decided_condition, letters
from pabisym.spec.configuration import (
    CONVEX,
    CYCLIC,
    FULL,
    RANDOM,
    REPLACE,
    SHUFFLED,
    STRONGLY_CONVEX,
    Configuration,
    with_symbols,
)


@dataclass(frozen=True)
class RunSymbols:
    """Values of the parameters; :meth:`of` reads and checks them.

    ``shuffled`` says that every epoch has an order of its own, so that a record may be used anywhere in it.
    """

    values: Mapping[str, fmpq]
    shuffled: bool = False

    @classmethod
    def of(cls, given: Mapping[str, object], field: str = "--set") -> RunSymbols:
        """Rational values of :data:`GIVEN` and some of :data:`OPTIONAL`; ``field`` names the place in errors.

        Raises :class:`~pabisym.errors.InputError` for a name that is none, a missing one, and values outside their domains.
        """
        for name in given:
            if name not in (*GIVEN, *OPTIONAL):
                raise InputError(f"{field} {name[:60]}", "is no parameter", f"the parameters are {', '.join((*GIVEN, *OPTIONAL))}")
        for name in GIVEN:
            if name not in given:
                raise InputError(field, f"no value for {name}", f"give {name} a value, as in {field} {name}=…")
        values = {name: rational(value, f"{field} {name}") for name, value in given.items()}
        values = {"t": values["n"], "m": fmpq(0), **values}
        for name, relation in _DOMAINS:
            missing = letters(parse(relation, name)) - values.keys()
            if not missing and decided_condition(substitute(parse(relation, name), number_binding(values))) != "true":
                others = number_binding({other: value for other, value in values.items() if other != name})
                wanted = value_text(substitute(parse_once(relation), others))
                raise InputError(f"{field} {name}", f"{relation} does not hold", f"give it with {wanted}")
        for name in ("n", "b", "T", "t"):
            if values[name].q != 1:
                raise InputError(f"{field} {name}", f"{rational_text(values[name])} is not an integer", f"{name} counts records or steps")
        return cls({name: values[name] for name in (*GIVEN, *OPTIONAL) if name in values})

    @classmethod
    def of_run(cls, run: Configuration, field: str = "privacy") -> RunSymbols:
        """The symbols of a training run whose steps are those of some order, or are drawn at random.

        The batches of an epoch are filled up to equal size, which changes no step; L is r C/2, so that the gap 2 eta L/b is that of a
        step; and sigma = z C/B is the deviation of the noise on the mean gradient, before the step size.
        """
        size, ordered = run.batch, run.sampling not in RANDOM
        values: dict[str, object] = {
            "n": run.period * size if ordered else run.examples, "b": size, "T": run.steps, "eta": run.learning_rate,
            "L": run.share * run.clip / 2, "sigma": run.noise_multiplier * run.clip / size, "delta": run.delta,
        }  # fmt: skip
        if ordered:
            values["t"] = ((run.steps - 1) % run.period + 1) * size
        if run.curvature is not None:
            values |= {"m": max(run.curvature[0], fmpq(0)), "M": run.curvature[1]}
        if run.diameter is not None:
            values["D"] = run.diameter
        return replace(cls.of(values, field), shuffled=run.sampling == SHUFFLED)

    def with_steps(self, steps: int) -> RunSymbols:
        """The same with another number of steps."""
        return replace(self, values={**self.values, "T": fmpq(steps)})

    @cached_property
    def binding(self) -> dict[str, tuple[tuple[str, ...], Term]]:
        """The values, ready to be put into formulas."""
        return number_binding(self.values)


_DOMAINS = (
    ("n", "n >= 1"), ("b", "b >= 1"), ("b", "b <= n"), ("T", "T >= 1"), ("eta", "eta > 0"), ("L", "L >= 0"), ("sigma", "sigma > 0"),
    ("delta", "delta > 0"), ("delta", "delta < 1"), ("D", "D >= 0"), ("m", "m >= 0"),
    ("M", "M >= 0"), ("M", "m <= M"), ("t", "t >= 1"), ("t", "t <= n"),
)  # fmt: skip


def number_binding(values: Mapping[str, fmpq]) -> dict[str, tuple[tuple[str, ...], Term]]:
    """Exact values, ready to be put into formulas."""
    return {name: ((), Number(value)) for name, value in values.items()}


def described_run(symbols: Mapping[str, object], options: Mapping[str, object], option: str = "--",
                  field: str = "--set") -> tuple[RunSymbols, str, Mapping[str, object]]:
    """The symbols of a run in some order, what is promised of its losses, and the symbols that were given.

    It is described by ``options``, values under the names of :data:`~pabisym.spec.configuration.KEYS`, by ``symbols``, or by both; of a
    run without a law of its batches they are cyclic.  ``option`` and ``field`` are put before names in errors.  Raises
    :class:`~pabisym.errors.InputError` for what describes no run.
    """
    given = {key: value for key, value in options.items() if value is not None}
    if not given.keys() - {"loss"}:
        return RunSymbols.of(symbols, field), str(given.get("loss", CONVEX)), symbols
    record = {name: value for name, value in symbols.items() if name == "t"}
    others = {name: value for name, value in symbols.items() if name != "t"}
    found: dict[str, object] = {"sampling": CYCLIC, **with_symbols(given, others, field)}
    if found["sampling"] not in (CYCLIC, SHUFFLED, FULL):
        problem = f"{str(found['sampling'])[:40]!r} is none of the orders that are compared"
        raise InputError(f"{option}sampling", problem, "give cyclic, shuffled or full")
    if "learning_rate" not in found:
        raise InputError(f"{option}learning-rate" if option else "learning_rate", "is missing", "give the step size, as 1/10")
    loss = str(found.setdefault("loss", STRONGLY_CONVEX if "strong_convexity" in found else CONVEX))
    run = Configuration.of({"adjacency": REPLACE, **found}, option)
    values = RunSymbols.of_run(run, field).values
    known = {name: value for name, value in values.items() if name != "m" or "strong_convexity" in found or run.weight_decay > 0}
    if "strong_convexity" in found and run.smoothness is None:
        known["m"] = run.strong_convexity
    return replace(RunSymbols.of({**known, **record}, field), shuffled=run.sampling == SHUFFLED), loss, {**known, **record}


@lru_cache(maxsize=8192)
def parse_once(text: str) -> Term:
    """A formula of the parameters or of a statement; the same ones are read for all parameters."""
    return parse(text, "formula", None)


def value_text(term: Term) -> str:
    """A formula, or its exact value where it has one."""
    exact = exact_value(term, {}) if not letters(term) else None
    return to_text(term) if exact is None else rational_text(exact)
