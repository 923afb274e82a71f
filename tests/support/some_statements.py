"""The built-in library with some of its statements alone, where the others would say nothing to the point."""

from __future__ import annotations

from pabisym.library.library import Library, builtin


def only(*names: str) -> Library:
    """The statements and all under them, so that few proofs are replayed, and each once."""
    found: dict[str, None] = dict.fromkeys(names)
    for name in (waiting := list(names)):
        for other in builtin().dependencies(name):
            if other not in found and other in builtin().files:
                found[other] = None
                waiting.append(other)
    return Library({name: builtin().files[name] for name in found}, builtin()._proofs, builtin()._standings)
