"""Builds what a release is, in a clean place, into dist/: the source with the page in it, and two wheels made
from that source, one compiled (for this system and this Python) and one that runs everywhere.

    python -m tools.release [FOLDER] [--as-is]

Only what is committed is released; --as-is takes the files as they are, for trying out.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import boot

SDIST = "import sys; from setuptools import build_meta; print(build_meta.build_sdist(sys.argv[1]))"


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, default=boot.ROOT / "dist")
    parser.add_argument("--as-is", action="store_true", help="with changes that are not committed")
    wanted = parser.parse_args(arguments)
    if not wanted.as_is and changes():
        sys.exit("There are changes that are not committed: commit them, or try out with --as-is.")
    with boot.telling_errors():
        for made in release(wanted.folder.resolve()):
            print(made)
    return 0


def release(folder: Path) -> list[Path]:
    """The three files of a release."""
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fabletop-release-") as scratch:
        place, made = Path(scratch, "source"), Path(scratch, "made")
        made.mkdir()
        copy_source(place)
        with boot.progress("building the page in a clean place"):
            boot.run(sys.executable, place / "tools/boot.py", "page", place=place)
        python = place / boot.PYTHON.relative_to(boot.ROOT)
        with boot.progress("packing the source"):
            boot.run(python, "-c", SDIST, made, place=place)
        (source,) = made.glob("*.tar.gz")
        for wish, words in (("0", "building the wheel for everywhere"), ("1", "building the compiled wheel")):
            with boot.progress(words):
                wheel(python, source, made, wish)
        return [Path(shutil.copy2(file, folder)) for file in sorted(made.iterdir())]


def wheel(python: Path, source: Path, folder: Path, wish: str) -> None:
    """A wheel from the packed source: what is missing in it would be missing here."""
    command: list[str | Path] = [
        python,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-index",
        "--no-build-isolation",
    ]
    subprocess.run(
        [*command, "--wheel-dir", folder, source],
        env=boot.environment(FABLETOP_COMPILE=wish),
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def copy_source(place: Path) -> None:
    """All files that git knows or would take, and nothing else."""
    for name in git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0"):
        if name and (boot.ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(boot.ROOT / name, place / name)


def changes() -> bool:
    return bool(git("status", "--porcelain"))


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", *arguments], cwd=boot.ROOT, check=True, capture_output=True, text=True
    ).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
