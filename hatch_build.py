"""Build hook: the folders at the root of the checkout become subpackages of ``enfilade``.

An editable install links them into ``src/enfilade``; a wheel gets copies.
"""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = {
    "components": "components",
    "core": "core",
    "drill": "tests/drill",
    "replays": "replays",
    "scenarios": "scenarios",
    "systems": "systems",
}
"""Source folder, from the root of the checkout, of each name inside ``enfilade``."""


class RootFolders(BuildHookInterface):
    """Adds every folder of ``SOURCES`` to a wheel, or links it for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Link or include the folders.

        Args:
            version: ``"editable"`` or ``"standard"``.
            build_data: hatchling's own; ``force_include`` maps files on disk to files in the wheel.
        """
        root = Path(self.root)
        for name, source in SOURCES.items():
            if version == "editable":
                link_folder(root / "src" / "enfilade" / name, root / source)
            else:
                build_data["force_include"][str(root / source)] = f"enfilade/{name}"


def link_folder(link: Path, target: Path) -> None:
    """Make ``link`` lead to the folder ``target``, unless it already does.

    Raises:
        FileExistsError: something that is not a link stands in the way.
    """
    if link.exists() and link.samefile(target):
        return
    if os.path.lexists(link):
        remove_link(link)
    if os.name == "nt":
        make_junction(link, target)
    else:
        link.symlink_to(os.path.relpath(target, link.parent), target_is_directory=True)


def remove_link(link: Path) -> None:
    """Remove a link, dangling or leading elsewhere; refuse to remove anything else."""
    if link.is_symlink():
        link.unlink()
    elif os.name == "nt" and link.lstat().st_file_attributes & 0x400:  # a reparse point: a junction
        link.rmdir()
    else:
        raise FileExistsError(f"{link} is not a link; move it away and install again")


def make_junction(link: Path, target: Path) -> None:
    """Make a junction, which needs no rights where a symbolic link does (Windows)."""
    import _winapi

    _winapi.CreateJunction(str(target), str(link))
