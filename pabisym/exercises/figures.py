"""How the figures of the course look."""

from __future__ import annotations


def style() -> None:
    """Set matplotlib's defaults for the figures of the course: modest size, colours of Okabe and Ito, which all readers tell apart.

    >>> import pabisym
    >>> style = pabisym.course.style
    >>> import matplotlib
    >>> with matplotlib.rc_context():
    ...     style()
    ...     float(matplotlib.rcParams["figure.dpi"])
    90.0
    """
    import matplotlib as mpl
    from cycler import cycler

    colours = cycler(color=["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000"])
    lines = cycler(linestyle=["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))])
    mpl.rcParams.update({
        "figure.figsize": (6.4, 3.4), "figure.dpi": 90, "axes.prop_cycle": colours + lines,
        "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.3,
        "legend.frameon": False, "font.size": 10,
    })  # fmt: skip
