"""Names of the version before: commands and options answer for one more version, and a line on the standard error says the new name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pabisym.cli.streams import tell

OLD_COMMANDS: Mapping[str, tuple[str, ...]] = {"find": ("list",), "gap": ("atlas", "--at"), "split": ("calibrate", "--split")}
"""For each old command the new one, with the option that chooses what the old one did."""
OLD_NAMES: Mapping[str, Mapping[str, tuple[str, str]]] = {
    "evaluate": {"--at": ("--set", "{}")},
    "derive": {"--at": ("--set", "{}")},
    "list": {"--batches": ("--sampling", "{}")},
    "atlas": {"--batches": ("--sampling", "{}")},
    "split": {"--sampling": ("--sample-rate", "{}"), "--std": ("--set", "sigma={}"), "--step-size": ("--learning-rate", "{}")},
}
"""For each command its old options, with the new one and how the value is written there."""
OLD_FLAGS: Mapping[str, Mapping[str, str]] = {"show": {"--brief": "what show prints by default"}}
"""For each command its old options without a value, and what they are now."""
LAWS = ("poisson", "fixed-size", "cyclic", "shuffled", "full")
"""Values of ``--sampling`` that are no probability."""


def current_command(args: Sequence[str]) -> list[str]:
    """The arguments of the program with a new command in place of an old one, which one line on the standard error says."""
    old, *rest = args
    new = OLD_COMMANDS.get(old)
    if new is None:
        return list(args)
    if old == "find" and not any(word.startswith("--") and word != "--json" for word in rest):
        new = (*new, "--loss", "any")  # all that bound privacy
    tell(f"pabisym: {old} is now {' '.join(new)}; the old name answers for one more version")
    return [*new, *current_names(old, rest)]


def current_names(command: str | None, args: Sequence[str]) -> list[str]:
    """The arguments of a command with new names in place of old ones; one line on the standard error for each old name."""
    old, found, seen = OLD_NAMES.get(command or "", {}), list[str](), set[str]()
    flags = OLD_FLAGS.get(command or "", {})
    words = iter(args)
    for word in words:
        if word == "--":
            return [*found, word, *words]
        name, equals, value = word.partition("=")
        if word in flags:
            tell(f"pabisym: {word} is now {flags[word]}; the old name answers for one more version")
            continue
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
