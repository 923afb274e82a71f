"""What a reader of a page holds on to: short code stays on one line; a notebook and its slides lie beside the page that was made of it.

The pictures of a notebook are described for whoever cannot see them, and what moves while it runs says that it stands still on the page.
"""

from __future__ import annotations

import re
import shutil
import struct
import tomllib
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pabisym.errors import PabisymError
from pabisym.show.interactive import STANDING
from pabisym.show.mathml import latex_to_mathml
from pabisym.show.prose import formula_latex, pieces

if TYPE_CHECKING:
    from docutils import nodes
    from docutils.nodes import document
    from sphinx.application import Sphinx

SLIDES = "slides"
"""The folder of the slides, beside the pages of the notebooks."""
PICTURES = {"image/png", "image/svg+xml"}
"""The outputs of a cell that are pictures."""
ASCII = re.compile(r"[\w)\]](?:\^|\*\*)[\w({-]|\b[A-Za-z]+_[\w({]|<=|>=|!=|==|\|\|"
                   r"|\b[A-Za-z] [=<>] [\w-]|\b(?:alpha|delta|epsilon|eps|eta|gamma|lambda|mu|rho|sigma|theta|tau)\b")
"""What a text has in which a formula stands in ASCII."""
NAMED = re.compile(r"[A-Za-z]\w*(?:_[a-z]{2,}\w*|\w\.[a-z]+)")
"""The name of a variable or of a file, which is no formula."""
LONGEST = 24
"""Most characters of a cell that is no sentence."""
CODE = 34
"""Most characters of code that is not broken."""
WORD = 14
"""Most characters of a word in a table that is not broken."""


def stays_whole(code: str) -> bool:
    """Whether code is a short word, which a browser would break after its hyphens or anywhere."""
    return len(code) <= CODE and not any(map(str.isspace, code))


def unbroken(app: Sphinx, tree: document) -> None:
    """Mark code that stays whole for the style sheet."""
    from docutils import nodes

    for one in list(tree.findall(nodes.literal)):
        if stays_whole(one.astext()):
            one["classes"].append("short")
        if not isinstance(one.parent, nodes.title):
            _with_neighbours(one)


def _with_neighbours(code: nodes.literal) -> None:
    """Keep a bracket or a comma that touches code on its line."""
    from docutils import nodes

    place, held = code.parent.index(code), nodes.inline(classes=["whole"])
    before, after = (code.parent.children[at] if 0 <= at < len(code.parent.children) else None for at in (place - 1, place + 1))
    if isinstance(before, nodes.Text) and (found := re.search(r"\S+$", before.astext())):
        code.parent.replace(before, nodes.Text(before.astext()[:found.start()]))
        held += nodes.Text(found[0])
    held += code.deepcopy()
    if isinstance(after, nodes.Text) and (found := re.match(r"\S+", after.astext())):
        code.parent.replace(after, nodes.Text(after.astext()[found.end():]))
        held += nodes.Text(found[0])
    if len(held) > 1:
        code.replace_self(held)


def sentences(app: Sphinx, tree: document) -> None:
    """Mark cells of tables for the style sheet: it breaks no short word, and keeps sentences from a column of single words."""
    from docutils import nodes

    for one in tree.findall(nodes.entry):
        if len(one.astext()) > LONGEST:
            one["classes"].append("sentence")
        if max(map(len, one.astext().split()), default=0) <= WORD:
            one["classes"].append("words")


def typeset(app: Sphinx, tree: document) -> None:
    """Set the formulas that stand in ASCII in running text, as those of docstrings do; code and headings stay as they are."""
    from docutils import nodes
    from sphinx import addnodes

    apart = nodes.literal, nodes.literal_block, nodes.math, nodes.math_block, nodes.raw, nodes.title, nodes.comment, addnodes.desc_signature
    for text in list(tree.findall(nodes.Text)):
        above = text.parent
        while above is not None and not isinstance(above, apart):
            above = above.parent
        if above is None and ASCII.search(text.astext()):
            text.parent.replace(text, list(_typeset(text.astext())))


def _typeset(text: str) -> Iterator[nodes.Node]:
    from docutils import nodes

    yield nodes.Text(" " if text[:1].isspace() else "")
    for piece in pieces(text):
        formula = formula_latex(piece.text) if piece.is_formula and not NAMED.fullmatch(piece.text) else ""
        try:
            latex_to_mathml(formula)
        except PabisymError:
            formula = ""
        yield nodes.math(formula, formula) if formula else nodes.Text(piece.text)
    yield nodes.Text(" " if text[-1:].isspace() else "")


def bundles(tree: document) -> list[dict[str, Any]]:
    """What the cells of a notebook show, as the nodes of every kind in which they are stored."""
    from docutils import nodes

    found = [one for one in tree.findall(nodes.container) if one.get("nb_element") == "mime_bundle"]
    return [{str(part.get("mime_type")): part for part in one.children if isinstance(part, nodes.Element)} for one in found]


def descriptions(source: Path) -> list[str]:
    """What the pictures of a notebook show, in words."""
    told: list[str] = tomllib.loads(source.with_name("pictures.toml").read_text(encoding="utf-8")).get(source.stem, [])
    return told


def is_map(text: str) -> bool:
    """Whether a description is of a heat map, whose colours mean something."""
    return "heat map" in text.lower()


def looks(text: str, picture: bytes) -> list[str]:
    """How a picture is to be treated: one whose colours mean something keeps them in the dark, a wide one scrolls on a phone."""
    width, height = struct.unpack(">II", picture[16:24]) if picture.startswith(b"\x89PNG") else (3, 1)
    return ["map"] * is_map(text) + ["wide"] * (width > 2 * height)


def described(app: Sphinx, tree: document) -> None:
    """Give the pictures of a notebook their alternative texts, and say of those with sliders where they stand."""
    from docutils import nodes

    source = Path(app.env.doc2path(app.env.docname))
    if source.suffix != ".ipynb":
        return
    app.env.note_dependency(str(source.with_name("pictures.toml")))
    told, pictures = descriptions(source), [one for one in bundles(tree) if PICTURES & one.keys()]
    if len(told) != len(pictures):
        raise ValueError(f"pictures.toml: {source.stem} has {len(pictures)} pictures and {len(told)} descriptions; describe each")
    for one, text in zip(pictures, told, strict=True):
        for kind in PICTURES & one.keys():
            for image in one[kind].findall(nodes.image):
                image["alt"] = text
                image["classes"] += looks(text, Path(app.srcdir, image["uri"]).read_bytes())
        said = one["text/plain"].astext() if "text/plain" in one else ""
        if said.startswith(STANDING):
            still = re.sub(r" \((also [^)]*)\)", r", \1", said.removeprefix(STANDING))
            where = f"Here the picture stands still at{still}. In a running notebook every value has a slider."
            one["image/png"] += nodes.paragraph("", where, classes=["standing"])


def linked(app: Sphinx, tree: document) -> None:
    """Offer the slides of a notebook where the notebook itself is offered."""
    from docutils import nodes

    name = Path(app.env.docname).name
    for one in list(tree.findall(nodes.raw)):
        if one.astext() == f'<a href="{name}.ipynb" download>':
            above, more = one.parent, f' and <a href="{SLIDES}/{name}.html">its slides</a>'
            end = next(place for place in range(above.index(one), len(above)) if above[place].astext() == "</a>")
            above.insert(end + 1, nodes.raw("", more, format="html"))


def decks(app: Sphinx) -> Any:
    """The module that makes slides."""
    found = spec_from_file_location("slides", Path(app.srcdir) / "course" / "slides.py")
    if found is None or found.loader is None:
        raise FileNotFoundError("docs/course/slides.py")
    module = module_from_spec(found)
    found.loader.exec_module(module)
    return module


def notebooks(app: Sphinx, error: Exception | None) -> None:
    """Put every notebook and its slides beside its page, where the links of the page expect them."""
    if error is not None or app.builder.format != "html":
        return
    import nbformat

    slides = decks(app)
    for name in sorted(app.env.found_docs):
        source = Path(app.env.doc2path(name))
        if source.suffix == ".ipynb":
            target = Path(app.outdir) / f"{name}.ipynb"
            deck = target.parent / SLIDES / f"{target.stem}.html"
            deck.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            deck.write_text(slides.deck(nbformat.read(source, 4), descriptions(source)), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register them."""
    app.connect("doctree-read", unbroken)
    app.connect("doctree-read", sentences)
    app.connect("doctree-read", described)
    app.connect("doctree-read", typeset)
    app.connect("doctree-read", linked)
    app.connect("build-finished", notebooks)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
