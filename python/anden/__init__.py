"""Andén for Python: four transport board games as environments for programs that learn.

>>> import anden
>>> env = anden.make("europe", seats=2, opponents=["planner"], seed=1)
>>> env.agents
['seat_2']
>>> envs = anden.vector("paris", n=16, seed=1)

It needs only numpy. ``make`` gives an environment of PettingZoo (AEC), ``vector`` one of Gymnasium; neither has to be
installed. See doc/python.md.
"""
from __future__ import annotations

from collections.abc import Mapping, Sequence

from .aec import AECEnv
from .game import Game, Plane, boards
from .pipe import Question, answer
from .vector import VectorEnv

__all__ = ["AECEnv", "Game", "Plane", "Question", "VectorEnv", "answer", "boards", "load", "make", "vector"]


def make(board: str, seats: int = 2, *, options: Mapping[str, int] | None = None, opponents: Sequence[str | None] = (),
         reward: str = "win", seed: int | None = None, render_mode: str | None = None) -> AECEnv:
    """One game, seat after seat. See ``Game`` for the arguments."""
    return AECEnv(Game(board, seats, options, opponents, reward), seed, render_mode)


def vector(board: str, n: int, seats: int = 2, *, options: Mapping[str, int] | None = None,
           opponents: Sequence[str | None] = (), reward: str = "win", seed=None, threads: int = 1, copy: bool = False,
           truth: bool = False) -> VectorEnv:
    """n games side by side. See ``Game`` and ``VectorEnv`` for the arguments."""
    return VectorEnv(Game(board, seats, options, opponents, reward), n, seed, threads, copy, truth)


def load(log: str, *, board: str | None = None, opponents: Sequence[str | None] = (), reward: str = "win",
         seed: int | None = None, render_mode: str | None = None) -> AECEnv:
    """The game of a log, at the end of the log. If it was played on a board of your own, give its text.

    >>> env = make("paris", seed=1)
    >>> env.step(env.sample())
    >>> load(env.log()).hash == env.hash
    True
    """
    if not isinstance(log, str):
        raise TypeError(f"log must be text, not {type(log).__name__}")
    env = AECEnv(Game(board, opponents=opponents, reward=reward, _log=log), seed, render_mode)
    env._load(log, seed)
    return env
