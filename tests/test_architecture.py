"""The architecture page: its picture has every package on its layer, its tables have every package, its files are there, and the root has no other."""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
from support.page_builders import page_builder

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def layers() -> ModuleType:
    return page_builder("layers")


@pytest.fixture(scope="module")
def picture(layers: ModuleType) -> ElementTree.Element:
    """The picture of the page, drawn once."""
    return ElementTree.fromstring(layers.picture())


def test_the_picture_has_every_package_once_and_boxes_do_not_overlap(layers: ModuleType, picture: ElementTree.Element) -> None:
    boxes = {}
    for group in picture.iter(f"{SVG}g"):
        box, text = group.find(f"{SVG}rect"), group.find(f"{SVG}text")
        assert box is not None
        assert text is not None
        x, y, width, height = (float(box.attrib[name]) for name in ("x", "y", "width", "height"))
        assert x < float(text.attrib["x"]) < x + width
        assert y < float(text.attrib["y"]) < y + height
        assert str(text.text) not in boxes
        boxes[str(text.text)] = (x, y, width, height)
    rows = layers.layers()
    assert boxes.keys() == {package for row in rows for package in row}
    places = {package: y for package, (_, y, _, _) in boxes.items()}
    for above, below in itertools.pairwise(rows):
        assert len({places[package] for package in above}) == 1
        assert max(places[package] for package in above) < min(places[package] for package in below)
    for row in rows:
        ends = sorted((boxes[package][0], boxes[package][0] + boxes[package][2]) for package in row)
        assert all(left[1] < right[0] for left, right in itertools.pairwise(ends))


def test_what_a_package_is_said_to_import_is_below_it(layers: ModuleType, picture: ElementTree.Element) -> None:
    layer = {package: number for number, row in enumerate(layers.layers()) for package in row}
    titles = [str(title.text) for title in picture.iter(f"{SVG}title")]
    assert len(titles) == len(layer)
    for title in titles:
        package, _, listed = title.partition(" imports ")
        for other in () if listed == "no other package" else listed.split(", "):
            assert layer[package] < layer[other], title


def test_the_table_has_every_package_from_the_bottom(layers: ModuleType) -> None:
    listed = re.findall(r"^\| `(\w+)` \|([^|]+)\|([^|]+)\|$", PAGE, re.MULTILINE)
    layer = {package: number for number, row in enumerate(layers.layers()) for package in row}
    assert sorted(package for package, _, _ in listed) == sorted(layer)
    heights = [layer[package] for package, _, _ in listed]
    assert heights == sorted(heights, reverse=True)


def test_every_file_that_the_page_names_is_there() -> None:
    homes = ("", "pabisym/", "pabisym/derivation/", "pabisym/graphs/", "pabisym/kernel/", "theorems/feldman2018/", "theorems/altschuler2022/")
    named = set(re.findall(r"`([\w/.]+\.(?:py|toml|md))`", PAGE))
    assert len(named) > 25
    assert sorted(name for name in named if not any((ROOT / home / name).is_file() for home in homes)) == []


def test_what_may_be_changed_where_names_packages_and_folders() -> None:
    rows = re.findall(r"^\| ([^|`]+) \| ([^|]+) \| ([^|]+) \|$", PAGE.partition("## What you may change where")[2].partition("\n## ")[0], re.MULTILINE)
    places = {name for _, where, _ in rows[1:] for name in re.findall(r"`([\w/.]+)`", where)}
    assert {"kernel/", "shift/", "cli/", "show/"} <= places
    assert sorted(name for name in places if not any((ROOT / home / name).exists() for home in ("", "pabisym"))) == []


def test_the_root_holds_what_it_should_and_nothing_else() -> None:
    made = {"build", "dist"}  # by a build, and ignored
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".") and path.suffix != ".egg-info"} - made
    assert found == {"LICENSE", "README.md", "docs", "notebooks", "pabisym", "pyproject.toml", "tests", "theorems"}
