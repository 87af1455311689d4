"""Call what a consumer wrote for a form: a failure in it is told, and the form goes on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
