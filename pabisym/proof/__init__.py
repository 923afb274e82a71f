"""Proof trees: building them (untrusted), writing them down, showing them."""
