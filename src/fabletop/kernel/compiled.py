"""Whether the kernel is compiled, and what a game from outside must have been compiled for to run on it."""

import hashlib
from pathlib import Path

from fabletop.kernel import state
from fabletop.kernel.question import Mistake

MARK = "compiled_for.txt"  # beside a game's compiled files
KERNEL = Path(str(state.__file__)).parent


def is_compiled() -> bool:
    return not str(state.__file__).endswith(".py")


def compiled_files() -> list[Path]:
    """The sources of what is compiled here."""
    binaries = [path for path in sorted(KERNEL.rglob("*")) if path.suffix in (".so", ".pyd")]
    names = [path.with_name(path.name.split(".")[0] + ".py") for path in binaries]
    return [path for path in names if path.exists()]


def digest() -> str:
    """Changes with the kernel: a compiled game knows where things lie in it."""
    found = hashlib.sha256()
    for path in compiled_files():
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def check_fits(package: Path) -> None:
    """A Mistake, if a game in this folder was compiled, but not for the kernel that it would meet."""
    mark = package / MARK
    if not mark.exists():
        return
    if not is_compiled():
        raise Mistake("it is compiled, and this Fabletop is not; take its compiled files away")
    if mark.read_text(encoding="utf-8").strip() != digest():
        raise Mistake(
            "it was compiled for another Fabletop: compile it again, or take its compiled files away"
        )
