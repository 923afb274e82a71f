"""An exercise: how its instance is drawn, what is asked of it, how an answer is judged, and what helps.

A bank of exercises is a tuple of :class:`Exercise`, made by the functions below, one for each kind of answer.  No exercise holds an
answer: what is right is computed from the instance when an answer is judged.  In texts ``@name`` stands for a value of the instance.

A class may have a key.  Then everybody has a factor ``w`` in every exercise, a fraction that comes from the key, the name and the exercise,
and the answer has to hold it: what is right for one name is wrong for every other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from itertools import count
from math import ceil, floor
from random import Random
from typing import Any, TypeAlias

from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError, PabisymError
from pabisym.exercises import judging
from pabisym.exercises.judging import Judgement
from pabisym.lang.arguments import plain
from pabisym.lang.grammar import parse
from pabisym.lang.rational import plain_text, rational, rational_text
from pabisym.lang.term import Term
from pabisym.numerics.enclosure import Enclosure
from pabisym.shift.instance import Instance
from pabisym.spec.read import Spec

WARM_UP, PRACTICE, THINKING, PROOF = "warm-up", "practice", "thinking", "proof"
LEVELS = (WARM_UP, PRACTICE, THINKING, PROOF)
"""From putting numbers into a formula to a proof; the last two are harder than substitution."""
_NAME = re.compile(r"@([a-zA-Z_]+)")
_DECIMALS = re.compile(r"[+-]?\d*\.?\d*")
Options: TypeAlias = "Sequence[Any] | Callable[[InstanceValues], Any]"
"""The values that a letter may have, or how its value follows from those of the letters before it."""


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


def keyed_factor(key: str, name: str, id_: str) -> Fraction:
    """The factor of a name in an exercise, between 1 and 2, from a key; 1 where there is no key.

    >>> keyed_factor("", "Ada", "1.1"), 1 < keyed_factor("autumn", "Ada", "1.1") < 2
    (Fraction(1, 1), True)
    """
    if not key.strip():
        return Fraction(1)
    drawn = int.from_bytes(sha256("\0".join((key.strip(), name.strip().lower(), id_)).encode("utf-8", "replace")).digest())
    below = _PRIMES[drawn % len(_PRIMES)]
    return 1 + Fraction(1 + drawn // len(_PRIMES) % (below - 1), below)


_PRIMES = tuple(n for n in range(1000, 2000) if all(n % d for d in range(2, 45)))
Slips = Callable[[InstanceValues], Iterable[tuple[object, str]]]
"""Likely wrong answers to an instance, and what to say to them."""


@dataclass(frozen=True)
class Exercise:
    """One exercise; ``options`` has the values of every letter of the instance, the first of which are those of the printed course."""

    id: str
    title: str
    level: str
    options: Mapping[str, Options]
    text: str
    form: str
    judged: Callable[[InstanceValues, object], Judgement]
    hints: tuple[str, ...]
    slips: Slips
    truth: Callable[[InstanceValues], Any] | None = None
    """How a right number is computed from the instance; None where many answers are right."""
    about: Callable[[InstanceValues], Any] | None = None
    """What an answer is about: the instance whose shift is to be allocated, or the expression that is to be a sum of squares."""
    keyed: str = ""
    """What the factor of a class with a key changes, in words; empty where answers are few, and a person reads the reason."""

    def drawn(self, name: str = "", key: str = "") -> InstanceValues:
        """The instance of a student: the same one for the same name and key, and the printed one for neither."""
        chance = Random(f"{self.id} {name.strip().lower()}".encode("utf-8", "replace").decode())
        numbers: dict[str, Any] = {"w": keyed_factor(key, name, self.id)}
        for letter, values in self.options.items():
            one = values(InstanceValues(numbers)) if callable(values) else chance.choice(values) if name.strip() else values[0]
            numeric = isinstance(one, int) or (isinstance(one, str) and re.fullmatch(r"-?\d+(/\d+)?", one))
            numbers[letter] = Fraction(one) if numeric else one
        return InstanceValues(numbers)

    def asked(self, given: InstanceValues) -> str:
        """What is asked, with the values of the instance, and with its factor where there is one."""
        own = f" **Your factor** is $w = @w$: {self.keyed}." if self.keyed and given.w != 1 else ""
        return given.put_into(self.text + own)

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
                if answer == plain(slip, "slip") or (isinstance(slip, int | str | Fraction) and judging.number(answer, slip)):
                    return Judgement(False, said)
        return judged


NUMBERS = ("211", "Fraction(17, 211)", '"17/211"', '"0.0171"', '"2**4/211"')
"""In what forms a number may be given; no exercise has any of these for its answer."""


def _none(_: InstanceValues) -> tuple[tuple[object, str], ...]:
    return ()


def exact(id_: str, title: str, level: str, text: str, truth: Callable[[InstanceValues], object], hints: tuple[str, ...],
          slips: Slips = _none, **options: Options) -> Exercise:
    """An exercise whose answer is a rational, in any form."""
    def scaled(given: InstanceValues) -> Fraction:
        return Fraction(Fraction(str(truth(given))) * given.w)

    def judged(given: InstanceValues, answer: object) -> Judgement:
        return judging.number(answer, scaled(given))

    form = f"a number: {', '.join(NUMBERS)}"
    return Exercise(id_, title, level, options, text, form, judged, hints, slips, scaled, keyed="answer with $w$ times the number")


def digits(id_: str, title: str, level: str, text: str, truth: Callable[[InstanceValues], Callable[[int], Enclosure]],
           hints: tuple[str, ...], slips: Slips = _none, places: int = 4, **options: Options) -> Exercise:
    """An exercise whose answer is a decimal number, at least ``places`` of whose decimals are given, the last one rounded."""
    def scaled(given: InstanceValues) -> Callable[[int], Enclosure]:
        of = truth(given)

        def times_factor(wanted: int) -> Enclosure:
            value = of(wanted)
            decimals = value.digits + 10
            low, high = (Fraction(end) * given.w * 10**decimals for end in (value.lower, value.upper))
            return Enclosure(f"{floor(low)}e-{decimals}", f"{ceil(high)}e-{decimals}", None, value.digits, value.bits)

        return of if given.w == 1 else times_factor

    def judged(given: InstanceValues, answer: object) -> Judgement:
        text, asked = repr(answer) if isinstance(answer, float) else plain_text(answer).strip(), places if given.w == 1 else 2 * places
        if _DECIMALS.fullmatch(text) and len(text.partition(".")[2]) < asked:
            return Judgement(False, f"give {asked} decimals, the last one rounded")
        return judging.number(answer if isinstance(answer, float) else text, scaled(given))

    form = f"{places} decimals in quotes, the last one rounded, or a formula such as \"2*Phi(1/3) - 1\""
    return Exercise(id_, title, level, options, text, form, judged, hints, slips, scaled,
                    keyed=f"answer with {2 * places} decimals of $w$ times the value")  # fmt: skip


def letters(id_: str, title: str, level: str, text: str, domains: Mapping[str, str],
            judged: Callable[[InstanceValues, Spec, str], Judgement], hints: tuple[str, ...], slips: Slips = _none,
            **options: Options) -> Exercise:
    """An exercise whose answer is a formula in letters of the given domains."""
    def judge(given: InstanceValues, answer: object) -> Judgement:
        if not isinstance(answer, str):
            return Judgement(False, "answer: write the formula between quotes")
        return judged(given, judging.in_letters(*domains.items()), unscaled(answer, given))

    return Exercise(id_, title, level, options, text, "a formula in quotes, such as \"s**2/(2*v)\"", judge, hints, slips, keyed=FORMULA)


FORMULA = "answer with $w$ times the formula"


def unscaled(answer: str, given: InstanceValues) -> str:
    """The formula that an answer is the factor times of; raises :class:`~pabisym.errors.InputError` for what is no formula."""
    if given.w == 1:
        return answer
    parse(judging.spelled(answer), "answer")
    return f"({answer})/({given.w})"


def spend(id_: str, title: str, level: str, text: str, instance: Callable[[InstanceValues], Instance], hints: tuple[str, ...],
          within: str = "1", slips: Slips = _none, **options: Options) -> Exercise:
    """An exercise whose answer is a list of payments, at most ``within`` times the optimum."""
    def about(given: InstanceValues) -> Instance:
        task, factor = instance(given), rational(given.w, "w")
        return replace(task, gap=tuple(one * factor for one in task.gap))

    def judged(given: InstanceValues, answer: object) -> Judgement:
        if isinstance(answer, str) or not isinstance(answer, Sequence):
            return Judgement(False, "answer: give a list, one payment for each step")
        return judging.allocation(answer, about(given), within)

    form = "a list of payments, one for each step"
    return Exercise(id_, title, level, options, text, form, judged, hints, slips, about=about, keyed="all gaps are $w$ times as large")


def squares(id_: str, title: str, text: str, domains: Mapping[str, str], left: Callable[[InstanceValues], str],
            hints: tuple[str, ...], slips: Slips = _none, **options: Options) -> Exercise:
    """An exercise whose answer is a sum of squares with coefficients that are never negative: a proof that ``left`` is none."""
    def judged(given: InstanceValues, answer: object) -> Judgement:
        return judging.squares(answer, about(given), judging.in_letters(*domains.items()))

    def about(given: InstanceValues) -> str:
        return f"{given.w}*({left(given)})"

    form = "a list of pairs (coefficient, base), in quotes: [(\"1/2\", \"a - b\"), …]"
    keyed = "write $w$ times the expression as such a sum"
    return Exercise(id_, title, PROOF, options, text, form, judged, hints, slips, about=about, keyed=keyed)


def construct(id_: str, title: str, level: str, text: str, form: str, judged: Callable[[InstanceValues, Any], Judgement],
              hints: tuple[str, ...], slips: Slips = _none, keyed: str = "", **options: Options) -> Exercise:
    """An exercise with many right answers: an object with a property, which is computed."""
    listed = form.startswith(("a pair", "a triple", "a list", "a dict"))

    def judge(given: InstanceValues, answer: object) -> Judgement:
        if listed and isinstance(answer, str):
            return Judgement(False, f"answer: a text cannot be read here; give {form}")
        try:
            return judged(given, answer)
        except (TypeError, ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError):
            return Judgement(False, f"answer: cannot be read; give {form}")

    return Exercise(id_, title, level, options, text, form, judge, hints, slips, keyed=keyed)


def least(enough: Callable[[int], bool], start: int = 1) -> int:
    """The least number, from ``start`` on, that is enough."""
    return next(number for number in count(start) if enough(number))


def certainly(relation: Term, at: Mapping[str, object]) -> bool:
    """Whether a relation holds at a point, by enclosures, which have to decide."""
    verdict = decide(relation, at)
    if verdict == "undecided":
        raise ArithmeticError("the enclosures do not decide")
    return verdict == "true"


def enclosed(formula: str, **at: object) -> Callable[[int], Enclosure]:
    """From digits to an enclosure of the value of a formula at a point."""
    return lambda wanted: enclose(parse(formula), at, wanted)


def whole(answer: object, name: str) -> int:
    """An integer that an answer is; raises :class:`~pabisym.errors.InputError` for what is none."""
    found = judging.exact_number(answer, name)
    if found.denominator != 1:
        raise InputError(name, f"{found} is no whole number", "give one")
    return found.numerator


def says(right: bool, well: str, else_: str) -> Judgement:
    """A judgement of one condition."""
    return Judgement(right, well if right else else_)
