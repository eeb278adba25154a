"""How many steps a second the Python package makes, observations and masks included, actions drawn from the masks.

Usage: PYTHONPATH=python python3 bench/envs.py [BOARD [SEATS [GAMES [THREADS]]]]

It uses one thread by default, and counts its processor time, which other programs disturb less than real time.
examples/envs.c measures the library alone, anden bench the bare engine.
"""
import sys
import time

import anden


def measure(board, seats=2, n=4096, threads=1):
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
    words = sys.argv[1:]
    for board in words[:1] or anden.boards():
        measure(board, *(int(word) for word in words[1:4]))


main()
