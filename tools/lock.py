"""Writes requirements/*.txt anew: every package pinned, with hashes, for all systems, without addresses.

python -m tools.lock            keep the versions that still fit
python -m tools.lock --upgrade  take the newest ones
"""

import subprocess
import sys

from tools import boot

# A later lock takes over the versions of the earlier ones, so that all fit into one .venv.
LOCKS = {
    "boot": "requirements/boot.in",
    "run": "pyproject.toml",
    "build": "requirements/build.in",
    "test": "requirements/test.in",
    "lab": "requirements/lab.in",
    "bench": "requirements/bench.in",
    "cluster": "requirements/cluster.in",
    "learning": "requirements/learning.in",
    "node": "requirements/node.in",
}


def write_lock(name: str, source: str, earlier: list[str], options: list[str]) -> None:
    uv = [str(boot.PYTHON), "-m", "uv", "pip", "compile", "--quiet"]
    compile_lock = [*uv, "--universal", "--generate-hashes"]
    compile_lock += ["--python-version", "3.11", "--custom-compile-command", "python -m tools.lock"]
    for lock in earlier:
        compile_lock += ["--constraint", f"requirements/{lock}.txt"]
    compile_lock += [*options, "--output-file", f"requirements/{name}.txt", source]
    subprocess.run(compile_lock, cwd=boot.ROOT, env=boot.environment(), check=True)


def main(options: list[str]) -> None:
    boot.make_venv()
    boot.install_uv()
    earlier: list[str] = []
    for name, source in LOCKS.items():
        write_lock(name, source, earlier, options)
        earlier.append(name)


if __name__ == "__main__":
    main(sys.argv[1:])
