"""What a page shows for a while, as a film: frames as the browser draws them, put together by ffmpeg."""

import asyncio
import base64
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fabletop import Mistake

if TYPE_CHECKING:
    from playwright.async_api import Page

FRAMES = 12  # a second
FINENESS = 36  # of VP9: more is smaller and coarser


def ffmpeg() -> str:
    """FFMPEG_EXE, one that is installed, or the one of the package imageio-ffmpeg."""
    found = os.environ.get("FFMPEG_EXE") or shutil.which("ffmpeg")
    if found:
        return found
    try:
        from imageio_ffmpeg import get_ffmpeg_exe  # type: ignore[import-not-found]
    except ImportError:
        raise Mistake("films need ffmpeg: install it, or pip install imageio-ffmpeg") from None
    return str(get_ffmpeg_exe())


async def film(page: "Page", seconds: float, file: Path) -> None:
    """So many seconds of a page, as WebM."""
    frames = await frames_of(page, seconds)
    command = [ffmpeg(), "-loglevel", "error", "-y", "-f", "image2pipe", "-c:v", "mjpeg"]
    command += [
        "-framerate",
        str(FRAMES),
        "-i",
        "-",
        "-c:v",
        "libvpx-vp9",
        "-b:v",
        "0",
        "-crf",
        str(FINENESS),
    ]
    command += ["-row-mt", "1", "-cpu-used", "5", "-pix_fmt", "yuv420p", str(file)]
    process = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)
    await process.communicate(b"".join(at_equal_times(frames, seconds)))
    if process.returncode:
        raise Mistake(f"ffmpeg could not write {file}")


async def frames_of(page: "Page", seconds: float) -> list[tuple[float, bytes]]:
    """Every picture that the browser drew, with its time."""
    found: list[tuple[float, bytes]] = []
    line = await page.context.new_cdp_session(page)

    def keep(frame: dict[str, Any]) -> None:
        found.append((float(frame["metadata"]["timestamp"]), base64.b64decode(frame["data"])))
        waiting.append(
            asyncio.create_task(line.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]}))
        )

    waiting: list[asyncio.Task[Any]] = []
    line.on("Page.screencastFrame", keep)
    await line.send("Page.startScreencast", {"format": "jpeg", "quality": 85})
    await page.wait_for_timeout(seconds * 1000)
    await line.send("Page.stopScreencast")
    await asyncio.gather(*waiting, return_exceptions=True)
    if not found:
        raise Mistake("the browser showed no frame")
    return found


def at_equal_times(frames: list[tuple[float, bytes]], seconds: float) -> list[bytes]:
    """The frame that was to be seen at each moment; a browser draws one only when something changes."""
    began, shown = frames[0][0], 0
    found = []
    for tick in range(int(seconds * FRAMES)):
        while shown + 1 < len(frames) and frames[shown + 1][0] - began <= tick / FRAMES:
            shown += 1
        found.append(frames[shown][1])
    return found
