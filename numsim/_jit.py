"""The one way this package compiles a function, and how compiled code is cached.

`kernel` marks a function that Python calls; `helper` one that only kernels call (it is always inlined, which makes a
whole kernel 1.1-1.5 times as fast). With NUMBA_DISABLE_JIT=1 both leave the plain Python function, so that the suite
can run interpreted and coverage sees every line.

Numba stamps a cached kernel with the source of the calling function's own file only: after an edit of a helper in
another file it silently loads the old machine code. The locators below stamp every kernel with all compiled sources of
the package instead.
"""

from functools import wraps
from pathlib import Path

import numba
import numpy as np
from numba import types
from numba.core import caching
from numba.extending import intrinsic

from numsim.sources import PACKAGE, engine_hash

INTERPRETED: bool = bool(numba.config.DISABLE_JIT)  # type: ignore[attr-defined]
"""True when kernels run as plain Python (NUMBA_DISABLE_JIT=1)."""


class _PackageStamp:
    """Mixin: only for functions of this package, stamped with all its compiled sources."""

    @classmethod
    def from_function(cls, py_func, py_file):
        if not Path(py_file).resolve().is_relative_to(PACKAGE):
            return None
        return super().from_function(py_func, py_file)

    def get_source_stamp(self):
        # Bounds checking changes the code, but numba does not key its cache by it.
        return engine_hash(), bool(numba.config.BOUNDSCHECK)


class _UserProvided(_PackageStamp, caching.UserProvidedCacheLocator):
    pass


class _InTree(_PackageStamp, caching.InTreeCacheLocator):
    pass


class _UserWide(_PackageStamp, caching.UserWideCacheLocator):
    pass


caching.CacheImpl._locator_classes = [_UserProvided, _InTree, _UserWide, *caching.CacheImpl._locator_classes]

if INTERPRETED:

    def kernel(function):
        """Decorator: a function that Python calls; interpreted here."""

        # Kernels rely on uint64 arithmetic modulo 2**64; numpy scalars warn where machine code wraps.
        @wraps(function)
        def call(*arguments):
            with np.errstate(over="ignore"):
                return function(*arguments)

        return call

else:
    kernel = numba.njit(cache=True, nogil=True, error_model="numpy", forceinline=False)
    """Decorator: compile a function that Python calls. Releases the GIL, so shards run in threads."""

helper = numba.njit(  # type: ignore[call-overload]
    nogil=True, error_model="numpy", forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True
)
"""Decorator: compile a function that only kernels call; always inlined."""


def is_compiled(dispatcher) -> bool:
    """Whether a kernel needs no compilation: done in this process, cached for the present sources, or interpreted."""
    if INTERPRETED or dispatcher.overloads:
        return True
    files = getattr(dispatcher._cache, "_cache_file", None)
    return files is not None and bool(files._load_index())


if INTERPRETED:

    def keep_call():
        """Make the compiled function that calls this a call of its own, never inlined: for large or rare code."""

else:

    @intrinsic
    def keep_call(typing_context):
        """Make the compiled function that calls this a call of its own, never inlined: for large or rare code.

        Numba has no such option, but the attribute can be set while the function's own code is generated. Inlining
        every rare path into the play loop triples its compile time and slows it.
        """

        def generate(context, builder, signature, args):
            builder.function.attributes.add("noinline")
            return context.get_dummy_value()

        return types.void(), generate
