"""What decides the checks that a theorem file in TOML holds as data: a relation at points or instances, and a relation that is proved."""

from collections.abc import Mapping, Sequence

from pabisym.library.checks import at_points, page_broken, replayed, sharper
from pabisym.library.library import builtin
from pabisym.library.statement import Statement, Verdict

__all__ = ["all_broken", "at_points", "replayed", "sharper"]


def all_broken(own: Statement, of: str, points: Sequence[Mapping[str, object]], claim: str, given: Sequence[str], dropped: Sequence[str],
               words: str) -> tuple[Verdict, str]:
    """Do all instances of a statement, its ``own`` or that of the id ``of``, break what the page claims."""
    setting = builtin().statement(of) if of else own
    found = [page_broken(setting, one, claim, given=given, dropped=dropped, words=words) for one in points]
    return next((one for one in found if one[0] != "true"), found[0])
