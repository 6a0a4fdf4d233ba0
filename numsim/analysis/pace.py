"""Seconds of the people's clock, all assumed: nobody measured them. Minutes are computed from these and from counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Pace:
    """Seconds per event."""

    lead: float = 4.0
    follow: float = 3.0
    passing: float = 1.5
    lead_pass: float = 1.5
    deal: float = 45.0
    scoring: float = 20.0
    exchange: float = 15.0


PACE = Pace()
