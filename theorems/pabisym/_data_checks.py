"""What decides the checks that a theorem file in TOML holds as data: a relation at points, and a relation that is proved."""

from pabisym.library.checks import at_points, replayed, sharper

__all__ = ["at_points", "replayed", "sharper"]
