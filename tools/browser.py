"""Finds a browser for the tests, or brings one: Chromium from npm, into .tools, without asking for rights.

python -m tools.browser     prints where it is
"""

import os
import shutil
import sys
import tarfile

from tools import boot

INSTALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge")
LOCK = boot.ROOT / "tools" / "chromium"
HOME = boot.ROOT / ".tools" / "chromium"

ARCHIVES = ("al2023.tar", "fonts.tar", "swiftshader.tar")
# Packed with Brotli, which Python does not read.
UNPACK = """
const { readFileSync, writeFileSync } = require("fs"), { brotliDecompressSync } = require("zlib")
for (const name of process.argv.slice(2)) {
  writeFileSync(name, brotliDecompressSync(readFileSync(`node_modules/@sparticuz/chromium/bin/${name}.br`)))
}
"""
# Its own list of fonts points to folders of another system; then no text at all is drawn.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{home}/fonts</dir><dir>/usr/share/fonts</dir><dir prefix="xdg">fonts</dir>
  <cachedir>{home}/fontcache</cachedir>
</fontconfig>
"""
START = """#!/bin/sh
export LD_LIBRARY_PATH="{home}/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
export FONTCONFIG_FILE="{home}/fonts.conf"
exec "{home}/chromium" "$@"
"""


def browser() -> str:
    """The path of a Chromium: the one that BROWSER_EXE names, an installed one, or ours."""
    named = os.environ.get("BROWSER_EXE")
    if named:
        return named
    for name in INSTALLED:
        if found := shutil.which(name):
            return found
    if sys.platform != "linux" or os.uname().machine != "x86_64":
        sys.exit("The browser tests need Chromium or Chrome: install one, or name it in BROWSER_EXE.")
    with boot.telling_errors(), boot.alone():
        bring()
    return str(HOME / "start")


def bring() -> None:
    inputs = boot.digest(LOCK, UNPACK, FONTS, START, str(HOME))
    if boot.is_done("chromium", inputs):
        return
    with boot.progress("fetching a browser for the tests"):
        shutil.rmtree(HOME, ignore_errors=True)
        shutil.copytree(LOCK, HOME)
        node, npm = boot.find_node()
        boot.run(*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", place=HOME)
        (HOME / "unpack.cjs").write_text(UNPACK)
        boot.run(node, "unpack.cjs", "chromium", *ARCHIVES, place=HOME)
        arrange()
    boot.mark_done("chromium", inputs)


def arrange() -> None:
    for packed in ARCHIVES:
        with tarfile.open(HOME / packed) as archive:
            archive.extractall(HOME)  # its content is fixed by the lock
    shutil.rmtree(HOME / "node_modules")
    for name, words in (("fonts.conf", FONTS), ("start", START)):
        (HOME / name).write_text(words.format(home=HOME))
    (HOME / "start").chmod(0o755)
    (HOME / "chromium").chmod(0o755)


def main() -> None:
    print(browser())


if __name__ == "__main__":
    main()
