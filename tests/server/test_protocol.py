"""doc/protocol.md: its reference is that of protocol/messages.txt, and its conversations are held with a server.

Usage: test_protocol.py ANDEN

A line of a conversation has the members, and the types of members, of the real message; values differ.
"""
import json
import os
import re
import subprocess
import sys

from client import Server, Client, run

ANDEN = sys.argv[1]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")

with open(os.path.join(ROOT, "doc/protocol.md"), encoding="utf-8") as f:
    PAGE = f.read()


def test_the_reference_is_that_of_the_description():
    made = subprocess.run([sys.executable, os.path.join(ROOT, "protocol/messages.py"),
                           os.path.join(ROOT, "protocol/messages.txt"), "md"],
                          capture_output=True, text=True, check=True).stdout
    if PAGE.split("## Reference\n\n")[1] != made:
        raise AssertionError("write it again: python3 protocol/messages.py protocol/messages.txt md")


def alike(shown, real, path="message"):
    """Does the example have the members of the real message? Lists are compared by their first values."""
    if type(shown) is not type(real):
        raise AssertionError(f"{path}: {shown!r} is shown, {real!r} came")
    if isinstance(shown, dict) and shown:
        if set(shown) != set(real):
            raise AssertionError(f"{path}: the page has {sorted(shown)}, the server {sorted(real)}")
        for key in shown:
            alike(shown[key], real[key], f"{path}.{key}")
    elif isinstance(shown, list) and shown and real:
        alike(shown[0], real[0], path + "[0]")
    elif path in ("message.type", "message.code", "message.status"):
        if shown != real:
            raise AssertionError(f"{path}: {shown} is shown, {real} came")


def test_the_conversations_are_real():
    # The bot waits, so that the messages don't depend on its speed.
    server = Server(ANDEN, "--limits", "0", "--bot-pause-ms", "60000")
    client, table, last = Client(server.port), None, 0
    server.clients.append(client)
    shown_table = re.search(r'"table":"(\w{22})"', PAGE)[1]
    lines = [l for block in re.findall(r"```talk\n(.*?)```", PAGE, re.S) for l in block.splitlines()]
    for line in lines:
        if line[0] == ">":
            client.send(json.loads(line[2:].replace("LAST", str(last)).replace(shown_table, table or "")))
            continue
        shown = json.loads(line[2:])
        real = client.until(lambda m: m["type"] not in ("presence", "turn"))
        alike(shown, real)
        table = real.get("table") or table
        last = real.get("last") or last
    if len(lines) < 12:
        raise AssertionError("the page has lost its conversations")
    server.stop()


run([test_the_reference_is_that_of_the_description, test_the_conversations_are_real])
