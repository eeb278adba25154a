"""What PettingZoo and Gymnasium demand of an environment, point by point: their own tests, wrappers and learners rely on it.

Usage: test_contract.py PYTHON_FOLDER PACKAGES

PACKAGES says where the classes come from:

- `none`: from nowhere, and the environments behave the same;
- `stand-ins`: from standins.py;
- `installed`: from PettingZoo and Gymnasium themselves. Then their own tests and wrappers run too.
"""
import contextlib
import functools
import io
import re
import sys
import tempfile
import unittest
import warnings
from unittest import mock

sys.path.insert(0, sys.argv[1])
PACKAGES = sys.argv[2]
del sys.argv[1:]

import numpy as np

import standins

folder = tempfile.TemporaryDirectory()
if PACKAGES == "none":
    sys.modules["pettingzoo"] = sys.modules["gymnasium"] = None  # importing them fails, even if they are there
elif PACKAGES == "stand-ins":
    standins.write(folder.name)
    sys.path.insert(0, folder.name)

import anden

if PACKAGES != "none":
    import gymnasium.spaces
    import gymnasium.vector
    import pettingzoo


def each_game():
    """A small game of each board: all seats of the caller's, and some of bots."""
    for i, board in enumerate(anden.boards()):
        yield anden.make(board, 2 + i % 3, seed=i)
        yield anden.make(board, 3, opponents=["greedy", None], seed=i, reward="points")


def legal(env, agent, mask):
    """How learners choose: an action of the agent's space."""
    return env.action_space(agent).sample(mask)


class Aec(unittest.TestCase):
    """pettingzoo.test.api_test, and the documentation of AECEnv."""

    def test_is_an_environment_of_pettingzoo(self):
        """api_test, OrderEnforcingWrapper and the conversions: isinstance(env, pettingzoo.AECEnv)."""
        env = anden.make("paris")
        if PACKAGES != "none":
            self.assertIsInstance(env, pettingzoo.AECEnv)
        self.assertIs(env.unwrapped, env)
        self.assertEqual(str(env), env.metadata["name"])

    def test_reset(self):
        """reset(seed, options) returns nothing. After it nobody is terminated or truncated, and nobody has a reward."""
        for env in each_game():
            self.assertIsNone(env.reset(seed=0, options={"options": 1}))
            for record in (env.terminations, env.truncations, env.rewards, env._cumulative_rewards):
                self.assertEqual(list(record), env.agents)
                self.assertFalse(any(record.values()))
            self.assertEqual(env.infos, {agent: {} for agent in env.agents})
            self.assertIn(env.agent_selection, env.agents)

    def test_agents(self):
        """num_agents is a positive whole number. possible_agents has all that ever appear, and no reset changes it. Names look
        like player_0."""
        for env in each_game():
            possible = list(env.possible_agents)
            for seed in range(4):
                env.reset(seed=seed)
                self.assertEqual(env.possible_agents, possible)
                self.assertLessEqual(set(env.agents), set(possible))
                self.assertIs(type(env.num_agents), int)
                self.assertEqual(env.num_agents, len(env.agents))
                self.assertGreater(env.num_agents, 0)
                self.assertEqual(env.max_num_agents, len(possible))
            for agent in possible:
                self.assertRegex(agent, r"^[a-z]+_[0-9]+$")

    def test_spaces(self):
        """Every possible agent has its own spaces, always the same objects, so that seeding them has an effect. The observation's
        are of bytes, and equal for all agents."""
        for env in each_game():
            seen = {}
            for agent in env.possible_agents:
                for space in (env.observation_space, env.action_space):
                    self.assertIs(space(agent), space(agent))
                    self.assertIsNot(seen.setdefault(id(space(agent)), agent), None)
                    if PACKAGES != "none":
                        self.assertIsInstance(space(agent), gymnasium.spaces.Space)
            self.assertEqual(len(seen), 2 * len(env.possible_agents))
            env.reset(seed=1)
            self.assertIs(env.action_space("seat_1"), env.action_spaces["seat_1"])
            self.assertEqual(env.action_space("seat_1").n, env.game.actions)

    def test_a_whole_game(self):
        """play_test of api_test, for each step of each game."""
        for env in each_game():
            env.reset(seed=5)
            owed = dict.fromkeys(env.agents, 0)
            finished, agents = set(), set(env.agents)
            for agent in env.agent_iter():
                self.assertNotIn(agent, finished)  # nobody comes back
                observation, reward, terminated, truncated, info = env.last()
                # what last() says is what the records say, and flags are of Python's own type
                self.assertIs(terminated, env.terminations[agent])
                self.assertIs(truncated, env.truncations[agent])
                self.assertIn(terminated, (True, False))
                self.assertEqual(info, env.infos[agent])
                # the reward is the sum of the rewards since the agent's last step, and each counts once
                self.assertEqual(reward, owed[agent])
                self.assertIs(type(reward), float)
                owed[agent] = 0
                # the observation is in its space, with its type
                self.assertIn(observation, env.observation_space(agent))
                self.assertEqual(observation["observation"].dtype, env.observation_space(agent)["observation"].dtype)
                self.assertTrue(observation["observation"].any())
                self.assertLessEqual(set(observation["action_mask"].tolist()), {0, 1})
                if terminated or truncated:
                    self.assertFalse(observation["action_mask"].any())
                    finished.add(agent)
                    action = None
                else:
                    action = legal(env, agent, observation["action_mask"])
                    self.assertIn(action, env.action_space(agent))
                self.assertIsNone(env.step(action))
                for other, more in env.rewards.items():
                    owed[other] += more
                # exactly the agents that are left have records
                for record in (env.rewards, env.terminations, env.truncations, env.infos, env._cumulative_rewards):
                    self.assertEqual(record.keys(), set(env.agents))
                self.assertEqual(env.num_agents, len(env.agents))
            self.assertEqual(finished, agents)  # nobody was skipped

    def test_last_without_observing(self):
        """last(observe=False) gives None for the observation."""
        self.assertIsNone(anden.make("paris").last(observe=False)[0])

    def test_an_agent_whose_game_is_over_only_leaves(self):
        """An action other than None is a ValueError then, and nothing has changed."""
        env = anden.make("paris", seed=1)
        while not env.over:
            env.step(env.sample())
        before = dict(env.rewards)
        with self.assertRaises(ValueError):
            env.step(0)
        self.assertEqual((env.rewards, env.num_agents), (before, 2))

    def test_numbers_of_numpy(self):
        """test_action_flexibility: an action may be a numpy.int32."""
        env = anden.make("europe", seed=0)
        env.step(np.int32(env.sample()))

    def test_agent_iter_has_a_limit(self):
        env = anden.make("metro", seed=0)
        steps = 0
        for _ in env.agent_iter(7):
            env.step(env.sample())
            steps += 1
        self.assertEqual(steps, 7)

    def test_rendering(self):
        """render_test: each mode of metadata["render_modes"] can be asked for; "human" returns None and "ansi" a text. An
        environment with its own render() has its own close()."""
        for mode in anden.AECEnv.metadata["render_modes"]:
            env = anden.make("berlin", seed=1, render_mode=mode)
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                picture = env.render()
            self.assertEqual(picture is None, mode == "human")
            self.assertEqual(printed.getvalue().startswith("berlin, seat_"), mode == "human")
            if mode != "human":
                self.assertIs(type(picture), str)
        self.assertLessEqual({"render", "close"}, vars(anden.AECEnv).keys())
        self.assertIsNone(env.close())

    def test_the_same_seeds_are_the_same_game(self):
        """seed_test: two environments with the same seed and seeded spaces are the same in every step."""
        for board in anden.boards():
            pair = [anden.make(board, 3) for _ in range(2)]
            for env in pair:
                env.reset(seed=42)
                for i, agent in enumerate(env.agents):
                    env.action_space(agent).seed(42 + i)
                    env.observation_space(agent).seed(42 + i)
            for one, other in zip(*(env.agent_iter() for env in pair)):
                self.assertEqual(one, other)
                (seen, *rest), (seen_too, *rest_too) = (env.last() for env in pair)
                self.assertEqual(rest, rest_too)
                for name in seen:
                    np.testing.assert_array_equal(seen[name], seen_too[name])
                actions = [None if rest[1] else legal(env, one, seen["action_mask"]) for env in pair]
                self.assertEqual(*actions)
                for env, action in zip(pair, actions):
                    env.step(action)
            self.assertEqual(pair[0].log(), pair[1].log())

    def test_bots_are_nobody_who_can_be_asked(self):
        """A seat of a bot is a possible agent, but what it sees stays its own."""
        env = anden.make("paris", opponents=["greedy"], seed=0)
        bot, = set(env.possible_agents) - set(env.agents)
        for call in (env.observe, env.truth):
            with self.assertRaisesRegex(ValueError, "no agent"):
                call(bot)


class Vector(unittest.TestCase):
    """gymnasium.vector.VectorEnv, as its documentation, SyncVectorEnv and the wrappers for vectors have it."""

    def test_is_an_environment_of_gymnasium(self):
        """VectorWrapper: isinstance(env, gymnasium.vector.VectorEnv). RecordEpisodeStatistics: the mode is an AutoresetMode."""
        envs = anden.vector("paris", n=3)
        mode = envs.metadata["autoreset_mode"]
        if PACKAGES != "none":
            self.assertIsInstance(envs, gymnasium.vector.VectorEnv)
            self.assertIs(mode, gymnasium.vector.AutoresetMode.SAME_STEP)
        self.assertEqual(getattr(mode, "value", mode), "SameStep")
        self.assertEqual((envs.num_envs, envs.spec, envs.render_mode, envs.closed), (3, None, None, False))
        self.assertIs(envs.unwrapped, envs)

    def test_spaces(self):
        """single_… are those of one game, the others those of all: observations (n, …), actions (n,)."""
        for board in anden.boards():
            envs = anden.vector(board, n=5)
            game = envs.game
            self.assertEqual(envs.single_observation_space.shape, (game.observation_size,))
            self.assertEqual(envs.observation_space.shape, (5, game.observation_size))
            self.assertEqual(envs.observation_space.dtype, np.uint8)
            self.assertEqual(envs.single_action_space.n, game.actions)
            self.assertEqual(envs.action_space.nvec.tolist(), [game.actions] * 5)
            if PACKAGES != "none":
                for space in (envs.single_observation_space, envs.observation_space, envs.single_action_space, envs.action_space):
                    self.assertIsInstance(space, gymnasium.spaces.Space)

    def test_reset(self):
        """reset(*, seed, options) gives observations in their space and a dict. One seed is seed, seed + 1 and so on; a list has
        one for each game; with None the games differ from time to time."""
        envs = anden.vector("europe", n=4, copy=True)
        observations, infos = envs.reset(seed=10, options={})
        self.assertIn(observations, envs.observation_space)
        self.assertIn(observations[0], envs.single_observation_space)
        self.assertIs(type(infos), dict)
        np.testing.assert_array_equal(envs.reset(seed=[10, 11, 12, 13])[0], observations)
        np.testing.assert_array_equal(envs.reset(seed=8)[0][2:], observations[:2])
        self.assertFalse((envs.reset()[0] == envs.reset()[0]).all())
        with self.assertRaises(TypeError):
            envs.reset(10)

    def test_reset_of_some(self):
        """options["reset_mask"] is for environments that don't begin again by themselves: it is refused, not ignored."""
        envs = anden.vector("paris", n=2, seed=1)
        envs.reset()
        before = envs.hashes().tolist()
        with self.assertRaisesRegex(ValueError, "reset_mask"):
            envs.reset(options={"reset_mask": np.array([True, False])})
        self.assertEqual(envs.hashes().tolist(), before)

    def test_steps(self):
        """step(actions) takes an array of the action space, and gives observations in their space, rewards that are numbers, two
        arrays of flags, and a dict. Actions can be drawn from the space with the masks of all games."""
        for board in anden.boards():
            envs = anden.vector(board, n=6, seats=3, opponents=["greedy"], seed=3)
            observations, infos = envs.reset()
            envs.action_space.seed(7)
            for _ in range(30):
                actions = envs.action_space.sample(tuple(infos["action_mask"]))
                self.assertIn(actions, envs.action_space)
                self.assertIn(envs.sample(), envs.action_space)
                observations, rewards, terminations, truncations, infos = envs.step(actions)
                self.assertIn(observations, envs.observation_space)
                for array, kind in ((rewards, np.floating), (terminations, np.bool_), (truncations, np.bool_)):
                    self.assertEqual(array.shape, (6,))
                    self.assertTrue(np.issubdtype(array.dtype, kind))
                self.assertIs(type(infos), dict)

    def check_infos(self, infos, n):
        """DictInfoToList: each key is an array with an entry for each game, or a dict of such; _key says which are valid."""
        for key, value in infos.items():
            if key.startswith("_"):
                self.assertEqual((value.shape, value.dtype), ((n,), bool), key)
                continue
            self.assertIn("_" + key, infos)
            if isinstance(value, dict):
                self.check_infos(value, n)
            else:
                self.assertIsInstance(value, np.ndarray)
                self.assertEqual(len(value), n, key)

    def test_infos(self):
        for copy in (False, True):
            envs = anden.vector("paris", n=8, seed=3, truth=True, copy=copy)
            _, infos = envs.reset()
            self.check_infos(infos, 8)
            self.assertFalse(infos["_totals"].any())  # nothing has ended yet
            for _ in range(200):
                *_, infos = envs.step(envs.sample())
                self.check_infos(infos, 8)

    def test_games_begin_again_in_the_same_step(self):
        """SAME_STEP: the observation is the first of the next game; the last of the game that ended is in final_obs, in the space
        of one game, and its infos are in final_info. Neither is there if no game has ended."""
        for board in ("paris", "metro"):
            envs = anden.vector(board, n=8, seed=3)
            _, infos = envs.reset()
            twins = [anden.make(board, seed=3 + i) for i in range(8)]
            waiting = set(range(8))
            while waiting:
                actions = envs.sample()
                for i in waiting:
                    twins[i].step(int(actions[i]))
                acted = infos["acting"].copy()
                observations, rewards, terminations, truncations, infos = envs.step(actions)
                ended = terminations | truncations
                for name in ("final_obs", "final_info", "_final_obs", "_final_info"):
                    self.assertEqual(name in infos, ended.any())
                for i in np.flatnonzero(ended):
                    self.assertIn(infos["final_obs"][i], envs.single_observation_space)
                    self.assertFalse((infos["final_obs"][i] == observations[i]).all())
                    self.assertTrue(infos["action_mask"][i].any())
                    self.assertEqual(infos["final_info"]["rewards"][i][acted[i]], rewards[i])
                for i in [i for i in waiting if ended[i]]:
                    seen = twins[i].observe(f"seat_{acted[i] + 1}")["observation"]
                    np.testing.assert_array_equal(infos["final_obs"][i], seen)
                    self.assertEqual(infos["final_info"]["totals"][i].tolist(), twins[i].totals)
                    waiting.remove(i)
                if ended.any():
                    np.testing.assert_array_equal(infos["_final_obs"], ended)
                    self.assertEqual([last is None for last in infos["final_obs"]], (~ended).tolist())
                    self.assertEqual(infos["final_obs"].dtype, object)

    def test_wrappers_add_to_the_infos(self):
        """RecordEpisodeStatistics adds "episode", and refuses an environment that has it already; each step has its own dict."""
        envs = anden.vector("paris", n=2, seed=1)
        _, infos = envs.reset()
        infos["episode"] = 1
        self.assertNotIn("episode", envs.step(envs.sample())[4])

    def test_close(self):
        """close() sets `closed`; a second time does nothing. It takes any keywords."""
        envs = anden.vector("paris", n=2, threads=2)
        envs.reset()
        envs.close(terminate=True)
        self.assertTrue(envs.closed)
        envs.close()


class Spaces(unittest.TestCase):
    def test_our_own(self):
        """Without Gymnasium the spaces are ours. They have no value that Gymnasium's have not, nor the other way round."""
        if PACKAGES != "none":
            self.skipTest("the spaces are Gymnasium's")
        env, envs = anden.make("paris", seed=1), anden.vector("paris", n=3)
        pairs = [(env.action_space("seat_1"), (-1, 217, 1.5, "draw 1", None, [1])),
                 (env.observation_space("seat_1"), ({}, None, {"observation": 0, "action_mask": 0})),
                 (envs.single_observation_space, (np.zeros(586, np.uint8), np.zeros(587), [0] * 587, None)),
                 (envs.observation_space, (np.zeros((2, 587), np.uint8),)),
                 (envs.action_space, (np.zeros(3), np.array([0, 0, 217]), np.array([-1, 0, 0]), [0, 0, 0], np.zeros(2, int)))]
        for space, others in pairs:
            for seed in range(20):
                space.seed(seed)
                value = space.sample()
                self.assertIn(value, space)
                space.seed(seed)
                np.testing.assert_equal(space.sample(), value)
            for other in others:
                self.assertNotIn(other, space)
        seen = env.last()[0]
        seen["action_mask"][0] = 2
        self.assertNotIn(seen, env.observation_space("seat_1"))
        self.assertEqual(env.observation_space("seat_1"), env.observation_space("seat_2"))
        self.assertNotEqual(env.action_space("seat_1"), anden.make("europe").action_space("seat_1"))
        with self.assertRaises(ValueError):
            env.action_space("seat_1").sample(np.zeros(217, np.int8))
        self.assertEqual(repr(envs.single_observation_space), "Box(0, 255, (587,), uint8)")


@unittest.skipUnless(PACKAGES == "installed", "needs PettingZoo and Gymnasium themselves")
class Theirs(unittest.TestCase):
    """The tests and wrappers of PettingZoo and Gymnasium. A warning is a failure, except three that don't fit here."""

    def setUp(self):
        caught = warnings.catch_warnings()
        caught.__enter__()
        self.addCleanup(caught.__exit__, None, None, None)
        warnings.simplefilter("error")
        quiet = contextlib.redirect_stdout(io.StringIO())
        quiet.__enter__()
        self.addCleanup(quiet.__exit__, None, None, None)

    def each_match(self):
        for board in anden.boards():
            for seats in (2, 3, 4):
                for opponents in ([], ["greedy"]):
                    yield functools.partial(anden.make, board, seats, opponents=opponents)

    def test_api(self):
        import pettingzoo.test

        for known in ("Observation space for each agent probably should be gymnasium.spaces.box",  # it has a mask too
                      "Observation is not a NumPy array",
                      "Action mask numpy array is all zeros"):  # where a game is over
            warnings.filterwarnings("ignore", message=re.escape(known))
        for make in self.each_match():
            with self.subTest(make.args, **make.keywords):
                pettingzoo.test.api_test(make(), num_cycles=1000)

    def test_seeds(self):
        import pettingzoo.test

        for make in self.each_match():
            with self.subTest(make.args, **make.keywords):
                pettingzoo.test.seed_test(make, num_cycles=1000)

    def test_rendering(self):
        import pettingzoo.test

        for make in self.each_match():
            with self.subTest(make.args, **make.keywords):
                pettingzoo.test.render_test(make, {"svg": lambda text: text.startswith("<svg")})

    def test_wrappers(self):
        from pettingzoo.utils import conversions, wrappers

        for make in self.each_match():
            with self.subTest(make.args, **make.keywords):
                env = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(make()))
                env.reset(seed=1)
                for agent in env.agent_iter():
                    observation, _, terminated, truncated, _ = env.last()
                    env.step(None if terminated or truncated else legal(env, agent, observation["action_mask"]))
                self.assertEqual(env.agents, [])
                # a whole game as one of agents that act at the same time
                turns = conversions.turn_based_aec_to_parallel(make())
                observations, infos = turns.reset(seed=1)
                while turns.agents:
                    actions = {agent: legal(turns, agent, observations[agent]["action_mask"]) for agent in turns.agents}
                    observations, *_ = turns.step(actions)

    def test_illegal_moves(self):
        from pettingzoo.utils import wrappers

        for make in self.each_match():
            with self.subTest(make.args, **make.keywords):
                env = wrappers.TerminateIllegalWrapper(make(), illegal_reward=-1)
                env.reset(seed=1)
                loser = env.agent_selection
                with mock.patch("pettingzoo.utils.env_logger.EnvLogger.warn_on_illegal_move"):
                    env.step(int(np.argmin(env.last()[0]["action_mask"])))
                rewards = {}
                for agent in env.agent_iter():
                    _, rewards[agent], terminated, *_ = env.last()
                    self.assertTrue(terminated)
                    env.step(None)
                self.assertEqual(rewards, dict.fromkeys(rewards, 0) | {loser: -1})

    def test_spaces(self):
        from gymnasium.utils.passive_env_checker import check_action_space, check_observation_space

        for board in anden.boards():
            envs = anden.vector(board, n=4)
            for space in (envs.observation_space, envs.single_observation_space):
                check_observation_space(space)
            for space in (envs.action_space, envs.single_action_space):
                check_action_space(space)

    def test_wrappers_of_vectors(self):
        from gymnasium.wrappers import vector as wrappers

        for board in anden.boards():
            envs = wrappers.RecordEpisodeStatistics(anden.vector(board, n=16, opponents=["greedy"], seed=1, reward="points"))
            envs = wrappers.DictInfoToList(wrappers.ClipReward(wrappers.NormalizeReward(envs), -10, 10))
            _, infos = envs.reset(seed=1)
            lengths, episodes = np.zeros(16, int), 0
            while episodes < 30:
                mine = [info["acting"] for info in infos]
                actions = envs.action_space.sample(tuple(info["action_mask"] for info in infos))
                _, _, terminations, truncations, infos = envs.step(actions)
                lengths += 1
                for i in np.flatnonzero(terminations | truncations):
                    self.assertEqual(infos[i]["episode"]["l"], lengths[i])
                    self.assertEqual(infos[i]["episode"]["r"], infos[i]["final_info"]["totals"][mine[i]])
                    self.assertIn(infos[i]["final_obs"], envs.single_observation_space)
                    lengths[i] = 0
                    episodes += 1
            envs.close()
            self.assertTrue(envs.closed)


if __name__ == "__main__":
    unittest.main()
