"""Human players of NUM-SPEED: what they notice, how fast they decide, how often they err (plain Python).

No experiment was made with this game: everything is assumed and has a range to sweep. A hand that interrupts arrives
`motor_ms` plus a log-normal time after the table changed; its median depends on the kind of combination.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from numsim.profiles import ASSUMED, Parameter, Reflexes

_DECIDING = "Median time in ms to see and decide on "


def _median(name: str, default: float, what: str) -> Parameter:
    return Parameter(name, "ms", 0, 60_000, ASSUMED, (default / 2, default * 1.5), f"{_DECIDING}{what}.")


def _factor(name: str, sweep: tuple[float, float], explain: str) -> Parameter:
    return Parameter(name, "", 0, 20, ASSUMED, sweep, explain)


PARAMETERS: tuple[Parameter, ...] = (
    Parameter("latency_factor", "", 0.05, 10, ASSUMED, (0.5, 1.5), "Multiplies every time to decide: 0.9 is faster."),
    Parameter("sigma", "", 0, 2, ASSUMED, (0.2, 0.6), "Spread of the times: SD of their logarithm."),
    Parameter("motor_ms", "ms", 0, 5000, ASSUMED, (175, 525), "Movement of the hand, added to every interrupt."),
    _median("time_rainbow", 700, "a Rainbow"),
    _median("time_shadow", 800, "a Shadow"),
    _median("time_equal", 800, "as many cards of the same value (Equivalence)"),
    _median("time_plus", 1100, "Facteur X+1"),
    _median("time_minus", 1200, "Facteur X-1"),
    _median("time_division", 2000, "another number of cards with the same sum (Equivalence)"),
    _median("time_plateau", 500, "plateau cards, added when an interrupt uses one"),
    _median("time_turn", 2500, "what to do in turn"),
    _median("time_drawn", 1000, "whether to lay the drawn card"),
    _median("time_pass", 1500, "nothing: a passage that is skipped or a lead that moves on"),
    _factor("obliged_factor", (1, 1.3), "Multiplies the time under an obligation or a Block."),
    Parameter("p_det", "share", 0, 1, ASSUMED, (0.5, 1), "A chance to interrupt is noticed."),
    Parameter("p_det_division", "share", 0, 1, ASSUMED, (0.3, 1), "The same for an Equivalence with another number."),
    _factor("miss_rainbow", (0.5, 1.5), "Multiplies 1 - p_det for Rainbows."),
    _factor("miss_shadow", (0.5, 1.5), "Multiplies 1 - p_det for Shadows."),
    _factor("miss_equal", (0.5, 1.5), "Multiplies 1 - p_det for Equivalences of the same value."),
    _factor("miss_plus", (0.5, 1.5), "Multiplies 1 - p_det for Facteur X+1."),
    _factor("miss_minus", (0.5, 1.5), "Multiplies 1 - p_det for Facteur X-1."),
    Parameter("p_err", "share", 0, 1, ASSUMED, (0, 0.06), "A play is illegal or called wrongly."),
    _factor("err_plain", (0, 1), "Multiplies p_err for plays that need no call: leads, cas 1, cas 2, specials."),
    _factor("err_fusion", (0.5, 2), "Multiplies p_err for a Fusion."),
    _factor("err_rainbow", (0.5, 2), "Multiplies p_err for Rainbows."),
    _factor("err_shadow", (0.5, 2), "Multiplies p_err for Shadows."),
    _factor("err_equal", (0.5, 2), "Multiplies p_err for Equivalences of the same value."),
    _factor("err_plus", (0.5, 2), "Multiplies p_err for Facteur X+1."),
    _factor("err_minus", (0.5, 2), "Multiplies p_err for Facteur X-1."),
    _factor("err_division", (0.5, 2), "Multiplies p_err for an Equivalence with another number of cards."),
)


@dataclass(frozen=True)
class Profile(Reflexes):
    """A reflex profile of NUM-SPEED: `name` of the preset, then every parameter (see PARAMETERS)."""

    latency_factor: float = 1
    sigma: float = 0.40
    motor_ms: float = 350
    time_rainbow: float = 700
    time_shadow: float = 800
    time_equal: float = 800
    time_plus: float = 1100
    time_minus: float = 1200
    time_division: float = 2000
    time_plateau: float = 500
    time_turn: float = 2500
    time_drawn: float = 1000
    time_pass: float = 1500
    obliged_factor: float = 1.15
    p_det: float = 0.88
    p_det_division: float = 0.70
    miss_rainbow: float = 1
    miss_shadow: float = 1
    miss_equal: float = 1
    miss_plus: float = 1
    miss_minus: float = 1
    p_err: float = 0.015
    err_plain: float = 0.25
    err_fusion: float = 1
    err_rainbow: float = 1
    err_shadow: float = 1
    err_equal: float = 1
    err_plus: float = 1
    err_minus: float = 1
    err_division: float = 1

    @property
    def is_instant(self) -> bool:
        """Whether nothing is ever drawn: no times, nothing missed, no errors."""
        return self == replace(Profile.presets["instant"], name=self.name, explain=self.explain)


_TIMES = [parameter.name for parameter in PARAMETERS if parameter.unit == "ms"]
_INSTANT: dict[str, float] = {**dict.fromkeys(_TIMES, 0), "sigma": 0, "p_det": 1, "p_det_division": 1, "p_err": 0}

PRESETS: tuple[Profile, ...] = (
    Profile("trained", "adult who knows the game"),
    Profile("expert", "plays often", latency_factor=0.7, sigma=0.30, p_det=0.97, p_det_division=0.92, p_err=0.005),
    Profile(
        "casual", "plays now and then", latency_factor=1.35, sigma=0.45, p_det=0.70, p_det_division=0.40, p_err=0.03
    ),
    Profile("child", "child of 10", latency_factor=1.9, sigma=0.55, p_det=0.45, p_det_division=0.15, p_err=0.06),
    Profile("instant", "no time passes, nothing is missed, no errors; ties go clockwise", **_INSTANT),
)

Profile.parameters = PARAMETERS
Profile.presets = {profile.name: profile for profile in PRESETS}

if tuple(field.name for field in fields(Profile))[2:] != tuple(parameter.name for parameter in PARAMETERS):
    raise AssertionError("PARAMETERS and the fields of Profile differ")
