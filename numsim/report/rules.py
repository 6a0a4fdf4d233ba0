"""The rule options of a game as text, JSON values or Markdown, from the game's one list of options."""

from __future__ import annotations

from typing import Any

from numsim.games.game import Game, Knob, value_text

_IMPACTS = {"H": "high", "M": "medium", "L": "low"}


def rules_as_dicts(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Options and knobs as plain values."""
    options = [
        {
            "name": option.name,
            "values": [value_text(value) for value in option.values],
            "default": value_text(option.default),
            "id": option.ids,
            "impact": option.impact,
            "explain": option.explain,
            "meanings": dict(option.meanings),
        }
        for option in game.options
    ]
    knobs = [
        {
            "name": knob.name,
            **({"from": knob.low, "to": knob.high} if isinstance(knob, Knob) else {"allowed": knob.allowed}),
            "default": knob.default,
            "id": knob.ids,
            "explain": knob.explain,
        }
        for knob in game.knobs
    ]
    return {"options": options, "knobs": knobs}


def rules_text(game: Game) -> str:
    """Options and knobs for a terminal; the default is marked with *."""
    lines = [f"{game.title}: rule options (* = default), set with --set name=value", ""]
    for option in game.options:
        lines.append(f"{option.name}  [{option.ids}, impact {_IMPACTS[option.impact]}]  {option.explain}")
        for value in option.values:
            mark = "*" if value == option.default else " "
            meaning = option.meanings.get(str(value), "")
            lines.append(f"  {mark} {value_text(value):<20} {meaning}".rstrip())
        lines.append("")
    lines.append("Knobs")
    width = max(len(knob.name) for knob in game.knobs)
    for knob in game.knobs:
        lines.append(f"  {knob.name:<{width}} {knob.allowed}, default {knob.default}  [{knob.ids}]  {knob.explain}")
    return "\n".join(lines)


def rules_markdown(game: Game) -> str:
    """Options and knobs as Markdown tables, for docs/."""
    lines = ["| option | values (default first) | id | impact | meaning |", "|---|---|---|---|---|"]
    for option in game.options:
        ordered = sorted(option.values, key=lambda value: value != option.default)
        values = "<br>".join(
            f"`{value_text(value)}`" + (f" {option.meanings[str(value)]}" if str(value) in option.meanings else "")
            for value in ordered
        )
        lines.append(f"| `{option.name}` | {values} | {option.ids} | {option.impact} | {option.explain} |")
    lines += ["", "| knob | range | default | id | meaning |", "|---|---|---|---|---|"]
    for knob in game.knobs:
        lines.append(f"| `{knob.name}` | {knob.allowed} | {knob.default} | {knob.ids} | {knob.explain} |")
    return "\n".join(lines) + "\n"
