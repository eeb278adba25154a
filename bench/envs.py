"""How many steps a second the Python package makes, observations and masks included, actions drawn from the masks.

    PYTHONPATH=python python3 bench/envs.py paris

It uses one thread by default, and counts its processor time, which other programs disturb less than real time.
examples/envs.c measures the library alone, anden bench the bare engine.
"""
import argparse
import time

import anden


def measure(board, seats, n, threads):
    envs = anden.vector(board, n=n, seats=seats, seed=1, threads=threads)
    envs.reset()
    for _ in range(20):
        envs.step(envs.sample())
    clock = time.thread_time if threads == 1 else time.perf_counter
    best = 0.0
    for _ in range(5):
        start = clock()
        for _ in range(20):
            envs.step(envs.sample())
        best = max(best, 20 * n / (clock() - start))
    print(f"{board}, {seats} seats, {n} games, {threads} threads: {best / 1e6:.2f} million steps a second", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board", nargs="*", help="the boards (all of the program)")
    parser.add_argument("--seats", type=int, default=2, help="seats of a game (%(default)s)")
    parser.add_argument("--games", type=int, default=4096, help="games side by side (%(default)s)")
    parser.add_argument("--threads", type=int, default=1, help="threads; with more than one it counts real time (%(default)s)")
    args = parser.parse_args()
    for board in args.board or anden.boards():
        measure(board, args.seats, args.games, args.threads)


main()
