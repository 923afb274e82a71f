"""Theorems of a user's own folders in a derivation: applied where they speak of a process like the one that is given.

The shapes of :mod:`pabisym.derivation.shapes` apply theorems of the built-in library by name.  A theorem of one's own is found
by what it says: its hypotheses about the runs are laid over those of the process, which gives terms for its letters; a
letter that does not stand there alone means the letter of the process of the same name.  What it assumes beyond that is
proved from the domains.  All of it is untrusted: the kernel replays the proof that comes out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from pabisym.derivation.renyi_bound import Derived, needed_conditions
from pabisym.derivation.shapes.problem import Problem, with_divisors
from pabisym.errors import PabisymError
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.term import FUNCTIONS, RELATIONS, ZERO, Binding, Call, Name, Term, free_names, substitute
from pabisym.library.library import Library, builtin, natural
from pabisym.library.status import ESTABLISHED
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import STEP
from pabisym.proof.build import Builder, Filler, NoProof, Step

_NUMBERS = ("real", "integer")


def own_bounds(
    iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term, library: Library
) -> Iterator[Derived]:
    """Proved Rényi bounds of a process by single theorems of the library that are not built in.

    Only theorems that are proved, or cited with a reason, are applied.  The arguments are those of
    :func:`pabisym.derivation.renyi_bound.derive_renyi`.
    """
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
    binding = _laid_over(theorem, draft, problem)
    terms: dict[str, Filler] = {name: (indices[0], term) if indices else term for name, (indices, term) in binding.items()}
    conclusion = substitute(theorem.conclusion, binding)
    bound = conclusion.args[4] if isinstance(conclusion, Call) else conclusion

    def apply(b: Builder) -> Step:
        return b.theorem(theorem.id, {}, **terms)

    proof = with_divisors(Builder.of(draft, theorem), problem.iteration, apply)
    sequent = Sequent(draft.id, draft.kinds, draft.assumptions, Call("renyi", (*_args(draft.conclusion)[:4], bound)))
    verdict = check(sequent, proof, {theorem.id: theorem})
    if not verdict.accepted:
        raise NoProof(verdict.reason)
    return Derived(sequent, bound, proof, verdict, theorem.id, added, library)


def _laid_over(theorem: Sequent, draft: Sequent, problem: Problem) -> Binding:
    """Terms for the letters of a theorem under which its hypotheses about the runs may be those of a process."""
    found = _lay(theorem.conclusion, draft.conclusion, theorem.kinds, draft.kinds, {})
    if found is None:
        raise NoProof(f"{theorem.id} is about something else")
    for _, pattern in theorem.assumptions:
        for _, subject in draft.assumptions if _told(pattern) not in RELATIONS else ():
            more = _lay(pattern, subject, theorem.kinds, draft.kinds, found)
            found = found if more is None else more
    for name, kind in theorem.kinds.items():
        if name not in found:
            if kind not in _NUMBERS or problem.domains.get(name) not in (kind, "integer"):
                raise NoProof(f"{theorem.id}: nothing says what {name} is")
            found[name] = (), Name(name)
    return found


def _told(claim: Term) -> str:
    """Of what a hypothesis speaks: its judgement, at every step or once."""
    if isinstance(claim, Call) and claim.head == "forall":
        return _told(claim.args[3])
    return claim.head if isinstance(claim, Call) else ""


def _args(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, Call) else ()


_Found: TypeAlias = dict[str, tuple[tuple[str, ...], Term]]


def _lay(
    pattern: Term, subject: Term, kinds: Mapping[str, str], others: Mapping[str, str], known: _Found, index: str = ""
) -> _Found | None:
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


def _lay_sequence(
    pattern: Call, subject: Term, kinds: Mapping[str, str], others: Mapping[str, str], known: _Found, index: str
) -> _Found | None:
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
