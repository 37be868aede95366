"""Compiles a game from outside: its hot files together with the installed kernel's, of which none is kept."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import fabletop
from fabletop.kernel.compiled import KERNEL, MARK, compiled_files, digest, is_compiled
from fabletop.kernel.question import Mistake

PROGRAM = """
import os, sys
from mypyc.build import mypycify
from setuptools import setup
package, *files = sys.argv[1:]
made = mypycify(["--cache-dir", os.devnull, *files], separate=True, opt_level="3", debug_level="0")
own = [one for one in made if one.name.split(".")[0] == package]
sys.argv[1:] = ["build_ext", "--inplace"]
setup(name=package, packages=[], ext_modules=own)
"""
SHOWN = 12  # lines of what a compiler says


def compile_game(files: list[Path]) -> list[Path]:
    """Puts the compiled files beside the sources."""
    if not is_compiled():
        raise Mistake("this Fabletop runs interpreted: a compiled game needs a compiled kernel")
    package = package_of(files)
    with TemporaryDirectory() as scratch:
        tree = Path(scratch)
        unwanted = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "static")
        shutil.copytree(Path(fabletop.__file__).parent, tree / "fabletop", ignore=unwanted)
        shutil.copytree(package, tree / package.name, ignore=unwanted)
        kernel = [f"fabletop/kernel/{path.relative_to(KERNEL).as_posix()}" for path in compiled_files()]
        own = [path.resolve().relative_to(package.parent).as_posix() for path in files]
        build(tree, package.name, [*kernel, *own])
        made = sorted(path for path in (tree / package.name).rglob("*") if path.suffix in (".so", ".pyd"))
        for path in made:
            shutil.copy(path, package / path.relative_to(tree / package.name))
    (package / MARK).write_text(digest() + "\n", encoding="utf-8")
    return [package / path.name for path in made]


def package_of(files: list[Path]) -> Path:
    """The folder of the package that all these files belong to."""
    folders = set()
    for path in files:
        if path.suffix != ".py" or not path.is_file():
            raise Mistake(f"{str(path)!r} is no Python file")
        folder = path.resolve().parent
        while (folder.parent / "__init__.py").exists():
            folder = folder.parent
        folders.add(folder)
    if len(folders) != 1 or not (next(iter(folders)) / "__init__.py").exists():
        raise Mistake("give files of one package: a folder with an __init__.py")
    return folders.pop()


def build(tree: Path, package: str, files: list[str]) -> None:
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")
    }
    command = [sys.executable, "-P", "-c", PROGRAM, package, *files]
    done = subprocess.run(command, cwd=tree, env=environment, check=False, capture_output=True, text=True)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()[-SHOWN:]
        raise Mistake(
            "it does not compile (this needs mypy, setuptools and a C compiler):\n" + "\n".join(said)
        )
