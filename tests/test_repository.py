"""The repository itself: what is in it, what must not be, and whether the engine runs as it should."""

import importlib
import json
import os
import re
import runpy
import subprocess
import tomllib
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKS = sorted(ROOT.glob("requirements/*.txt"))
HOSTS = re.compile(r"pypi\.org|pythonhosted|npmjs\.(org|com)|(simple|registry)/", re.IGNORECASE)
MACHINE_PATHS = re.compile(r"(?<![\w.~*-])/(?:work/|root/|home/\w|Users/\w|tmp/bash)")
PINNED = re.compile(r"([\w.-]+)==([\w.]+)( ; [^\\]+?)?( --hash=sha256:[0-9a-f]{64})+")


def files_of_git() -> list[Path]:
    """All files that are committed or would be, with `git add .`."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def requirements_in(lock: Path) -> list[str]:
    """One line for each requirement, its hashes joined to it."""
    joined = text_of(lock).replace("\\\n", " ")
    lines = [re.sub(r"\s+", " ", line).strip() for line in joined.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


def engine_modules() -> list[str]:
    modules: list[str] = runpy.run_path(str(ROOT / "setup.py"))["engine_modules"]()
    return modules


# --- What must not be there --------------------------------------------------------


def test_git_knows_the_files_of_this_repository() -> None:
    assert Path(__file__).resolve() in files_of_git()


def test_no_file_holds_a_path_of_some_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in files_of_git()
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if MACHINE_PATHS.search(line)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("place", ["work/x", "root/.cache", "home/alice", "tmp/bash_jobs"])
def test_the_search_for_machine_paths_finds_them(place: str) -> None:
    assert MACHINE_PATHS.search(f"see /{place}")
    assert not MACHINE_PATHS.search(f"see lib/{place}")


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_a_lock_holds_no_address(lock: Path) -> None:
    assert "://" not in text_of(lock)
    assert not HOSTS.search(text_of(lock))


def test_no_npm_file_names_a_registry() -> None:
    for path in files_of_git():
        if path.name == "package-lock.json":
            packages = json.loads(text_of(path))["packages"]
            assert not [name for name, package in packages.items() if "resolved" in package], path
        if path.name in ("package-lock.json", ".npmrc"):
            assert not re.search(r"registry\s*=|npmjs", text_of(path)), path


def test_names_of_the_page_are_camel_case() -> None:
    """What comes from the server keeps the name it has there; what the page itself calls by name does not."""
    own = re.compile(r"\b(?:const|let|function|async) ([a-z0-9]+_\w+)")
    pages = [path for path in files_of_git() if path.suffix in (".ts", ".svelte")]
    found = [f"{path.name}: {name}" for path in pages for name in own.findall(text_of(path))]
    assert len(pages) > 50 and not found


def test_no_compiled_file_lies_in_the_source() -> None:
    """Python would load it instead of the source beside it, however old it is."""
    assert not [path for path in ROOT.glob("src/**/*") if path.suffix in (".so", ".pyd")]


# --- The locks ---------------------------------------------------------------------


def test_there_are_the_locks_that_boot_needs() -> None:
    needed: dict[str, tuple[str, ...]] = runpy.run_path(str(ROOT / "tools/boot.py"))["NEEDED"]
    names = {"boot"}.union(*needed.values())
    assert names == {lock.stem for lock in LOCKS}


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_every_requirement_is_pinned_with_hashes(lock: Path) -> None:
    requirements = requirements_in(lock)
    assert requirements
    assert not [line for line in requirements if not PINNED.fullmatch(line)]


def test_the_locks_agree_on_versions() -> None:
    """All of them go into one .venv."""
    first: dict[str, set[str]] = {}
    for lock in LOCKS:
        for name, versions in versions_in(lock).items():
            assert first.setdefault(name, versions) == versions, (lock.name, name)


def versions_in(lock: Path) -> dict[str, set[str]]:
    """Mostly one version a name; more where older Pythons get an older one."""
    versions: dict[str, set[str]] = {}
    for line in requirements_in(lock):
        name, version = line.split()[0].split("==")
        versions.setdefault(name, set()).add(version)
    return versions


def test_the_build_lock_follows_pyproject() -> None:
    required = tomllib.loads(text_of(ROOT / "pyproject.toml"))["build-system"]["requires"]
    assert sorted(required) == sorted(requirements_in(ROOT / "requirements/build.in"))


# --- What is released --------------------------------------------------------------


def test_every_file_of_the_package_goes_into_its_wheels() -> None:
    package = ROOT / "src/fabletop"
    setuptools = tomllib.loads(text_of(ROOT / "pyproject.toml"))["tool"]["setuptools"]
    packed = {path for pattern in setuptools["package-data"]["fabletop"] for path in package.glob(pattern)}
    ours = {path for path in files_of_git() if path.is_relative_to(package) and path.suffix != ".py"}
    assert ours and not ours - packed


def test_every_folder_goes_into_the_source_archive() -> None:
    folders = {path.relative_to(ROOT).parts[0] for path in files_of_git() if path.parent != ROOT}
    packed = set(re.findall(r"^graft (\w+)$", text_of(ROOT / "MANIFEST.in"), re.MULTILINE))
    by_itself = {"LICENSES", "src"}  # setuptools takes these
    assert {name for name in folders if name[0] != "."} - packed == by_itself


def test_what_is_tested_once_exists() -> None:
    around: tuple[str, ...] = runpy.run_path(str(ROOT / "test"))["AROUND"]
    assert around and not [name for name in around if not (ROOT / "tests" / name).exists()]


# --- The engine --------------------------------------------------------------------


def is_compiled(module: str) -> bool:
    return file_of(module).name.endswith(tuple(EXTENSION_SUFFIXES))


def file_of(module: str) -> Path:
    file = importlib.import_module(module).__file__
    assert file
    return Path(file)


def test_the_engine_runs_in_the_expected_mode() -> None:
    """./test says what it expects; without it, at least all modules must be of one kind."""
    expected = os.environ.get("FABLETOP_EXPECT")
    assert expected in (None, "compiled", "interpreted")
    compiled = {module: is_compiled(module) for module in engine_modules()}
    assert compiled, "setup.py names no module to compile"
    wanted = expected == "compiled" if expected else compiled["fabletop.kernel.state"]
    assert not [module for module, is_so in compiled.items() if is_so != wanted]


def test_interpreted_means_the_source_and_not_an_installed_copy() -> None:
    if os.environ.get("FABLETOP_EXPECT") == "interpreted":
        assert file_of("fabletop").is_relative_to(ROOT / "src")
