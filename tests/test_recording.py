"""Films of the games: frames as a browser draws them, at equal times."""

import sys

import pytest

from fabletop.cli import recording
from fabletop.kernel.question import Mistake


def test_a_frame_is_seen_until_the_next_is_drawn() -> None:
    drawn = [(100.0, b"a"), (100.5, b"b"), (100.52, b"c")]
    frames = recording.at_equal_times(drawn, 1.0)
    assert len(frames) == recording.FRAMES
    assert frames[0] == b"a" and frames[5] == b"a"
    assert frames[6:] == [b"b"] + [b"c"] * (recording.FRAMES - 7)


def test_without_ffmpeg_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FFMPEG_EXE", "")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    with pytest.raises(Mistake, match="pip install imageio-ffmpeg"):
        recording.ffmpeg()
