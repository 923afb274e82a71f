"""A derivation as it goes into a paper: the process defined, the theorem, the worst case as a remark, and the derivation step by step.

The fragment uses amsmath and amssymb, and the environments ``definition``, ``theorem``, ``remark`` and ``proof`` that an article with
amsthm has; :func:`pabisym.show.latex.document` puts such an article around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import TYPE_CHECKING

from pabisym.derivation.explain import explain
from pabisym.derivation.signs import exchanged
from pabisym.lang.simplify import tidied
from pabisym.lang.term import ONE, RELATIONS, ZERO, Call, Name, Number, Term, calls
from pabisym.process.sequence import Periodic, names
from pabisym.show.latex import escape, latex

if TYPE_CHECKING:
    from pabisym.derivation.derive import Derivation
    from pabisym.process.iteration import GapEntry

DEFINED = ("The process", "The bound is tight", "The bound is tight at random points",
            "The bound is the best restart at random points", "The bound is that of the best payments at random points",
            "The bound need not be tight")
"""Steps of an explanation that the definition and the remark say already."""
LINE = 52
"""About how many letters a displayed formula may be wide."""
SMALL = 0.7
"""How wide a letter of an exponent is, beside one of the line."""
SHORT = 6
"""How wide a part is at least that a letter stands for."""
LAWS = ("renyi", "gdp", "dp", "mix", "sum", "moment", "theta")
"""What no letter stands for: judgements, laws, and what binds or measures."""


def derivation_latex(found: Derivation) -> str:
    """The theorem and its derivation as a fragment for an article with amsmath, amssymb and amsthm."""
    return "\n".join([*_definition(found), *_theorem(found), *_worst_case(found), *_derivation(found), ""])


def claim_latex(found: Derivation) -> str:
    """The bound as a formula for math mode."""
    return latex(found.statement.sequent.conclusion, _names(found))


def _names(found: Derivation) -> dict[str, str]:
    """How laws and maps of the runs are set: as usual, or sans serif where the spec has a number of that name."""
    taken, kinds = found.spec.symbols, found.statement.sequent.kinds
    usual = {"X": "X", "Y": "X'", "psi": r"\psi", "phi": r"\varphi", "K": "K"}
    marked = {"X": r"\mathsf{X}", "Y": r"\mathsf{X}'", "psi": r"\boldsymbol{\psi}", "phi": r"\boldsymbol{\varphi}", "K": r"\mathsf{K}"}
    clash = any(name in taken for name in ("X", "Y"))
    names: dict[str, str] = {}
    for letter in usual:
        own = marked if letter in taken or (clash and letter in ("X", "Y")) else usual
        names |= {name: own[letter] for name in kinds if name.rstrip("'") == letter and name not in taken}
    return names


class _Runs:
    """The signs of the two runs."""

    def __init__(self, found: Derivation) -> None:
        names = _names(found)
        by_letter = {name.rstrip("'"): sign for name, sign in names.items()}
        self.first, self.second = by_letter.get("X", "X"), by_letter.get("Y", "X'")
        self.map, self.other = by_letter.get("psi", r"\psi"), by_letter.get("phi", r"\varphi")
        self.domain = by_letter.get("K", "K")
        self.noise = "Z" if "Z" not in found.spec.symbols else r"\mathsf{Z}"


# The definition.


def _definition(found: Derivation) -> Iterator[str]:
    runs, process = _Runs(found), found.spec.process
    title = escape(found.spec.title or "The process").replace("]", "{]}")
    yield rf"\begin{{definition}}[{title}]"
    yield f"Let {_letters(found)}."
    yield from _setting(found)
    steps, X, Y = latex(tidied(process.steps)), runs.first, runs.second
    projected = "" if process.diameter is None else rf"\Pi_{{{runs.domain}}} "
    start = tidied(process.start_shift)
    begin = "start from the same law" if start == ZERO else rf"start at most ${latex(start)}$ apart in $W_\infty$"
    yield rf"Two random sequences ${X}_0, \dots, {X}_{{{steps}}}$ and ${Y}_0, \dots, {Y}_{{{steps}}}$ in"
    yield rf"a Euclidean space {begin}, and for $k = 1, \dots, {steps}$"
    yield rf"\[ {X}_k = {runs.map}_k({projected}{X}_{{k-1}}) + {runs.noise}_k, \qquad"
    yield rf"{Y}_k = {runs.other}_k({projected}{Y}_{{k-1}}) + {runs.noise}'_k. \]"
    if process.diameter is not None:
        yield rf"Here $\Pi_{{{runs.domain}}}$ is the projection onto a closed convex set ${runs.domain}$ with interior, in which the two"
        yield rf"runs are at most ${latex(process.diameter)}$ apart."
    maps, variance = f"${runs.map}_k$ and ${runs.other}_k$", tidied(process.noise.per_step_variance)
    yield f"The maps {maps} are Lipschitz with constant {_inline(tidied(process.contraction))} and differ by"
    yield rf"\[ \sup_x \left\| {runs.map}_k(x) - {runs.other}_k(x) \right\| \le {' + '.join(map(_gap_part, process.gap)) or '0'}. \]"
    law = "normal" if process.noise.law == "gaussian" else "Laplace"
    yield f"The noises ${runs.noise}_k$ and ${runs.noise}'_k$ are independent of everything before step $k$, {law} with mean $0$ and"
    yield f"variance {_inline(variance)}{' in every direction' if law == 'normal' else ''}."
    yield r"\end{definition}"


def _letters(found: Derivation) -> str:
    """The letters with their domains, the integers first."""
    groups = []
    for kind, words in (("integer", ("an integer", "integers")), ("real", ("a real number", "real numbers"))):
        own = [_range_latex(name, one.relations) for name, one in found.spec.symbols.items() if one.kind == kind]
        if own:
            listed = own[0] if len(own) == 1 else f"{', '.join(own[:-1])} and {own[-1]}"
            groups.append(f"{listed} be {words[len(own) > 1]}")
    return ", and let ".join(groups) if groups else "everything be a number"


def _range_latex(name: str, relations: Iterable[Call]) -> str:
    """A letter with its range: a chain where the relations make one."""
    chains: list[list[Call]] = []
    for relation in relations:
        if chains and chains[-1][-1].args[1] == relation.args[0]:
            chains[-1].append(relation)
        else:
            chains.append([relation])
    shown = [latex(chain[0] if len(chain) == 1 else Call("and", tuple(chain))) for chain in chains]
    return f"${', '.join(shown) or latex(Name(name))}$"


def _setting(found: Derivation) -> Iterator[str]:
    """What an algorithm assumes, in words."""
    reading, algorithm = found.spec.reading, found.spec.algorithm
    said = [*dict.fromkeys((*(reading.assumptions if reading is not None else ()), *found.assumed))]
    if not said:
        return
    yield f"Assume of {escape(algorithm.kind)}:" if algorithm is not None else "Assume:"
    yield r"\begin{itemize}"
    yield from (rf"\item {escape(words)};" for words in said[:-1])
    yield rf"\item {escape(said[-1])}."
    yield r"\end{itemize}"
    yield "Its two runs are of this form." if algorithm is not None else "The two runs are of this form."


def _inline(term: Term) -> str:
    """A formula in a line, or displayed where it has cases."""
    text = latex(term)
    return rf"\[ {text} \]" if r"\begin" in text else f"${text}$"


# The theorem and what is said about it.


def _theorem(found: Derivation) -> Iterator[str]:
    yield r"\begin{theorem}"
    conditions = [latex(term) for term in found.conditions]
    given = f" with ${'$, $'.join(conditions)}$" if conditions else ""
    claim, parts = _with_parts(found)
    yield f"Runs of this process{given} satisfy"
    yield rf"\[ {latex(claim, _names(found))}{',' if parts else '.'} \]"
    for number, (name, part) in enumerate(parts):
        yield f"{'and' if number else 'where'} {definition_latex(latex(Name(name)), part, LINE, '.' if number + 1 == len(parts) else ',')}"
    if found.goal.delta is not None:
        level = latex(Name(found.level))
        yield rf"So every ${level} \ge 0$ at which this is at most ${latex(found.goal.delta)}$ will do."
    yield r"\end{theorem}"


def _with_parts(found: Derivation) -> tuple[Term, list[tuple[str, Term]]]:
    """What is claimed with letters for long parts that come back, and for a distinction of cases; and what the letters stand for."""
    claim = found.statement.sequent.conclusion
    taken = {*found.spec.symbols, *names(claim), "k", "X", "Y", "K", "Z", "psi", "phi"}
    free, parts = (name for name in _FREE if name not in taken), list[tuple[str, Term]]()
    for cases in (False, False, True):  # two parts that come back, then the first distinction of cases
        bound = claim.args[-1] if isinstance(claim, Call) else claim
        part = next((one for one in calls(bound) if one.head == "cases"), None) if cases else _longest_repeat(bound)
        name = next(free, None)
        if part is None or name is None or part == bound:
            continue
        claim = exchanged(claim, part, Name(name))
        parts = [(own, exchanged(term, part, Name(name))) for own, term in parts]
        parts.append((name, part))
    return fit_lines(claim, parts[::-1], free)


def fit_lines(formula: Term, parts: list[tuple[str, Term]], free: Iterator[str], room: int = LINE) -> tuple[Term, list[tuple[str, Term]]]:
    """A formula and what its letters stand for, with letters for more parts until every line fits, as long as there are letters."""
    lines = [("", formula), *parts]
    position = 0
    while position < len(lines):
        own = lines[position][1]
        part = None if position and isinstance(own, Call) and own.head == "+" else _in_the_way(own, room)
        name = None if part is None else next(free, None)
        if part is None or name is None:
            position += 1
            continue
        lines = [(own, exchanged(term, part, Name(name))) for own, term in lines]
        lines.insert(position + 1, (name, part))
    return lines[0][1], lines[1:]


def _in_the_way(term: Term, room: int) -> Term | None:
    """The part of a formula too wide for a line whose place a letter takes, so that it is narrowest; None where it fits."""
    wide = width(term)
    if wide <= room:
        return None
    inside = {part: width(exchanged(term, part, Name("Q"))) for part in set(calls(term)) if part != term and _stands_alone(part, room)}
    best = min(inside, key=lambda part: (inside[part], len(latex(part)), latex(part)), default=None)
    return best if best is not None and inside[best] < wide else None


def _stands_alone(part: Call, room: int) -> bool:
    """May a letter stand for a part: it is a number, no short one, speaks of no step, and fits in a line or can be broken."""
    if part.head in (*RELATIONS, "and", "neg", *LAWS) or "k" in names(part):
        return False
    return width(part) >= SHORT and (part.head == "+" or width(part) <= room)


def definition_latex(sign: str, term: Term, room: int, end: str = "") -> str:
    """A displayed definition of a sign; a long sum is broken into lines."""
    if not isinstance(term, Call) or term.head != "+" or width(term) <= room:
        return rf"\[ {sign} = {latex(term)}{end} \]"
    lines = [[term.args[0]]]
    for part in term.args[1:]:
        if width(Call("+", (*lines[-1], part))) > room:
            lines.append([])
        lines[-1].append(part)
    rows = [latex(Call("+", tuple(line)) if len(line) > 1 else line[0]) for line in lines]
    rest = "".join(rf" \\ & {row if row.startswith('-') else '{} + ' + row}" for row in rows[1:])
    return rf"\[ \begin{{aligned}} {sign} = {{}} & {rows[0]}{rest}{end} \end{{aligned}} \]"


def width(term: Term) -> float:
    """About how many letters wide a formula is when it is displayed."""
    if not isinstance(term, Call):
        return len(str(term.value)) if isinstance(term, Number) else 1 + len(term.name.partition("_")[2]) * SMALL
    parts = [width(arg) for arg in term.args]
    match term.head, term.args:
        case "/", _:
            return max(parts)
        case "**", (base, _):
            return parts[0] + SMALL * parts[1] + (2 if isinstance(base, Call) else 0)
        case "*", factors:
            return sum(parts) + sum(2 for one in factors if isinstance(one, Call) and one.head == "+")
        case "+", _:
            return sum(parts) + 2.5 * (len(parts) - 1)
        case "cases", (_, value, rest):
            return max(parts[0] + 9 + parts[1], parts[2] + (0 if isinstance(rest, Call) and rest.head == "cases" else 8)) + 2 * (
                not (isinstance(value, Call) and value.head == "cases"))
        case "neg", _:
            return 1.5 + parts[0]
        case head, _:
            return sum(parts) + (3 if head in RELATIONS else 4)


_FREE = ("Q", "r", "q", "u", "w", "R", "p", "h", *(f"{letter}_{i}" for i in range(1, 10) for letter in "Qrqu"))
"""Letters for parts of a bound."""
_LONG = 60
"""From so many characters of LaTeX on, a part that comes back has a letter."""


def _longest_repeat(term: Term) -> Term | None:
    """The longest part that comes back and is long."""
    counts = Counter(calls(term))
    found = [part for part, count in counts.items() if count > 1 and part.head not in ("cases", "min", "max") and len(latex(part)) >= _LONG]
    return max(found, key=lambda part: len(latex(part)), default=None)


def _worst_case(found: Derivation) -> Iterator[str]:
    yield r"\begin{remark}"
    if found.attainment is not None:
        pair, runs = found.attainment.pair, _Runs(found)
        integers = {"k", *(name for name, one in found.spec.symbols.items() if one.kind == "integer")}
        slope, gap = (_join_periods(tidied(term), integers) for term in (pair.slope, pair.gap))
        yield "The bound is tight: it is matched in dimension one by the linear maps"
        yield rf"\[ {runs.map}_k(x) = a_k x + b_k, \qquad {runs.other}_k(x) = a_k x \]"
        taken = {*found.spec.symbols, "a", "b", "k", *(name for name, _ in _with_parts(found)[1])}
        free = (name for name in _FREE if name not in taken)
        yield "with"
        for sign, value in (("a_k", slope), ("b_k", gap)):
            plain, parts = fit_lines(value, [], free, LINE - 6)
            yield rf"\[ {sign} = {latex(plain)}, \]"
            yield from (f"where {definition_latex(latex(Name(name)), part, LINE, ',')}" for name, part in parts)
        yield f"noise of variance {_inline(tidied(pair.variance))} and starts ${latex(tidied(pair.start))}$ apart:"
        yield "these runs are of this form, and exactly so far apart. The losses of an algorithm may be a smaller class."
    elif found.loose is not None:
        yield f"{escape(str(found.loose)).capitalize()}."
    else:
        part = next(part for part in explain(found).parts if part.title.startswith("The bound "
                    ) and part.title != "The bound that was asked for")
        yield f"The bound is {'. '.join(escape(why) for why in part.why)}."
    yield r"\end{remark}"


def _join_periods(term: Term, integers: Container[str]) -> Term:
    """A distinction with the short case first, so that those in the other one follow it as further lines."""
    if not isinstance(term, Call) or term.head != "cases":
        return term
    on, later, earlier = (term.args[0], *(_join_periods(arg, integers) for arg in term.args[1:]))
    nested = isinstance(later, Call) and later.head == "cases" and not (isinstance(earlier, Call) and earlier.head == "cases")
    if nested and all(name in integers for name in names(on)):
        return Call("cases", (tidied(Call("neg", (Call("+", (on, ONE)),))), earlier, later))
    return Call("cases", (on, later, earlier))


def _gap_part(part: GapEntry) -> str:
    """One part of a gap; where it comes back, with the steps at which it does."""
    if not isinstance(part, Periodic) or part.other != ZERO:
        return latex(tidied(part.term()))
    size, first = (latex(tidied(term)) for term in (part.size, part.start))
    stop = "" if part.stop is None else latex(tidied(part.stop))
    if part.period == ONE and part.start == ONE and not stop:
        return size
    second = latex(tidied(Call("+", (part.start, part.period))))
    steps = rf"\{{{first}, {second}, \dots\}}" + (rf" \text{{ and }} k \le {stop}" if stop else "")
    where = rf"k \ge {first}" + (rf" \text{{ and }} k \le {stop}" if stop else "") if part.period == ONE else rf"k \in {steps}"
    return rf"\begin{{cases}} {size} & \text{{if }} {where}, \\ 0 & \text{{otherwise}} \end{{cases}}"


def _derivation(found: Derivation) -> Iterator[str]:
    yield r"\begin{proof}[Derivation]\mbox{}"
    yield r"\begin{enumerate}"
    names, free = _names(found), [name for name in _FREE if name not in {*found.spec.symbols, "k"}]
    for part in explain(found).parts:
        if part.title in DEFINED:
            continue
        yield rf"\item \textbf{{{escape(part.title)}.}}"
        for word, term in part.formulas:
            plain, parts = fit_lines(term, [], iter(free), LINE - 6)
            text = latex(plain, names)
            wide = r"\frac" in text or r"\begin" in text or r"\sum" in text
            yield rf"{escape(word)}: " + (rf"\[ {text} \]" if wide else f"${text}$;")
            yield from (f"where {definition_latex(latex(Name(name)), own, LINE - 6)}" for name, own in parts)
        yield from (rf"{escape(reason)}." for reason in part.why)
        if not part.formulas and not part.why:
            yield r"\mbox{}"
    yield r"\end{enumerate}"
    yield r"\end{proof}"
