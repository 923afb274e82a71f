"""An exercise: how its instance is drawn, what is asked of it, how an answer is judged, and what helps.

A bank of exercises is a tuple of :class:`Exercise`, made by the functions below, one for each kind of answer.  No exercise holds an
answer: what is right is computed from the instance when an answer is judged.  In texts ``@name`` stands for a value of the instance.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from pabisym.errors import InputError, PabisymError
from pabisym.exercises import judging
from pabisym.exercises.judging import Judgement
from pabisym.lang.arguments import plain
from pabisym.lang.rational import plain_text, rational_text
from pabisym.lang.term import Term
from pabisym.numerics.enclosure import Enclosure
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec, read_spec

WARM_UP, PRACTICE, THINKING, PROOF = "warm-up", "practice", "thinking", "proof"
LEVELS = (WARM_UP, PRACTICE, THINKING, PROOF)
"""From putting numbers into a formula to a proof; the last two are harder than substitution."""
HARD = (THINKING, PROOF)
_NAME = re.compile(r"@([a-zA-Z_]+)")


class InstanceValues:
    """The values of an instance, each an attribute."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = dict(values)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["values"][name]
        except KeyError:
            raise AttributeError(name) from None

    def put_into(self, text: str) -> str:
        """A text with its values."""
        return _NAME.sub(lambda found: _value_text(self.values[found[1]]), text)


def _value_text(value: object) -> str:
    if isinstance(value, list | tuple):
        return "(" + ", ".join(map(_value_text, value)) + ")"
    return rational_text(value) if isinstance(value, Fraction) else str(value)


Slips = Callable[[InstanceValues], Iterable[tuple[object, str]]]
"""Likely wrong answers to an instance, and what to say to them."""


@dataclass(frozen=True)
class Exercise:
    """One exercise; ``options`` has the values of every letter of the instance, the first of which are those of the printed course."""

    id: str
    title: str
    level: str
    options: Mapping[str, Sequence[Any]]
    text: str
    form: str
    judged: Callable[[InstanceValues, object], Judgement]
    hints: tuple[str, ...]
    slips: Slips
    truth: Callable[[InstanceValues], Any] | None = None
    """How a right number is computed from the instance; None where many answers are right."""

    def drawn(self, name: str = "") -> InstanceValues:
        """The instance of a student: the same one for the same name, and the printed one for none."""
        chance = Random(f"{self.id} {name.strip().lower()}".encode("utf-8", "replace").decode())
        values = {key: values[0] if not name.strip() else chance.choice(values) for key, values in self.options.items()}
        numbers = {key: Fraction(one) if isinstance(one, int | str) and _is_number(one) else one for key, one in values.items()}
        return InstanceValues(numbers)

    def judge(self, given: InstanceValues, answer: object) -> Judgement:
        """Right or not, and what to look at where it is not."""
        if answer is ... or answer is None or (isinstance(answer, str) and answer == "..."):
            return Judgement(False, "there is no answer yet: replace the dots")
        try:
            answer = plain(answer, "answer", arrays=False)
        except InputError as problem:
            return Judgement(False, str(problem))
        try:
            judged = self.judged(given, answer)
        except PabisymError as problem:
            judged = Judgement(False, str(problem))
        if not judged:
            for slip, said in self.slips(given):
                if _alike(answer, slip):
                    return Judgement(False, said)
        return judged


def _is_number(value: object) -> bool:
    return not isinstance(value, str) or re.fullmatch(r"-?\d+(/\d+)?", value) is not None


def _alike(answer: object, slip: object) -> bool:
    return answer == plain(slip, "slip") or (isinstance(slip, int | str | Fraction) and bool(judging.number(answer, slip)))


NUMBERS = ("211", "Fraction(17, 211)", '"17/211"', '"0.0171"', '"2**4/211"')
"""In what forms a number may be given; no exercise has any of these for its answer."""


def _none(_: InstanceValues) -> tuple[tuple[object, str], ...]:
    return ()


def exact(id_: str, title: str, level: str, text: str, truth: Callable[[InstanceValues], object], hints: tuple[str, ...],
          slips: Slips = _none, **options: Sequence[Any]) -> Exercise:
    """An exercise whose answer is a rational, in any form."""
    def judged(given: InstanceValues, answer: object) -> Judgement:
        return judging.number(answer, truth(given))

    return Exercise(id_, title, level, options, text, f"a number: {', '.join(NUMBERS)}", judged, hints, slips, truth)


def digits(id_: str, title: str, level: str, text: str, truth: Callable[[InstanceValues], Callable[[int], Enclosure]],
           hints: tuple[str, ...], slips: Slips = _none, places: int = 4, **options: Sequence[Any]) -> Exercise:
    """An exercise whose answer is a decimal number, at least ``places`` of whose decimals are given, the last one rounded."""
    def judged(given: InstanceValues, answer: object) -> Judgement:
        text = repr(answer) if isinstance(answer, float) else plain_text(answer).strip()
        if len(text.partition(".")[2].partition("e")[0]) < places:
            return Judgement(False, f"give {places} decimals, the last one rounded")
        return judging.number(text, truth(given))

    return Exercise(id_, title, level, options, text, f"{places} decimals in quotes, the last one rounded", judged, hints, slips, truth)


def letters(id_: str, title: str, level: str, text: str, domains: Mapping[str, str],
            judged: Callable[[InstanceValues, Spec, str], Judgement], hints: tuple[str, ...], slips: Slips = _none,
            **options: Sequence[Any]) -> Exercise:
    """An exercise whose answer is a formula in letters of the given domains."""
    def judge(given: InstanceValues, answer: object) -> Judgement:
        if not isinstance(answer, str):
            return Judgement(False, "answer: write the formula between quotes")
        return judged(given, in_letters(domains), answer)

    return Exercise(id_, title, level, options, text, "a formula in quotes, such as \"s**2/(2*v)\"", judge, hints, slips)


def spend(id_: str, title: str, level: str, text: str, instance: Callable[[InstanceValues], Instance], hints: tuple[str, ...],
          within: str = "1", slips: Slips = _none, **options: Sequence[Any]) -> Exercise:
    """An exercise whose answer is a list of payments, at most ``within`` times the optimum."""
    def judged(given: InstanceValues, answer: object) -> Judgement:
        if isinstance(answer, str) or not isinstance(answer, Sequence):
            return Judgement(False, "answer: give a list, one payment for each step")
        return judging.allocation(answer, instance(given), within)

    return Exercise(id_, title, level, options, text, "a list of payments, one for each step", judged, hints, slips)


def squares(id_: str, title: str, text: str, domains: Mapping[str, str], left: Callable[[InstanceValues], str | Term],
            hints: tuple[str, ...], slips: Slips = _none, **options: Sequence[Any]) -> Exercise:
    """An exercise whose answer is a sum of squares with coefficients that are never negative: a proof that ``left`` is none."""
    def judged(given: InstanceValues, answer: object) -> Judgement:
        return judging.squares(answer, left(given), in_letters(domains))

    form = "a list of pairs (coefficient, base), in quotes: [(\"1/2\", \"a - b\"), …]"
    return Exercise(id_, title, PROOF, options, text, form, judged, hints, slips)


def construct(id_: str, title: str, level: str, text: str, form: str, judged: Callable[[InstanceValues, Any], Judgement],
              hints: tuple[str, ...], slips: Slips = _none, **options: Sequence[Any]) -> Exercise:
    """An exercise with many right answers: an object with a property, which is computed."""
    listed = form.startswith(("a pair", "a triple", "a list", "a dict"))

    def judge(given: InstanceValues, answer: object) -> Judgement:
        if listed and isinstance(answer, str):
            return Judgement(False, f"answer: a text cannot be read here; give {form}")
        try:
            return judged(given, answer)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError):
            return Judgement(False, f"answer: cannot be read; give {form}")

    return Exercise(id_, title, level, options, text, form, judge, hints, slips)


def in_letters(domains: Mapping[str, str]) -> Spec:
    """A spec that declares letters, for formulas that are about no process of their own."""
    return _in_letters(tuple(domains.items()))


@cache
def _in_letters(domains: tuple[tuple[str, str], ...]) -> Spec:
    process = {"steps": "1", "gap": [{"at": "1", "size": "0"}], "noise": {"law": "gaussian", "std": "1"}}
    return read_spec({"symbols": dict(domains), "process": process, "goal": {"divergence": "gdp"}})


def says(right: bool, well: str, else_: str) -> Judgement:
    """A judgement of one condition."""
    return Judgement(right, well if right else else_)
