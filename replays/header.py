"""The head of a log: by which engine and rules it was made, how its rows are read, and how the game begins."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from importlib import metadata
from typing import Annotated, Any

import msgspec

from enfilade.core.engine.hash import digest
from enfilade.core.engine.keys import commitment
from enfilade.core.scenario.errors import ScenarioError
from enfilade.core.scenario.schema import Scenario
from enfilade.systems.families import UnknownFamily
from enfilade.systems.family import Family, Plugin
from enfilade.systems.game import Game
from enfilade.systems.system import System

from .errors import DamagedReplay, RulesMismatch
from .records import SEED_BYTES_MAX, Commitment, Digest
from .schema import Schema, check_schema, schema_of

DICE = "philox4x32-10"
SEED_MIN, SEED_MAX = -(1 << 63), (1 << 64) - 1

FamilyOf = Callable[[Scenario], Family]
"""Finds the rules of a scenario."""


def joined_with(systems: tuple[Plugin, ...], family_of: FamilyOf) -> FamilyOf:
    """Finds the same rules, with further plug-ins."""
    return lambda scenario: family_of(scenario).with_plugins(systems)


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The head of a log.

    Attributes:
        engine: version of the package that wrote it; told, never compared.
        rules: the family's edition: its name and revision, and those of plug-ins.
        content, schema_digest, systems: digests of the scenario's content, of the schema and of the order of systems.
        schema: tables, fields, types and counts of a row.
        dice: how dice follow from the key.
        scenario: what is played, as plain data.
        seed: of the dice; left out when there is none, or when a commitment stands for it.
        commitment: to the seed, which is revealed at the end.
    """

    engine: str
    rules: str
    content: Digest
    schema_digest: Digest
    systems: Digest
    schema: Schema
    dice: str
    scenario: dict[str, Any]
    seed: int | Annotated[bytes, msgspec.Meta(max_length=SEED_BYTES_MAX)] | None = None
    commitment: Commitment | None = None

    @property
    def units(self) -> tuple[str, ...]:
        """Ids of the units by slot, as far as the scenario tells them."""
        entries = self.scenario.get("units")
        if not isinstance(entries, list):
            return ()
        return tuple(str(entry.get("id", "")) if isinstance(entry, dict) else "" for entry in entries)


ENCODER = msgspec.msgpack.Encoder(order="sorted")
DECODER = msgspec.msgpack.Decoder(Header)


def header_bytes(header: Header) -> bytes:
    """The header in canonical msgpack: keys sorted, integers in their shortest form."""
    return ENCODER.encode(header)


def read_header(data: bytes, source: str) -> Header:
    """The header in these bytes.

    Raises:
        DamagedReplay: they hold none.
    """
    try:
        header = DECODER.decode(data)
        check_schema(header.schema)
    except (ValueError, RecursionError) as problem:
        raise DamagedReplay(source, f"the header cannot be read ({problem})") from None
    if header_bytes(header) != data:
        raise DamagedReplay(source, "the header is not in canonical form")
    if header.seed is not None and header.commitment is not None:
        raise DamagedReplay(source, "the header has a seed and a commitment, expected one of them")
    if header.schema_digest != schema_digest(header.schema):
        raise DamagedReplay(source, "the header's schema has another digest")
    return header


def make_header(game: Game, seed: int | bytes | None, commit: bool) -> Header:
    """The head of a log of a game.

    Raises:
        ValueError: the seed does not fit into a header, or there is none to commit to.
    """
    scenario = msgspec.to_builtins(game.scenario)
    schema = schema_of(game.store.layout)
    if commit:
        _forget_key(scenario)
    return Header(
        engine=engine_version(),
        rules=game.family.edition,
        content=bytes.fromhex(game.content_digest),
        schema_digest=schema_digest(schema),
        systems=systems_digest(game.pipeline.systems),
        schema=schema,
        dice=DICE,
        scenario=scenario,
        seed=None if commit or seed is None else checked_seed(seed),
        commitment=commitment(_seed_to_commit(seed)) if commit else None,
    )


def checked_seed(seed: int | bytes) -> int | bytes:
    """A seed as a log can hold it.

    Raises:
        ValueError: it is too large.
    """
    if isinstance(seed, bytes):
        if len(seed) > SEED_BYTES_MAX:
            raise ValueError(f"a seed of {len(seed)} bytes, expected at most {SEED_BYTES_MAX}")
        return seed
    number = operator.index(seed)
    if not SEED_MIN <= number <= SEED_MAX:
        raise ValueError(f"seed {number:#x}, expected {SEED_MIN} to {SEED_MAX}, or bytes")
    return number


def _seed_to_commit(seed: int | bytes | None) -> int | bytes:
    if seed is None:
        raise ValueError("there is no seed to commit to, expected one")
    return checked_seed(seed)


def _forget_key(scenario: dict[str, Any]) -> None:
    """Take the dice key out of a position that a scenario holds."""
    for clock in scenario.get("state", {}).get("clock", ()):
        clock.pop("key_low", None)
        clock.pop("key_high", None)


def schema_digest(schema: Schema) -> bytes:
    """BLAKE2b-128 of a schema."""
    return bytes.fromhex(digest(ENCODER.encode(schema)))


def systems_digest(systems: tuple[System, ...]) -> bytes:
    """BLAKE2b-128 of the systems in the order of a pass: names, places and order kinds."""
    order = [(system.name, system.place, [kind.number for kind in system.kinds]) for system in systems]
    return bytes.fromhex(digest(ENCODER.encode(order)))


@functools.cache
def engine_version() -> str:
    """The version of the installed package."""
    try:
        return metadata.version("enfilade")
    except metadata.PackageNotFoundError:
        return "unknown"


def scenario_of(header: Header, source: str) -> Scenario:
    """The scenario of a log.

    Raises:
        RulesMismatch: this engine does not understand it.
    """
    try:
        return msgspec.convert(header.scenario, Scenario)
    except msgspec.ValidationError as problem:
        raise RulesMismatch(source, f"the scenario in it is not of this engine's form ({problem})") from None


def begin_game(header: Header, source: str, family_of: FamilyOf) -> Game:
    """The game of a log, before its first passes and without a dice key.

    Raises:
        RulesMismatch: it was recorded under rules, or with a layout, other than those installed.
    """
    scenario = scenario_of(header, source)
    try:
        family = family_of(scenario)
    except UnknownFamily as problem:
        raise RulesMismatch(source, f"recorded under the rules {header.rules!r}: {problem}") from None
    if family.edition != header.rules:
        raise RulesMismatch(source, f"recorded under the rules {header.rules!r}, installed are {family.edition!r}")
    try:
        game = Game(scenario, family)
    except ScenarioError as problem:
        raise RulesMismatch(source, f"its scenario cannot be set up by the rules installed: {problem}") from None
    _refuse_other_engine(header, game, source)
    return game


def play_to_start(game: Game, key: int | None) -> None:
    """Bring a new game to its first decision: set the dice key, if there is one, and run the first passes.

    A scenario with a state stands at a decision already.

    Raises:
        StepFault: the passes could not be finished.
    """
    if key is not None:
        game.set_key(key)
    if not game.scenario.state:
        game.start()


def _refuse_other_engine(header: Header, game: Game, source: str) -> None:
    """See that a game is laid out and played as the log says."""
    same = {
        "the dice": header.dice == DICE,
        "the order of the systems": header.systems == systems_digest(game.pipeline.systems),
        "the tables and fields of a position": header.schema == schema_of(game.store.layout),
        "the scenario's content": header.content == bytes.fromhex(game.content_digest),
    }
    others = [name for name, is_same in same.items() if not is_same]
    if others:
        raise RulesMismatch(source, f"recorded by enfilade {header.engine}, which differs in: {', '.join(others)}")
