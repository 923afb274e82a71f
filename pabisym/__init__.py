"""Machine-checked privacy analysis of noisy iterative algorithms.

Importing the package loads none of the numeric libraries: the public names below are looked up when first used.  In IPython and
its notebooks results show themselves: :mod:`pabisym.show.display` is registered with its formatters as soon as it runs.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pabisym.derivation.asymptotics import limit
    from pabisym.derivation.derive import derive
    from pabisym.derivation.explain import explain
    from pabisym.errors import InputError, PabisymError, Undecided
    from pabisym.library.point import Evaluation
    from pabisym.library.theorem import Theorem, catalogue, theorem
    from pabisym.refutation.search import refute
    from pabisym.shift.allocate import allocate

__version__ = "0.1.0"
__all__ = [
    "Evaluation", "InputError", "PabisymError", "Theorem", "Undecided", "allocate", "catalogue", "derive", "explain", "limit", "refute",
    "theorem",
]

_HOMES = {
    "InputError": "pabisym.errors",
    "PabisymError": "pabisym.errors",
    "Undecided": "pabisym.errors",
    "Evaluation": "pabisym.library.theorem",
    "Theorem": "pabisym.library.theorem",
    "catalogue": "pabisym.library.theorem",
    "theorem": "pabisym.library.theorem",
    "allocate": "pabisym.shift.allocate",
    "derive": "pabisym.derivation.derive",
    "explain": "pabisym.derivation.explain",
    "limit": "pabisym.derivation.asymptotics",
    "refute": "pabisym.refutation.search",
}


def _show_in_notebooks() -> None:
    """Tell a running IPython how results are shown; nothing where there is none."""
    if "IPython" in sys.modules:
        from pabisym.show.display import register

        register()


_show_in_notebooks()


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'pabisym' has no attribute {name!r}")
    _show_in_notebooks()
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted((*__all__, "__version__"))
