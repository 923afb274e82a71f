"""Theorems as symbolic objects: letters, assumptions and bound to look at, to apply at formulas, to cite, and proofs to walk through.

A :class:`Theorem` is a statement of the library; :func:`Statement` states one of one's own, which :meth:`StatedTheorem.prove` proves.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError, Undecided, plain_reason
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.arguments import NumberLike, public
from pabisym.lang.budget import within
from pabisym.lang.files import write_file
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational_text
from pabisym.lang.simplify import collected
from pabisym.lang.term import Call, Name, Number, Term, substitute
from pabisym.library.bibliography import bibliography
from pabisym.library.item import read_table
from pabisym.library.library import LibraryLike
from pabisym.library.point import Evaluation, conditions, letters, numeric_bound, own_letters
from pabisym.library.statement import AsPrinted, Printed
from pabisym.library.stored_proof import fingerprint, write_tree
from pabisym.library.theorem import LibraryTheorem
from pabisym.library.theorem import theorem as library_theorem
from pabisym.proof.build import Builder, NoProof, Step, as_text, text_of
from pabisym.proof.equations import prove_in_cases
from pabisym.proof.json import FORMAT, VERSION, sequent_json
from pabisym.proof.proven import Proven
from pabisym.proof.script import Script
from pabisym.symbolic.claim import Claim, Verdict, latex_of, points_of, refuse_empty
from pabisym.symbolic.formula import Formula, assumed, place
from pabisym.symbolic.numbers import (
    FormulaLike,
    Letter,
    LettersLike,
    ValueLike,
    ValuesLike,
    WhereLike,
    letters_of,
    merged_letters,
    relations_of,
    term_of,
    toml_value,
)

if TYPE_CHECKING:
    import networkx
    from matplotlib.figure import Figure

    from pabisym.library.beliefs import Beliefs


class ProofPart(Mapping[str, Any]):
    """One step of a proof tree: a table of ``rule``, ``with``, ``premises`` and ``conclusion``, to walk through and to draw.

    >>> from pabisym import theorem
    >>> node = theorem("feldman2018/theorem-23").proof
    >>> node.rule, len(node.premises), node.steps > 50
    ('have', 2, True)
    """

    def __init__(self, tree: Mapping[str, Any]) -> None:
        self._tree = tree

    def __getitem__(self, key: str) -> Any:
        return self._tree[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tree)

    def __len__(self) -> int:
        return len(self._tree)

    @property
    def rule(self) -> str:
        """The rule, axiom or ``theorem`` by which the step is made."""
        return str(self._tree["rule"])

    @property
    def conclusion(self) -> str:
        """What it concludes, as text."""
        return str(text_of(self._tree["conclusion"]))

    @property
    def given(self) -> Mapping[str, Any]:
        """What is given to the rule: labels, formulas as text."""
        found: Mapping[str, Any] = as_text({**self._tree, "premises": []})["with"]
        return found

    @property
    def premises(self) -> tuple[ProofPart, ...]:
        """The steps on which it rests."""
        return tuple(map(ProofPart, self._tree["premises"]))

    @property
    def steps(self) -> int:
        """How many steps there are, this one and all below it."""
        return sum(1 for _ in self.walk())

    def walk(self) -> Iterator[ProofPart]:
        """The step and all below it, each before its premises."""
        pending = [self]
        while pending:
            node = pending.pop()
            yield node
            pending += reversed(node.premises)

    @public
    def text(self, depth: int = 4) -> str:
        """The steps down to a depth, indented, one a line."""
        return "\n".join(self._lines(depth, ""))

    def _lines(self, depth: int, indent: str) -> Iterator[str]:
        yield f"{indent}{self.conclusion}  [{self.rule}]"
        for premise in self.premises if depth > 0 else ():
            yield from premise._lines(depth - 1, indent + "  ")

    def networkx(self) -> networkx.DiGraph[int]:
        """The tree as a graph of networkx, from each step to its premises, with ``rule`` and ``conclusion`` at the nodes."""
        import networkx

        graph: networkx.DiGraph[int] = networkx.DiGraph()
        numbers = iter(range(10**9))

        def add(node: ProofPart) -> int:
            own = next(numbers)
            graph.add_node(own, rule=node.rule, conclusion=node.conclusion)
            for premise in node.premises:
                graph.add_edge(own, add(premise))
            return own

        add(self)
        return graph

    @public
    def draw(self, depth: int = 3, path: str | os.PathLike[str] | None = None) -> Figure:
        """A figure of matplotlib with the rules down to a depth, each above its premises; written to ``path`` where one is given."""
        from matplotlib.figure import Figure

        from pabisym.show.plot import DARK, target_of, write_figure

        target, places = target_of(path), list[tuple[float, int, str]]()
        figure = Figure(figsize=(8, 1 + depth), layout="constrained")
        axes = figure.add_subplot()

        def put(node: ProofPart, level: int) -> float:
            under = [put(premise, level + 1) for premise in node.premises] if level < depth else []
            x = sum(under) / len(under) if under else float(sum(1 for _, _, leaf in places if not leaf))
            places.append((x, level, node.rule if under else ""))
            axes.text(x, -level, node.rule, ha="center", va="center", fontsize=8, bbox={"boxstyle": "round", "facecolor": "white"})
            for other in under:
                axes.plot([x, other], [-level, -level - 1], color=DARK, linewidth=0.8, zorder=0)
            return x

        put(self, 0)
        axes.set(xlim=(-1, max(x for x, _, _ in places) + 1), ylim=(-depth - 0.5, 0.5))
        axes.set_axis_off()
        return write_figure(figure, target)

    def __repr__(self) -> str:
        return f"ProofPart({self.rule}: {self.conclusion})"


@dataclass(frozen=True, repr=False)
class AppliedTheorem:
    """A theorem at formulas: what is left to assume, what it concludes, its bound, and the letters in these.

    >>> from pabisym import theorem
    >>> theorem("feldman2018/theorem-23").apply(t=1).bound
    2*alpha*L**2/(sigma**2*n)
    """

    theorem: Theorem
    letters: Mapping[str, Letter]
    assumptions: tuple[Claim, ...]
    conclusion: Claim
    bound: Formula | None

    def cite(self) -> str:
        """As :meth:`Theorem.cite`."""
        return self.theorem.cite()

    def __repr__(self) -> str:
        return f"AppliedTheorem({self.theorem.id!r}, {str(self.bound or self.conclusion)!r})"


@dataclass(frozen=True, repr=False)
class Theorem(LibraryTheorem):
    """A statement of a library with its replayed proof, as a symbolic object.

    >>> from pabisym import theorem
    >>> th = theorem("feldman2018/theorem-23")
    >>> th.bound, th.letters["sigma"].domain, th.status
    (2*alpha*L**2/(sigma**2*(n + 1 - t)), 'real, sigma > 0', 'proved')
    """

    @cached_property
    def letters(self) -> Mapping[str, Letter]:
        """The letters by name, with domain, meaning and unit; laws, maps and noises have the kind as their domain."""
        statement, found = self.statement, dict[str, Letter]()
        meanings = {one.name: one.meaning for one in statement.quantities}
        defined = {one.name: parse(one.value, f"{statement.id}: {one.name}", None) for one in statement.quantities if one.compute is None}
        for symbol in statement.symbols:
            meaning = symbol.meaning if symbol.unit in ("", "1") else f"{symbol.meaning} [{symbol.unit}]"
            found[symbol.name] = Letter(symbol.name, symbol.domain, meaning, latex=symbol.latex, definition=defined.get(symbol.name))
        for one in statement.structures:
            found[one.name] = Letter(one.name, one.kind, one.meaning, latex=one.latex)
        for name in sorted(own_letters(statement)):
            found[name] = Letter(name, "real", meanings.get(name, ""), definition=defined.get(name))
        return found

    @cached_property
    def assumptions(self) -> tuple[Claim, ...]:
        """The assumptions by which it is stated, each with its ``name``: relations, and judgements about laws, maps and noises."""
        return tuple(assumed(term, self.letters, name) for name, term in self.statement.hypotheses if isinstance(term, Call))

    @cached_property
    def conclusion(self) -> Claim:
        """What it concludes; raises :class:`~pabisym.errors.InputError` for a definition or prose, which conclude nothing."""
        term = parse(self.statement.conclusion, self.id, None) if self.statement.conclusion else None
        if not isinstance(term, Call):
            raise InputError(self.id, "concludes nothing", "it is a definition or prose; .statement.text has its words")
        return Claim(term, self.letters, self.assumptions)

    @cached_property
    def bound(self) -> Formula | None:
        """The number that bounds what it is about, with the assumptions that are relations; None where there is none."""
        found = numeric_bound(self.statement)
        if found is None:
            return None
        domains = {relation for letter in self.letters.values() for relation in letter.relations}
        numeric = {name for name, one in self.letters.items() if one.kind.startswith(("real", "integer"))}
        known = [(name, term) for name, term in conditions(self.statement) if isinstance(term, Call) and term not in domains]
        kept = tuple(assumed(term, self.letters, name) for name, term in known if letters(term) - {"forall"} <= numeric)
        return Formula(found.bound, {**self.letters}, kept, self.statement.side)

    @property
    def proof(self) -> ProofPart | None:
        """The proof tree; None where there is none."""
        tree = super().proof
        return None if tree is None else ProofPart(tree)

    @property
    def believed(self) -> Beliefs:
        """What is assumed without proof under it: axioms, cited statements, hypotheses that are results; a table."""
        from pabisym.library.beliefs import beliefs_of

        return beliefs_of(self.library, self.statement.id)

    @property
    def printed(self) -> Printed | None:
        """What the page says, where that can be compared with what is proved."""
        return self.statement.printed

    @property
    def verdict(self) -> AsPrinted | None:
        """What the claim of the page is worth, decided again by the audit; None where the page claims nothing."""
        from pabisym.library.audit import audit_entry

        return audit_entry(self.library, self.id).as_printed

    @public
    def at(self, values: ValuesLike = None, /, *, force: bool = False, **named: ValueLike) -> Evaluation:
        """The bound at a point: numbers as they come, by the names or the symbols of the letters; a float is the dyadic number that it is.

        The order of a Rényi bound may be left out; then the result is not a number yet, and :func:`pabisym.convert` takes it.
        Raises :class:`~pabisym.errors.InputError` for a letter that is unknown or missing and, unless ``force``, for a point outside an
        assumption.

        >>> from pabisym import theorem
        >>> theorem("feldman2018/theorem-23").at(L=1, sigma=4, n=1000, t=10, alpha=8).enclosure(5).exact
        Fraction(1, 991)
        """
        given = dict[str, object]()
        for key, value in {**(values or {}), **named}.items():
            given[str(key)] = value
            if not isinstance(value, str):  # as the formula of a sequence is
                term = term_of(value, f"at {key}", floats=True)
                open_ = isinstance(term, Name) or letters(term)
                given[str(key)] = term.value if isinstance(term, Number) else to_text(term) if open_ else term
        return super().at(force=force, **given)

    @public
    def apply(self, values: ValuesLike = None, /, **named: FormulaLike) -> AppliedTheorem:
        """The theorem with formulas in place of its letters, all at once; assumptions that the kernel proves vanish.

        Raises :class:`~pabisym.errors.InputError` for a letter that is no number of the theorem, for what is not evidently an integer where
        it has to be, and for a value outside an assumption.

        >>> from pabisym import theorem
        >>> import sympy
        >>> n, t = sympy.symbols("n t", integer=True, positive=True)
        >>> found = theorem("feldman2018/theorem-23").apply(n=n + 1, t=1, alpha=2)
        >>> found.bound, theorem("feldman2018/theorem-23").apply(n=n, t=t).assumptions[:2]
        (4*L**2/(sigma**2*(n + 1)), (t <= n, eta <= 2/beta))
        """
        given = {str(key): value for key, value in {**(values or {}), **named}.items()}
        numeric = [name for name, one in self.letters.items() if one.kind.startswith(("real", "integer"))]
        if unknown := sorted(given.keys() - set(numeric)):
            raise InputError("apply", f"{self.id} has no letter {unknown[0]!r} that is a number", f"it has {', '.join(numeric)}")
        listed = [("", relation) for letter in self.letters.values() for relation in letter.relations]
        placed = place(self.letters, [*listed, *self.statement.hypotheses], given)
        concluded = collected(substitute(self.conclusion.term, placed.binding))
        claim = Claim(concluded if isinstance(concluded, Call) else self.conclusion.term, placed.letters, placed.left)
        bound = None
        if self.bound is not None:
            others = {name for name, one in placed.letters.items() if not one.kind.startswith(("real", "integer"))}
            about_numbers = tuple(one for one in placed.left if not letters(one.term) & others)
            bound = Formula(collected(substitute(self.bound.term, placed.binding)), placed.letters, about_numbers, self.bound.side)
        return AppliedTheorem(self, placed.letters, placed.left, claim, bound)

    def cite(self) -> str:
        """A BibTeX entry of the paper, with the label of the statement as its note; where the library has no entry a line of text.

        >>> from pabisym import theorem
        >>> theorem("feldman2018/theorem-23").cite().splitlines()[-2]
        '  note      = {Theorem 23, section 4},'
        """
        reference = self.statement.reference
        paper = bibliography().get(reference.key)
        if paper is None:
            return f"{self.id}: {self.statement.title}"
        note = reference.place if self.statement.paper == reference.key else f"{self.id} of pabisym, after {reference.place}"
        return f"{paper.bibtex[:-1].rstrip()}\n  note      = {{{note}}},\n}}"

    def latex(self) -> str:
        """The conclusion in LaTeX for math mode, its letters as the paper sets them."""
        return latex_of(self.conclusion.term, self.letters)


@public
def theorem(name: str, *folders: str | os.PathLike[str], library: LibraryLike = None) -> Theorem:
    """One statement by id, of the built-in library, of one that also has ``folders``, or of ``library``.

    Only its file is run, and what its proof rests on when the proof is asked for.  Raises
    :class:`~pabisym.errors.InputError` that suggests the nearest ids, and for a file that cannot be loaded.

    >>> from pabisym import theorem
    >>> theorem("feldman2018/theorem-23")
    Theorem('feldman2018/theorem-23', '2*alpha*L**2/(sigma**2*(n + 1 - t))')
    >>> theorem("feldman2018/theorem-23").status
    'proved'
    """
    found = library_theorem(name, *folders, library=library)
    return Theorem(found.library, found.id)


# Statements of one's own.

@dataclass(frozen=True, repr=False)
class StatedTheorem:
    """A statement of one's own, and once it is proved its proof; see :func:`Statement`.

    >>> from pabisym import Statement
    >>> Statement(letters={"x": "real"}, conclusion="x**2 >= 0").status
    'undecided'
    """

    id: str
    letters: Mapping[str, Letter]
    assumptions: tuple[Claim, ...]
    conclusion: Claim
    verdict: Verdict = field(default=Verdict("undecided", reason="no proof was asked for"))

    @property
    def sequent(self) -> Sequent:
        """The statement for the kernel: the domains and the assumptions, and the conclusion."""
        kinds = {name: letter.kind for name, letter in self.letters.items()}
        domains = [(f"domain of {name} ({i})", one) for name, letter in self.letters.items() for i, one in enumerate(letter.relations, 1)]
        known = [(one.name or f"assumption {i}", one.term) for i, one in enumerate(self.assumptions, 1)]
        return Sequent(self.id, kinds, (*domains, *known), self.conclusion.term)

    @property
    def status(self) -> str:
        """``proved``, or ``undecided`` while there is no proof that the kernel accepts."""
        return self.verdict.status

    @property
    def proof(self) -> ProofPart | None:
        """The proof tree; None while there is none."""
        return ProofPart(self.verdict.proof[0].tree) if self.verdict.proof else None

    @public
    def prove(self, steps: Iterable[WhereLike] | Callable[[Script], Step] = (), *, seconds: NumberLike | None = None) -> StatedTheorem:
        """The statement with a proof that the kernel accepts.

        ``steps`` are relations that are proved one after the other, each knowing those before it, or a function of a
        :class:`~pabisym.proof.script.Script` that returns the last step, with all tactics that proofs of the library use.  Raises
        :class:`~pabisym.errors.Undecided` with the reason where no proof is found, or the kernel refuses it, and
        :class:`~pabisym.errors.InputError` where the assumptions are seen to contradict each other.

        >>> from pabisym import Statement
        >>> stated = Statement(letters={"x": "real, x > 0", "y": "real"}, assumptions=["y >= x"], conclusion="1/y <= 1/x")
        >>> stated.prove(["y > 0"]).status
        'proved'
        """
        sequent, script = self.sequent, Script(Builder(self.sequent.scope()))
        refuse_empty(sequent.scope())
        try:
            with within(seconds):
                if callable(steps):
                    last = steps(script)
                else:
                    for i, one in enumerate(steps, 1):
                        for relation in relations_of(one, "steps"):
                            script.have(script.fresh(f"step {i}"), _shown(script, relation))
                    last = _shown(script, sequent.conclusion)
                tree = script.close(last)
                replay = check(sequent, tree)
        except (NoProof, Refusal) as problem:
            raise Undecided(f"{to_text(sequent.conclusion)} is not proved: {plain_reason(problem)}") from None
        if not replay.accepted:
            raise Undecided(f"the kernel refuses the proof: {replay.reason}")
        verdict = Verdict("proved", proof=(Proven(sequent, tree, replay),))
        return StatedTheorem(self.id, self.letters, self.assumptions, self.conclusion, verdict)

    def proof_document(self) -> dict[str, Any]:
        """The proof file, which :func:`pabisym.check` takes; raises :class:`~pabisym.errors.InputError` while there is no proof."""
        if not self.verdict.proof:
            raise InputError(self.id, "is not proved", "call .prove first")
        one = self.verdict.proof[0]
        listed = [{**sequent_json(one.sequent), "proof": as_text(one.tree)}]
        return {"format": FORMAT, "version": VERSION, "conclusion": listed[-1]["conclusion"], "theorems": listed}

    @public
    def save(self, folder: str | os.PathLike[str]) -> Path:
        """Write a theorem file, which :func:`pabisym.catalogue` and ``pabisym audit`` take, and its proof beside it, as they are built in.

        The file is ``<folder>/<paper>/<item>.toml``, as the id says, with the relations of domains among its assumptions, under the names
        that the proof uses; the proof counts for nothing until it is replayed.  Raises
        :class:`~pabisym.errors.InputError` while there is no proof, and where the files cannot be written.
        """
        tree = self.proof_document()["theorems"][-1]["proof"]
        said, sequent = to_text(self.conclusion.term), self.sequent
        point = ", ".join(f"{name}={rational_text(value)}" for name, value in next(points_of(sequent.scope(), 1), {}).items())
        table = {
            "title": said, "reference": {"label": self.id}, "statement": said, "reads_as": "As stated.",
            "letters": list(map(_letter_text, self.letters.values())),
            "assumptions": [f"{name}: {to_text(term)}" for name, term in sequent.assumptions],
            "conclusion": said, "proof": "arithmetic", "spots": [point] if point else [],
        }  # fmt: skip
        paper, _, item = self.id.partition("/")
        file = Path(folder) / paper / f"{item.replace('-', '_')}.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{key} = {toml_value(value)}\n" for key, value in table.items())
        write_file(file, text.encode(), "folder", "name a folder in which files can be written")
        write_tree(file, fingerprint(read_table(self.id, table).sequent, {}), tree)
        return file

    def latex(self) -> str:
        """The conclusion in LaTeX for math mode."""
        return self.conclusion.latex()

    def __repr__(self) -> str:
        return f"StatedTheorem({self.id!r}, {str(self.conclusion)!r}, {self.status})"


def _letter_text(letter: Letter) -> str:
    """A letter as a theorem file has it: with its domain where it is a number, else with its kind alone."""
    numeric = letter.kind in ("real", "integer") and letter.relations
    domain = f"{letter.kind}, {' and '.join(map(to_text, letter.relations))}" if numeric else letter.kind
    meaning = "".join(one if one.isprintable() else " " for one in letter.meaning or letter.name)
    return f"{letter.name}: {domain}: {meaning.replace('; ', ', ')}"


def _shown(script: Script, relation: Term) -> Step:
    return prove_in_cases(script, relation) if isinstance(relation, Call) else script.prove(relation)


@public
def Statement(*, letters: LettersLike = None, assumptions: WhereLike = None, conclusion: WhereLike,
              id: str = "mine/statement") -> StatedTheorem:
    """A statement of one's own: letters with domains, or symbols of sympy; relations that are assumed; the relation that is concluded.

    Raises :class:`~pabisym.errors.InputError` for what is no relation, and for names without a domain.

    >>> from pabisym import Statement
    >>> Statement(letters={"x": "real"}, conclusion="x**2 + 1 >= 2*x").prove()
    StatedTheorem('mine/statement', 'x**2 + 1 >= 2*x', proved)
    """
    found = merged_letters(letters_of(assumptions, conclusion), letters_of(letters))
    known = tuple(assumed(one, found) for one in relations_of(assumptions, "assumptions"))
    concluded = relations_of(conclusion, "conclusion")
    if len(concluded) != 1:
        raise InputError("conclusion", f"has {len(concluded)} relations", "state one relation; a chain is two statements")
    claim = Claim(concluded[0], found, known)
    check_names = Formula(Number(0), found, (*known, claim))
    return StatedTheorem(id, {**found, **check_names.letters}, known, claim)
