"""Names that options had in the version before: they answer for one more version, and a line on the standard error says the new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pabisym.cli.streams import tell

OLD_NAMES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "evaluate": {"--at": ("--set", "{}")},
    "derive": {"--at": ("--set", "{}")},
    "find": {"--batches": ("--sampling", "{}")},
    "atlas": {"--batches": ("--sampling", "{}")},
    "split": {"--sampling": ("--sample-rate", "{}"), "--std": ("--set", "sigma={}"), "--step-size": ("--learning-rate", "{}")},
}
"""For each command its old options, with the new one and how the value is written there."""
LAWS = ("poisson", "fixed-size", "cyclic", "shuffled", "full")
"""Values of ``--sampling`` that are no probability."""


def current_names(command: str | None, args: Sequence[str]) -> list[str]:
    """The arguments of a command with new names in place of old ones; one line on the standard error for each old name."""
    old, found, seen = OLD_NAMES.get(command or "", {}), list[str](), set[str]()
    words = iter(args)
    for word in words:
        if word == "--":
            return [*found, word, *words]
        name, equals, value = word.partition("=")
        if name not in old:
            found.append(word)
            continue
        if not equals and (following := next(words, None)) is None:
            found.append(old[name][0])
            continue
        value = value if equals else str(following)
        if command == "split" and value in LAWS:
            found += [name, value]
            continue
        new, form = old[name]
        if name not in seen:
            written = form.format("…") if form != "{}" else ""
            tell(f"pabisym: {name} is now {new} {written}".rstrip() + "; the old name answers for one more version")
        seen.add(name)
        found += [new, form.format(value)]
    return found
