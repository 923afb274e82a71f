"""Of which kind the hypotheses of the library are, by their judgements, counted when the page is built.

    python docs/_extensions/hypothesis_kinds.py

prints the table; ``{hypothesis-kinds}`` puts it on a page.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from pabisym.lang.term import RELATIONS, Call, Term
from pabisym.library.believed import hypothesis_kinds
from pabisym.library.library import builtin

KINDS = ("domain", "model", "result")


def judged(term: Term) -> str:
    """What a hypothesis says, under its ranges: the head of its judgement, or that it is a relation."""
    while isinstance(term, Call) and term.head == "forall":
        term = term.args[3]
    return "relations" if not isinstance(term, Call) or term.head in (*RELATIONS, "and") else f"`{term.head}`"


def counts() -> dict[str, Counter[str]]:
    """How many hypotheses of each kind there are, by what they say."""
    found: dict[str, Counter[str]] = {}
    for name in builtin().files:
        statement = builtin().statement(name)
        kinds = hypothesis_kinds(statement) if statement.conclusion else {}
        for label, term in statement.sequent.assumptions if kinds else ():
            found.setdefault(judged(term), Counter())[kinds[label]] += 1
    return found


def table() -> str:
    """The table, in Markdown: what has results among it first."""
    found = counts()
    order = sorted(found, key=lambda said: (-found[said]["result"], said))
    lines = [f"| {said} | {' | '.join(str(found[said][kind] or '') for kind in KINDS)} |" for said in order]
    total = f"| together | {' | '.join(str(sum(one[kind] for one in found.values())) for kind in KINDS)} |"
    return "\n".join([f"| what is said | {' | '.join(KINDS)} |", "|---|---|---|---|", *lines, total])


def setup(app: Any) -> dict[str, bool]:
    """Register the directive."""
    from docutils import nodes
    from docutils.statemachine import StringList
    from sphinx.util.docutils import SphinxDirective

    class HypothesisKinds(SphinxDirective):
        """The table of kinds."""

        def run(self) -> list[Any]:
            """The nodes that the table is."""
            holder = nodes.container()
            self.state.nested_parse(StringList(table().splitlines(), "hypothesis-kinds"), 0, holder)
            return holder.children

    app.add_directive("hypothesis-kinds", HypothesisKinds)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


if __name__ == "__main__":
    print(table())
