"""The command line.

``main`` is the entry point.  Importing this package, and ``pabisym --help``, load none of the numeric libraries:
each command imports what it needs when it runs.
"""

from pabisym.cli.commands import main

__all__ = ["main"]
