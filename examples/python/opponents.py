#!/usr/bin/env python3
"""Two simple players against the program's own, in many games side by side: a place to start.

    export PYTHONPATH=python
    python3 examples/python/opponents.py paris

`anyhow` takes any legal action. `thrifty` claims or places whenever it can, and draws otherwise. Each plays against random,
greedy and planner (Metro has no planner); to try a player of your own, write a function like these.
"""
import argparse

import numpy as np

import anden

CHANCE = np.random.default_rng(1)


def anyhow(envs, observations, masks):
    return envs.sample()


def thrifty(envs, observations, masks):
    """Any claim, or any placement; something else only if there is none."""
    good = np.array([label.startswith(("claim", "place")) for label in envs.game.labels])
    chances = CHANCE.random(masks.shape) + good
    return np.where(masks, chances, -1).argmax(1)


def compare(board, player, opponent, games=1000):
    """The share of games that a player wins, and half of its 95 % interval."""
    envs = anden.vector(board, n=250, opponents=[opponent], seed=1)
    observations, infos = envs.reset()
    won = ended = 0
    while ended < games:
        me = infos["acting"].copy()
        observations, _, over, _, infos = envs.step(player(envs, observations, infos["action_mask"]))
        first = infos["ranks"][over] == 1
        won += float((first[np.arange(len(first)), me[over]] / first.sum(1)).sum())
        ended += len(first)
    share = won / ended
    return share, 1.96 * (share * (1 - share) / ended) ** 0.5


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="?", default="paris")
    board = parser.parse_args().board
    for player in (anyhow, thrifty):
        for opponent in ("random", "greedy") + (("planner",) if board != "metro" else ()):
            share, half = compare(board, player, opponent)
            print(f"{board}: {player.__name__:8} wins {100 * share:5.1f} % ± {100 * half:.1f} against {opponent}", flush=True)


if __name__ == "__main__":
    main()
