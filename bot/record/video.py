"""The video of a run: a WebM of the page with a chapter for each phase, in which inputs are marked.

Playwright delivers the frames; PyAV encodes them in a separate thread. A file cut short by a kill or a full disk can be
played up to that point: only its length and its index are written at the end.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from contextlib import suppress
from fractions import Fraction
from importlib.util import find_spec
from math import inf
from typing import TYPE_CHECKING, Any, BinaryIO

from bot.browser.limits import answered
from bot.errors import PageGone, SetupError, first_line
from bot.extras import install_command
from bot.private import make_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page, ScreencastFrame

MAX_FRAME_SIZE = {"width": 1024, "height": 720}
"""The largest size of a frame: the window of a guest, scaled."""
JPEG_QUALITY = 65
"""The quality of the delivered frames, out of 100."""
FRAME_RATE = 20
"""The highest number of frames per second."""
MAX_QUEUED_BYTES = 48_000_000
"""Bytes of frames that may wait for the encoder, a few thousand frames; the oldest are dropped first."""
BIT_RATE = 1_000_000
"""Approximate bits per second: 7 MB per minute if something moves all the time."""
ENCODER_OPTIONS = {"deadline": "realtime", "cpu-used": "-8", "crf": "12", "qmax": "40"}
"""VP8 plays in every browser. A negative `cpu-used` is a fixed speed, a positive one adapts to the time available."""
MUXER_OPTIONS = {"cluster_time_limit": "500"}
"""The longest part, in milliseconds, that is lost if the process is killed."""
CHAPTER_MS = 500
"""Milliseconds for which a chapter's title is shown; fading takes as long again."""
MARK_MS = 50
"""Milliseconds for which an input is marked before it is made."""
MARK_STYLE = {
    "title": "display: none",
    "point": "width: 30px; height: 30px; border-radius: 50%; border: 4px solid #e8590c; background: #e8590c55",
}
ANSWER_TIMEOUT = 5.0
"""Seconds in which a page must begin a video, show a title, or end the video."""
ENCODED_TIMEOUT = 60.0
"""Seconds for which waiting frames are encoded at the end; the rest is dropped."""
LAST_FRAME_SECONDS = 1.0
"""Seconds for which the last frame is shown."""
_GLASS = re.compile(r"<x-pw-glass\b.*?</x-pw-glass>", re.DOTALL)


def unmarked(html: str) -> str:
    """Return a page's markup without the overlay on which titles and marks are drawn."""
    return _GLASS.sub("", html)


class Video:
    """The recording of one page."""

    def __init__(self, page: Page, file: Path) -> None:
        """Start; raise `SetupError` if this browser or installation gives no video, `OSError` for the disk."""
        if find_spec("av") is None:
            raise SetupError("no video is recorded, because PyAV is not installed", command=install_command("av"))
        self.page = page
        self.lost: OSError | None = None
        """Why the file is incomplete, if it is."""
        self._chapters: list[dict[str, Any]] = []
        self._frames: deque[tuple[float, bytes]] = deque()
        self._more = threading.Condition()
        self._first: float | None = None
        self._last: tuple[float, float] = 0.0, time.monotonic()
        """The last frame's time in the video, and the time of its arrival."""
        self._ended = self._mute = False
        self._waiting = 0
        self._encoded = self._dropped = 0
        make_file(file)  # A disk that cannot be written raises its error now.
        self._thread = threading.Thread(target=self._encode, args=(file,), daemon=True)
        try:
            with answered(ANSWER_TIMEOUT, "the page does not answer"):
                page.screencast.start(on_frame=self._queue, size=MAX_FRAME_SIZE, quality=JPEG_QUALITY)  # type: ignore[arg-type] # a TypedDict
        except PageGone as error:
            file.unlink()
            raise SetupError(
                f"no video is recorded, because this browser does not provide one: {first_line(error)}"
            ) from error
        self._thread.start()

    def chapter(self, title: str, *, marking: bool = False) -> None:
        """Show a title for a moment, then mark inputs if `marking`; a page that does not answer shows nothing."""
        at, arrived = self._last
        self._chapters.append({"title": title, "at": round(at + time.monotonic() - arrived, 3)})
        if self._mute:
            return
        try:
            with answered(ANSWER_TIMEOUT, "the page does not answer"):
                self.page.screencast.hide_actions()
                self.page.screencast.show_chapter(title, duration=CHAPTER_MS)
                if marking:
                    self.page.screencast.show_actions(duration=MARK_MS, style=MARK_STYLE)  # type: ignore[arg-type] # a TypedDict
        except PageGone:
            self._mute = True

    def end(self, remaining: Callable[[], float] = lambda: inf) -> dict[str, Any]:
        """Stop, and return the video's length, its numbers of frames and the beginnings of its chapters.

        Frames that cannot be encoded in the seconds that `remaining` returns are dropped.
        """
        # If it does not stop, the video ends with the frames so far.
        with suppress(PageGone), answered(min(ANSWER_TIMEOUT, remaining()), "the page does not answer"):
            self.page.screencast.stop()
        with self._more:
            self._ended = True
            self._more.notify()
        self._thread.join(min(ENCODED_TIMEOUT, remaining()))
        with self._more:
            self._dropped += len(self._frames)
            self._frames.clear()
        self._thread.join(ANSWER_TIMEOUT)
        seconds = round(self._last[0] + LAST_FRAME_SECONDS, 3) if self._encoded else 0.0
        return {
            "seconds": seconds,
            "frames": self._encoded,
            "dropped": self._dropped,
            "chapters": [{**chapter, "at": min(chapter["at"], seconds)} for chapter in self._chapters],
        }

    def _queue(self, frame: ScreencastFrame) -> None:
        """Queue a frame of the browser."""
        at = frame["timestamp"] / 1000
        if self._first is None:
            self._first = at
        at = max(at - self._first, self._last[0])
        self._last = at, time.monotonic()
        with self._more:
            self._frames.append((at, frame["data"]))
            self._waiting += len(frame["data"])
            while self._waiting > MAX_QUEUED_BYTES:
                self._waiting -= len(self._frames.popleft()[1])
                self._dropped += 1
            self._more.notify()

    def _frames_in_time(self) -> Iterator[tuple[float, bytes]]:
        """Yield the frames in time, without those that exceed the rate, and the last frame twice."""
        waiting: tuple[float, bytes] | None = None
        while True:
            with self._more:
                self._more.wait_for(lambda: self._frames or self._ended)
                frame = self._frames.popleft() if self._frames else None
                self._waiting -= len(frame[1]) if frame else 0
            if waiting is not None and (frame is None or frame[0] - waiting[0] >= 1 / FRAME_RATE):
                yield waiting
            if frame is None:
                break
            waiting = frame
        if waiting is not None:
            yield waiting[0] + LAST_FRAME_SECONDS, waiting[1]

    def _encode(self, file: Path) -> None:
        """Write the file; if that fails, drop the other frames."""
        frames = self._frames_in_time()
        try:
            with file.open("wb", buffering=0) as out:
                self._write(frames, out)
        except Exception as error:  # noqa: BLE001 - the run goes on whatever the encoder raises
            # While closing, the encoder raises an error of its own in the context of the disk's.
            cause = error if isinstance(error, OSError) else error.__context__
            self.lost = cause if isinstance(cause, OSError) else OSError(0, first_line(error))
            for _ in frames:
                self._dropped += 1

    def _write(self, frames: Iterator[tuple[float, bytes]], out: BinaryIO) -> None:
        import av

        decoder = av.CodecContext.create("mjpeg", "r")
        stream = None
        with av.open(out, "w", format="webm", options=MUXER_OPTIONS) as video:
            for at, data in frames:
                for picture in decoder.decode(av.Packet(data)):
                    if stream is None:
                        stream = video.add_stream("libvpx", rate=FRAME_RATE, options=ENCODER_OPTIONS)
                        stream.width, stream.height = picture.width // 2 * 2, picture.height // 2 * 2
                        stream.pix_fmt, stream.bit_rate = "yuv420p", BIT_RATE
                        stream.codec_context.time_base = Fraction(1, 1000)
                        stream.codec_context.thread_count = 1  # The run needs the other cores.
                    shown = picture.reformat(
                        stream.width, stream.height, "yuv420p", src_color_range="JPEG", dst_color_range="MPEG"
                    )
                    shown.pts, shown.time_base = round(1000 * at), Fraction(1, 1000)
                    video.mux(stream.encode(shown))
                    self._encoded += 1
            if stream is not None:
                video.mux(stream.encode())
