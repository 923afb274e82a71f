"""What a theorem file says.

A :class:`Statement` is the machine's copy of one numbered item of a paper: names with domains and units, named
assumptions, a conclusion, where it comes from, how it is proved (or that it is believed), exact points at which its
assumptions hold, what the paper printed, and, where the bound is attained, the worst case.  All formulas are text in
the grammar of :mod:`pabisym.lang.grammar`, so nothing is simplified away by building one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeAlias

from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.once import cached_property, exclusive
from pabisym.lang.term import Call, Term, mentions
from pabisym.numerics.evaluator import Verdict as Verdict

if TYPE_CHECKING:
    import sympy

    from pabisym.kernel.judgement import Sequent
    from pabisym.library.stored_proof import CheckTrees, Witness
    from pabisym.library.witness import Model
    from pabisym.numerics.enclosure import Enclosure, Side
    from pabisym.proof.build import Builder

Status: TypeAlias = Literal[
    "proved", "proved_from", "proved_no_model", "vacuous", "cited", "conjectured", "refuted", "definition", "prose"
]
"""``proved``: a proof tree that the kernel accepts, and a model of the hypotheses; ``proved_from``: the same, from hypotheses that are
results, or for a statement of a paper from a step of that paper which is believed; ``proved_no_model``: no model of the hypotheses is
known; ``vacuous``: they contradict each other; ``cited``: believed from a paper."""
REPLAYED: tuple[Status, ...] = ("proved", "proved_from", "proved_no_model")
"""The statuses of what the kernel has replayed and that may speak of something."""
FILE = "_file"
"""Where a statement remembers the file that states it, from which it is read again where it was stored."""
STATUS_WORDS: Mapping[str, str] = {"proved_from": "proved from", "proved_no_model": "proved, no model known"}
"""Statuses in words, where these are not their names."""
AsPrinted: TypeAlias = Literal["holds", "holds in part", "corrected", "refuted", "undecided", "not examined"]
"""What a claim of a page is worth.  Whether the proof is given or cited is the status, and no verdict on the page: of a statement that
is cited, ``holds`` says that it is what the page has, and that its checks hold.  ``holds in part``: what is stated holds, and of the
:attr:`Statement.clauses` of the page not every one does."""
ClauseState: TypeAlias = Literal["proved", "cited", "instance", "open", "refuted"]
"""What a clause of a page is worth, see :func:`pabisym.library.clauses.decided_state`."""
Source: TypeAlias = Literal["printed", "coded", "quoted", "remembered"]
"""What a verdict on a page was compared with: its text; the public code of the paper; a later text that restates it; nothing at hand."""
NOT_AT_HAND: Mapping[Source, str] = MappingProxyType({
    "coded": "the formula is that of the public code of the paper; the page was not at hand",
    "quoted": "the formula is that of a later text that restates it; the page was not at hand",
    "remembered": "written from memory: the wording was not compared with the page"})
PROVENANCE: Mapping[Source, str] = MappingProxyType({"printed": "page", "coded": "code", "quoted": "quoted", "remembered": "memory"})
"""The same in answers as JSON."""


def page_verdict(verdict: str, seen: Source) -> dict[str, str]:
    """A verdict in an answer as JSON: ``as_printed`` where the page was at hand, else ``compared``."""
    return {"as_printed" if seen == "printed" else "compared": verdict}


Error: TypeAlias = Literal["", "statement", "constant", "hypothesis", "proof step", "misprint"]
"""What is wrong on a page, the most serious first: a statement that is false, one that is true with another constant, one that lacks a
hypothesis or has one too strong, a step of a proof whose result stands, a misprint."""
Tightness: TypeAlias = Literal["exact", "upper", "lower"]
HypothesisKind: TypeAlias = Literal["model", "domain", "result"]
"""``model``: what the analyst asserts of one step, loss, noise or data set; ``domain``: where letters range, and what they abbreviate;
``result``: a mathematical fact that is not about the model, and that the statement does not prove."""
Accuracy: TypeAlias = Literal["rounds to it", "holds", "off", "false", "undecided"]
"""How well a printed number is the value; see :mod:`pabisym.library.findings`."""
PageRelation: TypeAlias = Literal["==", "<=", "<", ">=", ">"]
Origin: TypeAlias = Literal["", "own", "named", "same"]
"""Whose a number is: ``own``, of the paper or of its authors' public code; ``named``, of code of others that computes the bound under the
paper's name; ``same``, of code of others for the same quantity under another name; empty, of the page."""
Point: TypeAlias = Mapping[str, str | int]
"""Rational values of letters, as in ``{"n": 10, "sigma": "3/2"}``."""


@dataclass(frozen=True)
class Symbol:
    """A letter: ASCII name, domain as in ``"real, sigma > 0"``, meaning, unit, how the paper sets it, and its role.

    The role says what the letter is in the parameters of ``pabisym compare`` (the names that
    :data:`pabisym.comparison.vocabulary.ROLES` lists); empty: none of them.
    """

    name: str
    domain: str
    meaning: str
    unit: str = "1"
    latex: str = ""
    role: str = ""


@dataclass(frozen=True)
class Structure:
    """A letter that is not a number: kind is law, map, noise, loss, set or vector, or ``"map sequence"`` and so on.

    The role of a sequence of laws is empty, or says that its members are mixtures: ``stopped`` or ``skipped``.
    """

    name: str
    kind: str
    meaning: str
    latex: str = ""
    role: str = ""


@dataclass(frozen=True)
class Assumption:
    """A named hypothesis.

    ``holds`` is a relation or a judgement.  ``needed`` is either a point at which the bound fails once the
    assumption is dropped, together with ``broken_by`` (the exact linear pair there), or the words
    ``not known to be needed``.  ``kind`` is ``result`` where the file says so, else the kind is what the formula shows, see
    :func:`pabisym.library.believed.hypothesis_kinds`.
    """

    name: str
    holds: str
    meaning: str = ""
    needed: Point | str = "not known to be needed"
    broken_by: LinearPair | None = None
    kind: Literal["", "result"] = ""


@dataclass(frozen=True)
class Reference:
    """Where it stands: BibTeX key, label in the paper, section."""

    key: str
    label: str
    section: str = ""

    @property
    def place(self) -> str:
        """The label and the section, where the label does not name that itself."""
        return ", ".join(filter(None, (self.label, "" if self.section in self.label else self.section)))


@dataclass(frozen=True)
class Spot:
    """An exact point at which every decidable assumption holds; ``expect`` is the bound there, when recorded."""

    at: Point
    expect: str = ""


@dataclass(frozen=True)
class LinearPair:
    """A pair of one-dimensional linear Gaussian runs, as formulas in the letters and in the step index k.

    X_k = c_k X_{k-1} + s_k + N(0, v_k), X'_k = c_k X'_{k-1} + N(0, v_k), X_0 - X'_0 = start, k = 1..steps: its
    divergence is exact, ``alpha/2 * (mean difference)^2 / variance``.  ``inside`` says in which class it lies, and
    ``bound`` is what the statement says of this pair where that is not its bound formula.
    """

    steps: str
    contraction: str
    gap: str
    noise_variance: str
    start: str = "0"
    inside: str = ""
    bound: str = ""


@dataclass(frozen=True)
class LineRuns:
    """PNSGD with linear losses: w <- w - eta (slope + N(0, sigma^2)), projected to K, for the records in their order.

    ``slopes`` are those of the losses f_1, ..., f_n, ``other`` is that of the loss that takes the place of f_index in the second run.
    ``noise`` is sigma, the standard deviation on the gradient, before the ``step`` size eta; the start is 0.  A run makes all n steps
    (``pnsgd``), stops after T steps with T uniform in 1..n (``stop``), or leaves out the first t_0 records, t_0 uniform in 0..n/2 rounded
    down (``skip``).  K is the line, or the interval of all w with ``|w| <= room``; what a projection changes is bounded, not ignored.
    """

    algorithm: Literal["pnsgd", "stop", "skip"]
    slopes: tuple[str | int, ...]
    other: str | int
    index: int
    step: str | int
    noise: str | int
    room: str | int = ""


@dataclass(frozen=True)
class SampledRuns:
    """Noisy-SGD on the interval from ``low`` to ``high``: w <- P(w - eta (mean gradient of a random batch + N(0, sigma^2))).

    Record k has the loss curvature w^2/2 + slope w with its slope from ``slopes``; ``other`` is the slope of the loss that takes the
    place of f_index in the second run.  Every step draws ``batch`` of the records, all sets of so many with the same chance; ``noise`` is
    sigma, the standard deviation on the gradient, before the ``step`` size eta.  Losses of the curvature 1/eta forget where a step began.
    """

    slopes: tuple[str | int, ...]
    other: str | int
    index: int
    step: str | int
    noise: str | int
    low: str | int
    high: str | int
    start: str | int = 0
    batch: int = 1
    steps: int = 1
    curvature: str | int = 0


@dataclass(frozen=True)
class Printed:
    """What the page says where it can be compared with what is proved.

    ``bound`` is the printed bound (empty: the same as proved); ``verdict`` is the recorded one, which the audit
    decides again; ``difference`` says in one sentence what differs; ``counterexample`` is the point at which the
    printed bound falls below the exact value of ``process`` (or, for a relation, at which it is false); runs as data have to be accepted
    by the statement's own hypotheses.  ``note`` is what is said
    beside the verdict and makes no error: the constant that the page leaves open, a pedantry; of what is not examined, the reason.
    ``error`` is the kind of error, where there is one.  ``seen`` says with what the verdict was compared: *as printed* where the text of
    the page was at hand, else *as coded*, *as quoted* or *as remembered*.
    """

    verdict: AsPrinted
    bound: str = ""
    difference: str = ""
    counterexample: Point | None = None
    process: LinearPair | LineRuns | SampledRuns | None = None
    note: str = ""
    error: Error = ""
    seen: Source = "printed"

    @property
    def remark(self) -> str:
        """What is said beside the verdict: what it was compared with, where that is not the page, and the note."""
        return "; ".join(one for one in (NOT_AT_HAND.get(self.seen, ""), self.note) if one)


@dataclass(frozen=True)
class Clause:
    """One thing that a page says, in words: where it stands (empty: where the statement does), its recorded state, and what shows that."""

    text: str
    line: str
    state: ClauseState
    by: str


@dataclass(frozen=True)
class PrintedNumber:
    """A number as the page prints it, and what it is the value of.

    ``value`` is a formula, taken at the rational point ``at``; where the grammar cannot say it, ``compute`` encloses it
    to a number of digits, and ``value`` says it in words.  ``printed`` are the digits as printed (``0.49``, ``6.3e-4``);
    ``relation`` is what the page claims, with the value on its left: ``==`` that the number is the value, rounded, or
    ``<=`` and so on that it bounds it.  ``accuracy`` is the recorded verdict, which the audit decides again.
    ``source`` is the public file that computes the number, ``origin`` whose it is, and ``difference`` says in one sentence why it is not
    the bound itself, where it is not: then ``value`` has the factor, or ``relation`` the side.
    """

    name: str
    value: str
    printed: str
    at: Point = field(default_factory=dict)
    relation: PageRelation = "=="
    accuracy: Accuracy = "rounds to it"
    compute: Callable[[int], Enclosure] | None = None
    source: str = ""
    origin: Origin = ""
    difference: str = ""


@dataclass(frozen=True)
class Named:
    """A number that the page defines beside what it bounds, or that a bound takes as a letter: ``pabisym evaluate ID --of NAME``.

    ``value`` is a formula in letters of the statement, in other numbers of this kind, and in letters of its own, which are real;
    ``when`` are relations without which it has no meaning.  Where the grammar cannot say it, ``compute`` encloses it from the values of
    ``letters`` and a number of digits, and ``value`` says it in words.
    """

    name: str
    value: str
    meaning: str
    when: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    compute: Callable[[Mapping[str, object], int], Enclosure] | None = None


class Replayed(str):
    """What a check says that is true because the kernel has replayed a proof of it."""

    state: ClauseState = "proved"


class ReplayedFromCited(Replayed):
    """The same, where the proof applies a theorem that is cited."""

    state = "cited"


class LegalInstance(str):
    """What a check says that is true because an instance that meets all hypotheses, decided, breaks what the page claims."""


@dataclass(frozen=True)
class Check:
    """A decision about instances or a step that is not the conclusion: name, and what decides it.

    ``judges`` is what the page is worth where the check is true.  Empty, it speaks for the page where nothing is proved (of a
    definition, of prose, of what is cited), and not about the page where something is.  What ``decide`` says is
    :class:`Replayed` where the kernel has replayed a proof; a check that breaks the page says that or a :class:`LegalInstance`, which
    :func:`pabisym.library.checks.page_broken` makes, or decides nothing.
    """

    name: str
    decide: Callable[[], tuple[Verdict, str]]
    judges: Literal["", "holds", "corrected", "refuted"] = ""


@dataclass(frozen=True)
class Statement:
    """One item of a paper; see the module docstring.  ``bound`` is the formula that ``evaluate`` evaluates."""

    id: str
    title: str
    kind: str
    reference: Reference
    text: str
    conclusion: str = ""
    bound: str = ""
    symbols: tuple[Symbol, ...] = ()
    structures: tuple[Structure, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    uses: tuple[str, ...] = ()
    proof: Callable[[Builder], Mapping[str, object]] | None = None
    """Builds the proof tree with a builder in the scope of the assumptions; untrusted."""
    cited_because: str = ""
    printed: Printed | None = None
    tightness: Tightness | None = None
    worst_case: LinearPair | None = None
    spots: tuple[Spot, ...] = ()
    checks: tuple[Check, ...] = ()
    numbers: tuple[PrintedNumber, ...] = ()
    """Numbers that the page prints, each compared with an enclosure of its value."""
    clauses: tuple[Clause, ...] = ()
    """What the page says, one thing at a time; none are listed where it says one thing."""
    quantities: tuple[Named, ...] = ()
    """Numbers that the page defines, by name; a bound that has one of them as a letter takes it where no value is given."""
    steps: tuple[str, ...] = field(default=())
    """Ids of catalogue entries that are steps inside this file (reported with ``part_of``)."""
    plain: Literal["", "definition", "prose"] = ""
    """Set for an item with nothing to prove: a definition, or prose."""
    silent: str = ""
    """Why there is no verdict on the page: what the item says that is no claim."""
    evident: str = ""
    """Why the conclusion may follow from one hypothesis, or from none: the page itself has an identity, and what else is checked."""

    def __repr__(self) -> str:
        return f"Statement({self.id!r}, {self.title!r})"

    @property
    def paper(self) -> str:
        """The part of the id before the slash."""
        return self.id.partition("/")[0]

    @property
    def number(self) -> str:
        """The number or label in the paper."""
        return self.reference.label

    @property
    def side(self) -> Side:
        """From where the bound bounds: ``lower`` where it is recorded as a lower bound, else ``upper``."""
        return "lower" if self.tightness == "lower" else "upper"

    @cached_property
    def hypotheses(self) -> tuple[tuple[str, Term], ...]:
        """The assumptions with their names, read; raises :class:`~pabisym.errors.InputError` for one that is malformed."""
        return tuple((one.name, parse(one.holds, f"{self.id}: {one.name}", None)) for one in self.assumptions)

    @cached_property
    def model(self) -> Model:
        """What is known of models of the hypotheses: the stored witness, decided again; else what a search finds."""
        from pabisym.library.witness import model_of

        return model_of(self.sequent, self.stored_witness, (spot.at for spot in self.spots))

    @cached_property
    def stored_witness(self) -> Witness | None:
        """The witness that is stored beside the theorem file; None where there is none."""
        from pabisym.library.stored_proof import read_witnesses, witnesses_path

        path = vars(self).get(FILE)
        return None if path is None else read_witnesses(witnesses_path(path)).get(path.stem)

    @cached_property
    def check_trees(self) -> CheckTrees:
        """The proofs of its checks that are stored beside the theorem file; none where there is no file."""
        from pabisym.library.stored_proof import CheckTrees

        path = vars(self).get(FILE)
        return CheckTrees({}) if path is None else CheckTrees.of(path)

    def mentions(self, head: str) -> bool:
        """Does an assumption speak of a function of the grammar, as ``survival`` or ``sampledstep``."""
        return any(mentions(term, head) for _, term in self.hypotheses)

    @cached_property
    def sequent(self) -> Sequent:
        """The statement for the kernel; raises :class:`~pabisym.errors.InputError` for a malformed one."""
        from pabisym.kernel.judgement import Sequent

        kinds = {symbol.name: symbol.domain.partition(",")[0].strip() for symbol in self.symbols}
        kinds |= {structure.name: structure.kind for structure in self.structures}
        return Sequent(self.id, kinds, self.hypotheses, parse(self.conclusion, f"{self.id}: conclusion", None))

    def read(self) -> None:
        """Read all formulas; raises :class:`~pabisym.errors.InputError` for one that is malformed."""
        _ = self.relations, self.sequent if self.conclusion else None
        for symbol in self.symbols:
            _, comma, relations = symbol.domain.partition(",")
            if comma:
                parse(f"domain({relations})", f"{self.id}: {symbol.name}", None)
        if self.bound:
            parse(self.bound, f"{self.id}: bound")

    def build_proof(self, theorems: Mapping[str, Sequent]) -> Mapping[str, object] | None:
        """The proof tree as plain data, not yet checked; ``theorems`` are the sequents that it may apply, by id."""
        from pabisym.proof import elementary as _elementary  # noqa: F401  the last resort of proofs, which it adds where it is loaded
        from pabisym.proof.build import Builder

        if self.proof is None:
            return None
        return self.proof(Builder.of(self.sequent, *theorems.values()))

    @cached_property
    def domains(self) -> Mapping[str, str]:
        """Domain (``real`` or ``integer``) of every numeric letter."""
        return {s.name: s.domain.partition(",")[0].strip() for s in self.symbols}

    @cached_property
    def relations(self) -> tuple[tuple[str, Term], ...]:
        """The assumptions that are relations between numbers, in order, with their names.

        Raises :class:`~pabisym.errors.InputError` for a chain such as ``1 <= t <= n``, which has to be two assumptions.
        """
        for name, term in self.hypotheses:
            if isinstance(term, Call) and term.head == "and":
                raise InputError(f"{self.id}: {name}", "a chain of relations", "write one assumption for each relation")
        return tuple((name, term) for name, term in self.hypotheses if isinstance(term, Call) and term.head in _DECIDABLE)

    @cached_property
    @exclusive
    def expression(self) -> sympy.Expr:
        """The bound as a sympy expression; raises :class:`~pabisym.errors.InputError` where there is none."""
        from pabisym.lang.sympy_bridge import convert

        if not self.bound:
            raise InputError(self.id, "this statement has no numeric bound", "pabisym list shows the others")
        return convert(parse(self.bound, f"{self.id}: bound"), self.domains)


_DECIDABLE = ("<=", "<", ">=", ">", "==", "!=")
