"""Machine-checked privacy analysis of noisy iterative algorithms.

Importing the package loads none of the numeric libraries: the public names below are looked up when first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pabisym.deriving import derive
    from pabisym.errors import InputError, PabisymError, Undecided
    from pabisym.lookup import Evaluation, Theorem, catalogue, theorem
    from pabisym.refuting.search import refute
    from pabisym.shift.allocate import allocate

__version__ = "0.1.0"
__all__ = ["Evaluation", "InputError", "PabisymError", "Theorem", "Undecided", "allocate", "catalogue", "derive", "refute", "theorem"]

_HOMES = {
    "InputError": "pabisym.errors",
    "PabisymError": "pabisym.errors",
    "Undecided": "pabisym.errors",
    "Evaluation": "pabisym.lookup",
    "Theorem": "pabisym.lookup",
    "catalogue": "pabisym.lookup",
    "theorem": "pabisym.lookup",
    "allocate": "pabisym.shift.allocate",
    "derive": "pabisym.deriving",
    "refute": "pabisym.refuting.search",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'pabisym' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted((*__all__, "__version__"))
