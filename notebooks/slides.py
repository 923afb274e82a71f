"""Slides from a notebook: one HTML file that needs nothing else.

Every heading begins a slide.  Formulas become MathML, pictures stand in the file, code is folded away and can be opened.  Arrow keys,
space, Home and End turn the pages; printed, every slide is a page.  What belongs to running the notebook (installing, enrolling, answering,
checking) is left out.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from typing import Any

from markdown_it import MarkdownIt

from pabisym.show.interactive import STANDING
from pabisym.show.mathml import latex_to_mathml

MATH = re.compile(r"\$\$(.+?)\$\$|(?<![\\$])\$(?!\s)([^$]+?)(?<!\s)\$", re.DOTALL)
CODE = re.compile(r"(`+).*?\1|^(```+).*?^\2", re.DOTALL | re.MULTILINE)
FILES = re.compile(r"(?m)^\* \*\*Files\*\*.*\n")
"""The line that offers the notebook beside the page that shows it."""
HEADING = re.compile(r"(?m)^(?=#{1,3} )")
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")
STYLE = """
:root { color-scheme: light dark; --ink: light-dark(#1a1a1a, #ececec); --paper: light-dark(#ffffff, #16181c); --soft: light-dark(#f1f3f6, #23272e);
  --line: light-dark(#c5cbd3, #4a505a); --link: light-dark(#005a9c, #7cc0ff); }
* { box-sizing: border-box; }
html { scroll-snap-type: y proximity; scroll-behavior: smooth; background: var(--paper); color: var(--ink); font: 20px/1.45 system-ui, sans-serif; }
body { margin: 0; counter-reset: slide; }
math { font-family: "STIX Two Math", "Latin Modern Math", "Cambria Math", "DejaVu Math TeX Gyre", math; font-size: 1.08em; }
a { color: var(--link); }
section { scroll-snap-align: start; min-height: 100vh; padding: 5vh max(5vw, calc((100vw - 58rem) / 2)); border-bottom: 1px solid var(--line);
  counter-increment: slide; position: relative; overflow-wrap: break-word; }
section::after { content: counter(slide); position: absolute; right: 2rem; bottom: 1rem; opacity: .7; font-size: .8rem; }
h1 { font-size: 2.2rem; } h2 { font-size: 1.6rem; } h3 { font-size: 1.3rem; }
img { max-width: 100%; max-height: 62vh; background: #fff; border-radius: 4px; }
@media (prefers-color-scheme: dark) { img, .wide > svg { filter: invert(.925) hue-rotate(180deg); } img.map { filter: brightness(.8); } }
pre { background: var(--soft); padding: .7rem 1rem; overflow-x: auto; font-size: .72rem; line-height: 1.35; border-radius: 4px; }
.still { font-size: .75rem; margin: .2rem 0 0; } code { font-size: .9em; } details { margin: .6rem 0; } summary { cursor: pointer; font-size: .8rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; } td, th { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left; }
@media (max-width: 640px) { html { font-size: 16px; } section { padding: 4vh 1rem; }
  p:has(> math), li:has(> math) { overflow-x: auto; overflow-y: hidden; } }
@media print { html { font-size: 15px; } section { min-height: auto; page-break-after: always; border: 0; } details > pre { display: block; } }
"""
SCRIPT = """
const slides = [...document.querySelectorAll("section")];
const here = () => slides.reduce((best, one, k) => Math.abs(one.getBoundingClientRect().top) < Math.abs(slides[best].getBoundingClientRect().top) ? k : best, 0);
const turn = { ArrowRight: 1, PageDown: 1, " ": 1, ArrowLeft: -1, PageUp: -1, Home: -1e9, End: 1e9 };
addEventListener("keydown", event => {
  if (!(event.key in turn) || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("summary, a, pre")) return;
  event.preventDefault();
  slides[Math.max(0, Math.min(slides.length - 1, here() + turn[event.key]))].scrollIntoView();
});
"""


def prose(text: str) -> str:
    """Markdown with formulas as HTML with MathML; formulas in code stay as they are."""
    kept: list[str] = []

    def keep(markup: str) -> str:
        kept.append(markup)
        return f"\ue000{len(kept) - 1}\ue001"

    def formula(found: re.Match[str]) -> str:
        if found[1] is not None:
            return keep(f'<div class="wide">{latex_to_mathml(found[1].strip(), display=True)}</div>')
        return keep(latex_to_mathml(found[2], display=False))

    guarded = CODE.sub(lambda found: found[0].replace("$", "\ue002"), text)
    page = MARKDOWN.render(MATH.sub(formula, guarded)).replace("\ue002", "$")
    page = re.sub(r"<table>.*?</table>", lambda found: f'<div class="wide">{found[0]}</div>', page, flags=re.DOTALL)
    return re.sub("\ue000(\\d+)\ue001", lambda found: kept[int(found[1])], page)


def shown(output: Any, told: Iterator[str]) -> str:
    """An output as HTML: a picture with its description, prose, or text."""
    data = output.get("data", {})
    if "image/png" in data:
        words = next(told)
        kind = ' class="map"' if "heat map" in words.lower() else ""
        picture = f'<img{kind} alt="{html.escape(words)}" src="data:image/png;base64,{"".join(data["image/png"]).strip()}">'
        said = "".join(data.get("text/plain", ""))
        where = html.escape(said.removeprefix(STANDING).strip())
        return picture + (f"<p class=still>standing still at {where}; in a running notebook every value has a slider</p>" if said.startswith(STANDING) else "")
    if "image/svg+xml" in data:
        return f'<div class="wide" role="img" tabindex="0" aria-label="{html.escape(next(told))}">{"".join(data["image/svg+xml"])}</div>'
    if "text/markdown" in data:
        return prose("".join(data["text/markdown"]))
    text = "".join(output.get("text", data.get("text/plain", "")))
    return f'<pre tabindex="0">{html.escape(text.rstrip())}</pre>' if text.strip() else ""


def deck(book: Any, told: Sequence[str]) -> str:
    """The slides of a notebook, as one page, with the descriptions of its pictures."""
    words = iter(told)
    slides: list[list[str]] = []
    titles: list[str] = []
    for cell in book.cells:
        if cell.cell_type == "markdown":
            for part in HEADING.split(cell.source):
                if not part.strip():
                    continue
                if part.startswith("#") or not slides:
                    slides.append([])
                    titles.append(re.sub(r"[#$*`\\]", "", part.splitlines()[0]).strip())
                slides[-1].append(prose(FILES.sub("", part)))
        elif slides and not cell.source.startswith(("import importlib", "%matplotlib", "task, judge, hint =", "answer_")) and titles[-1] != "Checks":
            if not cell.source.startswith("task("):
                slides[-1].append(f'<details><summary>code</summary><pre tabindex="0">{html.escape(cell.source)}</pre></details>')
            slides[-1] += [shown(output, words) for output in cell.outputs]
    pages = "\n".join(f'<section aria-label="{html.escape(title)}">{"".join(page)}</section>'
                      for title, page in zip(titles, slides, strict=True) if title != "Checks")  # fmt: skip
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(titles[0])}</title><style>{STYLE}</style></head>\n<body>\n{pages}\n<script>{SCRIPT}</script></body></html>\n")  # fmt: skip


NOTES = """
aside { display: none; margin-top: 2rem; padding: .7rem 1rem; border-left: 4px solid var(--link); background: var(--soft); font-size: .8rem; }
body.notes aside { display: block; } section.talk h2 { font-size: 2rem; margin-top: 8vh; } .of { margin: 0; font-size: .8rem; opacity: .8; } section.talk svg { max-width: 100%; max-height: 55vh; height: auto; }
@media (prefers-color-scheme: dark) { section.talk svg { background: #fff; border-radius: 4px; } }
"""
TOGGLE = 'addEventListener("keydown", event => { if (event.key === "n") document.body.classList.toggle("notes"); });'


def talk(title: str, slides: Sequence[dict[str, Any]], figure: str, told: str) -> str:
    """A talk as one page: one idea for each slide, and notes for the speaker that the key n shows and hides.

    The title stands small above every slide.  ``figure`` is the SVG of the chapter's figure and ``told`` says what it shows.
    """
    picture = f'<div class="wide" role="img" aria-label="{html.escape(told)}">{figure[figure.index("<svg"):]}</div>'
    pages = "\n".join(
        f'<section class="talk" aria-label="{html.escape(re.sub(r"[$*`]", "", one["say"]))}"><p class="of">{html.escape(title)}</p>{prose("## " + one["say"])}'
        f'{picture if one.get("figure") else ""}{prose(one["show"])}<aside>{prose(one["note"])}</aside></section>'
        for one in slides)  # fmt: skip
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(title)}</title><style>{STYLE}{NOTES}</style></head>\n<body>\n{pages}\n<script>{SCRIPT}{TOGGLE}</script></body></html>\n")  # fmt: skip
