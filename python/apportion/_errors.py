"""What every failure is raised as."""

from __future__ import annotations

import contextlib
import sqlite3
from typing import Iterator


class ApportionError(Exception):
    """What the program said, and its exit status: 1 failed, 2 bad input, 130 interrupted; 127 where it is not found."""

    def __init__(self, message: str, status: int):
        super().__init__(message)
        self.status = status


@contextlib.contextmanager
def _failures_are_ours() -> Iterator[None]:
    try:
        yield
    except (ImportError, LookupError, OSError, RecursionError, TypeError, ValueError, sqlite3.Error) as error:
        raise ApportionError(_shortened(f"{type(error).__name__}: {error}"), 2) from error


def _shortened(text: str) -> str:
    return text if len(text) <= 200 else text[:200] + "..."
