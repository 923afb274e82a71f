"""From a description to a theorem: closed forms for the shift allocation, proved for all parameters.

The shape of the process chooses a theorem of the built-in library by name; the proof of its premises is built, and replayed by the
kernel.  A theorem of a user's own folder is found by what it says: its hypotheses about the runs are laid over those of the process,
which gives terms for its letters; a letter that does not stand there alone means the letter of the process of the same name.  What it
assumes beyond that is proved from the domains.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from decimal import Decimal
from math import inf
from typing import TypeAlias

from pabisym.derivation.shapes.forgetting import FORGETFUL, LOCAL_FORM, forgetful
from pabisym.derivation.shapes.known import AFTER_START, AT_ONCE, ONE_GAP, SHAPES, START_SHIFT
from pabisym.derivation.shapes.problem import (
    EXPANDING,
    POSITIVE,
    Derived,
    NoClosedForm,
    Problem,
    Shape,
    base_of,
    by_ratio,
    coordinates,
    forgets,
    in_closed_form,
    replayed_bound,
    with_divisors,
    with_powers,
)
from pabisym.divergence.evaluate import enclose
from pabisym.errors import InputError, PabisymError
from pabisym.kernel.exact import Refusal, Scope
from pabisym.kernel.judgement import Sequent
from pabisym.lang.budget import OutOfTime, seconds_left, share
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import FUNCTIONS, RELATIONS, ZERO, Call, Name, Term, free_names, substitute
from pabisym.library.library import Library, builtin, natural
from pabisym.library.status import ESTABLISHED
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import STEP
from pabisym.proof.build import Builder, Filler, NoProof, Step, reached
from pabisym.spec.domains import satisfying

OPTIMAL, KEPT, LEAST = 0.92, 7.0, 0.6
"""Which part of the time the search for the optimum may take: the rest is for simple bounds, for which so many seconds are kept where
they leave the search this part of the time at least."""


def derive_renyi(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term,
                 library: Library | None = None) -> Derived:
    """A proved Rényi bound of the given order for all values of the letters in their domains.

    ``domains`` maps every letter to ``real`` or ``integer``, ``relations`` are their conditions by name, ``library`` has the
    theorems (None: the built-in one).  Raises :class:`NoClosedForm` where no shape fits.
    """
    if any(f"{head}(" in text for text in iteration.describe().values() for head in ("min", "max", "sqrt", "floor")):
        from pabisym.derivation.forms import comparable  # as needed: few schedules have these functions

        iteration = comparable(iteration)
    with in_closed_form("the domains are not enough"):
        problem = Problem(iteration, dict(domains), {**relations, **needed_conditions(iteration, domains, relations)}, order)
    own_library = builtin() if library is None else library
    try:
        with share(max(LEAST, min(OPTIMAL, 1 - KEPT / seconds_left()))):
            found = optimal_bound(problem, own_library)
    except (NoClosedForm, OutOfTime) as reason:
        return _simple(problem, own_library, None, str(reason))
    bounded = any(shape.bounded for shape in SHAPES if shape.name == found.shape) or found.shape in (FORGETFUL, EXPANDING)
    loose = found.fallback or (FORGOTTEN if iteration.diameter is not None and not bounded else "")
    return _simple(problem, own_library, found, loose) if loose else found


FORGOTTEN = "the bound does not use the diameter"
"""What is said of a bound that is that of the process without its domain."""


def optimal_bound(problem: Problem, library: Library) -> Derived:
    """The bound by a shape or by the taut string in letters; raises :class:`NoClosedForm` where neither is proved."""
    iteration, variance = problem.iteration, to_text(problem.iteration.noise.variance.term())
    reasons, unbounded = list[str](), replace(problem, iteration=replace(iteration, diameter=None))
    if forgets(iteration):
        return _forgetful(unbounded, library)
    alone = any(shape.fits(unbounded) for shape in (START_SHIFT, ONE_GAP, AFTER_START)) and not AT_ONCE.fits(unbounded)
    if "cases(" in variance and alone:  # noise that is told by cases of the step, whose sum is one of phases
        with suppress(NoClosedForm, OutOfTime), share(0.5):
            return _in_letters(unbounded, library, [])
    for shape in SHAPES:
        own = problem if shape.bounded else unbounded
        if shape is AT_ONCE or not shape.fits(own):
            continue
        try:
            with share(0.6):
                return finished(own, shape, library)
        except (NoProof, Refusal, OutOfTime) as reason:
            reasons.append(f"{shape.name}: {reason}")
    try:
        found = _in_letters(unbounded, library, reasons)
    except NoClosedForm:
        if (better := _expanding(problem, library)) is None:
            raise
        return better
    return (_expanding(problem, library) or found) if found.fallback else found


def _expanding(problem: Problem, library: Library) -> Derived | None:
    """The bound by a block of equal gaps under a factor above 1; None where there is none."""
    from pabisym.derivation.expansion import expansion_bound  # as needed: few factors are above 1

    with suppress(NoProof, Refusal, OutOfTime):
        return expansion_bound(problem, library)
    return None


def _simple(problem: Problem, library: Library, best: Derived | None, why: str) -> Derived:
    """The best of several simple bounds, or the smaller one of two; raises :class:`NoClosedForm` with ``why`` where none is proved."""
    from pabisym.derivation.simple_bounds import BEST_STEP, simple_bounds, smaller_of  # as needed: most bounds are optimal

    own = simple_bounds(problem, library, lambda other: optimal_bound(other, library))
    found = [*([] if best is None else [best]), *own]
    if not found:
        raise NoClosedForm(why)
    table = _compared(found, problem)
    kept, least = found[0], [inf] * len(table)
    worth = WORTH if problem.iteration.diameter is None else BARELY
    for _ in range(MOST_JOINED if table else 0):
        worst = [max(min(before, row[i]) for before, row in zip(least, table, strict=True)) for i in range(len(found))]
        i = min(range(len(found)), key=worst.__getitem__)
        if least != [inf] * len(table):
            if worst[i] * worth > max(least):
                break
            try:
                kept = smaller_of(kept, found[i], problem)
            except (NoProof, Refusal, OutOfTime):
                break
        else:
            kept = found[i]
        least = [min(before, row[i]) for before, row in zip(least, table, strict=True)]
    rarely = next((one for one in found if one.shape == BEST_STEP and BEST_STEP not in kept.shape), None)
    if rarely is not None:  # a long range in a small domain, which random points seldom are
        with suppress(NoProof, Refusal, OutOfTime):
            kept = smaller_of(kept, rarely, problem)
    return kept if kept is best and kept.fallback else replace(kept, fallback=f"{kept.shape}, as the optimum was not proved: {why}")


MOST_JOINED = 3
"""Most bounds of which the smallest one is stated."""
WORTH = 1.5
"""By what factor the smaller one of two bounds has to be better somewhere, to be stated in place of one."""
BARELY = 1.001
"""The same in a bounded domain, where the optimum is the least of several restarts."""
COMPARED = 30
"""Points at which simple bounds are compared."""


def _compared(found: list[Derived], problem: Problem) -> list[list[float]]:
    """At random points, how often every bound is the least of all."""
    scope, table = Scope(problem.domains, tuple(problem.relations.items())), list[list[float]]()
    with suppress(InputError):
        for point in satisfying(scope, COMPARED, 2):
            with suppress(PabisymError, ArithmeticError):
                values = [float(Decimal(enclose(one.bound, point, 6).upper)) for one in found]
                least = min(values)
                table.append([value / least if least > 0 else 1.0 if value <= 0 else inf for value in values])
    return table


def _in_letters(problem: Problem, library: Library, reasons: list[str]) -> Derived:
    """The bound by the taut string in letters; where that is not proved, and the gaps can be paid at once, this, which may be loose."""
    from pabisym.derivation.carrying import derive_pieces, paid_step_by_step  # as needed: it brings a solver
    from pabisym.shift.letters.algebra import NotInPieces
    from pabisym.shift.letters.pooling import taut_string

    at_once = AT_ONCE.fits(problem)
    try:
        with share(0.7 if at_once else 1):
            answer = taut_string(problem.iteration, problem.domains, tuple(problem.relations.values()))
            if not (at_once and paid_step_by_step(answer)):
                return derive_pieces(problem, answer, library)
    except (NotInPieces, NoClosedForm, OutOfTime) as reason:
        reasons.append(f"the taut string in letters: {reason}")
    if not at_once:
        raise NoClosedForm("; ".join(reasons))
    with in_closed_form("; ".join((*reasons, AT_ONCE.name))):
        why = f"every gap is paid at once, as the optimum was not proved: {'; '.join(reasons)}"
        return replace(finished(problem, AT_ONCE, library), fallback=why)


def _forgetful(problem: Problem, library: Library) -> Derived:
    """The bound where the contraction is 0: no coordinates are needed."""
    theorems = {LOCAL_FORM: library.statement(LOCAL_FORM).sequent}
    with in_closed_form(FORGETFUL):
        built = forgetful(Builder.of(problem.sequent("0"), *theorems.values()), problem)
        return replace(replayed_bound(problem, library, FORGETFUL, built, theorems), problem=None)


def needed_conditions(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term]) -> dict[str, Term]:
    """Conditions that the coordinates need beyond the domains, by name: that the contraction is positive."""
    base = base_of(iteration)
    if base in (None, "1") or forgets(iteration):
        return {}
    scope = Sequent("draft", dict(domains), tuple(relations.items()), parse("0 <= 0")).scope()
    needed: dict[str, Term] = {}

    def positive(b: Builder) -> Step:
        try:
            return b.prove(f"({base}) > 0")
        except NoProof:
            factor = parse(str(base), "contraction", None)
            top = factor.args[0] if isinstance(factor, Call) and factor.head == "/" else factor
            needed[POSITIVE] = Call(">", (top, ZERO))
            return b.prove("0 <= 0")

    with_divisors(Builder(scope), iteration, positive)
    return needed


def finished(problem: Problem, shape: Shape, library: Library) -> Derived:
    """Build the proof, replay it, and name the bound."""
    theorems = {name: library.statement(name).sequent for name in shape.theorems}
    builder, iteration = Builder.of(problem.sequent("0"), *theorems.values()), problem.iteration
    built = reached(lambda finish: with_divisors(builder, iteration, lambda b: with_powers(b, iteration, finish)),
                    lambda b: by_ratio(problem, b, lambda b: shape.build(problem, b, coordinates(b, problem))))
    return replayed_bound(problem, library, shape.name, built, theorems, problem.added)


# Theorems of a user's own folders.


_NUMBERS = ("real", "integer")


def own_bounds(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term,
               library: Library) -> Iterator[Derived]:
    """Proved Rényi bounds of a process by single theorems of the library that are not built in.

    Only theorems that are proved, or cited with a reason, are applied.  The arguments are those of
    :func:`pabisym.derivation.renyi_bound.derive_renyi`.
    """
    if library is builtin():
        return
    names = sorted((name for name in library.files if name not in builtin().files), key=natural)
    if not names:
        return
    try:
        added = needed_conditions(iteration, domains, relations)
        problem = Problem(iteration, dict(domains), {**relations, **added}, order)
    except (NoProof, Refusal):
        return
    for name in names:
        statement = library.statement(name)
        said = statement.sequent.conclusion if statement.conclusion else ZERO
        about_runs = isinstance(said, Call) and said.head == "renyi" and said.args[1] == ZERO
        if about_runs and library.standing(name).status in ESTABLISHED:
            try:
                yield _applied(problem, statement.sequent, tuple(added.values()), library)
            except (NoProof, Refusal, PabisymError):
                continue


def _applied(problem: Problem, theorem: Sequent, added: tuple[Term, ...], library: Library) -> Derived:
    """The bound by one theorem; raises :class:`~pabisym.proof.build.NoProof` where it does not fit, or its premises are not proved."""
    draft = problem.sequent("0")
    binding = _lay(theorem.conclusion, draft.conclusion, theorem.kinds, draft.kinds, {})
    if binding is None:
        raise NoProof(f"{theorem.id} is about something else")
    for _, pattern in theorem.assumptions:
        for _, subject in draft.assumptions if _told(pattern) not in RELATIONS else ():
            more = _lay(pattern, subject, theorem.kinds, draft.kinds, binding)
            binding = binding if more is None else more
    for name, kind in theorem.kinds.items():
        if name not in binding:
            if kind not in _NUMBERS or problem.domains.get(name) not in (kind, "integer"):
                raise NoProof(f"{theorem.id}: nothing says what {name} is")
            binding[name] = (), Name(name)
    terms: dict[str, Filler] = {name: (indices[0], term) if indices else term for name, (indices, term) in binding.items()}
    conclusion = substitute(theorem.conclusion, binding)
    bound = conclusion.args[4] if isinstance(conclusion, Call) else conclusion
    proof = with_divisors(Builder.of(draft, theorem), problem.iteration, lambda b: b.theorem(theorem.id, {}, **terms))
    return replace(replayed_bound(problem, library, theorem.id, (proof, bound), {theorem.id: theorem}, added), problem=None)


def _told(claim: Term) -> str:
    """Of what a hypothesis speaks: its judgement, at every step or once."""
    if not isinstance(claim, Call):
        return ""
    return _told(claim.args[3]) if claim.head == "forall" else claim.head


_Found: TypeAlias = dict[str, tuple[tuple[str, ...], Term]]


def _lay(pattern: Term, subject: Term, kinds: Mapping[str, str], others: Mapping[str, str], known: _Found,
         index: str = "") -> _Found | None:
    """Lay a formula of a theorem over one of a process: what is known of its letters and what is found, the first for each.

    None where they differ in what they say of laws, maps and noises.  Where two numbers differ, nothing is found: whether
    they are equal is for the kernel to say.
    """
    if isinstance(pattern, Name):
        if kinds.get(pattern.name) in _NUMBERS:
            return known if index in free_names(subject) else {pattern.name: ((), subject), **known}
        if pattern.name not in kinds:
            return known if pattern == subject else None
        return _fits(pattern.name, (), subject, known)
    if not isinstance(pattern, Call):
        return known
    if pattern.head in kinds and len(pattern.args) == 1:
        return _lay_sequence(pattern, subject, kinds, others, known, index)
    same = isinstance(subject, Call) and pattern.head == subject.head and len(pattern.args) == len(subject.args)
    if not same or not isinstance(subject, Call):
        return known if pattern.head in FUNCTIONS or pattern.head in ("neg", "cases", "+", "*", "/", "**") else None
    parts = list(zip(pattern.args, subject.args, strict=True))
    if pattern.head == "forall" and isinstance(pattern.args[0], Name) and isinstance(subject.args[0], Name):
        index = pattern.args[0].name
        parts = [*parts[1:3], (pattern.args[3], substitute(subject.args[3], {subject.args[0].name: ((), pattern.args[0])}))]
    found: _Found | None = known
    for one, other in parts:
        found = None if found is None else _lay(one, other, kinds, others, found, index)
    return found


def _lay_sequence(pattern: Call, subject: Term, kinds: Mapping[str, str], others: Mapping[str, str], known: _Found,
                  index: str) -> _Found | None:
    """A sequence of the theorem at an index: a formula at the step itself, or the same sequence of the process elsewhere."""
    numeric = kinds[pattern.head].removesuffix(" sequence") in _NUMBERS
    if index and pattern.args == (Name(index),):
        return {pattern.head: ((index,), subject), **known} if numeric else _fits(pattern.head, (index,), subject, known)
    if numeric:
        return known
    if not isinstance(subject, Call) or subject.head not in others or len(subject.args) != 1:
        return None
    found = _fits(pattern.head, (STEP,), Call(subject.head, (Name(STEP),)), known)
    return None if found is None else _lay(pattern.args[0], subject.args[0], kinds, others, found, index)


def _fits(name: str, indices: tuple[str, ...], subject: Term, known: _Found) -> _Found | None:
    """What stands for a law, a map or a noise, if nothing else does."""
    if name not in known:
        return {**known, name: (indices, subject)}
    own, term = known[name]
    here = substitute(term, {one: ((), Name(other)) for one, other in zip(own, indices, strict=True)}) if len(own) == len(indices) else None
    return known if here == subject else None
