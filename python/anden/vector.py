"""Many games side by side: the vector interface of Gymnasium."""
from __future__ import annotations

import concurrent.futures
import contextlib
import ctypes
import os
import threading

import numpy as np

from . import library, spaces
from .game import Game, _checked_game, _seeds, _whole
from .library import lib

try:
    from gymnasium.vector import AutoresetMode, VectorEnv as _Base
    _SAME_STEP = AutoresetMode.SAME_STEP
except ImportError:
    _Base, _SAME_STEP = object, "SameStep"


class VectorEnv(_Base):
    """n games of the same kind, stepped together. Games that end begin again by themselves, in the same step.

    A ``gymnasium.vector.VectorEnv`` where Gymnasium 1.1 or newer is installed, and the same without it: ``reset(seed=)`` gives
    observations and infos, ``step(actions)`` observations, rewards, terminations, truncations and infos. The reward is for the
    seat that made the action. ``infos`` has

    - ``action_mask``: which actions are legal, a row for each game;
    - ``acting``: the seat that acts next;
    - ``rewards``: of all seats, a row for each game;
    - ``totals`` and ``ranks``: of all seats, valid where a game is over;
    - ``final_obs``, if a game has ended: what the seat saw then whose action ended it, None for games that go on;
    - ``final_info``, likewise: ``rewards``, ``totals`` and ``ranks`` again, as Gymnasium expects them.

    For each ``x`` of them there is ``_x``, which says for each game whether it is valid there.

    The arrays belong to the environment, and the next step overwrites them: copy what you keep, or ask for ``copy=True``.
    ``threads`` share the games; the result is the same for any number of them. An environment belongs to one thread of yours at
    a time, and can't be copied or pickled. With ``truth=True`` the infos also have
    ``truth``: the observation including everything hidden, for learners that may use it in training.

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

    metadata = {"render_modes": [], "autoreset_mode": _SAME_STEP}
    render_mode = None
    spec = None
    closed = False

    def __init__(self, game: Game, n: int, seed=None, threads: int = 1, copy: bool = False, truth: bool = False):
        self.game = game = _checked_game(game)._that_restarts(True)
        self.num_envs = n = _whole(n, "n", 1, 1 << 24)
        self.threads = _whole(threads, "threads", 1, 256)
        self.copy = copy
        self._seed = seed
        self._games = game._games(n)
        self._random = np.zeros(n, dtype=np.uint64)
        self._ready = False
        self._busy = threading.Lock()
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
            "finals": np.zeros((n, game.observation_size), np.uint8),
        }
        if truth:
            self._arrays["truths"] = np.zeros((n, game.truth_size), np.uint8)
        self._actions = np.zeros(n, np.uint32)
        self._first_masks = np.arange(n, dtype=np.int64) * game.actions  # where the row of a game begins
        self._first_rewards = np.arange(n, dtype=np.int64) * game.seats

    def _make_parts(self):
        """A range of games for each thread."""
        bounds = [self.num_envs * i // self.threads for i in range(self.threads + 1)]
        self._parts = []
        for first, last in zip(bounds, bounds[1:]):
            arrays = library.Arrays(**{name: array[first:].ctypes.data for name, array in self._arrays.items()})
            if last > first:
                self._parts.append((first, last - first, self._games[first:].ctypes.data, ctypes.byref(arrays)))
        self._pool = None

    def _each(self, call, what: np.ndarray) -> int:
        """Calls the library for every part and adds up the results; `what` has an entry for each game."""
        at, size, env = what.ctypes.data, what.itemsize, self.game._env

        def one(part):
            first, count, games, arrays = part
            return call(env, games, count, at + first * size, arrays) or 0

        if self.threads == 1:
            return one(self._parts[0])
        if self._pool is None or self._pool_of != os.getpid():  # a forked process has no threads yet
            self._pool, self._pool_of = concurrent.futures.ThreadPoolExecutor(self.threads), os.getpid()
        return sum(self._pool.map(one, self._parts))

    def _infos(self) -> dict:
        a = self._arrays
        over = a["ends"] == library.OVER
        always = np.ones(self.num_envs, bool)
        infos = {"action_mask": a["masks"].view(np.int8), "acting": a["acting"], "rewards": a["rewards"], "totals": a["totals"],
                 "ranks": a["ranks"]}
        if self._truth:
            infos["truth"] = a["truths"]
        if self.copy:
            infos = {name: array.copy() for name, array in infos.items()}
        infos |= {f"_{name}": over if name in ("totals", "ranks") else always for name in infos}
        ended = a["ends"] != library.RUNS
        if ended.any():
            self._add_finals(infos, ended)
        return infos

    def _add_finals(self, infos, ended):
        """What games have ended with; the other games have none of it."""
        last = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            last[i] = self._arrays["finals"][i].copy()
        final = {name: infos[name] for name in ("rewards", "totals", "ranks", "_totals", "_ranks")} | {"_rewards": ended}
        infos |= {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}

    def reset(self, *, seed=None, options=None):
        """Begins all games again. With the same seed everything is the same again: game i has the seed + i, or its own of a list."""
        if options and "reset_mask" in options:
            raise ValueError("reset_mask is not possible: a game that ends begins again by itself, and reset() is for all of them")
        with self._alone():
            seeds = _seeds(seed if seed is not None else self._seed, self.num_envs)
            self._seed = None  # only the first reset has the seed that the environment was made with
            self._random[:] = seeds * np.uint64(0x9E3779B97F4A7C15)
            self._each(lib.env_reset, seeds)
            self._ready = True
            return self._observations(), self._infos()

    def _observations(self):
        return self._arrays["observations"].copy() if self.copy else self._arrays["observations"]

    @contextlib.contextmanager
    def _alone(self, ready=False):
        """Checks that the environment can be used now, and keeps other threads out of it."""
        if self.closed:
            raise RuntimeError("this environment is closed")
        if ready and not self._ready:
            raise RuntimeError("reset() comes first")
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("another thread uses this environment: give each its own")
        try:
            yield
        finally:
            self._busy.release()

    def _checked(self, actions) -> np.ndarray:
        """The actions as the library needs them; an exception if one is not legal, and then nothing has changed."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, not an array of shape {given.shape}")
        if given.dtype.kind not in "iu":
            raise TypeError(f"actions must be whole numbers, not {given.dtype}")
        checked = self._actions
        np.copyto(checked, given, casting="unsafe")
        if checked.max() >= self.game.actions or (given.dtype != checked.dtype and (checked != given).any()):
            i = int(np.argmax((given < 0) | (given >= self.game.actions)))
            raise ValueError(f"action {int(given[i])} of game {i} is not below {self.game.actions}")
        legal = self._arrays["masks"].reshape(-1).take(self._first_masks + checked)
        if not legal.all():
            i = int(np.argmin(legal))
            raise ValueError(f"action {int(given[i])} ({self.game.label(int(given[i]))}) is not legal in game {i}")
        return checked

    def step(self, actions):
        """Does an action in each game. An exception for actions that are not legal; then nothing has changed."""
        with self._alone(ready=True):
            actions = self._checked(actions)
            acted = self._first_rewards + self._arrays["acting"]
            refused = self._each(lib.env_step, actions)
            if refused:
                raise RuntimeError(f"{refused} actions were refused: the masks were changed from outside")
            ends = self._arrays["ends"]
            rewards = self._arrays["rewards"].reshape(-1).take(acted)
            return self._observations(), rewards, ends == library.OVER, ends == library.CUT, self._infos()

    def sample(self) -> np.ndarray:
        """A legal action for each game, all equally likely, by the library's own sampler."""
        with self._alone(ready=True):
            actions = np.empty(self.num_envs, np.uint32)
            lib.env_sample(self.game._env, self._arrays["masks"].ctypes.data, self.num_envs, self._random.ctypes.data,
                           actions.ctypes.data)
            return actions

    def hashes(self) -> np.ndarray:
        """A fingerprint of each position, the same on every machine."""
        with self._alone(ready=True):
            return np.array([lib.env_hash(row.ctypes.data) for row in self._games], dtype=np.uint64)

    def close(self, **_):
        if self._pool and self._pool_of == os.getpid():
            self._pool.shutdown()
        self._pool = None
        self.closed = True

    def __reduce_ex__(self, protocol):
        raise TypeError("an environment can't be copied or pickled: pickle its game, and make another from that")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    @property
    def unwrapped(self):
        return self
