"""The certified epsilon of a run of several phases and mechanisms, and the noise that a target allows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq

from pabisym.accounting.accountant import Certified, least_noise, read_target
from pabisym.accounting.history import Accountant
from pabisym.accounting.mechanisms import CurveSteps
from pabisym.accounting.phases import PhasedRun
from pabisym.accounting.statement import PROMISES, UNITS
from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational, rational_text, short
from pabisym.lang.tables import Tabled
from pabisym.spec.configuration import ALL, FULL, LAST, RANDOM, TARGET, plain
from pabisym.training.hypotheses import PROMISED, RunHypothesis
from pabisym.training.known import VALUE
from pabisym.training.phased_last import last_row
from pabisym.training.questions import DIGITS, NOISE, less_noise
from pabisym.training.row import ACCOUNTANT, ITERATES, PrivacyRow
from pabisym.training.rows import least, rank

STARTS = range(0, 25, 4)
"""Powers of 2 that are tried as noise multipliers where none is enough for all iterates."""


@dataclass(frozen=True)
class PhasedPrivacy(Tabled):
    """The answer to a run of several phases: what the accountant ``found`` of all that ``account`` was told, and what is known of the
    ``last`` iterate, None where more is released.
    """

    run: PhasedRun
    account: Accountant
    found: Certified
    solved: Mapping[str, str] = field(default_factory=dict)
    last: PrivacyRow | None = None

    @property
    def epsilon(self) -> Fraction:
        """The certified epsilon of what all phases and mechanisms together release, in nats."""
        return self.found.upper if self.best == self.accounted else self.best.upper

    @property
    def best(self) -> PrivacyRow:
        """The row with the least guarantee."""
        return self.rows[0]

    @property
    def rows(self) -> tuple[PrivacyRow, ...]:
        """What applies, the least first, and then what does not."""
        return tuple(sorted((self.accounted, *(() if self.last is None else (self.last,))), key=rank))

    def done(self) -> Iterator[tuple[str, str, str]]:
        """What was done, phase by phase: steps, the mechanism in words with the uses of a record, and the pair of laws of a step or use."""
        runs = (*self.run.runs, *(None for _ in self.run.mechanisms))
        for (_, description), run in zip(self.run.descriptions(), runs, strict=True):
            account = Accountant(self.run.adjacency)
            account.tell(description)
            for steps, said, pair in account.described():
                if run is not None and run.sampling not in (*RANDOM, FULL):
                    steps, noise = str(run.steps), said.partition(";")[0]
                    said = f"{noise}; {run.sampling} batches of {run.batch}, {run.uses} uses of a record"
                yield steps, said, pair

    @property
    def accounted(self) -> PrivacyRow:
        """The accountant's bound, with what it assumes."""
        own = PrivacyRow("accountant", "all phases and mechanisms, composed", ACCOUNTANT, ITERATES, promises(self.account.adjacency),
                         status=f"certified; believes: {'; '.join(self.found.believes)}")
        return own.between(self.found.lower, self.found.upper, self.found.method)

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym privacy --json``."""
        best, told = self.best, dict[str, Any](self.account.state_dict())
        epsilon = self.accounted.to_json()["epsilon"] if best.epsilon is None or best == self.accounted else {
            "lower": "0", "upper": best.epsilon.upper}
        return {"configuration": {"adjacency": self.account.adjacency, "mechanisms": told["told"]}, "epsilon": epsilon,
                "delta": rational_text(self.found.given), "about": LAST if best == self.last else ALL, "by": best.id,
                "rows": [row.to_json() for row in self.rows],
                "warnings": [], **({"solved": dict(self.solved)} if self.solved else {})}


def promises(adjacency: str) -> tuple[RunHypothesis, ...]:
    """What accounting for phases and mechanisms assumes, all of it promised: what every statement of an accountant says."""
    said = (*(text for _, text in PROMISES), f"neighbouring data sets differ in {UNITS[adjacency]}")
    return tuple(RunHypothesis(text, PROMISED) for text in said)


def phased_privacy(run: PhasedRun, target: object = None, progress: Callable[[str], None] | None = None, option: str = "") -> PhasedPrivacy:
    """The certified epsilon of a run; with a ``target`` the least noise multiplier of its open phases is found first.

    Raises :class:`~pabisym.errors.InputError` where the target or the noise is missing, or where both are given.
    """
    place = f"{option}target-epsilon" if option else TARGET
    if (target is None) and run.open:
        raise InputError("noise_multiplier", "is missing in a phase", f"give it, or {place} to find the least one")
    if target is not None and not run.open:
        raise InputError("noise_multiplier", "is given in every phase although it is solved for", "leave it out where it is sought")
    if progress is not None:
        progress("accounting")
    if target is None:
        return _answer(run)
    aim = read_target(target)
    found, below = _sought(run, aim, progress)
    beyond = "" if below is None else f" (at {plain(below, 6)} it is missed)"
    solved = {f"least {NOISE.replace('-', ' ')} for ε ≤ {plain(rational(target, place))}": f"{plain(found, 6)}{beyond}",
              VALUE: rational_text(found)}
    whole = _answer(run.at(found), solved)
    if whole.epsilon > aim:
        raise Undecided(f"noise multiplier: the epsilon at {plain(found)} is not below the target for certain")
    return whole


def _sought(run: PhasedRun, target: Fraction, progress: Callable[[str], None] | None) -> tuple[fmpq, fmpq | None]:
    """The least noise for what is released, and one that is not enough where one is known."""
    def last(noise: fmpq) -> PrivacyRow | None:
        return least([row for row in (last_row(run.at(noise)),) if row is not None])

    try:
        enough, below = least_multiplier(run, target)
    except InputError:  # all iterates cost more with any noise, or less: the last one may be asked all the same
        starts = [fmpq(2) ** k for k in STARTS]
        start = next((noise for noise in starts if (row := last(noise)) is not None and row.upper <= target), None)
        if start is None:
            raise
        enough, below = start, None
    return less_noise(last, target, enough, progress) or (enough, below)


def _answer(run: PhasedRun, solved: Mapping[str, str] | None = None) -> PhasedPrivacy:
    account = Accountant.of(run)
    return PhasedPrivacy(run, account, account.epsilon(run.delta), solved or {}, last_row(run))


def least_multiplier(run: PhasedRun, target: Fraction) -> tuple[fmpq, fmpq | None]:
    """The least noise multiplier of the open phases for all iterates, and one that is not enough where one is known."""
    first = Accountant.of(run.at(fmpq(1)))
    if any(isinstance(one, CurveSteps) for one in first.told):
        raise Undecided("a Rényi bound has no pair of laws, and noise is sought by pairs: leave it out, or give the noise and look at "
                        "the epsilon")
    left = run.delta - first.spent
    if left <= 0:
        raise Undecided(f"delta: {short(first.spent)} of it is spent by approximate mechanisms; give a larger one")
    found = least_noise(lambda noise: [one for one in Accountant.of(run.at(noise)).told if not isinstance(one, CurveSteps)],
                        target, left, DIGITS)
    lower = None if found.lower is None else rational(found.lower, "noise")
    return rational(found.noise_multiplier, "noise"), lower
