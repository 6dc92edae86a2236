"""The content of a packed file, unpacked as it is read, up to the limits or the first fault."""

import io

from linksift.documents.document_model import Context, ReadError
from linksift.documents.read_limits import RawFile, size_in_words


class UnpackedFile(RawFile):
    """The first bytes of a packed file, unpacked; if they end early, `fault` says why."""

    def __init__(self, packed: io.BufferedIOBase, context: Context) -> None:
        self._packed = packed
        self._account = context.account
        self._left = self._most = context.limits.size
        self.fault = ""

    def next_bytes(self, size: int) -> bytes:
        """The next bytes, or none at the end or at a fault."""
        data = b"" if self.fault else self._next(size)
        if len(data) > self._left:
            self.fault = f"unpacks to more than {size_in_words(self._most)}; the rest was not read"
            data = data[: self._left]
        self._left -= len(data)
        return data

    def _next(self, size: int) -> bytes:
        import lzma
        import zlib

        try:
            data = self._packed.read1(min(size, self._left + 1))
            self._account.unpack(len(data))
        except EOFError:
            self.fault = "is truncated; the part before that was read"
        except ReadError as error:
            self.fault = str(error)
        except (OSError, zlib.error, lzma.LZMAError, ValueError) as error:
            self.fault = f"cannot be unpacked to its end: {error}"
        except Exception as error:  # zipfile and its unpackers raise many kinds of exceptions for broken data
            self.fault = f"cannot be unpacked to its end: {error or type(error).__name__}"
        else:
            return data
        return b""
