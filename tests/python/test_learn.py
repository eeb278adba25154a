"""The learner of the examples: a few small steps, and that each does what it should.

Usage: test_learn.py PYTHON_FOLDER

Whether it learns to win takes minutes and is measured in doc/benchmark.md.
"""
import pathlib
import sys
import tempfile
import unittest

PACKAGE = pathlib.Path(sys.argv[1]).resolve()
sys.path[:0] = [str(PACKAGE), str(PACKAGE.parent / "examples" / "python")]
del sys.argv[1:]

import numpy as np
import torch

import anden
import learn
import player

learn.GAMES, learn.ROUND, learn.BATCH = 8, 12, 48
torch.set_num_threads(1)


class Learning(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """Three rounds against random players on Paris, with a network that begins with nothing."""
        torch.manual_seed(1)
        cls.envs = anden.vector("paris", n=learn.GAMES, opponents=["random"], reward="points", seed=1)
        cls.scale = player.scales("paris", steps=5)
        cls.network = learn.Network(cls.envs.game.observation_size, cls.envs.game.actions, width=16)
        cls.before = [p.detach().clone() for p in cls.network.parameters()]
        optimizer = torch.optim.Adam(cls.network.parameters(), lr=1e-3)
        observations, infos = cls.envs.reset()
        seen, cls.round = (observations, infos["action_mask"], infos["acting"]), learn.Round(cls.envs.game)
        for _ in range(3):
            seen, cls.result = learn.play(cls.network, cls.envs, cls.scale, seen, cls.round)
            learn.improve(cls.network, optimizer, cls.round, 0.01)

    def test_only_legal_actions_are_chosen(self):
        chosen = np.take_along_axis(self.round.masks, self.round.actions[..., None], 2)
        self.assertTrue(chosen.all())
        self.assertTrue((self.round.chances <= 0).all())

    def test_the_network_changes_and_stays_finite(self):
        for old, new in zip(self.before, self.network.parameters()):
            self.assertTrue(torch.isfinite(new).all())
            self.assertFalse(torch.equal(old, new))

    def test_credit_is_the_discounted_sum_of_surprises(self):
        """Compares the credit with its definition, for each decision on its own."""
        r = self.round
        better, expected = r.credit()
        for t in range(learn.ROUND):
            for game in range(learn.GAMES):
                total, weight = 0.0, 1.0
                for u in range(t, learn.ROUND):
                    ended = r.ends[u, game]
                    total += weight * (r.rewards[u, game] + (0 if ended else r.values[u + 1, game]) - r.values[u, game])
                    if ended:
                        break
                    weight *= learn.TRACE
                self.assertAlmostEqual(better[t, game], total, places=4)
        np.testing.assert_allclose(expected, better + r.values[:-1], atol=1e-5)

    def test_what_turns_out_better_becomes_more_likely(self):
        """Half of the decisions draw the first card and are rewarded; the others are punished."""
        torch.manual_seed(2)
        game = self.envs.game
        network, r = learn.Network(game.observation_size, game.actions, width=16), learn.Round(game)
        r.masks[..., :6] = True
        r.inputs[:] = 1
        r.actions[:] = np.arange(learn.GAMES) % 2
        r.rewards[:] = np.where(r.actions == 0, 1, -1)
        r.ends[:] = True
        r.chances[:] = np.log(1 / 6)
        optimizer = torch.optim.Adam(network.parameters(), lr=1e-2)
        for _ in range(3):
            learn.improve(network, optimizer, r, 0.0)
        with torch.no_grad():
            logits, _ = network(torch.from_numpy(r.inputs[0, :1]), torch.from_numpy(r.masks[0, :1]))
        chances = torch.softmax(logits, 1)[0].numpy()
        self.assertGreater(chances[0], 1 / 6)
        self.assertLess(chances[1], 1 / 6)
        self.assertEqual(chances[6:].sum(), 0)

    def test_what_is_saved_plays_as_the_network_does(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "paris.npz"
            learn.save(path, self.network, self.scale, "paris")
            saved = player.Player(path)
        self.assertEqual(saved.board, "paris")
        observations, infos = self.envs.reset(seed=3)
        mask = infos["action_mask"].astype(bool)
        with torch.no_grad():
            logits, _ = self.network(torch.from_numpy(player.features(observations, self.scale)), torch.from_numpy(mask))
        chosen = saved.choose(observations, mask)
        rows = np.arange(learn.GAMES)
        self.assertTrue(mask[rows, chosen].all())
        np.testing.assert_allclose(logits[rows, chosen], logits.max(1).values, atol=1e-3)


if __name__ == "__main__":
    unittest.main()
