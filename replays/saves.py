"""Save files: one position with everything needed to go on from it.

    save := magic(8) container_version u16, flags u16, payload_len u64, payload, BLAKE2b-256 of all before

The payload is canonical msgpack: engine, rules, schema, scenario, row, digest. A save of another layout is read by the
names of tables and fields. Files are written to a temporary file, synced and renamed, so that a save is whole or not
there; nothing in one is believed before its checksum is right.
"""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from enfilade.core.engine.files import LOG_MAGIC, SAVE_MAGIC, read_file, write_file
from enfilade.core.engine.layout import Block
from enfilade.core.scenario.errors import ScenarioError
from enfilade.core.scenario.schema import Scenario
from enfilade.systems.families import UnknownFamily
from enfilade.systems.game import Game
from enfilade.systems.positions import PositionError

from .header import FamilyOf, engine_version
from .schema import Schema, check_schema, read_row, schema_of

MAGIC = SAVE_MAGIC
CONTAINER_VERSION = 1
HEAD = struct.Struct("<8sHHQ")
CHECKSUM_BYTES = 32
SAVE_BYTES_MAX = 1 << 28
"""Bytes of a save at most, 256 MiB."""


class SaveError(ValueError):
    """A save file that cannot be used."""

    def __init__(self, source: str, problem: str) -> None:
        self.source = source
        super().__init__(f"save {source!r}: {problem}")


class DamagedSave(SaveError):
    """A save that is empty, cut or altered."""


class SaveMismatch(SaveError):
    """A save of rules, or of a layout, that the installed ones cannot take over."""


class Save(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payload of a save.

    Attributes:
        engine: version of the package that wrote it; told, never compared.
        rules: the family's edition.
        schema: how the row is read.
        scenario: what is played, as plain data.
        row: the position.
        digest: of row and content, as ``battle.digest`` shows it.
    """

    engine: str
    rules: str
    schema: Schema
    scenario: dict[str, Any]
    row: bytes
    digest: str


ENCODER = msgspec.msgpack.Encoder(order="sorted")
DECODER = msgspec.msgpack.Decoder(Save)


def save_bytes(game: Game) -> bytes:
    """The save of a game's position; the same position gives the same bytes."""
    scenario = msgspec.to_builtins(msgspec.structs.replace(game.scenario, state={}))
    schema = schema_of(game.store.layout)
    save = Save(engine_version(), game.family.edition, schema, scenario, game.snapshot(), game.digest)
    payload = ENCODER.encode(save)
    head = HEAD.pack(MAGIC, CONTAINER_VERSION, 0, len(payload))
    return head + payload + _checksum(head + payload)


def write_save(game: Game, path: Path) -> None:
    """Write a save, whole or not at all; a file of that name stays as it was until the new one is complete.

    Raises:
        OSError: it could not be written.
    """
    write_file(path, save_bytes(game))


def read_save(path: Path) -> Save:
    """The save in a file.

    Raises:
        DamagedSave: the file is no save, or not whole.
        OSError: it could not be read.
    """
    data = read_file(path, SAVE_BYTES_MAX)
    if data is None:
        raise DamagedSave(str(path), f"it has over {SAVE_BYTES_MAX} bytes")
    return parse_save(data, str(path))


def parse_save(data: bytes, source: str) -> Save:
    """The save in these bytes.

    Raises:
        DamagedSave: they are no save, or not whole.
    """
    if data.startswith(LOG_MAGIC):
        raise DamagedSave(source, "it is a replay log, expected a save; `enfilade replay` reads a log")
    if len(data) < HEAD.size + CHECKSUM_BYTES:
        raise DamagedSave(source, f"it has {len(data)} bytes, expected at least {HEAD.size + CHECKSUM_BYTES}")
    magic, version, flags, length = HEAD.unpack_from(data)
    if magic != MAGIC:
        raise DamagedSave(source, f"it is no save: it begins with {magic!r}, expected {MAGIC!r}")
    if (version, flags) != (CONTAINER_VERSION, 0):
        raise DamagedSave(source, f"container version {version}, flags {flags:#x}, expected {CONTAINER_VERSION} and 0")
    if length != len(data) - HEAD.size - CHECKSUM_BYTES:
        held = len(data) - HEAD.size - CHECKSUM_BYTES
        raise DamagedSave(source, f"its payload is declared with {length} bytes, the file holds {held}")
    if _checksum(data[:-CHECKSUM_BYTES]) != data[-CHECKSUM_BYTES:]:
        raise DamagedSave(source, "its checksum differs")
    try:
        save = DECODER.decode(data[HEAD.size : -CHECKSUM_BYTES])
        check_schema(save.schema)
    except (ValueError, RecursionError) as problem:
        raise DamagedSave(source, f"its payload cannot be read ({problem})") from None
    return save


def game_of_save(save: Save, source: str, family_of: FamilyOf) -> Game:
    """The game that was saved.

    Raises:
        SaveMismatch: the installed rules, or their layout, are others than the save's, or its row is no position.
    """
    try:
        scenario = msgspec.convert(save.scenario, Scenario)
        game = Game(scenario, family_of(scenario))
    except (msgspec.ValidationError, UnknownFamily, ScenarioError) as problem:
        raise SaveMismatch(source, f"its scenario cannot be set up here: {problem}") from None
    if game.family.edition != save.rules:
        raise SaveMismatch(source, f"it was made under the rules {save.rules!r}, installed are {game.family.edition!r}")
    if save.schema == schema_of(game.store.layout):
        _adopt(game, _row_of_size(save, game, source), source)
        if game.digest != save.digest:
            raise SaveMismatch(source, "its scenario and row do not have the digest it names")
    else:
        _take_over(save, game, source)
    return game


def _row_of_size(save: Save, game: Game, source: str) -> bytes:
    """The row, if it has the length of the game's."""
    expected = game.store.arenas.shape[1]
    if len(save.row) != expected:
        raise SaveMismatch(source, f"its row has {len(save.row)} bytes, expected {expected}")
    return save.row


def _take_over(save: Save, game: Game, source: str) -> None:
    """Read a row of another layout by the names of tables and fields; what is new stays zero."""
    try:
        tables = read_row(save.schema, save.row)
    except ValueError as problem:
        raise SaveMismatch(source, str(problem)) from None
    game.store.arenas[0] = 0
    known = {spec.name for spec in game.store.layout.in_block(Block.WORLD)}
    for name, table in tables.items():
        if name not in known:
            _refuse_lost(table.view("u1"), f"table {name}", source)
            continue
        records = game.store.records(name)
        if len(records) != len(table):
            raise SaveMismatch(source, f"table {name} has {len(table)} records, expected {len(records)}")
        for path in table.dtype.names or ():
            _copy_field(table, path, records, f"field {name}.{path}", source)
    _adopt(game, game.snapshot(), source)


def _adopt(game: Game, row: bytes, source: str) -> None:
    """Set the game to a row, if it is a position."""
    try:
        game.adopt(row)
    except PositionError as problem:
        raise SaveMismatch(source, str(problem)) from None


def _copy_field(table: Any, path: str, records: Any, what: str, source: str) -> None:
    """Copy one field of all records, if it still exists and its values fit."""
    *parents, field = path.split(".")
    for parent in parents:
        if parent not in records.dtype.names:
            _refuse_lost(np.ascontiguousarray(table[path]).view("u1"), what, source)
            return
        records = records[parent]
    if field not in records.dtype.names:
        _refuse_lost(np.ascontiguousarray(table[path]).view("u1"), what, source)
        return
    if records[field].shape != table[path].shape:
        raise SaveMismatch(source, f"{what} has shape {table[path].shape}, expected {records[field].shape}")
    records[field] = table[path]
    if not np.array_equal(records[field], table[path]):
        raise SaveMismatch(source, f"{what} holds values that its type here, {records[field].dtype}, does not")


def _refuse_lost(data: Any, what: str, source: str) -> None:
    """See that nothing is lost with a table or field that no longer exists."""
    if data.any():
        raise SaveMismatch(source, f"{what} is not known here, and it is not zero")


def _checksum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM_BYTES).digest()
