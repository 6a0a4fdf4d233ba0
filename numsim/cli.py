"""The command line: parse, call, print. Heavy imports happen inside the commands, so that --help is instant."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from numsim import __version__
from numsim.errors import PlanError, RunError

if TYPE_CHECKING:
    from numsim.games.game import Game
    from numsim.plan import Plan
    from numsim.simulate import Estimate

app = typer.Typer(
    name="numsim",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Monte Carlo balance laboratory for the NUM card games.",
)

GameName = Annotated[str, typer.Argument(help="Name of the game (see: numsim games).")]
Players = Annotated[int | None, typer.Option(help="Number of players; default: 4, or that of --config.")]
Bots = Annotated[
    str | None,
    typer.Option(help="Who decides: one bot for all seats, one per seat separated by commas, or a TOML file."),
]
Profiles = Annotated[
    str | None,
    typer.Option(
        help="How fast and reliable players are (FOLIES, SPEED): as --bots, e.g. family,child; or a TOML file"
    ),
]
Mode = Annotated[str | None, typer.Option(help="NUM-SPEED: speedrun, family or speedgame; short for --set mode=...")]
Ending = Annotated[str | None, typer.Option(help="NUM-SPEED: points, 5rounds or 2rounds; short for --set ending=...")]
Score = Annotated[str | None, typer.Option(help="NUM-SPEED: classic or competition; short for --set score=...")]
Config = Annotated[str | None, typer.Option(help="A named set of rules of the game (see: numsim games).")]
Settings = Annotated[list[str] | None, typer.Option("--set", help="A rule, name=value; may be given several times.")]
Seed = Annotated[int, typer.Option(help="Seed of all random streams.")]
Rotate = Annotated[bool, typer.Option(help="Move the bots one seat on per match.")]
Format = Annotated[str, typer.Option("--format", help="How to print: text or json.")]


class UsageError(Exception):
    """The words of a command do not fit together."""


def _settings(texts: list[str] | None) -> dict[str, object]:
    settings: dict[str, object] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise UsageError(f'--set "{text}": write it as name=value')
        if name in settings:
            raise UsageError(f"--set {name}: given twice")
        settings[name] = value
    return settings


def _shortcuts(game: str, settings: list[str] | None, **given: str | None) -> list[str]:
    """The settings with those that have an option of their own on the command line."""
    from numsim.games import game_named

    kind = game_named(game)
    names = [option.name for option in kind.options]
    found = list(settings or [])
    for name, value in given.items():
        if value is None:
            continue
        if name not in names:
            raise UsageError(f"--{name} {value}: {kind.title} has no option {name}")
        found.append(f"{name}={value}")
    return found


def _plan(
    game: str,
    matches: int,
    *,
    players: int | None,
    bots: str | None,
    profiles: str | None,
    config: str | None,
    settings: list[str] | None,
    **more: Any,
) -> Plan:
    """The plan that the words of a command mean: a config, if named, fills in what is not given."""
    from numsim.errors import unknown
    from numsim.games import game_named
    from numsim.plan import make_plan

    kind = game_named(game)
    if profiles is not None and kind.seats_hold == "bots":
        raise UsageError(f"--profiles {profiles}: the seats of {kind.title} hold bots (--bots)")
    both = kind.seats_hold == "bots and profiles"
    if profiles is not None and bots is not None and not both:
        raise UsageError("--profiles and --bots mean the same here; give one of them")
    chosen = None
    if config is not None:
        if not kind.configs:
            raise UsageError(f"--config {config}: {kind.title} has no configs")
        by_name = {entry.name: entry for entry in kind.configs}
        if config not in by_name:
            raise unknown(f"config of {kind.name}", config, list(by_name))
        chosen = by_name[config]
    default = chosen.bots if chosen else kind.default_bot
    line_up = next((given for given in (bots, None if both else profiles) if given is not None), default)
    if both:
        more["profiles"] = profiles
    if players is None:
        players = chosen.players if chosen else 4
    rules = {**(chosen.settings if chosen else {}), **_settings(settings)}
    return make_plan(game, players, matches, line_up, rules, **more)


def _choose(given: str, allowed: tuple[str, ...]) -> str:
    if given not in allowed:
        raise UsageError(f'--format "{given}": allowed are {", ".join(allowed)}')
    return given


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=1, ensure_ascii=False))


def _who(game: Game) -> dict[str, dict[str, str]]:
    """What can sit at a seat, by kind: bots, profiles, or both."""
    bots = {bot.name: bot.explain for bot in game.bots}
    profiles = {profile.name: profile.explain for profile in game.profiles}
    held = game.seats_hold.split(" and ")
    return {kind: found for kind, found in (("bots", bots), ("profiles", profiles)) if kind in held}


@app.command()
def games(format: Format = "text") -> None:
    """List the games, their players and bots."""
    from numsim.games import GAMES

    if _choose(format, ("text", "json")) == "json":
        _print_json(
            [
                {
                    "name": game.name,
                    "title": game.title,
                    "players": [game.fewest_players, game.most_players],
                    **_who(game),
                    "configs": {config.name: config.explain for config in game.configs},
                }
                for game in GAMES
            ]
        )
        return
    for game in GAMES:
        print(f"{game.name}: {game.title}, {game.fewest_players}-{game.most_players} players")
        for kind, entries in _who(game).items():
            print(f"  {kind}:")
            for name, explain in entries.items():
                print(f"    {name:<14} {explain}")
        if game.configs:
            print("  configs:")
        for config in game.configs:
            print(f"    {config.name:<14} {config.explain}")


@app.command()
def rules(game: GameName, format: Format = "text") -> None:
    """List the rule options and knobs of a game: values, default, rule id, impact, meaning."""
    from numsim.games import game_named
    from numsim.report.rules import rules_as_dicts, rules_text

    kind = game_named(game)
    if _choose(format, ("text", "json")) == "json":
        _print_json(rules_as_dicts(kind))
    else:
        print(rules_text(kind))


@app.command()
def run(
    game: GameName,
    out: Annotated[Path | None, typer.Option(help="Folder of the run (made if missing).")] = None,
    players: Players = None,
    matches: Annotated[int, typer.Option(help="Number of matches.")] = 10_000,
    bots: Bots = None,
    profiles: Profiles = None,
    config: Config = None,
    mode: Mode = None,
    ending: Ending = None,
    score: Score = None,
    settings: Settings = None,
    seed: Seed = 1,
    rotate: Rotate = False,
    threads: Annotated[int | None, typer.Option(help="Threads; default: all cores. Never changes a result.")] = None,
    tables: Annotated[str | None, typer.Option(help="Tables to keep, separated by commas; default: all.")] = None,
    shard_size: Annotated[int, typer.Option(help="Matches per part file.")] = 20_000,
    dry_run: Annotated[bool, typer.Option(help="Only print matches, time and disk.")] = False,
    force: Annotated[bool, typer.Option(help="Replace the run that is in the folder.")] = False,
) -> None:
    """Play many matches and write their tables to a folder."""
    from numsim.simulate import estimate

    if threads is not None and threads < 1:
        raise UsageError(f"--threads {threads}: must be at least 1")
    plan = _plan(
        game,
        matches,
        players=players,
        bots=bots,
        profiles=profiles,
        config=config,
        settings=_shortcuts(game, settings, mode=mode, ending=ending, score=score),
        seed=seed,
        rotate=rotate,
        tables=tables.split(",") if tables is not None else None,
        shard=shard_size,
    )
    expected = estimate(plan, threads)
    if dry_run:
        _print_estimate(plan, expected)
        return
    if out is None:
        raise UsageError("--out is missing: name the folder that the run shall be written to")
    _run(plan, out, threads, force)


def _print_estimate(plan: Plan, expected: Estimate) -> None:
    print(f"{plan.game}: {plan.matches:,} matches of {plan.players} players, bots {', '.join(plan.bot_names)}")
    print(f"about {_duration(expected.seconds)} to play, about {expected.bytes / 1e6:,.0f} MB on disk")


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def _run(plan: Plan, out: Path, threads: int | None, force: bool) -> None:
    from numsim.simulate import Stopped, run_plan

    try:
        with progress_bar(plan.matches, "playing") as advance:
            done = run_plan(plan, out, threads=threads, progress=advance, replace=force)
    except Stopped as stop:
        print(f"Stopped. {out} holds the first {stop.run.matches:,} of {plan.matches:,} matches.", file=sys.stderr)
        raise typer.Exit(130) from None
    print(f"{done.matches:,} matches, {done.rounds:,} rounds in {out}")
    print(f"Next: numsim summary {out}")


class progress_bars:
    """Context manager: named bars on stderr with rate and time left; yields a function (name, total, played so far)."""

    def __init__(self, names: Sequence[str]) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        self._bars = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            console=Console(stderr=True),
        )
        self._tasks = {name: self._bars.add_task(name, total=None, rate="") for name in names}

    def __enter__(self) -> Callable[[str, int, int], None]:
        self._bars.start()
        return self._advance

    def _advance(self, name: str, total: int, played: int) -> None:
        number = self._tasks[name]
        task = next(task for task in self._bars.tasks if task.id == number)
        speed = task.finished_speed or task.speed
        rate = f"{speed:,.0f} matches/s" if speed else "compiling"
        self._bars.update(number, total=total, completed=played, rate=rate)

    def __exit__(self, *_: object) -> None:
        self._bars.stop()


@contextmanager
def progress_bar(total: int, label: str) -> Iterator[Callable[[int], None]]:
    """One bar; yields a function of the matches played so far."""
    with progress_bars([label]) as advance:
        advance(label, total, 0)
        yield lambda played: advance(label, total, played)


@app.command()
def summary(
    folder: Annotated[Path, typer.Argument(metavar="RUN", help="Folder of a run.")],
    format: Format = "text",
) -> None:
    """Summarise a run: win shares, lengths, effects, with intervals."""
    from numsim.analysis.summary import summarise, summary_text
    from numsim.store import open_run

    figures = summarise(open_run(folder))
    if _choose(format, ("text", "json")) == "json":
        _print_json(figures)
    else:
        print(summary_text(figures))


@app.command()
def compare(
    a: Annotated[Path, typer.Argument(metavar="A", help="Folder of a run.")],
    b: Annotated[Path, typer.Argument(metavar="B", help="Folder of a run on the same deals.")],
    margin: Annotated[float, typer.Option(help="Smallest difference that matters, in points of a share.")] = 1.0,
    format: Format = "text",
) -> None:
    """Compare two runs on the same deals: paired differences B - A with intervals and verdicts."""
    from numsim.analysis.compare import compare as compare_runs
    from numsim.analysis.compare import compare_text
    from numsim.store import open_run

    figures = compare_runs(open_run(a), open_run(b), margin=margin / 100)
    if _choose(format, ("text", "json")) == "json":
        _print_json(figures)
    else:
        print(compare_text(figures))


@app.command()
def trace(
    game: Annotated[str, typer.Argument(metavar="GAME|RUN", help="A game, or the folder of a run.")],
    match: Annotated[int, typer.Option(help="Number of the match, from 0.")] = 0,
    players: Players = None,
    bots: Bots = None,
    profiles: Profiles = None,
    config: Config = None,
    mode: Mode = None,
    ending: Ending = None,
    score: Score = None,
    settings: Settings = None,
    seed: Seed = 1,
    rotate: Rotate = False,
    deal: Annotated[
        str | None, typer.Option(help="JSON Lines of deals, one per round; for --config beggar two stacks, A/B.")
    ] = None,
    format: Annotated[str, typer.Option("--format", help="text to read, or jsonl (docs/trace.md).")] = "text",
) -> None:
    """Show one match move by move."""
    from numsim.games import GAMES, game_named

    _choose(format, ("text", "jsonl"))
    if game in [kind.name for kind in GAMES] or not Path(game).exists():
        plan = _plan(
            game,
            max(match + 1, 1),
            players=players,
            bots=bots,
            profiles=profiles,
            config=config,
            settings=_shortcuts(game, settings, mode=mode, ending=ending, score=score),
            seed=seed,
            rotate=rotate,
        )
    else:
        plan = _plan_of_run(game, match)
    kind = game_named(plan.game)
    played = kind.match(plan, match, _deals(kind, config, deal))
    played.play_out()
    if format == "jsonl":
        for event in played.events:
            print(json.dumps(event, ensure_ascii=False, separators=(",", ":")))
    else:
        for line in kind.tell(played.events):
            print(line)


def _plan_of_run(folder: str, match: int) -> Plan:
    from numsim.store import open_run

    plan = open_run(folder, verify=False).plan
    if not 0 <= match < plan.matches:
        raise UsageError(f"--match {match}: the run has matches 0 to {plan.matches - 1}")
    return plan


def _deals(kind: Game, config: str | None, deal: str | None) -> list[dict[str, Any]]:
    """Deals given by hand: a file, or for a config that has such a form the deal itself."""
    if deal is None:
        return []
    path = Path(deal)
    chosen = next((entry for entry in kind.configs if entry.name == config), None)
    if chosen is None or path.is_file():
        return _read_deals(path)
    try:
        return [chosen.read_deal(deal)]
    except ValueError as error:
        raise UsageError(f"--deal {error}") from None


def _read_deals(path: Path) -> list[dict[str, Any]]:
    deals = []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--deal {path}: cannot read: {error}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            deal = json.loads(line)
        except ValueError as error:
            raise UsageError(f"--deal {path}, line {number}: this is no JSON: {error}") from None
        if not isinstance(deal, dict) or deal.get("e", "deal") != "deal":
            raise UsageError(f'--deal {path}, line {number}: not a "deal" event')
        deals.append(deal)
    return deals


@app.command()
def report(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="One game, or several at the same time.")],
    out: Annotated[Path, typer.Option(help="Folder of the report.")] = Path("reports"),
    runs: Annotated[Path, typer.Option(help="Folder for the runs behind it; finished ones are reused.")] = Path("runs"),
    threads: Annotated[int | None, typer.Option(help="Threads a game; default: all cores.")] = None,
    quick: Annotated[bool, typer.Option(help="A fiftieth of the matches: a first look, wide intervals.")] = False,
) -> None:
    """Play the batches of a game's report and write it as one HTML file."""
    from numsim.games import game_named
    from numsim.report.build import build
    from numsim.report.together import build_all

    names = list(dict.fromkeys(game_named(game).name for game in games))
    if len(names) == 1:
        paths = [build(names[0], out, runs, quick=quick, threads=threads, show=progress_bar)]
    else:
        with progress_bars(names) as advance:
            paths = build_all(names, out, runs, quick=quick, threads=threads, advance=advance)
    for path in paths:
        print(f"Report: {path}")


def _version(asked: bool) -> None:
    if asked:
        print(f"numsim {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = (
        False
    ),
) -> None:
    pass


def main() -> None:
    """Entry point: errors that a person can mend are one line on stderr and exit code 2."""
    # Products here are small: more BLAS threads only spin, and sums would depend on the number of cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        app()
    except (PlanError, RunError, UsageError) as error:
        print(f"numsim: {error}", file=sys.stderr)
        sys.exit(2)
