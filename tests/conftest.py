"""Every test may import from ``support``, and the helpers of a paper's theorem files as ``pabisym_theorems.<paper>._<name>``."""

import support  # noqa: F401
