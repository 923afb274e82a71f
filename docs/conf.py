"""Sphinx settings: MyST pages, the house's MathML, and nothing that needs a network."""

import sys
from pathlib import Path

from pabisym import __version__

sys.path.insert(0, str(Path(__file__).parent / "_extensions"))

project = "pabisym"
author = copyright = "The pabisym developers"
version = release = __version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "mathml_pages", "layers", "trusted", "hypothesis_kinds",
              "theorem_pages", "papers_list",
              "home_picture", "gallery_pictures", "reading", "read_next"]  # fmt: skip
exclude_patterns = ["_build", "_extensions", "_templates"]
templates_path = ["_templates"]
smartquotes_action = "qe"  # two hyphens are an option, no dash
html_theme = "furo"
html_title = "pabisym"
html_static_path = ["_static"]
html_css_files = ["parts.css", "own.css"]
html_js_files = [("report.js", {"defer": "defer"})]
html_show_search_summary = False  # a page opened from a folder may not fetch others
html_copy_source = False
html_math_renderer = "mathml"
myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 3
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
