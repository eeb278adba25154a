"""Golden games: whole logs with exact results.

Usage: golden.py ANDEN FOLDER          replays all and compares with FOLDER/expected.txt
       golden.py ANDEN FOLDER --write  writes expected.txt again

Every *.log of the folder is replayed by `anden replay --json`. The result must be the one in
expected.txt: a table with a line for each seat, a column for each part of the score, and a fingerprint of the final
position. The score sheet must also be what score.py or score_metro.py computes. Then coverage: every board of the
program with every number of seats, and in these every kind of score; every variant, every way to end, and every kind of
event of engine/event.h must occur. A board that is not the program's own is FOLDER/ID.board.
"""
import difflib
import glob
import hashlib
import json
import os
import re
import subprocess
import sys

import score
import score_metro

# How each kind of event is written (engine/event.h). The null game has no boards to play.
WORDS = {
    "DRAW": "draw", "CLAIM": "claim", "TICKETS": "tickets", "KEEP": "keep", "STATION": "station",
    "EXTRA": "pay", "DECLINE": "decline", "PASS": "pass", "DEAL": "deal", "DEAL_TICKET": "ticket",
    "FIRST": "first", "PLACE": "place", "REDRAW": "redraw", "DEAL_TILE": "deal", "COUNT": None,
    "DIE": None,
}
# Forms of an event that have a rule of their own.
FORMS = {
    "a blind draw": r"draw deck$", "a market draw": r"draw [1-5]$",
    "a claim that keeps a flag card (P3)": r"claim .* flag$",
    "a claim paid with wild cards alone (C8)": r"claim .* 0\+\d+$",
    "one of two routes alike": r"claim .*#2 ",
    "a tile placed as it comes (M6)": r"place \w\d \w{4}$",
    "a tile placed turned (M12)": r"place \w\d \w{4} [1-3]$",
}
ENDINGS = {"last round", "all pass", "all tiles placed"}
# Variants of a game, each value of an option (M12, M13).
VARIANTS = {("metro", "turning", n) for n in (0, 1)} | {("metro", "hand", n) for n in (1, 2, 3)}
# How wide the columns of expected.txt are, if not like their names. They don't depend on the games: a new game changes no
# line of others.
FORMATS = {"game": "<20", "ending": "<16", "position": ">16"}
HEADER = {"anden", "game", "board", "rules", "seats", "name", "player", "option", "seed"}


def anden(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode:
        raise RuntimeError(f"anden {' '.join(arguments)}: {done.stderr.strip()}")
    return done.stdout


def events(path):
    """The events of a log as pairs of seat (0 for chance) and text."""
    found = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            line = re.sub(r"(^|\s)#.*", "", line).strip()
            word = line.split(" ")[0]
            if line and word not in HEADER and word != "result":
                m = re.match(r"(\d): (.*)", line)
                found.append((int(m[1]), m[2]) if m else (0, line))
    return found


def board_of(folder, path):
    """The arguments that name the board of a log, and its id."""
    with open(path, encoding="utf-8") as f:
        game = re.search(r"^board (\S+)", f.read(), re.M)[1]
    own = os.path.join(folder, game + ".board")
    return (["--board", own] if os.path.exists(own) else []), game


def ending(log, seats):
    if log[-1][1].startswith("place "):
        return "all tiles placed"
    last = [text for seat, text in log if seat][-seats:]
    return "all pass" if all(text == "pass" for text in last) else "last round"


def fingerprint(position):
    """A fingerprint of the result of a game, not of how it is printed."""
    if "squares" in position:
        kept = {"tiles": {s["square"]: s["tile"] for s in position["squares"]},
                "lines": [[s["number"], s["length"], s["end"]] for s in position["stations"]]}
        text = json.dumps(kept, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]
    kept = {k: position[k] for k in ("market", "deck_cards", "discard_cards", "ticket_deck")}
    kept["seats"] = [{k: s[k] for k in ("routes", "stations", "tickets", "hand", "pieces", "longest_trail")}
                     for s in position["seats"]]
    for seat in kept["seats"]:  # without the numbers that the engine gives to routes
        seat["routes"] = [{k: v for k, v in r.items() if k != "number"} for r in seat["routes"]]
    text = json.dumps(kept, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def rows(name, position, end):
    """The lines of a game in expected.txt, by column: what concerns the whole game is in the first one."""
    whole = {"events": str(position["events"]), "ending": end, "position": fingerprint(position)}
    for seat in position["seats"]:
        parts = {part: str(points) for part, points in seat["score"].items() if part != "total"}
        yield {"game": name, **whole, "seat": str(seat["seat"]), **parts,
               "total": str(seat["score"]["total"]), "rank": str(seat["rank"])}
        whole = {}


def table(games):
    """All games as lines of text under the names of the columns. A family without a part has nothing in its column."""
    parts = dict.fromkeys(column for row in games for column in row)
    names = [*(p for p in parts if p not in ("total", "rank")), "total", "rank"]
    cells = [dict(zip(names, names)), *games]
    return ["  ".join(format(line.get(n, ""), FORMATS.get(n, ">" + str(len(n)))) for n in names) for line in cells]


def kinds(folder):
    """The kinds of event in engine/event.h. A fact is none: it stands in no log."""
    with open(os.path.join(folder, "../../engine/event.h"), encoding="utf-8") as f:
        body = re.search(r"enum event_kind \{(.*?)\}", f.read(), re.S)[1]
    return [k for k in re.findall(r"EVENT_(\w+)", body) if k not in ("NONE", "KINDS", "FACT")]


def uncovered(program, folder, scored, ends, texts):
    for kind in kinds(folder):
        if kind not in WORDS:
            yield f"golden.py does not know how EVENT_{kind} is written"
        elif WORDS[kind] and not any(t.split(" ")[0] == WORDS[kind] for t in texts):
            yield f"no golden game has an event {WORDS[kind]}"
    for what, form in FORMS.items():
        if not any(re.match(form, t) for t in texts):
            yield f"no golden game has {what}"
    for end in ENDINGS - ends:
        yield f"no golden game ends by: {end}"
    for path in glob.glob(os.path.join(folder, "../../boards/*.board")):
        board = json.loads(anden(program, "board", "show", path, "--json"))
        for seats in range(board["seats_min"], board["seats_max"] + 1):
            for kind in sorted(scorer(board).wanted(board) - scored.get((board["id"], seats), set())):
                yield f"no golden game of {board['id']} with {seats} seats has {kind}"


def scorer(board):
    return score_metro if board["family"] == "metro" else score


def main():
    program, folder = sys.argv[1:3]
    complaints, games, scored, ends, texts = [], [], {}, set(), []
    options = set()
    for path in sorted(glob.glob(os.path.join(folder, "*.log"))):
        name = os.path.basename(path)[: -len(".log")]
        board, game = board_of(folder, path)
        position = json.loads(anden(program, "replay", "--json", *board, path))
        facts = json.loads(anden(program, "board", "show", board[1] if board else game, "--json"))
        log = events(path)
        if not position["over"] or position["events"] != len(log):
            complaints.append(f"{name} is not a whole game")
        end = ending(log, len(position["seats"]))
        games += rows(name, position, end)
        complaints += [f"{name}: {c}" for c in scorer(facts).check(facts, position, log)]
        options |= {(game, *pair) for pair in position["options"].items()}
        scored.setdefault((game, len(position["seats"])), set()).update(scorer(facts).kinds(facts, position))
        ends.add(end)
        texts += [text for _, text in log]
    lines = table(games)
    expected = os.path.join(folder, "expected.txt")
    if "--write" in sys.argv:
        with open(expected, "w", encoding="utf-8") as f:
            f.write("\n".join(lines) + "\n")
    with open(expected, encoding="utf-8") as f:
        stored = f.read().splitlines()
    complaints += difflib.unified_diff(stored, lines, "expected.txt", "now", n=0, lineterm="")
    complaints += uncovered(program, folder, scored, ends, texts)
    complaints += [f"no golden game of {game} has {name} {value}" for game, name, value in VARIANTS - options]
    for complaint in complaints:
        print(complaint)
    print(f"{len(games)} seats of golden games, {len(texts)} events, {len(complaints)} complaints")
    sys.exit(1 if complaints or not games else 0)


main()
