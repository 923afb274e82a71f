"""Makes the helpers beside these tests, and those of the contraction tests, importable."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1] / "contraction"))
sys.path.insert(0, str(HERE.parent))
