"""Pictures for pages: the taut string of a statement's worst case, and matplotlib's SVG made ready to stand inside HTML."""

from __future__ import annotations

import hashlib
import io
import re
from html import escape

from flint import fmpq

from pabisym.divergence.evaluate import exact_value
from pabisym.errors import PabisymError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational_text
from pabisym.lang.term import Binding, substitute
from pabisym.library.point import NoValueError, letters, read_point
from pabisym.library.statement import Spot, Statement
from pabisym.shift.instance import Instance

MAX_STEPS = 60
"""Longest worst case that is drawn on a page."""
_REFERENCE = re.compile(r'(\bid="|xlink:href="#|href="#|url\(#)([^")]+)')
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.DOTALL)
_HEAD = re.compile(r"^.*?(?=<svg)", re.DOTALL)


def worst_instance(statement: Statement, spot: Spot) -> Instance | None:
    """The instance of the shift allocation that a statement's worst case is at a point.

    None where there is none, where a number is not rational, where it has more than :data:`MAX_STEPS` steps or none, or
    a divergence that is zero or infinite.
    """
    pair = statement.worst_case
    if pair is None:
        return None
    try:
        point = {name: value for name, value in read_point(statement, spot.at, "spot").items() if name != "k"}
        steps, start = _number(pair.steps, point, None), _number(pair.start, point, None)
        if steps is None or start is None or steps.q != 1 or not 1 <= steps <= MAX_STEPS:
            return None
        data: dict[str, object] = {"steps": int(steps.p), "start_shift": rational_text(abs(start))}
        for name, text in (("contraction", pair.contraction), ("gap", pair.gap), ("noise_variance", pair.noise_variance)):
            values = [_number(text, point, k) for k in range(1, int(steps.p) + 1)]
            data[name] = [rational_text(value) for value in values if value is not None]
            if None in values:
                return None
        return Instance.from_json(data)
    except (PabisymError, NoValueError):
        return None


def _number(text: str, point: Binding, step: int | None) -> fmpq | None:
    term = substitute(parse(text, "worst case"), point)
    at = {} if step is None else {"k": step}
    return exact_value(term, at) if letters(term) <= at.keys() else None


def string_svg(instance: Instance) -> str:
    """The taut string of an instance, ready to stand inside a page; empty where its optimum is infinite."""
    import matplotlib as mpl

    from pabisym.shift.allocate import solve
    from pabisym.show.plot import taut_string

    answer = solve(instance)
    if answer.status != "optimal":
        return ""
    figure = taut_string(answer)
    buffer = io.StringIO()
    with mpl.rc_context({"svg.fonttype": "path", "svg.hashsalt": "pabisym"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    blocks = len(answer.blocks)
    desc = (f"The shift so far over the noise so far, {instance.steps} steps, and below it the string pulled tight: "
            f"{blocks} straight piece{'s' if blocks != 1 else ''}, each touching the shift at its end. Below, the payments and "
            "the shift left at each step.")
    return inline(buffer.getvalue(), f"The taut string of {instance.steps} steps", desc)


def inline(svg: str, title: str = "", desc: str = "") -> str:
    """An SVG document as an element of a page: without its head and fixed size, its names told apart from other pictures'.

    ``title`` and ``desc`` say what it shows to those who do not see it.
    """
    own = hashlib.sha256(svg.encode()).hexdigest()[:8]
    bare = _HEAD.sub("", svg, count=1)
    head, bracket, rest = bare.partition(">")
    head = re.sub(r'\s(width|height)="[^"]*"', "", head)
    said = f' aria-label="{escape(title)}"' if title else ""
    told = f"<title>{escape(title)}</title><desc>{escape(desc)}</desc>" if title else ""
    rest = _METADATA.sub("", rest)
    return _REFERENCE.sub(lambda found: f"{found[1]}{own}-{found[2]}", f'{head} role="img"{said}{bracket}{told}{rest}')


def legible(svg: str) -> str:
    """An SVG element of matplotlib that is never narrower than its letters allow: what holds it scrolls."""
    wide = re.search(r'viewBox="[\d.]+ [\d.]+ (\d+)', svg)
    return svg if wide is None else svg.replace("<svg ", f'<svg style="min-width: {wide[1]}px" ', 1)
