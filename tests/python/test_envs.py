"""The Python package: both interfaces, exceptions for everything that is wrong, logs, bots, threads.

Usage: test_envs.py PYTHON_FOLDER [ANDEN]
"""
import base64
import contextlib
import copy
import doctest
import importlib
import io
import json
import os
import pathlib
import pickle
import pkgutil
import re
import subprocess
import sys
import tempfile
import threading
import unittest
import xml.etree.ElementTree
from unittest import mock

PACKAGE = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(PACKAGE))
EXAMPLES = PACKAGE.parent / "examples" / "python"
ANDEN = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
del sys.argv[1:]

import numpy as np

import anden

OWN_BOARD = (pathlib.Path(__file__).parents[1] / "laws" / "everything.board").read_text(encoding="utf-8")


def play(env):
    """A random game to its end; the sums of rewards by agent."""
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        if termination or truncation:
            env.step(None)
        else:
            assert observation["action_mask"].any()
            env.step(env.sample())
    return rewards


class Aec(unittest.TestCase):
    def test_a_game_of_each_board(self):
        for board in anden.boards():
            for seats in (2, 3, 4):
                env = anden.make(board, seats, seed=seats)
                rewards = play(env)
                self.assertTrue(env.over)
                self.assertAlmostEqual(sum(rewards.values()), 0, places=5)
                winners = [agent for agent, reward in rewards.items() if reward > 0]
                self.assertIn(winners, ([], env.winners))
                self.assertEqual(env.agents, [])
                with self.assertRaisesRegex(ValueError, "reset"):
                    env.step(0)

    def test_points_add_up(self):
        env = anden.make("berlin", 3, reward="points", seed=4)
        rewards = play(env)
        self.assertEqual([int(rewards[f"seat_{i + 1}"]) for i in range(3)], env.totals)

    def test_the_same_seed_is_the_same_game(self):
        logs = []
        for _ in range(2):
            env = anden.make("europe", 2, seed=99)
            play(env)
            logs.append(env.log())
        self.assertEqual(*logs)
        env.reset(seed=98)
        play(env)
        self.assertNotEqual(logs[0], env.log())

    def test_only_the_seat_that_acts_has_legal_actions(self):
        env = anden.make("paris", 3, seed=1)
        for agent in env.possible_agents:
            self.assertEqual(env.observe(agent)["action_mask"].any(), agent == env.agent_selection)

    def test_a_seat_does_not_see_what_is_hidden(self):
        """The hand of the other is in the truth only, and its plane is in no observation."""
        env = anden.make("europe", 2, seed=5)
        planes = env.game.planes
        truth = env.truth("seat_1")
        self.assertEqual(planes["hands"].of(truth).sum(axis=1).tolist(), [4, 4])
        self.assertGreaterEqual(planes["hands"].offset, env.game.observation_size)
        np.testing.assert_array_equal(planes["hand"].of(truth)[0], planes["hands"].of(truth)[0])

    def test_mistakes_change_nothing(self):
        env = anden.make("paris", 2, seed=3)
        before = env.hash
        illegal = int(np.argmin(env.last()[0]["action_mask"]))
        for action, error in ((illegal, ValueError), (-1, ValueError), (env.game.actions, ValueError), (2**70, ValueError),
                              (1.5, TypeError), ("draw 1", TypeError), (None, TypeError), (True, TypeError)):
            with self.assertRaises(error, msg=repr(action)):
                env.step(action)
        self.assertEqual(env.hash, before)
        for call in (lambda: env.observe("seat_9"), lambda: env.truth("Otto"), lambda: env.read("fly to the moon"),
                     lambda: env.advise("napoleon"), lambda: env.text(-1), lambda: env.game.action("claim the moon"),
                     lambda: anden.make("atlantis"), lambda: anden.make("europe", seats=9), lambda: anden.make("paris", seats=0),
                     lambda: anden.make("metro", options={"colour": 1}), lambda: anden.make("metro", options={"turning": 7}),
                     lambda: anden.make("paris", reward="gold"), lambda: anden.make("paris", render_mode="gold"),
                     lambda: anden.make("paris", opponents=["napoleon"]), lambda: anden.make("paris", opponents=["greedy"] * 2),
                     lambda: anden.make("paris", reward=["win"]), lambda: anden.make("metro", options={"turning=1,turning": 1}),
                     lambda: env.game.planes["hands"].of(env.observe("seat_1")["observation"]), lambda: env.game.action(["x"]),
                     lambda: anden.load("no log"), lambda: anden.make("andenboard 1\nid x\n")):
            with self.assertRaises(ValueError) as told:
                call()
            self.assertGreater(len(str(told.exception)), 10)
        for call in (lambda: anden.make(7), lambda: anden.make("paris", seats="2"), lambda: anden.load(b"log"),
                     lambda: anden.make("paris", opponents="greedy"), lambda: anden.make("paris", seed="x"),
                     lambda: anden.make("metro", options={"turning": "1"}), lambda: anden.make("metro", options=["turning"]),
                     lambda: anden.make("paris", opponents=[5]), lambda: anden.make("paris", opponents=5), lambda: env.read(5),
                     lambda: env.advise(5), lambda: anden.load(env.log(), board=b"x"), lambda: anden.AECEnv("paris"),
                     lambda: anden.VectorEnv("paris", 4)):
            with self.assertRaises(TypeError):
                call()

    def test_bots(self):
        seen = set()
        for seed in range(4):
            env = anden.make("paris", 2, opponents=["greedy"], seed=seed)
            self.assertEqual(len(env.agents), 1)
            seen |= set(env.agents)
            play(env)
            self.assertTrue(env.over)
        self.assertEqual(seen, {"seat_1", "seat_2"})
        env = anden.make("paris", 3, opponents=["greedy", None], seed=0)
        self.assertEqual(env.agents, ["seat_1", "seat_3"])

    def test_advice(self):
        env = anden.make("berlin", 2, seed=2)
        for _ in range(20):
            action = env.advise("planner", seed=7)
            self.assertTrue(env.last()[0]["action_mask"][action])
            self.assertEqual(env.read(env.text(action)), action)
            env.step(action)

    def test_logs(self):
        env = anden.make("europe", 3, options={"first": 2}, seed=8)
        for _ in range(50):
            env.step(env.sample())
        again = anden.load(env.log(), seed=1)
        self.assertEqual((again.hash, again.agent_selection, again.game.seats), (env.hash, env.agent_selection, 3))
        np.testing.assert_array_equal(again.last()[0]["action_mask"], env.last()[0]["action_mask"])
        play(again)
        over = anden.load(again.log())
        self.assertEqual(over.totals, again.totals)
        self.assertTrue(all(over.terminations.values()))
        with self.assertRaisesRegex(ValueError, "line"):
            anden.load(env.log() + "claim nothing\n")
        play(env)
        if ANDEN:
            alone = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
            done = subprocess.run([ANDEN, "verify", "-"], input=env.log(), capture_output=True, text=True, timeout=300, env=alone)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_pictures(self):
        for board in anden.boards():
            env = anden.make(board, 3, seed=2, render_mode="svg")
            empty = env.render()
            while not env.over:
                env.step(env.sample())
            full = env.render()
            for svg in (empty, full):
                xml.etree.ElementTree.fromstring(svg)
            self.assertNotEqual(empty, full)
            env.render_mode = None
            self.assertIn("the game is over", env.render())
            self.assertIn("points of seat_3: ", env.render())

    def test_own_boards(self):
        env = anden.make(OWN_BOARD, 2, seed=1)
        play(env)
        self.assertEqual(anden.load(env.log(), board=OWN_BOARD).hash, env.hash)
        with self.assertRaisesRegex(ValueError, "no board"):
            anden.load(env.log())


class Vector(unittest.TestCase):
    def test_threads_make_no_difference(self):
        results = []
        for threads in (1, 3, 8):
            with anden.vector("europe", n=37, seats=3, seed=5, threads=threads, opponents=["greedy"]) as envs:
                envs.reset()
                total = np.zeros(37)
                for _ in range(120):
                    total += envs.step(envs.sample())[1]
                results.append((envs.hashes().tolist(), total.tolist()))
        self.assertEqual(results[0], results[1])
        self.assertEqual(results[0], results[2])

    def test_one_of_many_is_the_same_as_one(self):
        """Game i of a vector is the game of make() with its seed, as long as the actions are the same."""
        envs = anden.vector("paris", n=5, seed=40)
        _, infos = envs.reset()
        singles = [anden.make("paris", seed=40 + i) for i in range(5)]
        running = [True] * 5
        for _ in range(200):
            actions = envs.sample()
            for i, env in enumerate(singles):
                if running[i]:
                    observation = env.observe(env.agent_selection)
                    np.testing.assert_array_equal(observation["action_mask"], infos["action_mask"][i])
                    env.step(int(actions[i]))
            _, rewards, terminations, _, infos = envs.step(actions)
            for i, env in enumerate(singles):
                if running[i] and terminations[i]:
                    self.assertTrue(env.over)
                    self.assertEqual(env.totals, infos["totals"][i].tolist())
                    running[i] = False
        self.assertEqual(running, [False] * 5)

    def test_mistakes_change_nothing(self):
        envs = anden.vector("paris", n=4, seed=1)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            envs.step([0] * 4)
        _, infos = envs.reset()
        before = envs.hashes().tolist()
        good = envs.sample().astype(np.int64)
        illegal = good.copy()
        illegal[3] = np.argmin(infos["action_mask"][3])
        outside = good.copy()
        outside[2] = 10**9
        for actions, error in ((good[:3], ValueError), (good.reshape(2, 2), ValueError), (good * 1.0, TypeError),
                               (illegal, ValueError), (outside, ValueError), (-good - 1, ValueError), ("abcd", ValueError),
                               (None, ValueError)):
            with self.assertRaises(error):
                envs.step(actions)
        self.assertEqual(envs.hashes().tolist(), before)
        for call, error in ((lambda: anden.vector("paris", n=0), ValueError), (lambda: anden.vector("paris", n="4"), TypeError),
                            (lambda: anden.vector("paris", n=4, threads=0), ValueError),
                            (lambda: anden.vector("paris", n=4).reset(seed=[1, 2]), ValueError),
                            (lambda: anden.vector("paris", n=2).reset(seed=[1.5, 2.5]), ValueError),
                            (lambda: anden.vector("paris", n=4).sample(), RuntimeError)):
            with self.assertRaises(error):
                call()
        envs.close()
        for call in (envs.reset, envs.sample, envs.hashes, lambda: envs.step(good)):
            with self.assertRaisesRegex(RuntimeError, "closed"):
                call()

    def test_numbers_of_any_kind(self):
        """Actions may be of any type of whole numbers and lie anywhere in memory; they are never cut to 32 bits."""
        envs = anden.vector("paris", n=4, seed=1)
        envs.reset()
        for kind in (np.int8, np.int16, np.int64, np.uint64, ">i4", ">u8"):
            before = envs.hashes().tolist()
            wide = np.zeros(8, np.int64)
            wide[::2] = envs.sample()
            envs.step(wide.astype(kind)[::2])
            self.assertNotEqual(envs.hashes().tolist(), before)
        before = envs.hashes().tolist()
        for actions, error in ((envs.sample() + np.int64(2**32), ValueError), (np.full(4, 2**64 - 1, np.uint64), ValueError),
                               (envs.sample() + 0j, TypeError), (envs.sample().astype(object), TypeError),
                               (np.ones(4, bool), TypeError), ([[1], [2, 3], 1, 2], ValueError)):
            with self.assertRaises(error):
                envs.step(actions)
        self.assertEqual(envs.hashes().tolist(), before)

    def test_copies_and_pickles(self):
        """A game can be pickled; an environment says that it can't, before two of them share their memory."""
        games = [anden.Game("europe", 3, {"first": 2}, ["greedy", None], "points"), anden.Game(OWN_BOARD),
                 anden.load(anden.make("paris", 3, seed=1).log()).game]
        for game in games:
            for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
                self.assertEqual((again.board_hash, again.seats, again.opponents, again.reward, again.labels),
                                 (game.board_hash, game.seats, game.opponents, game.reward, game.labels))
        for env in (anden.make("paris"), anden.vector("paris", n=2)):
            for call in (pickle.dumps, copy.copy, copy.deepcopy):
                with self.assertRaisesRegex(TypeError, "can't be copied or pickled"):
                    call(env)

    def test_both_interfaces_with_one_game(self):
        """In one of them games begin again by themselves, in the other they don't, whichever came first."""
        game = anden.Game("paris")
        single, envs = anden.AECEnv(game, seed=1), anden.VectorEnv(game, 4, seed=1)
        envs.reset()
        ended = sum(int(envs.step(envs.sample())[2].sum()) for _ in range(400))
        self.assertGreater(ended, 4)
        play(single)
        self.assertTrue(single.over)
        with self.assertRaisesRegex(ValueError, "all agents have left"):
            single.last()

    def test_two_threads_in_one_environment(self):
        """The second thread is refused; the first is not disturbed."""
        envs = anden.vector("paris", n=2, seed=1)
        envs.reset()
        told = []

        def intrude():
            try:
                envs.sample()
            except RuntimeError as error:
                told.append(str(error))

        with envs._alone():
            thread = threading.Thread(target=intrude)
            thread.start()
            thread.join()
        self.assertRegex(told[0], "another thread")
        envs.step(envs.sample())

    def test_a_process_that_was_forked_has_threads_of_its_own(self):
        envs = anden.vector("paris", n=8, seed=1, threads=2)
        envs.reset()
        actions = envs.sample()
        child = os.fork()
        if child == 0:
            try:
                os._exit(0 if envs.step(actions)[0].shape[0] == 8 else 1)
            finally:
                os._exit(2)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        envs.step(actions)

    def test_masks_that_were_changed_from_outside(self):
        envs = anden.vector("paris", n=2, seed=1)
        _, infos = envs.reset()
        infos["action_mask"][:] = 1
        actions = np.full(2, envs.game.action("decline") if "decline" in envs.game.labels else 0)
        with self.assertRaisesRegex(RuntimeError, "refused"):
            envs.step(actions)

    def test_copies(self):
        envs = anden.vector("metro", n=2, seed=1, copy=True, truth=True)
        first, infos = envs.reset()
        kept, mask = first.copy(), infos["action_mask"].copy()
        envs.step(envs.sample())
        np.testing.assert_array_equal(first, kept)
        np.testing.assert_array_equal(infos["action_mask"], mask)
        self.assertEqual(infos["truth"].shape, (2, envs.game.truth_size))
        np.testing.assert_array_equal(infos["truth"][:, :envs.game.observation_size], first)

    def test_rewards_are_those_of_the_seat_that_acted(self):
        envs = anden.vector("paris", n=64, seed=9)
        _, infos = envs.reset()
        for _ in range(150):
            acted = infos["acting"].copy()
            _, rewards, _, _, infos = envs.step(envs.sample())
            np.testing.assert_array_equal(rewards, infos["rewards"][np.arange(64), acted])


class Games(unittest.TestCase):
    def test_labels_and_planes(self):
        for board in anden.boards():
            game = anden.Game(board, 2)
            self.assertEqual(len(set(game.labels)), game.actions)
            self.assertEqual([game.action(label) for label in game.labels], list(range(game.actions)))
            sizes = [p.shape[0] * p.shape[1] for p in game.planes.values()]
            self.assertEqual(sum(sizes), game.truth_size)
            self.assertEqual(sum(s for s, p in zip(sizes, game.planes.values()) if not p.truth), game.observation_size)
            self.assertIn("(only in the truth)", game.describe())

    def test_the_examples_in_the_documentation_of_the_package(self):
        run = 0
        for module in pkgutil.iter_modules(anden.__path__, "anden."):
            result = doctest.testmod(importlib.import_module(module.name))
            self.assertEqual(result.failed, 0, module.name)
            run += result.attempted
        result = doctest.testmod(anden)
        self.assertEqual(result.failed, 0)
        self.assertGreater(run + result.attempted, 15)

    def test_the_examples_in_the_documentation_of_the_project(self):
        """Each page's blocks of Python run one after the other, with an empty input."""
        run = 0
        for page in sorted(PACKAGE.parent.glob("doc/*.md")):
            names = {}
            for block in re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M):
                with mock.patch("sys.stdin", io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(block, page, "exec"), names)
                run += 1
        self.assertGreater(run, 4)

    def test_the_programs_explain_themselves(self):
        for path in (PACKAGE.parent / "bench" / "envs.py", PACKAGE.parent / "examples" / "bot.py", *sorted(EXAMPLES.glob("*.py"))):
            text = path.read_text(encoding="utf-8")
            if "__main__" not in text and "\nmain()" not in text or "sys.stdin" in text or "import torch" in text:
                continue  # a module, a bot without options, and what can't be run everywhere
            done = subprocess.run([sys.executable, path, "--help"], env=os.environ | {"PYTHONPATH": str(PACKAGE)}, capture_output=True,
                                  text=True, timeout=280)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, "^usage: ")


class Pipe(unittest.TestCase):
    """Being asked by the program: anden.answer()."""

    def ask(self, choose, **more):
        question = {"number": 1, "milliseconds": 10000, "position": {}, "legal": ["a", "b"], "actions": [3, 4], "observation": "AAE="}
        answers = io.StringIO()
        anden.answer(choose, io.StringIO(json.dumps(question | more) + "\n"), answers)
        return answers.getvalue()

    def test_answers(self):
        self.assertEqual(self.ask(lambda q: q.actions[1]), "4\n")
        self.assertEqual(self.ask(lambda q: np.int64(3)), "3\n")
        self.assertEqual(self.ask(lambda q: q.legal[0]), '"a"\n')
        self.assertEqual(self.ask(lambda q: int(q.observation.sum())), "1\n")
        for wrong in (None, True, 1.5, [1]):
            with self.assertRaisesRegex(TypeError, "must be the number of an action or a text"):
                self.ask(lambda q, wrong=wrong: wrong)

    def test_questions_are_what_the_package_sees(self):
        """The observation and the mask over a pipe are those of the arrays, which the law tests check."""
        for board in anden.boards():
            env = anden.make(board, seed=3)
            for _ in range(20):
                env.step(env.sample())
            seen = env.observe(env.agent_selection)
            position = {"game": board, "seats": [{}, {}], "options": {}}
            legal = np.flatnonzero(seen["action_mask"]).tolist()
            text = base64.b64encode(seen["observation"].tobytes()).decode()

            def choose(q, seen=seen):
                self.assertTrue((q.mask == seen["action_mask"]).all())
                self.assertTrue((q.observation == seen["observation"]).all())
                return q.actions[0]

            self.assertEqual(self.ask(choose, position=position, actions=legal, observation=text), f"{legal[0]}\n")


@unittest.skipUnless(ANDEN, "the program is not built")
class Examples(unittest.TestCase):
    def run_it(self, name, *words, code=0):
        environment = dict(os.environ, PYTHONPATH=str(PACKAGE))
        environment.pop("LD_PRELOAD", None)  # that of sanitizers: the program has its own
        done = subprocess.run([sys.executable, EXAMPLES / name, *map(str, words)], env=environment, capture_output=True, text=True,
                              timeout=280)
        self.assertEqual(done.returncode, code, done.stderr)
        return done.stdout

    def evaluate(self, bot, games=2):
        command = f"LD_PRELOAD={os.environ.get('LD_PRELOAD', '')} {sys.executable} {bot}"
        return self.run_it("evaluate.py", "paris", command, "--games", games, "--against", "random,greedy",
                           "--program", ANDEN)

    def test_evaluation_of_a_bot(self):
        out = self.evaluate(EXAMPLES / "my_bot.py")
        self.assertRegex(out, r"against greedy +[0-9.]+ %  \([0-9.]+ to [0-9.]+\) of 2 games")
        self.assertRegex(out, r"player +Elo ±95 % +games +rate")
        self.assertNotIn("not choosing", out)

    def test_a_learned_bot(self):
        """A network that knows nothing, in the form that learn.py saves, plays legal moves."""
        game = anden.Game("paris")
        sizes = [game.observation_size, 8, 8, game.actions]
        arrays = {f"weight{i}": np.ones((sizes[i + 1], sizes[i]), np.float32) for i in range(3)}
        arrays |= {f"bias{i}": np.zeros(sizes[i + 1], np.float32) for i in range(3)}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "paris.npz"
            np.savez(path, board="paris", scale=np.ones(game.observation_size, np.float32), **arrays)
            out = self.evaluate(f"{EXAMPLES / 'learned_bot.py'} {path}")
        self.assertNotIn("not choosing", out)


if __name__ == "__main__":
    unittest.main()
