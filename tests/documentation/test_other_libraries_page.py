"""The page for people who come from other libraries: its blocks run as they are pasted, and the numbers beside their lines are right."""

from __future__ import annotations

import re

from support.printed_code import DOCS, Pasted, blocks

PAGE = "questions/other-libraries.md"
BESIDE = re.compile(r"^((?:epsilon|float)\(.*?\))\s+# ([\d.]+)$", re.MULTILINE)


def test_the_numbers_of_the_page_are_those_of_its_code() -> None:
    session = Pasted()
    shown = {line: value for block in blocks(PAGE) for line, value in session.paste(block).items()}
    said = dict(BESIDE.findall((DOCS / PAGE).read_text(encoding="utf-8")))
    assert len(said) >= 14
    for line, number in said.items():
        digits = len(number.partition(".")[2])
        assert 0 <= float(number) - shown[line] < 1.001 * 10**-digits, f"{line} is {shown[line]}, rounded up it is not {number}"
