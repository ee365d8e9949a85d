"""Rows as tables: CSV for everybody, Parquet where polars is installed."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from enfilade.simulate import Simulation, simulate, tables
from enfilade.simulate.tables import write_csv, write_parquet
from tests.face.games import fords
from tests.simulate.runs import DUEL, row_of

ROWS = [
    row_of(0, "red", losses={"red": {"guard": 0, "heavy tank": 1}, "blue": {"": 2}}),
    row_of(1, "red", "blue", swapped=True, forfeit='it said "no", twice', losses={
        "red": {"guard": 1, "heavy tank": 0}, "blue": {"": 0}
    }),
    row_of(2, losses={"red": {"guard": 0, "heavy tank": 0}, "blue": {"": 0}}),
]  # fmt: skip


def test_csv_has_a_column_for_each_number(tmp_path: Path) -> None:
    write_csv(ROWS, tmp_path / "games.csv")
    assert (tmp_path / "games.csv").read_text() == (
        "index,seed,swapped,winners,reason,orders,turns,digest,faults,forfeit,"
        "lost red guard,lost red heavy tank,lost blue\n"
        "0,0,false,red,rounds played,10,2,00000000000000000000000000000000,0,,0,1,2\n"
        "1,1,true,red blue,rounds played,10,2,00000000000000000000000000000001,0,"
        '"it said ""no"", twice",1,0,0\n'
        "2,2,false,,rounds played,10,2,00000000000000000000000000000002,0,,0,0,0\n"
    )


def test_csv_of_a_run_has_its_rows(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulation = simulate(fords(1), 3, bots=("walker", "random"), out=path)
    with path.open(newline="") as file:
        found = list(csv.DictReader(file))
    assert [(row["index"], row["digest"]) for row in found] == [(str(row.index), row.digest) for row in simulation]
    assert {"lost west foot", "lost town guns"} <= found[0].keys()


def test_parquet_has_the_rows_with_their_types(tmp_path: Path) -> None:
    polars: Any = pytest.importorskip("polars")
    write_parquet(ROWS, tmp_path / "games.parquet")
    table = polars.read_parquet(tmp_path / "games.parquet")
    assert table["winners"].to_list() == [["red"], ["red", "blue"], []]
    assert table["swapped"].to_list() == [False, True, False]
    assert table["lost red heavy tank"].to_list() == [1, 0, 0]
    assert table["seed"].dtype == polars.Int64
    assert table.columns[:4] == ["index", "seed", "swapped", "winners"]


def test_parquet_of_a_run_is_the_same_however_it_was_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polars: Any = pytest.importorskip("polars")
    monkeypatch.setattr(tables, "ROWS_TOGETHER", 4)
    whole, parts = tmp_path / "whole.parquet", tmp_path / "parts.parquet"
    simulation = simulate(DUEL, 10, out=whole)
    for games in (3, 10):
        simulate(DUEL, games, out=parts, resume=True)
    assert whole.read_bytes() == parts.read_bytes()
    assert polars.read_parquet(whole)["digest"].to_list() == [row.digest for row in Simulation.open(parts)]
    assert len(simulation) == 10
