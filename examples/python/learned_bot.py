#!/usr/bin/env python3
"""What learn.py has learned, as a player over a pipe.

    export PYTHONPATH=python
    anden sim paris --seats "pipe:python3 examples/python/learned_bot.py paris.npz",greedy --paired
"""
import sys

import anden
from player import Player


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    player = Player(sys.argv[1])
    anden.answer(lambda question: player.choose(question.observation, question.mask))


if __name__ == "__main__":
    main()
