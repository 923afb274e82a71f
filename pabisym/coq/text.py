"""Terms, sorts and names as Coq text.

Everything is printed so that the kernel's substitution is Coq's instantiation: a power is always ``pw``, a difference
``a + - b``, a number a numeral or a quotient of two.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from flint import fmpq

from pabisym.kernel.exact import index_level
from pabisym.lang.grammar import to_text
from pabisym.lang.term import BINDERS, CONSTANTS, RELATIONS, Call, Name, Number, Term, substitute

SORTS: Mapping[str, str] = {
    "real": "R", "integer": "R", "law": "law", "map": "map", "noise": "noise", "loss": "loss", "set": "set", "vector": "vector",
    "mechanism": "mechanism",
}
"""The Coq type of each sort."""
HEADS = {
    "log": "ln", "abs": "Rabs", "floor": "rfloor", "ceiling": "rceiling", "product": "pair_law", "norm": "norm E", "R": "magnitude",
    "min": "Rmin", "max": "Rmax", "coupled": "coupled_below", "at": "at_point",
    "minus": "vsub", "inner": "inner E", "chance": "probability",
}
"""Heads that have another name in Coq."""
_TAKEN = frozenset((
    "R", "E", "Z", "N", "Q", "as", "at", "cofix", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "IF",
    "in", "let", "match", "mod", "Prop", "return", "Set", "SProp", "then", "Type", "using", "where", "with", "by", "ln", "exp",
    "sqrt", "pw", "cases", "rsum", "Rmin", "Rmax", "Rabs", "rfloor", "rceiling", "is_int", "forall_int", "theta", "normal",
    "quantile", "harmonic", "erfc", "sampled", "sampled_first", "admissible", "survival",
    "coupled_below", "norm", "magnitude", "law", "map", "noise", "loss",
    "set", "vector", "mechanism", "at_point", "vsub", "inner", "probability", "slope", "grad", "member",
    "pair_law", "push", "convolve", "equal", "nf", "IZR", "PI", "S", "O", "I", "e", "True", "False",
))
"""Words that a letter of a statement cannot be."""
_SYMBOLS = {"<=": "<=", "<": "<", "==": "=", "!=": "<>"}


def name(text: str) -> str:
    """A name of pabisym as a Coq identifier; indices of the kernel's own are ``j1``, ``i5``."""
    if text in CONSTANTS:
        return text.upper()
    if text[0] in "#%":
        return ("j_" if text[0] == "#" else "i_") + text[1:]
    return text + "_" if text in _TAKEN or text.startswith(("j_", "i_", "H_", "is_", "n_")) else text


def identifier(text: str) -> str:
    """The id of a statement as a Coq identifier."""
    plain = re.sub(r"[^A-Za-z0-9]+", "_", text).strip("_")
    return plain if plain[:1].isalpha() else f"s_{plain}"


def number(value: fmpq | int) -> str:
    """A rational number."""
    value = fmpq(value)
    if value.q == 1:
        return str(value.p) if value >= 0 else f"({value.p})"
    return f"({value.p} / {value.q})"


def apply(head: str, args: Sequence[str]) -> str:
    """An operator, a function or a constructor applied to texts that can stand as arguments."""
    if head in ("+", "*"):
        return f"({f' {head} '.join(args)})"
    if head == "neg":
        return f"(- {args[0]})"
    if head == "/":
        return f"({args[0]} / {args[1]})"
    if head == "**":
        return f"(pw {args[0]} {args[1]})"
    if head in ("min", "max"):
        result = args[-1]
        for arg in reversed(args[:-1]):
            result = f"({HEADS[head]} {arg} {result})"
        return result
    if head in RELATIONS:
        left, right = (args[1], args[0]) if head in (">=", ">") else (args[0], args[1])
        return f"({left} {_SYMBOLS[{'>=': '<=', '>': '<'}.get(head, head)]} {right})"
    return f"({HEADS.get(head, head)} {' '.join(args)})" if args else HEADS.get(head, head)


_TEXTS: dict[int, tuple[Call, str]] = {}
"""Texts of terms, by what :func:`id` says of them; the term is kept with its text, so that no other has its number."""
_MANY = 100_000


def coq(term: Term) -> str:
    """A term or a judgement as Coq text, in parentheses where it is more than a name."""
    if isinstance(term, Number):
        return number(term.value)
    if isinstance(term, Name):
        return name(term.name)
    kept = _TEXTS.get(id(term))
    if kept is None:
        if len(_TEXTS) > _MANY:
            _TEXTS.clear()
        kept = _TEXTS[id(term)] = term, _coq(term)
    return kept[1]


def _coq(term: Call) -> str:
    if term.head == "sum":
        body, index, low, high = term.args
        return f"(rsum (fun {coq(index)} => {coq(body)}) {coq(low)} {coq(high)})"
    if term.head == "forall":
        index, low, high, body = term.args
        return f"(forall_int {coq(low)} {coq(high)} (fun {coq(index)} => {coq(body)}))"
    if term.head in BINDERS:
        return f"({_bound(term, coq)})"
    head = term.head if term.head in KNOWN else name(term.head)
    return apply(head, [coq(arg) for arg in term.args])


def _bound(term: Call, text: Callable[..., str]) -> str:
    """What binds an index: its name, functions of the index, and the other arguments in their order."""
    index, bodies = BINDERS[term.head]
    functions = [f"(fun {coq(term.args[index])} => {text(term.args[i])})" for i in bodies]
    rest = [coq(arg) if text is coq else text(arg, 9) for i, arg in enumerate(term.args) if i != index and i not in bodies]
    return " ".join([term.head, *functions, *rest])


def readable(term: Term, level: int = 200) -> str:
    """A term or a judgement with the notations of ``Notations.v``, for readers: Coq reads the same term as in :func:`coq`.

    ``level`` is that of Coq's grammar; what binds less than it asks for stands in parentheses.
    """
    text, own = _readable(term)
    return f"({text})" if own > level else text


def _readable(term: Term) -> tuple[str, int]:
    """A term as text, with the level of what is outermost in it."""
    if not isinstance(term, Call):
        return coq(term), 0
    head, args = term.head, term.args
    if head in ("sum", "forall"):
        index, low, high, body = args if head == "forall" else (args[1], args[2], args[3], args[0])
        sign = "∀" if head == "forall" else "∑"
        return f"{sign} {coq(index)} ∈ [{readable(low)}, {readable(high)}], {readable(body)}", 200
    if head in BINDERS:
        return _bound(term, lambda arg, level=200: readable(arg, level)), 10
    if head == "renyi":
        alpha, shift, left, right, bound = args
        return f"Rényi[{readable(alpha)}, {readable(shift)}]({readable(left)} ‖ {readable(right)}) ≤ {readable(bound, 69)}", 70
    if head == "winf":
        return f"Winf({readable(args[0])}, {readable(args[1])}) ≤ {readable(args[2], 69)}", 70
    if head in ("+", "*", "/", "**", "equal"):
        sign, own = {"equal": "≡"}.get(head, head), {"+": 50, "**": 30, "equal": 70}.get(head, 40)
        first = readable(args[0], own if head in ("+", "*", "/") else own - 1)
        return f" {sign} ".join([first, *(readable(arg, own - 1) for arg in args[1:])]), own
    texts = [readable(arg, 69 if head in RELATIONS else 9) for arg in args]
    text = apply(head if head in KNOWN else name(head), texts)
    if head == "neg" or not args:
        return text, 0
    return text[1:-1], 70 if head in RELATIONS else 10


def bound_index_text(term: Call) -> tuple[str, Call]:
    """What binds an index, as text and as a term, with an index that is the same for terms that differ in it only."""
    bound, k = term.args[0], Name(f"#{index_level(term.args[3]) + 1}")
    body = substitute(term.args[3], {bound.name: ((), k)} if isinstance(bound, Name) else {})
    again = Call(term.head, (k, *term.args[1:3], body))
    return to_text(again), again


def congruence(build: Callable[[Sequence[str]], str], old: Sequence[str], new: Sequence[str],
               equations: Sequence[str | None]) -> str | None:
    """A proof that the text built of old arguments equals that of new ones, given proofs (None: the same text) for each."""
    proof: str | None = None
    now = list(old)
    for i, equation in enumerate(equations):
        if equation is None:
            continue
        hole = [*now[:i], "hole", *now[i + 1 :]]
        one = f"(f_equal (fun hole => {build(hole)}) {equation})"
        proof = one if proof is None else f"(eq_trans {proof} {one})"
        now[i] = new[i]
    return proof


from pabisym.kernel.judgement import SIGNATURES  # noqa: E402
from pabisym.lang.term import FUNCTIONS  # noqa: E402

STEPS = ("batchstep", "sampledstep")
"""Maps and mechanisms that bind an index: in Coq their name is applied to a function and to what remains."""
FAMILIES = ("dominance", "noisedominance")
"""Judgements about families of laws, which bind an index."""
KNOWN = frozenset((*SIGNATURES, *STEPS, *FAMILIES, *FUNCTIONS, *RELATIONS, "+", "*", "/", "**", "neg"))
"""Heads with a meaning of their own."""
