"""The C library behind the package, called with ctypes.

ctypes comes with Python, so nothing has to be compiled or installed. The library does the work for thousands of games in one call,
so the cost of a call does not matter, and ctypes lets other threads run meanwhile.
"""
from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib
from ctypes import POINTER, Structure, c_bool, c_char_p, c_size_t, c_uint8, c_uint32, c_uint64, c_void_p

ERROR_SIZE = 320
LABEL_SIZE = 160
NONE = 0xFFFFFF
LENGTH = 20000
RUNS, OVER, CUT, REFUSED = range(4)
REWARDS = {"win": 0, "points": 1}


class Plane(Structure):
    _fields_ = [("name", c_char_p), ("about", c_char_p), ("offset", c_uint32), ("rows", c_uint32), ("columns", c_uint32),
                ("most", c_uint32), ("things", c_uint32), ("seats", c_bool), ("truth", c_bool)]


class Arrays(Structure):
    _fields_ = [(name, c_void_p) for name in
                ("observations", "masks", "acting", "rewards", "ends", "totals", "ranks", "truths", "finals")]


# What each function takes and returns: see env/env.h.
_FUNCTIONS = {
    "env_size": (c_size_t, []),
    "env_game_size": (c_size_t, []),
    "env_arrays_size": (c_size_t, []),
    "env_open": (c_bool, [c_void_p, c_char_p, c_size_t, c_uint32, c_char_p, c_char_p]),
    "env_open_log": (c_bool, [c_void_p, c_char_p, c_size_t, c_char_p, c_size_t, c_char_p]),
    "env_board": (c_char_p, [c_void_p]),
    "env_board_hash": (c_uint64, [c_void_p]),
    "env_seats": (c_uint32, [c_void_p]),
    "env_actions": (c_uint32, [c_void_p]),
    "env_event": (c_uint32, [c_void_p, c_uint32]),
    "env_action": (c_uint32, [c_void_p, c_uint32]),
    "env_label": (c_size_t, [c_void_p, c_uint32, c_char_p, c_size_t]),
    "env_write": (c_size_t, [c_void_p, c_void_p, c_uint32, c_char_p, c_size_t]),
    "env_read": (c_uint32, [c_void_p, c_void_p, c_char_p, c_size_t, c_char_p]),
    "env_plane": (POINTER(Plane), [c_void_p, c_uint32]),
    "env_column": (c_size_t, [c_void_p, c_uint32, c_uint32, c_char_p, c_size_t]),
    "env_observation_size": (c_uint32, [c_void_p]),
    "env_truth_size": (c_uint32, [c_void_p]),
    "env_set_reward": (None, [c_void_p, c_uint32]),
    "env_set_restart": (None, [c_void_p, c_bool]),
    "env_set_bot": (c_bool, [c_void_p, c_uint32, c_char_p, c_size_t, c_char_p]),
    "env_reset": (None, [c_void_p, c_void_p, c_size_t, c_void_p, POINTER(Arrays)]),
    "env_step": (c_size_t, [c_void_p, c_void_p, c_size_t, c_void_p, POINTER(Arrays)]),
    "env_sample": (None, [c_void_p, c_void_p, c_size_t, c_void_p, c_void_p]),
    "env_observe": (None, [c_void_p, c_void_p, c_uint32, c_void_p]),
    "env_truth": (None, [c_void_p, c_void_p, c_uint32, c_void_p]),
    "env_mask": (None, [c_void_p, c_void_p, c_void_p]),
    "env_acting": (c_uint32, [c_void_p]),
    "env_is_over": (c_bool, [c_void_p, c_void_p]),
    "env_score": (None, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "env_advise": (c_uint32, [c_void_p, c_void_p, c_char_p, c_size_t, c_uint64, c_char_p]),
    "env_svg": (c_size_t, [c_void_p, c_void_p, c_char_p, c_size_t]),
    "env_hash": (c_uint64, [c_void_p]),
    "env_record": (None, [c_void_p, c_void_p]),
    "env_log": (c_size_t, [c_void_p, c_void_p, c_char_p, c_size_t]),
    "env_load": (c_bool, [c_void_p, c_void_p, c_char_p, c_size_t, c_uint64, c_char_p]),
}


def _candidates():
    """Where the library may be: named by ANDEN_LIBRARY, built in the project's folder, installed beside the package or elsewhere."""
    named = os.environ.get("ANDEN_LIBRARY")
    if named:
        yield named
        return
    here = pathlib.Path(__file__).resolve().parents
    for build in ("build", "build-test"):
        path = here[2] / build / "libanden.so"
        if path.exists():
            yield str(path)
    if here[1].name in ("dist-packages", "site-packages"):  # installed beside the package, where the system may not look yet
        yield from map(str, sorted([*here[3].glob("libanden.so.*"), *here[3].glob("*/libanden.so.*")]))
    yield ctypes.util.find_library("anden") or "libanden.so"


def _open():
    tried = []
    for path in _candidates():
        try:
            library = ctypes.CDLL(path)
            for name, (result, arguments) in _FUNCTIONS.items():
                function = getattr(library, name)
                function.restype, function.argtypes = result, arguments
            if library.env_arrays_size() == ctypes.sizeof(Arrays):
                return library
            tried.append(f"  {path}: it is of another version")
        except (OSError, AttributeError) as problem:
            tried.append(f"  {path}: {problem}")
    raise ImportError("libanden.so was not found, or is not of this version. Build it (meson setup build && ninja -C build) or "
                      "install the package python3-anden; ANDEN_LIBRARY names another place. Tried:\n" + "\n".join(tried))


lib = _open()
