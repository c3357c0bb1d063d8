"""Writes: every transaction of tournaments is here."""
