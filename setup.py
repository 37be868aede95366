"""Compiles the engine with mypyc; everything else about the package stands in pyproject.toml.

FABLETOP_COMPILE=1 must compile, 0 must not; unset compiles where a C compiler is found.
An editable install is never compiled.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).resolve().parent
PACKAGE = Path("src/fabletop")
KERNEL = (
    "action.py",
    "adam.py",
    "advisor.py",
    "bits.py",
    "effects/engine.py",
    "journal.py",
    "learning.py",
    "matching.py",
    "moments.py",
    "observing.py",
    "rng.py",
    "state.py",
)
COLD = (
    "__init__.py",
    "audit.py",
    "catalog.py",
    "convert.py",
    "declared.py",
    "edition.py",
    "faces.py",
    "game.py",
    "language.py",
    "lessons.py",
    "levels.py",
    "notation.py",
    "picture.py",
    "planning.py",
    "program.py",
    "programs.py",
    "reasons.py",
    "story.py",
    "talk.py",
    "verdict.py",
)

NOTICE = """
Fabletop: the engine stays interpreted Python, about 30 times slower than compiled.
  Reason: {reason}
  To compile it: install a C compiler and Python's headers
  (Debian, Ubuntu: apt install gcc python3-dev; macOS: xcode-select --install), then install again.
"""


def engine_files() -> list[str]:
    """The files that are compiled: hot code only, as paths from the root of the repository."""
    package = ROOT / PACKAGE
    kernel = [package / "kernel" / name for name in KERNEL]
    bots = [path for path in package.glob("bots/*.py") if path.name not in COLD]
    hot = [package / "envs/core.py"]
    games = [path for path in package.glob("games/*/**/*.py") if path.name not in COLD]
    return sorted(path.relative_to(ROOT).as_posix() for path in kernel + bots + hot + games if path.exists())


def engine_modules() -> list[str]:
    return [name.removeprefix("src/").removesuffix(".py").replace("/", ".") for name in engine_files()]


def why_no_compiler() -> str | None:
    """Compile a line that needs Python's headers; None if that works."""
    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler, get_python_inc

    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "probe.c")
        source.write_text("#include <Python.h>\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=scratch, include_dirs=[get_python_inc()])
        except Exception as error:  # each compiler has its own family of errors
            return f"no working C compiler ({error})"
    return None


def builds_binaries() -> bool:
    """Whether this call of setup.py makes a wheel; asking for metadata or an editable install does not."""
    return any(command in sys.argv for command in ("bdist_wheel", "build", "build_ext", "install"))


def wants_compiling() -> bool:
    wish = os.environ.get("FABLETOP_COMPILE", "auto")
    if wish not in ("0", "1", "auto"):
        sys.exit(f"FABLETOP_COMPILE is {wish!r}; it can be 0, 1 or auto.")
    if wish == "0" or not builds_binaries():
        return False
    reason = why_no_compiler()
    if reason and wish == "1":
        sys.exit(f"FABLETOP_COMPILE=1, but there is {reason}.")
    if reason:
        print(NOTICE.format(reason=reason), file=sys.stderr)
    return reason is None


def engine() -> list[Any]:
    files = engine_files()
    if not files or not wants_compiling():
        return []
    from mypyc.build import mypycify

    # No cache: with one, mypyc 2.4.1 forgets which attributes of an unchanged class may be undefined
    # and crashes on a changed module that uses them. All C is written anew; only changed C is compiled.
    options = ["--cache-dir", os.devnull]
    extensions = mypycify([*options, *files], separate=True, opt_level="3", debug_level="0")
    if sys.platform != "win32":
        # Nobody replaces a function of a module from outside, so gcc may inline it: 7 % more actions.
        for extension in extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, "-fno-semantic-interposition"]
    return extensions


class BuildWithoutLeftovers(build_py):
    """build/ is kept to build quickly, so what has gone from the source must go from there too."""

    def run(self) -> None:
        built = Path(self.build_lib, "fabletop")
        modules = {Path(name).relative_to(PACKAGE).with_suffix("") for name in engine_files()}
        for path in list(built.rglob("*")):
            name = path.relative_to(built)
            if path.suffix in (".so", ".pyd"):
                kept = name.with_name(name.name.split(".")[0].removesuffix("__mypyc")) in modules
            else:
                kept = (PACKAGE / name).exists()
            if path.is_file() and not kept:
                path.unlink()
        super().run()


if __name__ == "__main__":
    os.chdir(ROOT)
    setup(
        ext_modules=engine(),
        cmdclass={"build_py": BuildWithoutLeftovers},
        options={"build_ext": {"parallel": str(os.cpu_count() or 1)}},
    )
