"""A game: a board with its seats and options, the numbers of its actions and the planes of its observations."""
from __future__ import annotations

import ctypes
import dataclasses
import functools
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from . import library
from .library import lib


@dataclasses.dataclass(frozen=True)
class Plane:
    """A part of an observation.

    ``rows`` are seats if ``seats`` is true: first the seat that looks, then the others in the order of play. Values are 0 to
    ``most``. ``columns`` says what the columns stand for: routes, cities, cards; empty where a column is never used.
    """

    name: str
    about: str
    offset: int
    shape: tuple[int, int]
    most: int
    seats: bool
    truth: bool
    columns: tuple[str, ...]

    def of(self, observation: np.ndarray) -> np.ndarray:
        """This plane of an observation, or of many (the last axis is the observation's).

        >>> import anden
        >>> env = anden.make("paris", seed=1)
        >>> int(env.game.planes["hand"].of(env.observe("seat_1")["observation"]).sum())
        2
        """
        size = self.shape[0] * self.shape[1]
        if not isinstance(observation, np.ndarray) or observation.ndim < 1 or observation.shape[-1] < self.offset + size:
            raise ValueError(f"the plane {self.name} needs arrays of at least {self.offset + size} bytes"
                             + (", of the truth" if self.truth else ""))
        part = observation[..., self.offset:self.offset + size]
        return part.reshape(*observation.shape[:-1], *self.shape)


def _text(call, *arguments) -> str:
    buffer = ctypes.create_string_buffer(library.LABEL_SIZE)
    call(*arguments, buffer, library.LABEL_SIZE)
    return buffer.value.decode()


def _whole(value, name: str, least: int, most: int) -> int:
    """A whole number in a range; numbers of numpy are numbers too."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, (int, np.integer)):
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least} to {most}, not {value}")
    return int(value)


def _encoded(text, name: str) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be text, not {type(text).__name__}")
    return text.encode()


def _bots(opponents):
    """The bots of a list, each a text or None."""
    if isinstance(opponents, (str, bytes)) or not isinstance(opponents, Iterable):
        raise TypeError('opponents must be a list of bots: ["greedy"]')
    for bot in opponents:
        if not (bot is None or isinstance(bot, str)):
            raise TypeError(f"a bot must be a text or None, not {type(bot).__name__}")
        yield bot


def _remade(board, seats, options, opponents, reward, log) -> Game:
    """Makes the same game again: called by pickle."""
    return Game(board, seats, options, opponents, reward, _log=log)


def _checked_game(game) -> Game:
    if not isinstance(game, Game):
        raise TypeError(f"an environment is made from a Game, not {type(game).__name__}: see anden.make and anden.vector")
    return game


class Game:
    """A board with a number of seats and options.

    ``board`` is the name of one of the program's boards ("europe", "berlin", "paris", "metro") or the text of a board file.
    ``options`` are those of the rules, such as ``{"turning": 1}``. ``opponents`` are bots ("greedy", "planner", "expert"; see
    doc/players.md): the first has the seat after yours, and your seat moves on by one from game to game. ``reward`` is "win"
    (at the end, 1 for a win, the losers pay for it) or "points" (when they are made).

    >>> game = Game("paris", seats=2)
    >>> game.actions
    217
    >>> game.labels[0], game.label(6)
    ('draw 1', 'tickets')
    >>> game.action("draw deck")
    5
    """

    def __init__(self, board: str, seats: int = 2, options: Mapping[str, int] | None = None,
                 opponents: Sequence[str | None] = (), reward: str = "win", *, _log: str | None = None):
        self._memory = ctypes.create_string_buffer(lib.env_size() + 64)
        self._env = ctypes.c_void_p((ctypes.addressof(self._memory) + 63) // 64 * 64)
        self._made = (board, seats, dict(options) if isinstance(options, Mapping) else options, tuple(_bots(opponents)), reward, _log)
        self._restarts = None
        if reward not in tuple(library.REWARDS):
            raise ValueError(f"reward must be one of {sorted(library.REWARDS)}, not {reward!r}")
        if _log is None:
            self._open(board, seats, options or {})
        else:
            self._open_log(_log, board)
        self.board = lib.env_board(self._env).decode()
        self.board_hash = f"{lib.env_board_hash(self._env):016x}"
        self.seats = lib.env_seats(self._env)
        self.actions = lib.env_actions(self._env)
        self.observation_size = lib.env_observation_size(self._env)
        self.truth_size = lib.env_truth_size(self._env)
        self.reward = reward
        lib.env_set_reward(self._env, library.REWARDS[reward])
        self._set_opponents(self._made[3])

    def _open(self, board, seats, options):
        if not isinstance(board, str):
            raise TypeError(f"board must be a name or the text of a board file, not {type(board).__name__}")
        if not isinstance(options, Mapping) or not all(isinstance(name, str) for name in options):
            raise TypeError('options must be a dict of names and numbers: {"turning": 1}')
        for name in options:
            if not name.isidentifier():
                raise ValueError(f"no option is called {name!r}")
        seats = _whole(seats, "seats", 1, 255)
        text = ",".join(f"{name}={_whole(value, name, 0, 255)}" for name, value in options.items())
        self._text = board.encode()  # pictures are drawn from it
        self._check(lib.env_open, self._text, len(self._text), seats, text.encode())

    def _open_log(self, log, board):
        self._text = _encoded(board, "board") if board is not None else None
        self._check(lib.env_open_log, log.encode(), len(log.encode()), self._text, len(self._text or b""))

    def _check(self, call, *arguments):
        error = ctypes.create_string_buffer(library.ERROR_SIZE)
        if not call(self._env, *arguments, error):
            raise ValueError(error.value.decode())

    def _set_opponents(self, opponents):
        self.opponents = opponents
        for i, bot in enumerate(self.opponents):
            spec = (bot or "").encode()
            self._check(lib.env_set_bot, i, spec, len(spec))

    def _that_restarts(self, restarts: bool) -> Game:
        """This game, or a copy if environments of the other kind use this one: in one kind a game that ends begins again by itself,
        in the other it does not."""
        if self._restarts not in (None, restarts):
            return _remade(*self._made)._that_restarts(restarts)
        self._restarts = restarts
        lib.env_set_restart(self._env, restarts)
        return self

    def __reduce__(self):
        return _remade, self._made

    def __repr__(self) -> str:
        return f"Game({self.board!r}, seats={self.seats})"

    # ---- actions ----

    @functools.cached_property
    def labels(self) -> tuple[str, ...]:
        """The text of every action, whatever the position. How many coloured cards a station or a tunnel takes depends on the
        position: here it is the smallest number."""
        return tuple(_text(lib.env_label, self._env, i) for i in range(self.actions))

    @functools.cached_property
    def _numbers(self) -> dict[str, int]:
        return {label: i for i, label in enumerate(self.labels)}

    def label(self, action: int) -> str:
        return self.labels[_whole(action, "action", 0, self.actions - 1)]

    def action(self, label: str) -> int:
        """The action with this label."""
        try:
            return self._numbers[label]
        except (KeyError, TypeError):
            raise ValueError(f"no action is called {label!r}") from None

    def event(self, action: int) -> int:
        """The event of the engine (engine/event.h) that an action stands for."""
        return lib.env_event(self._env, _whole(action, "action", 0, self.actions - 1))

    # ---- observations ----

    @functools.cached_property
    def planes(self) -> dict[str, Plane]:
        """The planes of an observation by name; those that are only in the truth come last."""
        planes = {}
        i = 0
        while p := lib.env_plane(self._env, i):
            p = p.contents
            columns = tuple(_text(lib.env_column, self._env, i, c) for c in range(p.columns))
            planes[p.name.decode()] = Plane(p.name.decode(), p.about.decode(), p.offset, (p.rows, p.columns), p.most, p.seats,
                                            p.truth, columns)
            i += 1
        return planes

    def describe(self) -> str:
        """A table of the planes."""
        rows = [("plane", "shape", "values", "what")]
        for p in self.planes.values():
            shape = f"{'seats' if p.seats else p.shape[0]} x {p.shape[1]}"
            rows.append((p.name, shape, f"0-{p.most}", p.about + (" (only in the truth)" if p.truth else "")))
        widths = [max(len(row[i]) for row in rows) for i in range(3)]
        return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)) + "  " + row[3] for row in rows)

    # ---- memory that the library works on ----

    def _games(self, n: int) -> np.ndarray:
        """Memory for n games, aligned."""
        size = lib.env_game_size()
        bytes_ = np.zeros(n * size + 64, dtype=np.uint8)
        start = -bytes_.ctypes.data % 64
        return bytes_[start:start + n * size].reshape(n, size)


def boards() -> list[str]:
    """The boards of the program.

    >>> boards()
    ['europe', 'berlin', 'paris', 'metro']
    """
    return ["europe", "berlin", "paris", "metro"]


def _seeds(seed, n: int) -> np.ndarray:
    """One seed for each of n games: a list is used as it is, a single number gives all of them."""
    if seed is None:
        seed = int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
    if isinstance(seed, (int, np.integer)) and not isinstance(seed, bool):
        return np.uint64(int(seed) % 2**64) + np.arange(n, dtype=np.uint64)
    if isinstance(seed, str) or not isinstance(seed, (Iterable, np.ndarray)):
        raise TypeError(f"seed must be a whole number or {n} of them, not {type(seed).__name__}")
    seeds = np.asarray(seed)
    if seeds.shape != (n,) or not np.issubdtype(seeds.dtype, np.integer):
        raise ValueError(f"seed must be a whole number or {n} of them")
    return np.ascontiguousarray(seeds.astype(np.uint64))
