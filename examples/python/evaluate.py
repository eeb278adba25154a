#!/usr/bin/env python3
"""How strong is a player written in Python? The table of `anden arena`, for a command that plays over a pipe (doc/sim.md).

    python3 examples/python/evaluate.py paris "python3 examples/python/my_bot.py"
    python3 examples/python/evaluate.py paris "python3 my_bot.py" --against greedy --games 1000 --seed 2026

It plays paired games against each opponent, prints the score of each pairing with its 95 % interval, and then the table. Everything
except the last column follows from the seed, if the player itself is deterministic.
"""
import argparse
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys


def program():
    """The program anden: the one built in this project's folder, or an installed one."""
    folder = pathlib.Path(__file__).resolve().parents[2]
    for build in ("build", "build-test"):
        if os.access(folder / build / "anden", os.X_OK):
            return str(folder / build / "anden")
    return shutil.which("anden") or sys.exit("The program anden was not found: run ./play once, or install it.")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("board")
    parser.add_argument("command", help='what plays: "python3 my_bot.py"')
    parser.add_argument("--against", default="random,greedy,planner", help="players of the program (%(default)s)")
    parser.add_argument("--games", type=int, default=200, help="of each pairing (%(default)s)")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--program", help="anden, if it is not in build/ or installed")
    return parser.parse_args()


def interval(wins, games):
    """Wilson's 95 % interval. Paired deals vary less than independent games, so it is on the safe side."""
    z, p = 1.959964, wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * math.sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return max(middle - half, 0.0), min(middle + half, 1.0)


def main():
    args = arguments()
    me = "pipe:" + args.command
    done = subprocess.run([args.program or program(), "arena", args.board, "--players", f"{me},{args.against}", "--games", str(args.games), "--seats",
                           str(args.seats), "--seed", str(args.seed), "--threads", str(args.threads), "--json"],
                          stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        sys.exit(done.returncode)
    result = json.loads(done.stdout)
    print(f"{args.board}, {args.seats} seats, seed {args.seed}, {args.command}:")
    for pairing in result["pairings"]:
        if me not in pairing["players"]:
            continue
        i = pairing["players"].index(me)
        wins, games = pairing["wins"][i], pairing["games"]
        low, high = interval(wins, games)
        print(f"  against {pairing['players'][1 - i]:12} {100 * wins / games:5.1f} %  ({100 * low:.1f} to {100 * high:.1f}) of {games} games")
    width = max(len(p["spec"]) for p in result["players"])
    print(f"\n{'player':{width}} {'Elo':>6} {'±95 %':6} {'games':>7} {'rate':>9} {'score':>7} {'us/move':>12}")
    for p in result["players"]:
        print(f"{p['spec']:{width}} {p['elo']:6.0f} ±{p['elo_error']:<5.0f} {p['games']:7} {100 * p['win_rate']:7.1f} % "
              f"{p['mean_score']:7.1f} {p['us_per_decision']:12.2f}")
        if p["forfeits"]:
            print(f"  lost {p['forfeits']} games by not choosing a legal move in time")


if __name__ == "__main__":
    main()
