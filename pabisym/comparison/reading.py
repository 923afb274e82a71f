"""A statement of the library as one about the parameters of a run: what it is about, and whether it applies there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from flint import fmpq

from pabisym.comparison import vocabulary
from pabisym.comparison.kept import KeptAnswers
from pabisym.comparison.rows import DRAWN, LAST, SKIPPED, STOPPED
from pabisym.comparison.symbols import RunSymbols, parse_once, value_text
from pabisym.comparison.vocabulary import CHOICE, COUNTS, LEVEL, ORDER, PLAN, PROVIDED, ROLES, SHARES, SINGLE, STEP, Role
from pabisym.divergence.evaluate import exact_value
from pabisym.errors import PabisymError
from pabisym.lang.grammar import to_text
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational_text
from pabisym.lang.term import RELATIONS, TWO, ZERO, Call, Name, Number, Term, calls, mentions, substitute
from pabisym.library.library import Library
from pabisym.library.point import conditions, conditions_hold, decided_condition, letters, numeric_bound
from pabisym.library.statement import Statement

NOTHING = "bounds no divergence of two runs"
NO_STEPS = "speaks of no number of steps and noise"


class NotApplicableError(PabisymError):
    """Why a statement says nothing at the parameters."""


@dataclass(frozen=True)
class StatementAtRun:
    """A statement read as one about the parameters."""

    library: Library
    statement: Statement
    setting: RunSymbols
    choice: int = 1
    """The value of the letters that may be chosen."""
    kept: KeptAnswers = field(default_factory=KeptAnswers)

    @cached_property
    def conclusion(self) -> Call | None:
        """The conclusion, where it bounds a divergence of two laws."""
        text = self.statement.conclusion
        term = parse_once(text) if text else None
        shift = {"renyi": 1, "gdp": 0}.get(term.head) if isinstance(term, Call) else None
        if not isinstance(term, Call) or term.head not in ("renyi", "gdp", "dp") or self.statement.tightness == "lower":
            return None
        return None if shift is not None and term.args[shift] != ZERO else term

    @cached_property
    def roles(self) -> Mapping[str, Role | None]:
        """The role of every letter; None for one without."""
        return {s.name: ROLES.get(s.role) for s in self.statement.symbols if s.role not in (LEVEL, ORDER, CHOICE, PLAN)}

    @cached_property
    def sought(self) -> tuple[str, ...]:
        """The letters that are orders or levels of privacy."""
        return tuple(s.name for s in self.statement.symbols if s.role in (LEVEL, ORDER))

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The letters that are the reader's to choose."""
        return tuple(s.name for s in self.statement.symbols if s.role == CHOICE)

    @property
    def planned(self) -> bool:
        """Is it a statement in stages, whose levels and bounds a plan gives."""
        return any(s.role == PLAN for s in self.statement.structures)

    @property
    def shared(self) -> bool:
        """Does its plan say how the steps of a block share the distance, so that maps need not be 1-Lipschitz."""
        return any(s.role == SHARES for s in self.statement.structures)

    @cached_property
    def members(self) -> list[tuple[str, Call]]:
        """The members of sequences of laws that the conclusion mentions, each with the role of its sequence."""
        roles = {s.name: s.role for s in self.statement.structures if s.kind == "law sequence"}
        return [] if self.conclusion is None else [(roles[one.head], one) for one in calls(self.conclusion) if one.head in roles]

    @property
    def about(self) -> str:
        """The output of which the conclusion speaks, by the roles of its laws."""
        roles = {role for role, _ in self.members}
        if vocabulary.SKIPPED in roles or vocabulary.STOPPED in roles:
            return SKIPPED if vocabulary.SKIPPED in roles else STOPPED
        drawn = any(s.kind == "mechanism sequence" for s in self.statement.structures)
        return DRAWN if drawn or self.statement.mentions("sampledstep") else LAST

    @property
    def free(self) -> str:
        """The letter of which the best value is sought, the order or the level."""
        return self.sought[0]

    @cached_property
    def defined(self) -> Mapping[str, Term]:
        """Letters without a role that an assumption defines or bounds below; the least value, rounded up in integers, is taken."""
        found: dict[str, Term] = {}
        for _, relation in self.statement.relations:
            if isinstance(relation, Call) and relation.head in ("==", ">=") and isinstance(relation.args[0], Name):
                name = relation.args[0].name
                known = {one for one, role in self.roles.items() if role is not None} | {*self.sought[:1], *self.chosen} | found.keys()
                if self.roles.get(name, ROLES["records"]) is None and letters(relation.args[1]) <= known and letters(relation.args[1]):
                    least = substitute(relation.args[1], {one: ((), term) for one, term in found.items()})
                    found[name] = Call("ceiling", (least,)) if self.statement.domains[name] == "integer" else least
        return found

    @cached_property
    def unread(self) -> str:
        """Why a statement is about something else than the parameters; empty where it is not."""
        formulas = [role.formula for role in self.roles.values() if role is not None]
        noisy = any("sigma" in formula for formula in formulas)
        if not self.statement.conclusion and self.statement.bound and self.sought and noisy:
            return "has no formal conclusion, so that nothing says of which laws its bound speaks"
        if self.conclusion is None or (numeric_bound(self.statement) is None and not self.planned):
            return NOTHING
        if not any(formula in COUNTS for formula in formulas) or not noisy:
            return NO_STEPS
        if self.planned:
            return ""
        if self.conclusion.head == "dp" and not letters(self.conclusion.args[3]) <= self.statement.domains.keys():
            return "has a bound that is a sequence, given step by step"
        if len(self.sought) != 1:
            return "is not about one order or level"
        if self.statement.mentions("affine"):
            return "is about particular losses"
        symbols = [s for s in self.statement.symbols if s.name in self.roles and s.name not in self.defined]
        lost = [f"{s.name} ({s.meaning})" for s in symbols if self.roles[s.name] is None]
        return f"{', '.join(lost)} {'is' if len(lost) == 1 else 'are'} none of the parameters" if lost else ""

    def assumed(self) -> Iterator[tuple[str, str]]:
        """Names and kinds of the assumptions that are no relations between numbers nor the definition of the runs, but for their start."""
        for name, term in self.statement.hypotheses:
            head = judgement_of(term).head
            if head not in (*RELATIONS, "and", "equal") or (head == "equal" and mentions(term, "point")):
                yield name, head

    @cached_property
    def point(self) -> dict[str, tuple[tuple[str, ...], Term]]:
        """The letters but the one that is sought; raises where a parameter is missing or a role does not fit."""
        values = self.setting.binding
        point: dict[str, tuple[tuple[str, ...], Term]] = {name: ((), Number(self.choice)) for name in self.chosen}
        for name, role in self.roles.items():
            for relation, words in role.needs if role is not None else ():
                if decided_condition(substitute(parse_once(relation), values)) != "true":
                    raise NotApplicableError(f"{words}: {relation} is needed")
            if role is not None:
                point[name] = (), self.value(role.formula, role.otherwise, name)
        for name, term in self.defined.items():
            point[name] = (), substitute(term, point)
        return point

    def value(self, text: str, otherwise: str, name: str) -> Term:
        """A formula in the parameters, as a number where it is rational; raises where a parameter is absent."""
        formula = parse_once(text)
        if letters(formula) - self.setting.values.keys() and otherwise:
            formula = parse_once(otherwise)
        if missing := sorted(letters(formula) - self.setting.values.keys()):
            raise NotApplicableError(f"needs {', '.join(_PARAMETERS[one] for one in missing)}")
        term = substitute(formula, self.setting.binding)
        exact = exact_value(term, {})
        if exact is not None:
            term = Number(exact)
            if self.statement.domains.get(name) == "integer" and exact.q != 1:
                said = f"{name} = {to_text(formula)} = {rational_text(exact)} is no integer"
                raise NotApplicableError(said + _whole_quotient(formula, self.setting.values))
        return term

    def check_steps(self) -> None:
        """The law of the conclusion is that of the last step; a mixture is one over a pass."""
        for role, law in self.members[:1]:
            values = self.setting.binding
            if role in (vocabulary.STOPPED, vocabulary.SKIPPED):
                wanted, words = parse_once("T*b == n"), "stops within one pass over the records: T*b == n is needed"
            else:
                last = substitute(law.args[0], self.point)
                wanted, words = Call("==", (last, values["T"][1])), f"is about {value_text(last)} steps, not {value_text(values['T'][1])}"
            if decided_condition(substitute(wanted, values)) != "true":
                raise NotApplicableError(words)

    def check_batch(self) -> None:
        """A bound on gradient steps without a letter for the batch is about single records, unless it has the gap of this batch."""
        formulas = {role.formula for role in self.roles.values() if role is not None}
        if "L" not in formulas or "b" in formulas or self.setting.values["b"] == 1:
            return
        judged, own = [judgement_of(term) for _, term in self.statement.hypotheses], self.value(STEP, "", "")
        gaps = [substitute(one.args[-1], self.point) for one in judged if one.head == "gap"]
        if not any(not letters(gap) and decided_condition(Call("==", (gap, own))) == "true" for gap in gaps):
            raise NotApplicableError(f"{SINGLE[1]}: {SINGLE[0]} is needed")

    @cached_property
    def facing(self) -> tuple[tuple[str, Term], ...]:
        """Every decidable condition as it stands, named, and with the values put in, but those by which letters were defined."""
        found = []
        for name, term in conditions(self.statement):
            here = substitute(term, self.point)
            if not (isinstance(here, Call) and here.head in ("==", ">=") and here.args[0] == here.args[1]):
                said = to_text(term)
                found.append((said if " : " in name else f"{name}: {said}", here))
        return tuple(found)

    def check_conditions(self) -> None:
        """All conditions that do not mention the letter that is sought are certainly true."""
        structures = {structure.name for structure in self.statement.structures}
        problems = list[str]()
        for name, term in self.facing:
            if self.free in letters(term) or letters(term) & structures:
                continue
            try:
                verdict = decided_condition(term)
            except PabisymError as problem:
                problems.append(str(problem))
                continue
            if verdict == "false":
                raise NotApplicableError(f"{name} is false there")
            problems += [f"{name} is undecided there"] if verdict == "undecided" else []
        if problems:
            raise NotApplicableError(problems[0])

    def check_steps_and_losses(self, but: str = "") -> None:
        """What is assumed of every step, loss and noise is what the parameters provide, where both are numbers.

        A step may have more noise than is assumed.  Of several noises one may be that of the start, so that none is compared.  ``but``
        is a judgement that is about no step at all.
        """
        judged = [(name, judgement_of(term)) for name, term in self.statement.hypotheses]
        noises = sum(inner.head == "gaussian" for _, inner in judged)
        for name, inner in judged:
            if inner.head not in PROVIDED or inner.head == but or (inner.head == "gaussian" and noises > 1):
                continue
            place, formula, otherwise = PROVIDED[inner.head]
            wanted = substitute(inner.args[place], self.point)
            if letters(wanted):
                continue
            given = self.value(formula, otherwise, "")
            sign, words = (">=", "at least") if inner.head == "gaussian" else ("<=", "at most")
            if decided_condition(Call(sign, (given, _without_roots(wanted)))) != "true":
                raise NotApplicableError(f"{name}: {value_text(given)} is not {words} {value_text(wanted)}")

    @cached_property
    def levelled(self) -> Mapping[str, Term]:
        """The conditions that speak of the letter that is sought, and of no other without a value."""
        return {name: term for name, term in self.facing if letters(term) == {self.free}}

    def holds(self, order: fmpq) -> bool:
        """Are the conditions on the letter that is sought certainly true at a value of it."""
        return conditions_hold(self.levelled.values(), self.free, order)

    def failing(self, order: fmpq) -> None:
        """Say which condition on the letter that is sought does not hold."""
        here = {self.free: ((), Number(order))}
        for name, term in self.levelled.items():
            if decided_condition(substitute(term, here)) != "true":
                raise NotApplicableError(f"{name} holds at no {self.free} that was tried")

    def check(self) -> None:
        """Raise where the statement says nothing at the parameters."""
        self.check_batch()
        self.check_steps()
        self.check_conditions()
        self.check_steps_and_losses()

    def of_role(self, role: str) -> fmpq | None:
        """The exact value of the letter with a role, where it has one."""
        name = next(s.name for s in self.statement.symbols if s.role == role)
        return exact_value(self.point[name][1], {})

    def written(self, more: Mapping[str, tuple[tuple[str, ...], Term]]) -> dict[str, str]:
        """The letters in the order of the statement, as exact numbers where they are rational and else as formulas."""
        point = {name: ((), substitute(term, more)) for name, (_, term) in self.point.items()} | dict(more)
        found = {}
        for symbol in self.statement.symbols:
            if symbol.name in point:
                term = point[symbol.name][1]
                exact = exact_value(term, {})
                found[symbol.name] = to_text(term) if exact is None else rational_text(exact)
        return found


_MOST_TRIED = 10**6
"""So many batch sizes are tried at most where one that divides the records is proposed."""
_PARAMETERS = {"D": "the diameter D of the domain", "m": "the strong convexity m", "M": "the smoothness M"}


def _whole_quotient(formula: Term, values: Mapping[str, fmpq]) -> str:
    """The two nearest values of b with which a quotient n/b is an integer, as the end of a sentence; empty for other formulas."""
    match formula:
        case Call("/", (Name(above), Name(below))) if values[above].q == values[below].q == 1 and values[above] <= _MOST_TRIED:
            count, given = int(values[above].p), int(values[below].p)
            nearest = sorted((d for d in range(1, count + 1) if count % d == 0), key=lambda d: (abs(d - given), d))[:2]
            return f": choose {below} = {' or '.join(map(str, sorted(nearest)))}"
    return ""


def _without_roots(term: Term) -> Term:
    """A closed formula with (a*sqrt(b))**2 written as a**2*b."""
    if not isinstance(term, Call):
        return term
    if term.head == "**" and term.args[1] == TWO:
        return _square(term.args[0])
    return Call(term.head, tuple(map(_without_roots, term.args)))


def _square(term: Term) -> Term:
    if isinstance(term, Call) and term.head in ("*", "/"):
        return Call(term.head, tuple(map(_square, term.args)))
    return term.args[0] if isinstance(term, Call) and term.head == "sqrt" else Call("**", (term, TWO))


def judgement_of(inner: Term) -> Call:
    """The judgement or relation of an assumption, without the ranges over which it holds."""
    while isinstance(inner, Call) and inner.head == "forall":
        inner = inner.args[3]
    return inner if isinstance(inner, Call) else Call("and", ())
