"""The folders at the root of the checkout are subpackages of enfilade, and nothing else."""

import importlib
from importlib import metadata, resources

import pytest

from enfilade._version import __version__


@pytest.mark.parametrize("folder", ["components", "core", "systems", "replays", "tests.drill"])
def test_folder_imported_by_its_bare_name_names_the_right_package(folder: str) -> None:
    right_name = f"enfilade.{folder.removeprefix('tests.')}"
    with pytest.raises(ImportError, match=f"import that, not {folder}") as refusal:
        importlib.import_module(folder)
    assert right_name in str(refusal.value)
    assert importlib.import_module(right_name).__name__ == right_name


def test_scenarios_are_reached_as_data_of_the_package() -> None:
    assert resources.files("enfilade").joinpath("scenarios").is_dir()


def test_installed_version_is_the_one_written_in_the_source() -> None:
    assert metadata.version("enfilade") == __version__


def test_drill_is_found_by_its_entry_point() -> None:
    (drill,) = metadata.entry_points(group="enfilade.families", name="drill")
    assert drill.value == "enfilade.drill:FAMILY"
