"""The shapes of a process for which the library has a theorem: each recognises a process and builds the proof of its bound."""
