"""One game, seat after seat: the AEC interface of PettingZoo."""
from __future__ import annotations

import ctypes
from collections.abc import Iterator

import numpy as np

from . import library, render, spaces
from .game import Game, _checked_game, _encoded, _seeds, _whole
from .library import lib

try:
    from pettingzoo import AECEnv as _Base
except ImportError:
    _Base = object


class AECEnv(_Base):
    """One game: a ``pettingzoo.AECEnv`` where PettingZoo is installed, and the same without it. ``reset``, ``step``, ``last``,
    ``observe``, ``agent_iter``, with a mask of the legal actions in ``observation["action_mask"]``. Agents are called ``seat_1``,
    ``seat_2`` and so on. Seats of bots play by themselves: they are no agents of a game, but which seats that are depends on the
    seed, so ``possible_agents`` has all seats.

    >>> import anden
    >>> env = anden.make("paris", seats=2, seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     env.step(None if termination or truncation else env.sample())
    >>> sorted(env.totals), env.winners
    ([-24, 15], ['seat_2'])
    """

    metadata = {"name": "anden", "render_modes": ["human", "ansi", "text", "svg"], "is_parallelizable": False}

    def __init__(self, game: Game, seed=None, render_mode: str | None = None):
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode must be one of {self.metadata['render_modes']}, not {render_mode!r}")
        self.game = game = _checked_game(game)._that_restarts(False)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{i + 1}" for i in range(game.seats)]
        self.observation_spaces = {agent: spaces.masked(game) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.action(game) for agent in self.possible_agents}
        self._memory = game._games(1)
        self._record = np.zeros(library.LENGTH, np.uint32)
        self._rewards = np.zeros(game.seats, np.float32)
        self._ends = np.zeros(1, np.uint8)
        self._mask = np.zeros(game.actions, np.uint8)
        self._arrays = library.Arrays(masks=self._mask.ctypes.data, rewards=self._rewards.ctypes.data,
                                      ends=self._ends.ctypes.data)
        self.reset(seed=seed)

    @property
    def _at(self):
        return self._memory.ctypes.data

    @property
    def unwrapped(self):
        return self

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    # ---- playing ----

    def reset(self, seed=None, options=None) -> None:
        """Begins the game. With the same seed it is the same deal again."""
        seeds = _seeds(seed, 1)
        self._seed = int(seeds[0])
        lib.env_record(self._at, self._record.ctypes.data)
        lib.env_reset(self.game._env, self._at, 1, seeds.ctypes.data, ctypes.byref(self._arrays))
        self._random = seeds * np.uint64(0x9E3779B97F4A7C15)
        self._begin()

    def _begin(self):
        mine = self._seed % self.game.seats  # in the library your seat depends on the seed
        bots = {(mine + 1 + i) % self.game.seats for i, bot in enumerate(self.game.opponents) if bot}
        self._players = [agent for i, agent in enumerate(self.possible_agents) if i not in bots]
        self.agents = list(self._players)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self):
        seat = lib.env_acting(self._at)
        self.agent_selection = f"seat_{seat + 1}" if seat < self.game.seats else self.agents[0]

    def step(self, action) -> None:
        """Does an action of ``agent_selection``; None for an agent whose game is over."""
        if not self.agents:
            raise ValueError("the game is over and all agents have left: reset() begins another")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._leave(agent, action)
            return
        action = _whole(action, "action", 0, self.game.actions - 1)
        if not self._mask[action]:
            raise ValueError(f"{agent} can't do action {action} ({self.game.label(action)}) now: it is not legal")
        self._cumulative_rewards[agent] = 0.0
        actions = np.array([action], np.uint32)
        lib.env_step(self.game._env, self._at, 1, actions.ctypes.data, ctypes.byref(self._arrays))
        if self._ends[0] == library.REFUSED:
            raise RuntimeError("the library refused a legal action")
        self._after()

    def _after(self):
        over, cut = self._ends[0] == library.OVER, self._ends[0] == library.CUT
        for agent in self.agents:
            self.rewards[agent] = float(self._rewards[self._seat(agent)])
            self._cumulative_rewards[agent] += self.rewards[agent]
            self.terminations[agent] = bool(over)
            self.truncations[agent] = bool(cut)
        self._select()

    def _leave(self, agent, action):
        """An agent whose game is over takes its last reward and leaves."""
        if action is not None:
            raise ValueError(f"the game is over for {agent}: its action is None")
        self.agents.remove(agent)
        for record in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del record[agent]
        self.rewards = dict.fromkeys(self.agents, 0.0)  # they were those of the last action, and count once
        if self.agents:
            self.agent_selection = self.agents[0]

    def agent_iter(self, max_iter: int = 1 << 62) -> Iterator[str]:
        """The agents in the order in which they act, until the game is over for all of them."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def last(self, observe: bool = True):
        """For the agent that acts: observation, reward since its last action, termination, truncation, info."""
        agent = self.agent_selection
        if agent not in self.agents:
            raise ValueError("the game is over and all agents have left: reset() begins another")
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def _seat(self, agent: str) -> int:
        """The seat of an agent of this game; what a bot sees is nobody's business."""
        if agent not in self._players:
            raise ValueError(f"there is no agent {agent!r} in this game: there are {', '.join(self._players)}")
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What a seat sees, and a mask of its legal actions: empty unless it acts."""
        seat = self._seat(agent)
        observation = np.zeros(self.game.observation_size, np.uint8)
        lib.env_observe(self.game._env, self._at, seat, observation.ctypes.data)
        acts = seat == lib.env_acting(self._at)
        mask = self._mask.astype(np.int8) if acts else np.zeros(self.game.actions, np.int8)
        return {"observation": observation, "action_mask": mask}

    def truth(self, agent: str) -> np.ndarray:
        """The whole position from this seat, including what is hidden: for training with perfect information."""
        truth = np.zeros(self.game.truth_size, np.uint8)
        lib.env_truth(self.game._env, self._at, self._seat(agent), truth.ctypes.data)
        return truth

    def observation_space(self, agent: str):
        return self.observation_spaces[agent]

    def action_space(self, agent: str):
        return self.action_spaces[agent]

    def sample(self) -> int:
        """A legal action, all equally likely."""
        action = np.zeros(1, np.uint32)
        lib.env_sample(self.game._env, self._mask.ctypes.data, 1, self._random.ctypes.data, action.ctypes.data)
        if action[0] >= self.game.actions:
            raise ValueError("the game is over: nothing is legal")
        return int(action[0])

    def advise(self, bot: str = "planner", seed: int = 0) -> int:
        """What a bot of the program would do for the seat that acts, from what that seat sees."""
        spec = _encoded(bot, "bot")
        error = ctypes.create_string_buffer(library.ERROR_SIZE)
        action = lib.env_advise(self.game._env, self._at, spec, len(spec), _whole(seed, "seed", 0, 2**64 - 1), error)
        if action == library.NONE:
            raise ValueError(error.value.decode() or "the game is over: nothing is legal")
        return action

    # ---- the position ----

    def text(self, action: int) -> str:
        """An action as it would be written in the log of this game.

        >>> import anden
        >>> anden.make("metro", seed=3).text(0)
        'redraw'
        """
        action = _whole(action, "action", 0, self.game.actions - 1)
        buffer = ctypes.create_string_buffer(library.LABEL_SIZE)
        lib.env_write(self.game._env, self._at, action, buffer, library.LABEL_SIZE)
        return buffer.value.decode()

    def read(self, text: str) -> int:
        """The action that a text means in this position, as a person would type it.

        >>> import anden
        >>> env = anden.make("paris", seed=1)
        >>> env.game.label(env.read("claim opera-louvre red"))
        'claim Opéra-Louvre red 0+1'
        """
        error = ctypes.create_string_buffer(library.ERROR_SIZE)
        typed = _encoded(text, "a move")
        action = lib.env_read(self.game._env, self._at, typed, len(typed), error)
        if action == library.NONE:
            raise ValueError(error.value.decode())
        return action

    def _score(self):
        totals, ranks = np.zeros(self.game.seats, np.int16), np.zeros(self.game.seats, np.uint8)
        lib.env_score(self.game._env, self._at, totals.ctypes.data, ranks.ctypes.data)
        return totals, ranks

    @property
    def over(self) -> bool:
        return lib.env_is_over(self.game._env, self._at)

    @property
    def totals(self) -> list[int]:
        """The score of each seat, as if the game ended now."""
        return [int(x) for x in self._score()[0]]

    @property
    def winners(self) -> list[str]:
        """The seats that are first, as if the game ended now."""
        return [f"seat_{i + 1}" for i, rank in enumerate(self._score()[1]) if rank == 1]

    @property
    def hash(self) -> str:
        """A fingerprint of the position, the same on every machine."""
        return f"{lib.env_hash(self._at):016x}"

    def log(self) -> str:
        """The log of the game so far: `anden replay` and `anden verify` read it, and so does anden.load()."""
        return self._long_text(lib.env_log)

    def _long_text(self, call) -> str:
        size = 1 << 16
        while True:
            buffer = ctypes.create_string_buffer(size)
            if call(self.game._env, self._at, buffer, size) < size:
                return buffer.value.decode()
            size *= 2

    def _load(self, log: str, seed) -> None:
        text = log.encode()
        error = ctypes.create_string_buffer(library.ERROR_SIZE)
        self._seed = int(_seeds(seed, 1)[0])
        if not lib.env_load(self.game._env, self._at, text, len(text), self._seed, error):
            raise ValueError(error.value.decode())
        self._ends[0] = library.OVER if self.over else library.RUNS
        self._rewards[:] = 0
        lib.env_mask(self.game._env, self._at, self._mask.ctypes.data)
        self._begin()
        for agent in self.agents:
            self.terminations[agent] = self.over

    def render(self):
        """The position as ``render_mode`` says. "svg" is a picture, "" if the board has no positions to draw; "human" prints a text;
        the others give a text."""
        if self.render_mode == "svg":
            return self._long_text(lib.env_svg)
        if self.render_mode != "human":
            return render.text(self)
        print(render.text(self), end="")
        return None

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def __str__(self) -> str:
        return self.metadata["name"]

    def __reduce_ex__(self, protocol):
        raise TypeError("an environment can't be copied or pickled: anden.load(env.log()) makes another with the same position")
