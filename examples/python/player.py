"""A player that learn.py has trained: two hidden layers and numpy, nothing else."""
import numpy as np

import anden


def scales(board, steps=200):
    """The divisor of each byte of an observation: how much it varies in random games."""
    envs = anden.vector(board, n=256, seed=0)
    envs.reset()
    seen = [envs.step(envs.sample())[0][::8].copy() for _ in range(steps)]
    return (np.concatenate(seen).std(0) + 0.1).astype(np.float32)


def features(observations, scale):
    """Bytes as input of the network."""
    return np.minimum(observations / scale, 5.0).astype(np.float32)


class Player:
    """Takes the most likely action.

    >>> player = Player("paris.npz")                                              # doctest: +SKIP
    >>> player.choose(observation, mask)                                          # doctest: +SKIP
    """

    def __init__(self, path):
        with np.load(path) as file:
            self.board = str(file["board"])
            self.scale = file["scale"]
            self.layers = [(file[f"weight{i}"].T.copy(), file[f"bias{i}"]) for i in range(3)]

    def choose(self, observations, masks):
        """The action for an observation, or for many."""
        x = features(observations, self.scale)
        for weight, bias in self.layers[:-1]:
            x = np.maximum(x @ weight + bias, 0)
        weight, bias = self.layers[-1]
        return np.where(masks, x @ weight + bias, -np.inf).argmax(-1)
