"""Many games side by side: the vector interface of Gymnasium."""
from __future__ import annotations

import concurrent.futures
import ctypes

import numpy as np

from . import library, spaces
from .game import Game, _seeds, _whole
from .library import lib


class VectorEnv:
    """n games of the same kind, stepped together. Games that end begin again by themselves.

    Follows ``gymnasium.vector.VectorEnv``: ``reset(seed=)`` gives observations and infos, ``step(actions)`` observations,
    rewards, terminations, truncations and infos. The reward is that of the seat that made the action. ``infos`` has

    - ``action_mask``: which actions are legal, a row for each game;
    - ``acting``: the seat that acts next;
    - ``rewards``: of all seats, a row for each game;
    - ``totals`` and ``ranks``: of all seats, valid where a game has ended.

    The arrays are the environment's own and are written over by the next step: copy what you keep, or ask for ``copy=True``.
    ``threads`` share the games; the result is the same for any number of them. With ``truth=True`` the infos also have
    ``truth``: the observation with everything that is hidden, for learners that may use it in training.

    >>> import anden
    >>> envs = anden.vector("paris", n=64, seed=7)
    >>> observations, infos = envs.reset()
    >>> observations.shape, infos["action_mask"].shape
    ((64, 587), (64, 217))
    >>> ended = 0
    >>> for _ in range(300):
    ...     observations, rewards, terminations, truncations, infos = envs.step(envs.sample())
    ...     ended += int(terminations.sum())
    >>> ended > 100
    True
    """

    metadata = {"render_modes": [], "autoreset_mode": "same-step"}
    render_mode = None
    spec = None

    def __init__(self, game: Game, n: int, seed=None, threads: int = 1, copy: bool = False, truth: bool = False):
        self.game = game
        self.num_envs = _whole(n, "n", 1, 1 << 24)
        self.threads = _whole(threads, "threads", 1, 256)
        self.copy = copy
        self._seed = seed
        self._games = game._games(n)
        self._random = np.zeros(n, dtype=np.uint64)
        self._ready = False
        self._closed = False
        self._make_arrays(truth)
        self._make_parts()
        self.single_observation_space = spaces.observation(game)
        self.single_action_space = spaces.action(game)
        self.observation_space = spaces.many(self.single_observation_space, n)
        self.action_space = spaces.many(self.single_action_space, n)

    def _make_arrays(self, truth):
        n, game = self.num_envs, self.game
        self._truth = truth
        self._arrays = {
            "observations": np.zeros((n, game.observation_size), np.uint8),
            "masks": np.zeros((n, game.actions), np.uint8),
            "acting": np.zeros(n, np.uint8),
            "rewards": np.zeros((n, game.seats), np.float32),
            "ends": np.zeros(n, np.uint8),
            "totals": np.zeros((n, game.seats), np.int16),
            "ranks": np.zeros((n, game.seats), np.uint8),
        }
        if truth:
            self._arrays["truths"] = np.zeros((n, game.truth_size), np.uint8)
        self._actions = np.zeros(n, np.uint32)

    def _make_parts(self):
        """A range of games for each thread, with its own memory for bots."""
        bounds = [self.num_envs * i // self.threads for i in range(self.threads + 1)]
        self._parts = []
        for first, last in zip(bounds, bounds[1:]):
            arrays = library.Arrays(**{name: array[first:].ctypes.data for name, array in self._arrays.items()})
            self._parts.append((first, last - first, arrays, self.game._workspace()))
        self._pool = concurrent.futures.ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def _each(self, call, what: np.ndarray):
        """Calls the library for every part; `what` has an entry for each game."""
        def one(part):
            first, count, arrays, workspace = part
            return call(self.game._env, self._games[first:].ctypes.data, count, what[first:].ctypes.data,
                        ctypes.byref(arrays), workspace.ctypes.data)

        return list((self._pool.map if self._pool else map)(one, (part for part in self._parts if part[1])))

    def _infos(self) -> dict:
        a = self._arrays
        infos = {"action_mask": a["masks"], "acting": a["acting"], "rewards": a["rewards"], "totals": a["totals"],
                 "ranks": a["ranks"]}
        if self._truth:
            infos["truth"] = a["truths"]
        return {name: array.copy() for name, array in infos.items()} if self.copy else infos

    def reset(self, *, seed=None, options=None):
        """Begins all games anew. With the same seed everything is the same again."""
        self._open()
        seeds = _seeds(seed if seed is not None else self._seed, self.num_envs)
        self._seed = None  # only the first reset has the seed that the environment was made with
        self._random[:] = seeds * np.uint64(0x9E3779B97F4A7C15)
        self._each(lib.env_reset, seeds)
        self._ready = True
        return self._observations(), self._infos()

    def _observations(self):
        return self._arrays["observations"].copy() if self.copy else self._arrays["observations"]

    def _open(self):
        if self._closed:
            raise RuntimeError("this environment is closed")

    def _checked(self, actions) -> np.ndarray:
        """The actions as the library wants them; an exception if one is not legal, and nothing has changed."""
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, not an array of shape {actions.shape}")
        if not np.issubdtype(actions.dtype, np.integer):
            raise TypeError(f"actions must be whole numbers, not {actions.dtype}")
        outside = (actions < 0) | (actions >= self.game.actions)
        if outside.any():
            i = int(np.argmax(outside))
            raise ValueError(f"action {int(actions[i])} of game {i} is not below {self.game.actions}")
        legal = self._arrays["masks"][np.arange(self.num_envs), actions]
        if not legal.all():
            i = int(np.argmin(legal))
            raise ValueError(f"action {int(actions[i])} ({self.game.label(int(actions[i]))}) is not legal in game {i}")
        self._actions[:] = actions
        return self._actions

    def step(self, actions):
        self._open()
        if not self._ready:
            raise RuntimeError("reset() comes first")
        acted = self._arrays["acting"].copy()
        refused = sum(self._each(lib.env_step, self._checked(actions)))
        if refused:
            raise RuntimeError(f"{refused} actions were refused: the masks were changed from outside")
        ends = self._arrays["ends"]
        rewards = self._arrays["rewards"][np.arange(self.num_envs), acted]
        return self._observations(), rewards, ends == library.OVER, ends == library.CUT, self._infos()

    def sample(self) -> np.ndarray:
        """A legal action for each game, all equally likely, by the library's own sampler."""
        if not self._ready:
            raise RuntimeError("reset() comes first")
        actions = np.empty(self.num_envs, np.uint32)
        lib.env_sample(self.game._env, self._arrays["masks"].ctypes.data, self.num_envs, self._random.ctypes.data,
                       actions.ctypes.data)
        return actions

    def hashes(self) -> np.ndarray:
        """A fingerprint of each position, the same on every machine."""
        return np.array([lib.env_hash(row.ctypes.data) for row in self._games], dtype=np.uint64)

    def close(self, **_):
        if self._pool:
            self._pool.shutdown()
            self._pool = None
        self._closed = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def unwrapped(self):
        return self
