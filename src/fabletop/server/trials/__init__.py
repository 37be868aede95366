"""Trials of a running server: killed again and again, attacked, and under load. Only for 127.0.0.1."""
