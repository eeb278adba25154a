#!/usr/bin/env python3
"""A player of your own in one file, with only Python's standard library. See doc/sim.md.

    anden sim paris --seats "pipe:python3 examples/python/my_bot.py",greedy

The program asks on standard input, with a line of JSON for each decision: `position` is what your seat may know (doc/notation.md),
`legal` what it can do, as texts, `actions` the same as numbers, `observation` the position as bytes (doc/python.md). Answer with a
line: one of the texts as a JSON string, or one of the numbers.
"""
import json
import random
import sys


def choose(question):
    """One of question["legal"]. To make it a better player, change this."""
    legal = question["legal"]
    claims = [event for event in legal if event.startswith(("claim", "place"))]
    return random.choice(claims or legal)


for line in sys.stdin:
    print(json.dumps(choose(json.loads(line))), flush=True)
