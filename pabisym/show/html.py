"""Statements as HTML: one page each, formulas as MathML, the proof as a tree that opens and folds.

The pages need no network and no script to be read; a script adds filters and buttons.  Templates, style and script are
files in ``templates/``.  Everything that a theorem file says is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from pabisym.errors import PabisymError
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Call, Name
from pabisym.library.audit import Audited
from pabisym.library.bibliography import bibliography
from pabisym.library.clauses import after_number
from pabisym.library.library import Library
from pabisym.library.printed_forms import printed_form
from pabisym.library.statement import Statement
from pabisym.library.theorem import LibraryTheorem
from pabisym.show.latex import letters_latex
from pabisym.show.mathml import CLOSING, OPENING, formula, in_line, latex_to_mathml, mathml
from pabisym.show.proof_outline import Outline, outline
from pabisym.show.prose import JUDGED, Fragment, formula_latex, pieces, sentence_pieces
from pabisym.show.unicode import unicode_text
from pabisym.show.words import own_bound, own_domain, parts, remark

if TYPE_CHECKING:
    from jinja2 import Environment

DIGITS = 30
"""Significant digits to which a page encloses a bound."""

POWER = re.compile(r"\^(-?\d+)")
"""An exponent in a unit, as in loss/iterate^2."""
SUPERIOR = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
ROOT = re.compile(r"sqrt\((\w+)\)")
Link = Callable[[str], str]
"""From the id of a statement to the address of its page; empty where there is none."""


@dataclass(frozen=True)
class Site:
    """Where a page stands: the way to the top folder, and the links to other pages.

    Alone, a page carries style and script in itself; a part is the content of a page whose head, style and script others write.
    """

    link: Link
    root: str = ""
    alone: bool = False
    part: bool = False


ALONE = Site(lambda _: "", alone=True)


def asset(name: str) -> str:
    """The text of a file in ``templates/``."""
    return (files("pabisym.show") / "templates" / name).read_text(encoding="utf-8")


def style() -> str:
    """The style of a page of the report."""
    return asset("page.css") + asset("parts.css")


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, with escaping on; what is left out by mistake is an error."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    made = Environment(loader=FunctionLoader(asset), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals |= {"math": _math, "say": say, "tell": tell, "judged": judged, "after_number": after_number}
    made.globals |= {"style": style(), "script": asset("report.js")}
    return made


def _math(text: str, names: Mapping[str, str] | None = None, display: bool = False, after: str = "") -> str:
    """A formula as MathML, in a line with what stays on it, or as escaped text where it is none."""
    try:
        found = formula(text, names, display=display)
        return _safe(found if display else in_line(found, after=after))
    except PabisymError:
        return _safe("<code>{}</code>{}").format(text, after)


def prose(text: str) -> str:
    """Text with LaTeX between dollar signs, as HTML with MathML; a formula that cannot be set stands as it is written."""
    return _line((piece, number % 2 == 1) for number, piece in enumerate(text.split("$")))


def say(text: str) -> str:
    """Words with symbols in ASCII, as HTML with MathML."""
    return _fragments(pieces(text))


def tell(text: str) -> str:
    """The same as a sentence of its own: a capital where it begins with a word, and a full stop."""
    return _fragments(sentence_pieces(text))


def judged(text: str) -> str:
    """What a check saw: the relation of which it speaks as a formula, with what came out, or words."""
    found = JUDGED.fullmatch(text)
    return say(text) if found is None else _safe("{}{}{}").format(_math(found["formula"]), found["outcome"], say(found["instance"]))


def _fragments(found: Iterable[Fragment]) -> str:
    return _line((formula_latex(piece.text) if piece.is_formula else piece.text, piece.is_formula) for piece in found)


def _line(parts: Iterable[tuple[str, bool]]) -> str:
    """Words and formulas in LaTeX; brackets that open before a formula, and what ends a sentence after it, stay on its line."""
    row = [("", False), *parts, ("", False)]
    for at, (text, is_formula) in enumerate(row):
        if is_formula:
            (words, other), (rest, more) = row[at - 1], row[at + 1]
            before, after = None if other else OPENING.search(words), None if more else CLOSING.match(rest)
            row[at - 1] = words[:before.start()] if before else words, other
            row[at + 1] = rest[after.end():] if after else rest, more
            opened, ended = ("" if one is None else one[0] for one in (before, after))
            try:
                markup = latex_to_mathml(text)
                row[at] = _safe(in_line(markup, _safe("{}").format(opened), _safe("{}").format(ended))), True
            except PabisymError:  # what cannot be set stands as it is written
                row[at] = _safe("{}<code>{}</code>{}").format(opened, text, ended), True
    return _safe("").join(text if is_formula else _safe("{}").format(text) for text, is_formula in row)


def false_relation(statement: Statement) -> str:
    """The relation of the grammar in which the page is false; empty where what is recorded is a bound alone, or nothing."""
    told = statement.printed.bound if statement.printed is not None else ""
    return told if any(sign in told for sign in ("<", ">", "==")) else ""


def _safe(text: str) -> str:
    """A text that is HTML already, which the templates do not escape again."""
    from markupsafe import Markup

    return Markup(text)


def render(template: str, site: Site, here: str = "", **values: Any) -> str:
    """One page; ``here`` is its address where it is one of those that the head of every page names."""
    return environment().get_template(template).render(site=site, here=here, **values)


def statement_html(library: Library, audited: Audited, site: Site = ALONE, used_by: Sequence[str] = ()) -> str:
    """The page of one statement; ``used_by`` are the statements that rest on it."""
    statement = library.statement(audited.id)
    page, names = parts(statement.text), letters_latex(statement)
    pair, proof = statement.worst_case, library.proof(audited.id)
    shown = None
    if proof.tree is not None and not proof.problem:  # the conclusion stands above
        shown = _node(replace(outline(statement, proof.tree, library, unicode_text), says=None), names, 0)
    return render(
        "statement.html", site, statement=statement, audited=audited, names=names, paper=bibliography().get(statement.reference.key),
        words={name: " ".join(page.get(name, [])) for name in ("Statement", "Reads as")},
        letters=list(_letters(statement, names)),
        meanings={a.name: remark(statement, a) for a in statement.assumptions}, bound=own_bound(statement),
        values=list(_values(statement)), picture=_picture(statement), kernels=_kernels(library, statement), proof=shown,
        pair=pair and {"steps": pair.steps, "c_k": pair.contraction, "s_k": pair.gap, "v_k": pair.noise_variance, "start": pair.start},
        form=prose(printed_form(library, audited.id)), relation=false_relation(statement), ancestry=_ancestry(library, statement, site),
        broken=any(not isinstance(one.needed, str) for one in statement.assumptions), version=version("pabisym"),
        fingerprint=LibraryTheorem(library, statement.id).fingerprint if statement.conclusion else "",
        steps=library.standing(audited.id).steps, rests_on=library.dependencies(audited.id), used_by=used_by,
    )  # fmt: skip


def _letters(statement: Statement, names: Mapping[str, str]) -> Iterator[dict[str, str]]:
    for symbol in statement.symbols:
        kind, relations = own_domain(statement, symbol)
        raised = POWER.sub(lambda power: power[1].translate(SUPERIOR), ROOT.sub(r"√\1", symbol.unit))
        domain = _safe(", ".join(mathml(one, names) for one in relations))
        yield {"name": symbol.name, "sign": _safe(mathml(Name(symbol.name), names)), "kind": kind, "domain": domain,
               "meaning": symbol.meaning, "unit": "" if symbol.unit == "1" else raised}
    for structure in statement.structures:
        yield {"name": structure.name, "sign": _safe(mathml(Name(structure.name), names)), "kind": structure.kind, "domain": "",
               "meaning": structure.meaning, "unit": ""}


def _values(statement: Statement) -> Iterator[dict[str, Any]]:
    """The bound at every recorded point, to :data:`DIGITS` digits, or on what else it depends, or why it has no value there."""
    from pabisym.library.point import evaluation, letters, numeric_bound

    number = numeric_bound(statement)
    if number is None:
        return
    for spot in statement.spots:
        row: dict[str, Any] = {"at": spot.at, "of": "", "lower": "", "upper": "", "exact": "", "problem": ""}
        try:
            found = evaluation(statement, spot.at)
            value = found.enclosure(DIGITS)
            row |= {"of": found.of, "lower": value.lower, "upper": value.upper}
            row["exact"] = "" if value.exact is None else rational_text(value.exact)
        except PabisymError as problem:
            left = sorted(letters(number.bound) - spot.at.keys())
            row["problem"] = f"depends also on {', '.join(left)}, left open here" if left else str(problem)
        yield row


def _picture(statement: Statement) -> dict[str, Any] | None:
    """The taut string of the worst case at the first recorded point where it is rational and short."""
    from pabisym.show.figure import string_svg, worst_instance

    for spot in statement.spots if statement.worst_case is not None else ():
        instance = worst_instance(statement, spot)
        if instance is not None:
            return {"svg": _safe(string_svg(instance)), "at": spot.at, "steps": instance.steps}
    return None


def _kernels(library: Library, statement: Statement) -> str:
    """The picture of the kernel graph that stands beside the statement's file; empty where there is none."""
    from pabisym.graphs.analysis import load_beside

    graph = load_beside(library.entry(statement.id).path)
    if graph is None:
        return ""
    from pabisym.show.figure import inline, legible
    from pabisym.show.graph_picture import kernel_graph_svg

    title = f"Kernel graph of {statement.id}"
    marked = sum(edge.differs for edge in graph.edges)
    desc = (f"{len(graph.nodes)} laws in layers from left to right and {len(graph.edges)} arrows with their Markov kernels and "
            f"coefficients; on {marked} of them, orange and double, the two runs differ. The bound stands below.")
    return _safe(legible(inline(kernel_graph_svg(graph), title, desc)))


def _ancestry(library: Library, statement: Statement, site: Site) -> str:
    """The picture of what a statement rests on; empty where that is nothing."""
    from pabisym.show.dependency_picture import ancestors, drawing

    graph, left_out = ancestors(library, statement.id)
    if len(graph) < 2:
        return ""

    def link(name: str) -> str:
        address = site.link(name)
        return site.root + address if address else ""

    return _safe(drawing(graph, f"What {statement.id} depends on", statement.id, link, left_out))


# Proofs.


@dataclass(frozen=True)
class ProofNode:
    """One step of a proof as the page shows it; ``depth`` says whether it is open at first."""

    says: str
    how: str
    label: str
    sides: tuple[str, ...]
    below: tuple[ProofNode, ...]
    depth: int
    size: int


def _node(of: Outline, names: Mapping[str, str], depth: int) -> ProofNode:
    below = tuple(_node(one, names, depth + 1) for one in of.below)
    says = "" if of.says is None else _math(to_text(of.says), names)
    said = (side for side in of.sides  # that x <= x a reader need not see
            if not (isinstance(side, Call) and side.head in ("<=", ">=", "==") and side.args[0] == side.args[1]))
    sides = tuple(_math(to_text(side), names) for side in said)
    return ProofNode(says, of.how, of.label, sides, below, depth, 1 + sum(one.size for one in below))
