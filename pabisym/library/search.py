"""Statements found by words and by setting, from the text of theorem files alone: nothing is executed, so that a search takes no second.

A file says its title in the first line of its docstring, its statement below, and its hypotheses in the call that makes the statement.
*Tags* are read off these words.  They help to find a statement and decide nothing: what it assumes is what ``pabisym show`` prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pabisym.errors import InputError, visible
from pabisym.lang.once import cached_property
from pabisym.library.files import INDEX, TheoremFiles, read_index
from pabisym.library.library import Library, natural

TAGS: Mapping[str, str] = {
    "sampled": r"sampl|random batch|random steps",
    "cyclic": r"cyclic|round[- ]robin|epoch",
    "full batch": r"full batch|noisy gradient descent|noisy gd\b",
    "one pass": r"one pass|pnsgd|stop-pnsgd|skip-pnsgd",
    "strongly convex": r"strongly[- ]convex|strong contraction|log-sobolev",
    "convex": r"convex",
    "nonconvex": r"not convex|non-?convex",
    "smooth": r"smooth",
    "lipschitz": r"lipschitz",
    "contraction": r"contracti|c-lipschitz|steady\(",
    "bounded": r"diameter|bounded domain|bounded process|wide domain|within a domain",
    "projection": r"project",
    "langevin": r"langevin|diffusion|log-sobolev|traced",
    "mixing": r"\bmixing\b",
    "accountant": r"sampled_first|accountant",
    "lower bound": r"lower bound|tightness ?= ?\"lower\"",
    "exact": r"tightness ?= ?\"exact\"",
    "rényi": r"renyi\(|rényi|rdp",
    "unlearning": r"unlearn",
    "gdp": r"\bgdp\(|gaussian differential privacy|gaussian privacy",
    "(ε, δ)": r"\bdp\(|\(eps, delta\)|apart\(",
    "hockey-stick": r"hockey|theta\(|e_gamma",
    "utility": r"excess (loss|risk)|regret",
}
"""Tags, and the words by which they are given."""
_WORDS = {tag: re.split(r"\|(?![^(]*\))", words) for tag, words in TAGS.items()}
_PLAIN = {tag: [word.replace("\\(", "(") for word in words if re.fullmatch(r"([^\\()\[\]?]|\\\()*", word)] for tag, words in _WORDS.items()}
_PATTERNS = {tag: [re.compile(word) for word in words if word.replace("\\(", "(") not in _PLAIN[tag]] for tag, words in _WORDS.items()}
"""The words one by one: plain text is found much sooner than a pattern of several words."""
SYNONYMS: Mapping[str, str] = {
    "subsampled": "sampled", "subsampling": "sampled", "shuffled": "cyclic", "renyi": "rényi", "rdp": "rényi", "non-convex": "nonconvex",
    "projected": "projection", "diameter": "bounded", "dp": "(ε, δ)", "machine unlearning": "unlearning", "deletion": "unlearning",
    "certified removal": "unlearning", "right to be forgotten": "unlearning", "retraining": "unlearning", "mcmc": "langevin",
    "brownian motion": "langevin", "rapid mixing": "mixing", "online learning": "regret", "f-dp": "trade-off",
    "sdpi": "strong data processing", "kl divergence": "kullback", "chi2": "chi-squared", "optimal transport": "wasserstein",
    "isotonic regression": "taut string", "decentralized": "decentralisation",
}
"""Other words for a tag or for words of a text, with which what has these is found too."""
_BOUNDS = re.compile(r"\b(renyi|dp|gdp|apart|zcdp)\(")
_CALL = "STATEMENT = "
_FORMULA = re.compile(r"([\"'][^\"':]*): (?!real|integer)(?:[a-z0-9]+\(|[^\"':]* [<>=]=? )[^\"']*")
"""An assumption, of which the name alone tells what a statement is about: a set is convex where no loss is."""
_SHOWN = "title", "reference", "statement", "reads_as"
"""The keys of a TOML file of which the first text is shown."""


@dataclass(frozen=True)
class Found:
    """One id with what its file says of it; ``part_of`` is the statement in whose file a step is treated."""

    id: str
    title: str
    label: str
    text: str
    call: str
    source: str
    part_of: str = ""

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The tags that its words give it."""
        said = "\n".join((f"{self.id} {self.title}", self.text, _FORMULA.sub(r"\1", self.call))).lower()
        return tuple(tag for tag in TAGS if any(word in said for word in _PLAIN[tag]) or any(word.search(said) for word in _PATTERNS[tag]))

    @property
    def bounds_privacy(self) -> bool:
        """Whether its conclusion bounds what two runs reveal."""
        said = re.search(r"^ *(?:.*[(,] )?conclusion ?= ?(.*)", self.call, re.MULTILINE)
        if self.part_of or said is None:
            return "\n[process]\n" in self.call and not self.part_of
        name = re.match(r"[A-Z][A-Z_]*\b", said[1])
        meant = re.search(rf"^(?:.*, )?{name[0]}(?:, .*)? = (.*)$", self.source, re.MULTILINE) if name else None
        return _BOUNDS.search(said[1] if meant is None else meant[1]) is not None


def entries(library: Library) -> Iterator[Found]:
    """All ids of the library, in the order of their files, each with its text."""
    if not isinstance(library.files, TheoremFiles):
        raise InputError("library", "has no files that can be searched", "name folders of theorem files")
    paths = library.files.paths
    own = {name: _read_file(name, path) for name, path in paths.items()}
    steps = {step: host for folder in library.files.folders if (folder / INDEX).is_file() for step, host in read_index(folder / INDEX)}
    for name in sorted({*own, *(step for step, host in steps.items() if host in own)}, key=natural):
        found = own[name] if name in own else own[steps[name]]
        yield found if name in own else Found(name, found.title, "", found.text, found.call, found.source, found.id)


def _read_file(name: str, path: Path) -> Found:
    """What a theorem file says: its docstring, and the call at its end; or its texts, and all of it."""
    try:
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return Found(name, "", "", "", "", "")
    if path.suffix == ".toml":
        shown = {key: re.search(rf"^{key} = .*?(['\"]+)(.*?)\1", source, re.MULTILINE | re.DOTALL) for key in _SHOWN}
        title, label, *texts = (found[2] if found else "" for found in shown.values())
        return Found(name, title, label, "\n".join((title, *texts)), source, source)
    doc = re.match(r'\s*[rR]?"""(.*?)"""', source, re.DOTALL)
    text = doc[1] if doc else ""
    call = source[source.rfind(_CALL):] if _CALL in source else source
    label = re.search(r'\(\s*"([^"]*)"', call)
    return Found(name, text.strip("\n").partition("\n")[0].rstrip("."), label[1] if label else "", text, call, source)


def search(library: Library, words: Sequence[str]) -> list[Found]:
    """The ids in which all words occur, in id, title, label, text or tags, the nearest first: in the id, in the title, elsewhere.

    Small and large letters are the same, and accents are left out.  Raises :class:`~pabisym.errors.InputError` for an empty word.
    """
    wanted = [_plain(word) for word in words]
    if not all(wanted):
        raise InputError("WORD", "is empty", "give a word, such as sampled")
    ranked = []
    for place, found in enumerate(entries(library)):
        whole = _plain(" ".join((found.id, found.title, found.label, found.text, *found.tags)))
        whole += " ".join(["", *(word for word, meant in SYNONYMS.items() if (meant in found.tags if meant in TAGS else meant in whole))])
        if all(word in whole for word in wanted):
            near, title = _plain(f"{found.id} {found.label}"), _plain(found.title)
            rank = sum(0 if word in near else 1 if word in title else 2 for word in wanted) + 3 * bool(found.part_of)
            ranked.append((rank, place, found))
    return [found for _, _, found in sorted(ranked, key=lambda one: one[:2])]


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("é", "e").replace("ø", "o").split())


SETTINGS: Mapping[str, Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "loss": {
        "nonconvex": (("nonconvex",), ()), "clipped": (("nonconvex",), ()), "convex": ((), ("strongly convex",)),
        "strongly-convex": ((), ()), "any": ((), ()),
    },
    "sampling": {
        "full": (("full batch",), ("sampled", "cyclic")), "cyclic": (("cyclic",), ()), "shuffled": (("cyclic",), ()),
        "poisson": (("sampled",), ()), "fixed-size": (("sampled",), ()), "sampled": (("sampled",), ()), "one-pass": (("one pass",), ()),
        "any": ((), ()),
    },
    "domain": {"bounded": ((), ()), "unbounded": ((), ("bounded",)), "any": ((), ())},
    "notion": {
        "renyi": (("rényi",), ()), "dp": (("(ε, δ)",), ()), "gdp": (("gdp",), ()), "hockey-stick": (("hockey-stick",), ()), "any": ((), ()),
    },
    "direction": {"upper": ((), ("lower bound",)), "lower": (("lower bound",), ()), "any": ((), ())},
}  # fmt: skip
"""For each property of a setting and each of its values the tags that a statement must have, and those that it must not have."""


def find(library: Library, **setting: str | None) -> list[Found]:
    """The statements that bound privacy and whose words fit a setting, those that use it most first; see :data:`SETTINGS`.

    A statement for convex losses fits strongly convex ones too, and one without a bounded domain fits a bounded one.
    Raises :class:`~pabisym.errors.InputError` for a property or a value that is not known.
    """
    needed, excluded, liked = set[str](), set[str](), set[str]()
    for name, value in setting.items():
        if value is None:
            continue
        values = SETTINGS.get(name)
        if values is None or value not in values:
            kinds = ", ".join(values or SETTINGS)
            raise InputError(f"--{name}", f"{visible(value)} is not known", f"give one of {kinds}")
        with_it, without = values[value]
        needed, excluded = needed | set(with_it), excluded | set(without)
        liked.add(value.replace("-", " "))
    found = [one for one in entries(library)
             if one.bounds_privacy and needed <= set(one.tags) and not excluded & set(one.tags)]
    return sorted(found, key=lambda one: -len(liked & set(one.tags)))


def search_in_setting(library: Library, words: Sequence[str], setting: Mapping[str, str | None]) -> list[Found]:
    """What has all words, the nearest first, and fits the setting where there is one; without words what fits it, as by :func:`find`."""
    if words and all(value is None for value in setting.values()):
        return search(library, words)
    fitting = find(library, **setting)
    names = {one.id for one in fitting}
    return [one for one in search(library, words) if one.id in names] if words else fitting
