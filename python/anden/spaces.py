"""Which values actions and observations can have: spaces of Gymnasium where it is installed, otherwise small ones of our own."""
from __future__ import annotations

import numpy as np


class _Space:
    """Like ``gymnasium.spaces.Space``, as far as the environments need it. Two spaces are equal if they have the same values."""

    def __init__(self, shape, dtype):
        self.shape, self.dtype = shape, dtype and np.dtype(dtype)
        self.seed()

    def seed(self, seed=None):
        self.np_random = np.random.default_rng(seed)

    def __contains__(self, value) -> bool:
        return self.contains(value)

    def __eq__(self, other) -> bool:
        return repr(self) == repr(other)


class _Box(_Space):
    """Arrays of whole numbers from ``low`` to ``high``."""

    def __init__(self, low: int, high: int, shape: tuple, dtype):
        super().__init__(shape, dtype)
        self._limits = low, high
        self.low, self.high = (np.broadcast_to(np.array(limit, dtype), shape) for limit in (low, high))

    def sample(self) -> np.ndarray:
        return self.np_random.integers(*self._limits, self.shape, self.dtype, endpoint=True)

    def contains(self, value) -> bool:
        return (isinstance(value, np.ndarray) and value.shape == self.shape and np.can_cast(value.dtype, self.dtype)
                and bool((value >= self.low).all() and (value <= self.high).all()))

    def __repr__(self) -> str:
        return f"Box({self._limits[0]}, {self._limits[1]}, {self.shape}, {self.dtype})"


class _Discrete(_Space):
    """The whole numbers from 0 to n - 1."""

    start = 0

    def __init__(self, n: int):
        super().__init__((), np.int64)
        self.n = n

    def sample(self, mask: np.ndarray | None = None) -> np.int64:
        """Any of the numbers, or of those where a mask is 1.

        >>> int(_Discrete(4).sample(np.array([0, 0, 1, 0], np.int8)))
        2
        """
        return np.int64(self.np_random.choice(self.n if mask is None else np.flatnonzero(mask)))

    def contains(self, value) -> bool:
        return isinstance(value, (int, np.integer)) and 0 <= value < self.n

    def __repr__(self) -> str:
        return f"Discrete({self.n})"


class _MultiDiscrete(_Space):
    """Arrays of whole numbers, each below its entry in ``nvec``."""

    def __init__(self, nvec: np.ndarray):
        super().__init__(nvec.shape, np.int64)
        self.nvec = nvec

    def sample(self, mask=None) -> np.ndarray:
        """Any of the arrays; a mask has a row for each entry, as in ``_Discrete``."""
        if mask is None:
            return self.np_random.integers(self.nvec)
        return np.array([self.np_random.choice(np.flatnonzero(row)) for row in mask])

    def contains(self, value) -> bool:
        return (isinstance(value, np.ndarray) and value.shape == self.shape and value.dtype.kind in "iu"
                and bool((0 <= value).all() and (value < self.nvec).all()))

    def __repr__(self) -> str:
        return f"MultiDiscrete({self.nvec.tolist()})"


class _Dict(_Space):
    """Dicts with a value of each of some spaces."""

    def __init__(self, spaces: dict):
        super().__init__(None, None)
        self.spaces = spaces

    def seed(self, seed=None):
        super().seed(seed)
        for space in getattr(self, "spaces", {}).values():
            space.seed(self.np_random)

    def sample(self) -> dict:
        return {name: space.sample() for name, space in self.spaces.items()}

    def contains(self, value) -> bool:
        return (isinstance(value, dict) and value.keys() == self.spaces.keys()
                and all(space.contains(value[name]) for name, space in self.spaces.items()))

    def __getitem__(self, name):
        return self.spaces[name]

    def __repr__(self) -> str:
        return f"Dict({self.spaces})"


def _batch(space, n):
    if isinstance(space, _Box):
        return _Box(*space._limits, (n, *space.shape), space.dtype)
    return _MultiDiscrete(np.full(n, space.n))


try:
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector.utils import batch_space as _batch
except ImportError:
    Box, Dict, Discrete = _Box, _Dict, _Discrete


def observation(game):
    """Bytes of an observation."""
    return Box(0, 255, (game.observation_size,), np.uint8)


def masked(game):
    """What PettingZoo's agents see: an observation and a mask."""
    return Dict({"observation": observation(game), "action_mask": Box(0, 1, (game.actions,), np.int8)})


def action(game):
    return Discrete(game.actions)


def many(space, n):
    """What n games have side by side."""
    return _batch(space, n)
