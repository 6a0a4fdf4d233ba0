"""Errors that a person can mend: the command line prints their message alone."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches


class PlanError(ValueError):
    """Something a person asked for cannot be had; the message names the key, the value and what is allowed."""


class RunError(Exception):
    """A run folder cannot be written or read; the message names the path and says what to do."""


def unknown(what: str, name: str, allowed: Sequence[str]) -> PlanError:
    """A PlanError for a name that is not among `allowed`, with the nearest one."""
    near = get_close_matches(name, allowed, n=1, cutoff=0.5)
    hint = f', did you mean "{near[0]}"?' if near else ""
    return PlanError(f'unknown {what} "{name}"{hint} (allowed: {", ".join(allowed)})')
