"""What several tests use: second routes, small worlds with exact answers, cases, and forgeries.

Importing it makes the helpers of a paper's theorem files importable, as ``pabisym_theorems.<paper>._<name>``.
"""

import pabisym.library.files  # noqa: F401
