#!/usr/bin/env python3
"""Learns to play from nothing, by policy gradients (PPO), on the processor alone.

    sudo apt install python3-numpy python3-torch libopenblas0      # without the last one it is ten times slower
    export PYTHONPATH=python
    python3 examples/python/learn.py paris --minutes 15 --out paris.npz
    python3 examples/python/evaluate.py paris "python3 examples/python/learned_bot.py paris.npz"

The learner plays many games side by side against a bot, `greedy` by default. It sees what its seat may know. Its reward is the
points it makes minus those of the other seat, at the moment they are made. After each round of games a network of two hidden
layers moves towards the choices that turned out better than expected (J. Schulman and others, "Proximal Policy Optimization
Algorithms", arXiv:1707.06347). What it has learned is saved as arrays of numpy: playing with them (player.py) needs no
torch.
"""
import argparse
import sys
import time

import numpy as np

try:
    import torch
    from torch import nn
except ImportError:
    sys.exit("This needs torch: sudo apt install python3-torch libopenblas0")

import anden
from player import features, scales

GAMES = 512     # side by side
ROUND = 64      # decisions in each of them, then the network is changed
EPOCHS = 3      # how often a round is looked at
BATCH = 4096    # decisions for one change of the network
CLIP = 0.2      # how much more or less likely a choice may become in a round
TRACE = 0.95    # how far the credit for a reward reaches back
POINTS = 20     # points that count as a reward of 1


class Network(nn.Module):
    """The chance of every action, as logits, and how much is still to be won."""

    def __init__(self, inputs, actions, width=256):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.value.weight)

    def forward(self, inputs, masks):
        hidden = self.body(inputs)
        return self.policy(hidden).masked_fill(~masks, -1e9), self.value(hidden).squeeze(-1)


class Round:
    """The record of a round, an array for each kind of value: decisions by games."""

    def __init__(self, game):
        shape = (ROUND, GAMES)
        self.inputs = np.zeros(shape + (game.observation_size,), np.float32)
        self.masks = np.zeros(shape + (game.actions,), bool)
        self.actions = np.zeros(shape, np.int64)
        self.chances = np.zeros(shape, np.float32)   # logarithms of the chances of the chosen actions
        self.values = np.zeros((ROUND + 1, GAMES), np.float32)
        self.rewards = np.zeros(shape, np.float32)
        self.ends = np.zeros(shape, bool)

    def credit(self):
        """How much better each decision turned out than expected, and the value that should have been expected."""
        better = np.zeros_like(self.rewards)
        later = np.zeros(GAMES, np.float32)
        for t in reversed(range(ROUND)):
            goes_on = ~self.ends[t]
            surprise = self.rewards[t] + self.values[t + 1] * goes_on - self.values[t]
            later = surprise + TRACE * later * goes_on
            better[t] = later
        return better, better + self.values[:-1]


def choose(network, inputs, masks):
    """An action for each game, its logarithmic chance, and the value of the position."""
    with torch.no_grad():
        logits, values = network(torch.from_numpy(inputs), torch.from_numpy(masks))
        noise = -torch.empty_like(logits).exponential_().log()
        actions = (logits + noise).argmax(1)
        chances = torch.log_softmax(logits, 1).gather(1, actions[:, None]).squeeze(1)
    return actions.numpy(), chances.numpy(), values.numpy()


def play(network, envs, scale, seen, round_):
    """Plays a round; `seen` is the end of the last one. Returns the end of this one, and (won, ended)."""
    observations, mask, acting = seen
    rows = np.arange(GAMES)
    won = ended = 0
    for t in range(ROUND):
        inputs, masks = features(observations, scale), mask.astype(bool)
        actions, chances, values = choose(network, inputs, masks)
        me = acting.copy()
        observations, _, over, cut, infos = envs.step(actions)
        rewards, ranks = infos["rewards"], infos["ranks"]
        mine = rewards[rows, me]
        others = (rewards.sum(1) - mine) / (rewards.shape[1] - 1)
        round_.inputs[t], round_.masks[t], round_.actions[t] = inputs, masks, actions
        round_.chances[t], round_.values[t] = chances, values
        round_.rewards[t] = (mine - others) / POINTS
        round_.ends[t] = over | cut
        first = (ranks == 1) & over[:, None]
        won += float((first[rows, me] / np.maximum(first.sum(1), 1)).sum())
        ended += int(over.sum())
        mask, acting = infos["action_mask"], infos["acting"]
    round_.values[ROUND] = choose(network, features(observations, scale), mask.astype(bool))[2]
    return (observations, mask, acting), (won, ended)


def improve(network, optimizer, round_, curiosity):
    """Changes the network by what a round has shown."""
    better, expected = (torch.from_numpy(x.reshape(-1)) for x in round_.credit())
    inputs, masks, actions, chances = (torch.from_numpy(x.reshape(-1, *x.shape[2:])) for x in
                                       (round_.inputs, round_.masks, round_.actions, round_.chances))
    better = (better - better.mean()) / (better.std() + 1e-6)
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(actions)).split(BATCH):
            logits, values = network(inputs[batch], masks[batch])
            logs = torch.log_softmax(logits, 1)
            ratio = (logs.gather(1, actions[batch][:, None]).squeeze(1) - chances[batch]).exp()
            gain = torch.min(ratio * better[batch], ratio.clamp(1 - CLIP, 1 + CLIP) * better[batch]).mean()
            entropy = -(logs.exp() * logs.clamp(min=-50)).sum(1).mean()
            loss = 0.5 * (values - expected[batch]).square().mean() - gain - curiosity * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def save(path, network, scale, board):
    layers = [network.body[0], network.body[2], network.policy]
    arrays = {f"{name}{i}": getattr(layer, name).detach().numpy() for i, layer in enumerate(layers)
              for name in ("weight", "bias")}
    np.savez(path, board=board, scale=scale, **arrays)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="?", default="paris")
    parser.add_argument("--opponent", default="greedy", help="the bot that it learns from (%(default)s)")
    parser.add_argument("--minutes", type=float, default=15, help="how long (%(default)s)")
    parser.add_argument("--cpu", action="store_true", help="minutes of two busy cores instead of real ones: for a machine that "
                        "does other things too")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="learned.npz", help="where it is saved (%(default)s)")
    return parser.parse_args()


def main():
    args = arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    clock = (lambda: time.process_time() / 120) if args.cpu else (lambda: time.perf_counter() / 60)
    start = clock()
    envs = anden.vector(args.board, n=GAMES, opponents=[args.opponent], reward="points", seed=args.seed, threads=args.threads)
    scale = scales(args.board)
    network = Network(envs.game.observation_size, envs.game.actions)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, eps=1e-5)
    observations, infos = envs.reset()
    seen, round_ = (observations, infos["action_mask"], infos["acting"]), Round(envs.game)
    rounds = 0
    print(f"Learns {args.board} against {args.opponent} for {args.minutes:g} minutes", flush=True)
    while (past := (clock() - start) / args.minutes) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * (1 - past) + 5e-5
        seen, (won, ended) = play(network, envs, scale, seen, round_)
        improve(network, optimizer, round_, 0.02 * (1 - past) + 0.001)
        rounds += 1
        # A line for each round; a terminal keeps every fifth.
        print(f"{past * args.minutes:5.1f} min, {rounds * GAMES * ROUND / 1e6:5.2f} million decisions: wins "
              f"{100 * won / max(ended, 1):.0f} % of {ended} games against {args.opponent}",
              end="\r" if rounds % 5 and sys.stdout.isatty() else "\n", flush=True)
    save(args.out, network, scale, args.board)
    print(f"saved as {args.out}")


if __name__ == "__main__":
    main()
