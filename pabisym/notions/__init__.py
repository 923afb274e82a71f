"""Notions of privacy and the conversions between them."""
