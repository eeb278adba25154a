#!/usr/bin/env python3
"""What learn.py has learned, as a player over a pipe.

    export PYTHONPATH=python
    anden sim paris --seats "pipe:python3 examples/python/learned_bot.py paris.npz",greedy --paired
"""
import argparse

import anden
from player import Player


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("learned", help="the file that learn.py has saved")
    player = Player(parser.parse_args().learned)
    anden.answer(lambda question: player.choose(question.observation, question.mask))


if __name__ == "__main__":
    main()
