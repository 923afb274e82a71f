"""The explorers of the site in a browser: the first shows what ``allocate`` and ``convert`` answer, the second what ``privacy`` answers.

Where there is no Chromium the script is not run, and the stored table alone is judged.
"""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from support.page_builders import EXTENSIONS, page_builder

from pabisym import allocate, convert
from pabisym.numerics.enclosure import up

STATIC = EXTENSIONS.parent / "_static"
TABLE = (STATIC / "last-iterate.json").read_text(encoding="utf-8")
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
BUILDER = page_builder("last_iterate_table")
GAPS = [["2", "1", "0", "0.5", "0.5", "2", "1", "3"], ["2", "0", "0"], ["0", "0"], ["1"]]


def instances() -> list[dict[str, Any]]:
    """Instances whose numbers are values of the sliders: known ones, then random ones, with ties, expansions and diameters among them."""
    chance = random.Random(39)
    drawn = [[str(chance.randrange(9) / 4) for _ in range(chance.randrange(1, 11))] for _ in range(60)]
    found = [{"gap": gap, "noise_variance": ["1"] * len(gap), "contraction": ["1"] * len(gap), "start_shift": "0", "diameter": None} for gap in GAPS]
    for gap in drawn:
        found.append({"gap": gap, "noise_variance": [str(chance.choice((0, 1, 1, 0.25, 4))) for _ in gap],
                      "contraction": [str(chance.choice((1, 1, 0.5, 0.9, 1.1, 0.3))) for _ in gap],
                      "start_shift": str(chance.choice((0, 1.5))), "diameter": chance.choice((None, None, "0.5", "2"))})  # fmt: skip
    return [{"steps": len(one["gap"]), **one} for one in found]


def told(page: Path, script: str) -> Any:
    """What a script finds in a page with both explorers; None where there is no browser."""
    if BROWSER is None:
        return None
    parts = ['<!doctype html><meta charset="utf-8"><div id="string-explorer"></div>', f'<script type="application/json" id="last-iterate-table">{TABLE}</script>',
             '<div id="last-iterate-explorer"></div>', f"<script>{(STATIC / 'explorer.js').read_text(encoding='utf-8')}</script>",
             f'<pre id="told"></pre><script>addEventListener("load", () => {{ document.getElementById("told").textContent = JSON.stringify((() => {{ {script} }})()); }});</script>']
    page.write_text("".join(parts), encoding="utf-8")
    settings = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr", "--host-resolver-rules=MAP * ~NOTFOUND",
                f"--user-data-dir={page.parent}/browser", "--virtual-time-budget=5000", "--dump-dom"]  # fmt: skip
    done = subprocess.run([BROWSER, *settings, page.as_uri()], capture_output=True, text=True, timeout=120, check=False)
    assert [line for line in done.stderr.splitlines() if "CONSOLE" in line] == []
    found = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-2000:]
    return json.loads(unescape(found[1]))


def test_the_first_explorer_shows_the_exact_optimum(tmp_path: Path) -> None:
    asked = instances()
    shown = told(tmp_path / "page.html", f"""return {json.dumps(asked)}.map((one) => {{
        const found = explorer.allocation(one), mu = found.value ? Math.sqrt(Number(found.value.split("/")[0]) / Number(found.value.split("/")[1] || 1)) : 0;
        return {{ ...found, shown: found.value ? explorer.upExactly(explorer.read(found.value)) : "", epsilon: [0.01, 1e-5].map((delta) => explorer.up(explorer.epsilon(mu, delta))) }}; }});""")
    if shown is None:
        return
    infinite = 0
    for one, page in zip(asked, shown, strict=True):
        answer = allocate(**{name: value for name, value in one.items() if name != "steps"})
        assert page["status"] == answer.status, one
        if answer.status == "infinite":
            infinite += 1
            continue
        assert Fraction(page["value"]) == answer.value, one
        assert page["restart"] == answer.restart, one
        assert list(map(Fraction, page["allocation"])) == list(answer.allocation), one
        assert list(map(Fraction, page["shift"])) == list(answer.shift), one
        assert [(b["first"], b["last"], Fraction(b["slope"])) for b in page["blocks"]] == [(b.first, b.last, b.slope) for b in answer.blocks], one
        assert list(map(Fraction, page["worst_case"]["contraction"])) == list(answer.worst_case.contraction), one
        assert 0 <= Fraction(page["shown"]) - answer.value <= answer.value / 1000, one
    assert 1 <= infinite < len(asked) // 2
    finite = [(one, page) for one, page in zip(asked, shown, strict=True) if page["status"] == "optimal" and Fraction(page["value"])]
    assert any(page["restart"] for _, page in finite)
    for one, page in finite[:12]:
        answer = allocate(**{name: value for name, value in one.items() if name != "steps"})
        assert page["epsilon"] == [up(convert(answer, delta=delta, digits=8).value) for delta in ("1/100", "1e-5")], page


def test_moving_a_slider_changes_what_the_pages_say(tmp_path: Path) -> None:
    shown = told(tmp_path / "page.html", """
        const say = () => document.querySelector("#string-explorer .answer").textContent, set = (label, value, place = "#string-explorer") => {
          const one = document.querySelector(`${place} [aria-label="${label}"]`); one.value = value; one.dispatchEvent(new Event("input")); };
        const kinds = () => [...document.querySelectorAll("#last-iterate-explorer [data-kind]")].map((one) => one.textContent);
        const found = [say()];
        set("number of steps", 2); set("gap of step 1", 1); set("gap of step 2", 0);
        found.push(say());
        set("noise variance of step 2", 0); set("gap of step 2", 1);
        found.push(say());
        set("noise multiplier", 2, "#last-iterate-explorer"); set("epochs", 0, "#last-iterate-explorer");
        const unnamed = [...document.querySelectorAll("input[type=range]:not([aria-label]), svg:not([aria-label]), select")].filter((one) => one.tagName !== "SELECT" || !one.closest("label")).length;
        return { found, kinds: kinds(), unnamed };""")
    if shown is None:
        return
    mixed, two, infinite = shown["found"]
    assert mixed.startswith("μ² = 167/10 (at most 16.70)")
    assert "3 blocks: steps 1 to 5, steps 6 to 7, step 8." in mixed
    assert two.startswith("μ² = 1/2 (at most 0.5000)")
    assert infinite == "No bound holds: a gap survives to the end, and no noise comes after it."
    row = dict(zip((tuple(point.values()) for point in BUILDER.grid()), json.loads(TABLE)["epsilon"], strict=True))["1", "1", "256", "0"]
    assert shown["kinds"] == [f"ε ≤ {row[0]}", f"ε ≤ {row[1]}", f"ε ≤ {row[2]}", f"ε ≥ {row[3]}"]
    assert shown["unnamed"] == 0


def test_the_table_is_whole_and_its_bounds_are_in_order() -> None:
    table = json.loads(TABLE)
    assert table["axes"] == {name: list(values) for name, values in BUILDER.AXES.items()}
    assert table["run"] == {name: str(value) for name, value in BUILDER.RUN.items()}
    assert len(table["epsilon"]) == len(list(BUILDER.grid()))
    for point, (every, checkpoints, last, under) in zip(BUILDER.grid(), table["epsilon"], strict=True):
        assert Fraction(last) <= Fraction(checkpoints) <= Fraction(every), point
        assert under is None or 0 < Fraction(under) <= Fraction(last), point
        assert (under is None) == (point["weight_decay"] != "0"), point
        assert checkpoints == last or point["epochs"] != "1"  # one epoch has one model


@pytest.mark.campaign
def test_the_table_is_what_the_accountant_answers() -> None:
    stored = json.loads(TABLE)["epsilon"]
    for number, point in enumerate(BUILDER.grid()):
        if number % 13 == 5:
            assert BUILDER.point(point) == stored[number], point
