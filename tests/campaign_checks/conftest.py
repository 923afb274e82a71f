"""Makes the campaigns and the benchmarks, which lie beside this folder, importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
