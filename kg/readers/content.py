"""Files as text: compression, encodings, and what is no text at all. Nothing read here is trusted."""

from __future__ import annotations

import codecs
import gzip
import io
import logging
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from kg.errors import InputError

HEAD = 1 << 20
"""Characters of a file that formats are told by."""

LONGEST_LINE = 1 << 24
"""Characters of a line beyond which it is cut."""

_CHUNK = 1 << 20
_LARGEST_STREAM = 1 << 32
_BOMB_SIZE = 1 << 28
_BOMB_RATIO = 200
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_MAGIC = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive, a spreadsheet or a word processor's file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"PAR1", "a Parquet file"),
    (b"SQLite format 3\x00", "a database"),
    (b"\x1f\x8b", "compressed twice"),
    (b"BZh", "compressed with bzip2"),
    (b"\xfd7zXZ", "compressed with xz"),
    (b"\x28\xb5\x2f\xfd", "compressed with zstd"),
    (b"\x7fELF", "a program"),
)
_log = logging.getLogger(__name__)


class Content:
    """One input as text, read as a stream as often as wanted.

    `path` is the name that users see, `stem` the file's name without its suffixes, `head` the first characters.
    """

    def __init__(self, path: str, opener: Callable[[], BinaryIO]) -> None:
        self.path = path
        name = Path(path).name if path != "-" else "stdin"
        self.suffix = Path(name.lower().removesuffix(".gz")).suffix
        self.stem = name.removesuffix(".gz").removesuffix(".GZ")
        self.stem = self.stem[: len(self.stem) - len(self.suffix)] if self.suffix else self.stem
        self._opener = opener
        self._encoding, self._errors = self._find_encoding()
        with self.open() as stream:
            self.head = stream.read(HEAD)
        if not self.head.strip() and not self.text().strip():
            raise InputError("The file is empty. Give a file that holds at least one abstract.", path)

    def open(self) -> io.TextIOWrapper:
        """Return the decoded stream; line ends are as in the file."""
        raw = _Guarded(self._opener(), self.path)
        return io.TextIOWrapper(
            io.BufferedReader(raw, _CHUNK), encoding=self._encoding, errors=self._errors, newline=""
        )

    def text(self) -> str:
        """Return the whole text."""
        with self.open() as stream:
            return stream.read()

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yield (1-based number, line with its end); a line longer than `LONGEST_LINE` comes cut."""
        with self.open() as stream:
            number = 1
            while line := stream.readline(LONGEST_LINE):
                yield number, line
                rest = line
                while len(rest) >= LONGEST_LINE and not rest.endswith(("\n", "\r")):
                    rest = stream.readline(LONGEST_LINE)
                number += 1

    def _find_encoding(self) -> tuple[str, str]:
        """Return (encoding, error handler): by byte-order mark, else UTF-8, UTF-16 or Windows-1252, as it fits."""
        with io.BufferedReader(_Guarded(self._opener(), self.path), _CHUNK) as stream:
            first = stream.read(_CHUNK)
            for bom, encoding in _BOMS:
                if first.startswith(bom):
                    return encoding, "replace"
            if wide := _unmarked_utf16(first):
                return wide, "replace"
            _refuse_binary(first, self.path)
            if _is_utf8(first, cast(BinaryIO, stream)):
                return "utf-8", "strict"
        good, bad = self._count_utf8()
        encoding = "utf-8" if good > 10 * bad else "cp1252"
        name = "UTF-8 with damaged characters" if encoding == "utf-8" else "Windows-1252, since it is not UTF-8"
        _log.warning("%s: read as %s", self.path, name)
        return encoding, "replace"

    def _count_utf8(self) -> tuple[int, int]:
        """Return how many characters beyond ASCII are valid UTF-8 and how many places are not."""
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        wide = bad = 0
        with io.BufferedReader(_Guarded(self._opener(), self.path), _CHUNK) as stream:
            while piece := stream.read(_CHUNK):
                text = decoder.decode(piece)
                wide += len(text) - len(text.encode("ascii", "ignore"))
                bad += text.count("\ufffd") - piece.count(b"\xef\xbf\xbd")
        return wide - bad, bad


class _Guarded(io.RawIOBase):
    """A raw stream whose errors are ours, and that refuses to unpack a decompression bomb."""

    def __init__(self, stream: BinaryIO, path: str) -> None:
        self._file = stream
        self._path = path
        packed = stream.read(2) == b"\x1f\x8b"
        stream.seek(0)
        self._stream: BinaryIO | gzip.GzipFile = gzip.GzipFile(fileobj=stream) if packed else stream
        self._packed = packed
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            piece = self._stream.read(len(buffer))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"The compressed file is damaged ({error}). Compress it again.", self._path) from error
        except OSError as error:
            raise _unreadable(self._path, error) from error
        buffer[: len(piece)] = piece
        self._count += len(piece)
        if self._packed and self._count > _BOMB_SIZE and self._count > _BOMB_RATIO * max(1, self._file.tell()):
            raise InputError(
                f"The compressed file grows over {_BOMB_RATIO}-fold when unpacked. If it is yours, unpack it first.",
                self._path,
            )
        return len(piece)

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def open_path(path: Path) -> Content:
    """Return the content of the file at `path`. Raises `InputError` when it is missing, empty or no text."""

    def opener() -> BinaryIO:
        try:
            return path.open("rb")
        except OSError as error:
            raise _unreadable(str(path), error) from error

    if path.is_file():
        return Content(str(path), opener)
    with opener() as stream:  # a pipe can be read only once
        data = _read_once(stream, str(path))
    return Content(str(path), lambda: io.BytesIO(data))


def open_stdin() -> Content:
    """Return what stands on standard input, which can be read only once and so is held in memory."""
    data = _read_once(sys.stdin.buffer, "-")
    return Content("-", lambda: io.BytesIO(data))


def _read_once(stream: BinaryIO, path: str) -> bytes:
    data = stream.read(_LARGEST_STREAM + 1)
    if len(data) > _LARGEST_STREAM:
        raise InputError("A stream of more than 4 GiB cannot be held. Write it to a file and name that.", path)
    return data


def _unreadable(path: str, error: OSError) -> InputError:
    return InputError(f"The file cannot be read: {error.strerror or error}. Check its name and permissions.", path)


def _refuse_binary(first: bytes, path: str) -> None:
    kind = next((kind for magic, kind in _MAGIC if first.startswith(magic)), "")
    sample = first[:_CHUNK]
    controls = sum(sample.count(byte) for byte in (*range(9), *range(14, 27), *range(28, 32)))
    if kind or b"\x00" in first or controls * 20 > len(sample):
        raise InputError(
            f"This is {kind or 'a binary file'}, not text. Give abstracts as plain text, CSV or JSON.", path
        )


def _unmarked_utf16(first: bytes) -> str | None:
    """Return the UTF-16 flavour of text without a byte-order mark: Latin text then has a NUL in every other byte."""
    head = first[: _CHUNK & ~1]
    even, odd = head[::2].count(0), head[1::2].count(0)
    if len(head) < 4 or max(even, odd) * 4 < len(head) or min(even, odd) * 20 > max(even, odd):
        return None
    return "utf-16-le" if odd > even else "utf-16-be"


def _is_utf8(first: bytes, rest: BinaryIO) -> bool:
    decoder = codecs.getincrementaldecoder("utf-8")()
    piece = first
    try:
        while piece:
            decoder.decode(piece)
            piece = rest.read(_CHUNK)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
