"""The video of a run: what the page looked like, as a WebM with a chapter for each phase and the inputs marked.

Playwright hands over the frames, PyAV encodes them in a thread beside the run. A file that a kill or a full disk cut
short plays up to there: only its length and its index come at the end.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, BinaryIO

from bot.browser.limits import bounded
from bot.errors import PageGone, SetupError, first_line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page, ScreencastFrame

SIZE = {"width": 1024, "height": 720}
"""The most that a frame measures; the window of a guest, scaled."""
JPEG = 65
"""The quality of the frames as they come, of 100."""
RATE = 20
"""Frames a second, at most."""
WAITING = 48_000_000
"""Bytes of frames that may wait for the encoder, some thousand; the oldest go first."""
BITS = 1_000_000
"""Bits a second, about: 7 MB a minute where something moves all the time."""
FAST = {"deadline": "realtime", "cpu-used": "-8", "crf": "12", "qmax": "40"}
"""VP8 plays in every browser; a speed below zero is a speed, one above it a part of the time that there is."""
STREAMED = {"cluster_time_limit": "500"}
"""Milliseconds that a kill may cost."""
CHAPTER = 500
"""Milliseconds that a chapter's title stands; fading takes as long again."""
MARK = 50
"""Milliseconds that an input is marked before it is made."""
MARKED = {
    "title": "display: none",
    "point": "width: 30px; height: 30px; border-radius: 50%; border: 4px solid #e8590c; background: #e8590c55",
}
ANSWER_WITHIN = 5.0
"""Seconds in which a page must begin a video, show a title, or end the video."""
ENCODED_WITHIN = 60.0
"""Seconds that what still waits may take to encode at the end; the rest goes."""
LAST = 1.0
"""Seconds that the last frame stands."""
_GLASS = re.compile(r"<x-pw-glass\b.*?</x-pw-glass>", re.DOTALL)


def unmarked(html: str) -> str:
    """Return a page's markup without the pane on which titles and marks are drawn."""
    return _GLASS.sub("", html)


class Video:
    """One page being recorded."""

    def __init__(self, page: Page, file: Path) -> None:
        """Begin; raises `SetupError` where this browser or this installation gives no video, `OSError` for the disk."""
        from playwright.sync_api import Error

        if find_spec("av") is None:
            msg = "no video is recorded, as PyAV is not installed"
            raise SetupError(msg, command="pip install 'givens[video]'")
        self.page = page
        self.lost: OSError | None = None
        """Why not all could be written, if so."""
        self._chapters: list[dict[str, Any]] = []
        self._frames: deque[tuple[float, bytes]] = deque()
        self._more = threading.Condition()
        self._first: float | None = None
        self._taken: tuple[float, float] = 0.0, time.monotonic()
        """The last frame's time in the video, and when it came."""
        self._ended = self._mute = False
        self._waiting = 0
        self._encoded = self._dropped = 0
        file.touch()  # What the disk does not take is told now.
        self._thread = threading.Thread(target=self._encode, args=(file,), daemon=True)
        try:
            with bounded(ANSWER_WITHIN, "it does not answer"):
                page.screencast.start(on_frame=self._take, size=SIZE, quality=JPEG)  # type: ignore[arg-type] # a TypedDict
        except (Error, PageGone) as error:
            file.unlink()
            msg = f"no video is recorded, as this browser gives none: {first_line(error)}"
            raise SetupError(msg) from error
        self._thread.start()

    def chapter(self, title: str, *, marking: bool = False) -> None:
        """Show a title for a moment, and from then on mark inputs or not; a page that does not answer shows none."""
        from playwright.sync_api import Error

        at, came = self._taken
        self._chapters.append({"title": title, "at": round(at + time.monotonic() - came, 3)})
        if self._mute:
            return
        try:
            with bounded(ANSWER_WITHIN, "it does not answer"):
                self.page.screencast.hide_actions()
                self.page.screencast.show_chapter(title, duration=CHAPTER)
                if marking:
                    self.page.screencast.show_actions(duration=MARK, style=MARKED)  # type: ignore[arg-type] # a TypedDict
        except (Error, PageGone):
            self._mute = True

    def end(self) -> dict[str, Any]:
        """End, and return what there is to know of it: its length, its frames, where its chapters begin."""
        from playwright.sync_api import Error

        try:
            with bounded(ANSWER_WITHIN, "it does not answer"):
                self.page.screencast.stop()
        except (Error, PageGone):
            pass  # What has come is what there is.
        with self._more:
            self._ended = True
            self._more.notify()
        self._thread.join(ENCODED_WITHIN)
        with self._more:
            self._dropped += len(self._frames)
            self._frames.clear()
        self._thread.join(ANSWER_WITHIN)
        seconds = round(self._taken[0] + LAST, 3) if self._encoded else 0.0
        return {
            "seconds": seconds,
            "frames": self._encoded,
            "dropped": self._dropped,
            "chapters": [{**chapter, "at": min(chapter["at"], seconds)} for chapter in self._chapters],
        }

    def _take(self, frame: ScreencastFrame) -> None:
        """Take a frame from the browser."""
        at = frame["timestamp"] / 1000
        if self._first is None:
            self._first = at
        at = max(at - self._first, self._taken[0])
        self._taken = at, time.monotonic()
        with self._more:
            self._frames.append((at, frame["data"]))
            self._waiting += len(frame["data"])
            while self._waiting > WAITING:
                self._waiting -= len(self._frames.popleft()[1])
                self._dropped += 1
            self._more.notify()

    def _coming(self) -> Iterator[tuple[float, bytes]]:
        """Yield the frames as they come; of those that come too fast the last, and the very last twice."""
        waiting: tuple[float, bytes] | None = None
        while True:
            with self._more:
                self._more.wait_for(lambda: self._frames or self._ended)
                frame = self._frames.popleft() if self._frames else None
                self._waiting -= len(frame[1]) if frame else 0
            if waiting is not None and (frame is None or frame[0] - waiting[0] >= 1 / RATE):
                yield waiting
            if frame is None:
                break
            waiting = frame
        if waiting is not None:
            yield waiting[0] + LAST, waiting[1]

    def _encode(self, file: Path) -> None:
        """Write the file; where that fails, take and drop the rest."""
        coming = self._coming()
        try:
            with file.open("wb", buffering=0) as out:
                self._write(coming, out)
        except Exception as error:  # noqa: BLE001 - whatever the encoder says, the run goes on
            # While closing, the encoder puts an error of its own before the disk's.
            told = error if isinstance(error, OSError) else error.__context__
            self.lost = told if isinstance(told, OSError) else OSError(0, first_line(error))
            for _ in coming:
                self._dropped += 1

    def _write(self, coming: Iterator[tuple[float, bytes]], out: BinaryIO) -> None:
        import av

        decoder = av.CodecContext.create("mjpeg", "r")
        stream = None
        with av.open(out, "w", format="webm", options=STREAMED) as video:
            for at, data in coming:
                for picture in decoder.decode(av.Packet(data)):
                    if stream is None:
                        stream = video.add_stream("libvpx", rate=RATE, options=FAST)
                        stream.width, stream.height = picture.width // 2 * 2, picture.height // 2 * 2
                        stream.pix_fmt, stream.bit_rate = "yuv420p", BITS
                        stream.codec_context.time_base = Fraction(1, 1000)
                        stream.codec_context.thread_count = 1  # The run wants the others.
                    shown = picture.reformat(
                        stream.width, stream.height, "yuv420p", src_color_range="JPEG", dst_color_range="MPEG"
                    )
                    shown.pts, shown.time_base = round(1000 * at), Fraction(1, 1000)
                    video.mux(stream.encode(shown))
                    self._encoded += 1
            if stream is not None:
                video.mux(stream.encode())
