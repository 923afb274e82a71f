"""The picture of the home page: a slack string below the shift of every step, pulled tight; what is tight is the optimum.

The directive ``taut`` solves a small instance exactly and draws it as SVG in the colours of the page.  The string moves once, by SMIL, when
the page is opened; where motion is unwelcome, or nothing moves, it stands tight.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pabisym.shift.allocate import Allocation, solve
from pabisym.shift.instance import Instance

GAPS = ("2", "1", "0", "1/2", "1/2", "2", "1", "3")
"""How far the two runs drift apart at every step; every step has the noise 1."""
WIDE, HIGH, LEFT, TOP = 560.0, 300.0, 46.0, 18.0
SAG = 55.0
"""How far the slack string hangs, in units of the picture."""


def optimum() -> Allocation:
    """The instance of the picture, solved."""
    data: dict[str, Any] = {"steps": len(GAPS), "gap": list(GAPS), "noise_variance": ["1"] * len(GAPS), "contraction": ["1"] * len(GAPS)}
    return solve(Instance.from_json(data))


def heights() -> tuple[list[Fraction], list[Fraction]]:
    """The shift so far and the height of the tight string, before the first step and after each."""
    shift, string = [Fraction(0)], [Fraction(0)]
    for gap, paid in zip(GAPS, optimum().allocation, strict=True):
        shift.append(shift[-1] + Fraction(gap))
        string.append(string[-1] + Fraction(str(paid)))
    return shift, string


def drawn() -> str:
    """The picture."""
    shift, string = heights()
    steps, top = len(GAPS), float(shift[-1])

    def at(step: float, height: float) -> tuple[float, float]:
        return round(LEFT + WIDE * step / steps, 1), round(TOP + HIGH * (1 - height / top), 1)

    def line(points: list[tuple[float, float]]) -> str:
        return " ".join(f"{x},{y}" for x, y in points)

    tight = [at(t, float(a)) for t, a in enumerate(string)]
    ends = tight[0], tight[-1]
    slack = []
    for t in range(steps + 1):
        part = t / steps
        chord = ends[0][1] + (ends[1][1] - ends[0][1]) * part ** 2.2
        slack.append((tight[t][0], round(chord + SAG * 4 * part * (1 - part) * (1 - 0.4 * part), 1)))
    blocks = [0, *(block.last for block in optimum().blocks)]
    pegs = "".join(f'<circle cx="{at(t, float(s))[0]}" cy="{at(t, float(s))[1]}" r="6"/>' for t, s in enumerate(shift) if t)
    left = "".join(f'<path d="M{x} {y}V{at(t, float(shift[t]))[1]}"/>' for t, (x, y) in enumerate(tight) if t and shift[t] != string[t])
    floor, right = TOP + HIGH + 14 + SAG * 0.45, LEFT + WIDE
    told = (f"Eight points climb from left to right: the shift between two runs after each step, over the noise. A string from the lower "
            f"left corner to the last point hangs slack below them and is pulled tight; then it has {len(blocks) - 1} straight pieces, "
            f"steeper one after another, and touches the points after the steps {', '.join(map(str, blocks[1:]))}.")
    move = (f'<animate attributeName="points" dur="2.4s" fill="freeze" calcMode="spline" keyTimes="0;0.25;1" '
            f'keySplines="0 0 1 1;.3 0 .1 1" '
            f'values="{line(slack)};{line(slack)};{line(tight)}"/>')
    return (f'<figure class="taut"><svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="taut-title taut-desc" '
            f'viewBox="0 0 {WIDE + LEFT + 20} {floor + 34}"><title id="taut-title">A string pulled tight is the best bound</title>'
            f'<desc id="taut-desc">{told}</desc><path class="axis" d="M{LEFT} {TOP - 8}V{floor}H{right + 10}"/>'
            f'<text x="{right}" y="{floor + 22}" text-anchor="end">noise so far →</text>'
            f'<text x="{LEFT - 14}" y="{TOP}" text-anchor="end" transform="rotate(-90 {LEFT - 14} {TOP})">shift so far →</text>'
            f'<g class="left">{left}</g><polyline class="string moving" points="{line(tight)}">{move}</polyline>'
            f'<polyline class="string still" points="{line(tight)}"/><g class="pegs">{pegs}</g>'
            f"</svg></figure>")


def setup(app: Any) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    from docutils import nodes
    from sphinx.util.docutils import SphinxDirective

    class Taut(SphinxDirective):
        """``taut``: the picture, without arguments."""

        def run(self) -> list[nodes.Node]:
            """The picture."""
            return [nodes.raw("", drawn(), format="html")]

    app.add_directive("taut", Taut)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
