"""Every test may import from ``support``, and the helpers of a paper's theorem files as ``pabisym_theorems.<paper>._<name>``.

No test reads or writes the user's cache of earlier runs.
"""

import os

import support  # noqa: F401

os.environ["PABISYM_CACHE"] = "off"
