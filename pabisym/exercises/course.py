"""The course from a student's side: an exercise by its id, its judge, and hints in steps.

>>> task, judge, hint = enrol()
>>> judge("1.1", ...)
not yet: there is no answer yet: replace the dots
>>> hint("1.1", 1)
hint 1 of 3: The Rényi divergence of two normal laws with the same variance is α s²/(2σ²).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from pabisym.errors import InputError, visible
from pabisym.exercises.bank import (
    claims,
    contraction,
    convergence,
    langevin,
    one_step,
    own_variant,
    protection,
    sampling,
    shifted_divergence,
    taut_string,
    training_run,
)
from pabisym.exercises.judging import Judgement
from pabisym.exercises.task import Exercise
from pabisym.lang.arguments import public
from pabisym.lang.reader import printable

_LITERAL = re.compile(r"""\{"[^}]*\}|[\[({'][^;:]*"[^;:]*[\])}']|"[^"]*\"""")
"""What in the form of an answer is to be typed as it stands."""


@cache
def exercises() -> dict[str, Exercise]:
    """All exercises by their ids, in order."""
    banks = (one_step, shifted_divergence, taut_string, protection, contraction, convergence, langevin, claims, own_variant, sampling,
             training_run)  # fmt: skip
    return {one.id: one for bank in banks for one in bank.EXERCISES}


@public
def exercise(id_: str) -> Exercise:
    """One exercise; raises :class:`~pabisym.errors.InputError` where there is none of that id."""
    all_ = exercises()
    if id_ not in all_:
        raise InputError("exercise", f"{visible(id_)!r} is no exercise", f"give an id from {next(iter(all_))!r} to {list(all_)[-1]!r}")
    return all_[id_]


@dataclass(frozen=True)
class Posed:
    """An exercise with the values of its instance, in Markdown."""

    id: str
    markdown: str

    def __repr__(self) -> str:
        return self.markdown


@dataclass(frozen=True, repr=False)
class Hint:
    """One step of help."""

    number: int
    of: int
    says: str

    def __repr__(self) -> str:
        return f"hint {self.number} of {self.of}: {self.says}"


@public
def enrol(name: str = "", key: str = "") -> tuple[Callable[[str], Posed], Callable[[str, object], Judgement], Callable[[str, int], Hint]]:
    """``task``, ``judge`` and ``hint`` for somebody: a name draws numbers of one's own, none gives those of the printed course.

    A class may agree on a key.  Then everybody has a factor in each exercise, and no answer of one name is right for another.

    >>> import pabisym
    >>> enrol = pabisym.course.enrol
    >>> task, judge, hint = enrol()
    >>> judge("1.1", 8).right
    True
    """
    @public
    def task(id_: str) -> Posed:
        """What is asked."""
        one = exercise(id_)
        asked, form = one.asked(one.drawn(name, key)), _LITERAL.sub(r"`\g<0>`", one.form)
        return Posed(id_, f"**Exercise {id_} · {one.title}** ({one.level}). {asked}\n\n*Answer:* {form}.")

    def judge(id_: str, answer: object) -> Judgement:
        """Whether an answer is right."""
        one = exercise(id_)
        judged = one.judge(one.drawn(name, key), answer)
        return judged if judged or judged.open or answer is ... else replace(judged, says=f'{judged.says}. To be helped: hint("{id_}", 1)')

    @public
    def hint(id_: str, step: int = 1) -> Hint:
        """Help, a little more with every step."""
        one = exercise(id_)
        if not 1 <= step <= len(one.hints):
            raise InputError("hint", f"there is no step {printable(step)}", f"ask for a step from 1 to {len(one.hints)}")
        return Hint(step, len(one.hints), one.drawn(name, key).put_into(one.hints[step - 1]))

    return task, judge, hint
