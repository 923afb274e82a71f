"""The trusted core: judgements, rules, exact side conditions, replay.

What it accepts is what pabisym calls proved.  Solvers, builders and searches live outside and hand over proof trees
and certificates as plain data.
"""
