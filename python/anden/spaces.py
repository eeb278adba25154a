"""Spaces of Gymnasium, when it is installed; otherwise there are none."""
from __future__ import annotations

import numpy as np

try:
    import gymnasium.spaces as _spaces
    from gymnasium.vector.utils import batch_space as _batch
except ImportError:
    _spaces = _batch = None


def observation(game):
    """Bytes of an observation."""
    return _spaces and _spaces.Box(0, 255, (game.observation_size,), np.uint8)


def masked(game):
    """What PettingZoo's agents see: an observation and a mask."""
    return _spaces and _spaces.Dict({"observation": observation(game), "action_mask": _spaces.Box(0, 1, (game.actions,), np.int8)})


def action(game):
    return _spaces and _spaces.Discrete(game.actions)


def many(space, n):
    return space and _batch(space, n)
