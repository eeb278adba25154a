"""Being a player of `anden sim` and `anden arena`: a program that is asked over a pipe. See doc/sim.md."""
from __future__ import annotations

import base64
import dataclasses
import functools
import json
import sys
from collections.abc import Callable
from typing import TextIO

import numpy as np

from .game import Game


@dataclasses.dataclass(frozen=True)
class Question:
    """One decision: ``position`` is what the seat may know (doc/notation.md), ``legal`` what it can do, as texts, ``actions`` the
    same as numbers, ``observation`` the position as bytes. ``number`` is that of the game, ``milliseconds`` the time for the answer.
    """

    number: int
    milliseconds: int
    position: dict
    legal: list[str]
    actions: list[int]
    observation: np.ndarray

    @functools.cached_property
    def game(self) -> Game:
        """The board with its seats and options; only for the program's own boards."""
        return _game(self.position["game"], len(self.position["seats"]), tuple(self.position["options"].items()))

    @functools.cached_property
    def mask(self) -> np.ndarray:
        """1 for each legal action, 0 for the others."""
        mask = np.zeros(self.game.actions, np.uint8)
        mask[self.actions] = 1
        return mask


@functools.lru_cache(maxsize=8)
def _game(board: str, seats: int, options: tuple) -> Game:
    return Game(board, seats, dict(options))


def answer(choose: Callable[[Question], int | str], questions: TextIO | None = None, answers: TextIO | None = None) -> None:
    """Answers all questions on the standard input with what ``choose`` returns: the number of an action or a text.

    >>> import io
    >>> line = ('{"number": 1, "milliseconds": 10000, "position": {}, "legal": ["draw 1", "draw deck"], "actions": [0, 5],'
    ...         ' "observation": "AAE="}')
    >>> answer(lambda question: question.actions[-1], io.StringIO(line), sys.stdout)
    5
    """
    answers = answers or sys.stdout
    for line in questions or sys.stdin:
        asked = json.loads(line)
        observation = np.frombuffer(base64.b64decode(asked.pop("observation")), np.uint8)
        chosen = choose(Question(**asked, observation=observation))
        if isinstance(chosen, np.integer):
            chosen = int(chosen)
        if isinstance(chosen, bool) or not isinstance(chosen, (int, str)):
            raise TypeError(f"the choice must be the number of an action or a text, not {type(chosen).__name__}")
        print(json.dumps(chosen), file=answers, flush=True)
