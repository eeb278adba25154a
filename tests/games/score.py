"""A score sheet computed plainly and slowly from a log and from the output of `anden replay --json` (C14..C16, E15..E19,
P3, P4).

check(board, position, log) gives a list of differences to what the program says, and kinds(board, position) the kinds of score that
occur in a game. Of the kinds in wanted(board) each must occur in some game for every number of seats.
"""
import itertools
import re

PARTS = ["routes", "tickets", "stations", "express", "flag"]


def joined(routes, a, b):
    """Is there a path from a to b over these routes?"""
    reached, before = {a}, None
    while before != reached:
        before = set(reached)
        for r in routes:
            if r["a"] in reached or r["b"] in reached:
                reached |= {r["a"], r["b"]}
    return b in reached


def tickets(seat, routes):
    """Points of the tickets with these routes, and how many are completed."""
    points = completed = 0
    for t in seat["tickets"]:
        done = joined(routes, t["a"], t["b"])
        points += t["points"] if done else -t["points"]
        completed += done
    return points, completed


def best_tickets(seat, others):
    """The best over all ways to borrow one route of others at each station (E15, E23R)."""
    choices = [[None] + [r for r in others if city in (r["a"], r["b"])] for city in seat["stations"]]
    return max(tickets(seat, seat["routes"] + [r for r in borrowed if r])
               for borrowed in itertools.product(*choices))


def longest(routes):
    """The longest path that uses no route twice (E18), by trying all."""
    ends = {}
    for i, r in enumerate(routes):
        ends.setdefault(r["a"], []).append((i, r["b"], r["length"]))
        ends.setdefault(r["b"], []).append((i, r["a"], r["length"]))

    def walk(city, used):
        return max((length + walk(other, used | {i}) for i, other, length in ends.get(city, ()) if i not in used),
                   default=0)

    return max((walk(city, frozenset()) for city in ends), default=0)


def flags(board, log, number):
    """The flags of a seat: of the colours that it kept, all are then put away (P3, P4)."""
    done, kept = 0, set()
    for seat, text in log:
        if seat == number and (claim := re.match(r"claim .* (\w+) \d+\+\d+ flag$", text)):
            kept.add(claim[1])
            if kept == set(board["options"]["flag"]):
                done, kept = done + 1, set()
    return done


def sheet(board, position, log, trails):
    """The parts of each seat's score, and the values that break ties."""
    options = board["options"]
    rows = []
    for seat, trail in zip(position["seats"], trails):
        others = [r for s in position["seats"] if s is not seat for r in s["routes"]]
        points, completed = best_tickets(seat, others)
        express = "longest_path" in board["features"] and trail == max(trails) > 0
        rows.append({
            "routes": sum(r["points"] for r in seat["routes"]),
            "tickets": points,
            "stations": options["station_points"] * (options["stations"] - len(seat["stations"])),
            "express": options["express_points"] if express else 0,
            "flag": options["flag_points"] * flags(board, log, seat["seat"]),
            "completed": completed,
            "built": len(seat["stations"]),
        })
    return rows


def check(board, position, log):
    complaints = []
    trails = [longest(s["routes"]) for s in position["seats"]]
    rows = sheet(board, position, log, trails)
    keys = []
    for seat, row, trail in zip(position["seats"], rows, trails):
        said = seat["score"]
        for part in PARTS:
            if said[part] != row[part]:
                complaints.append(f"seat {seat['seat']}: {part} {said[part]}, computed {row[part]}")
        if said["total"] != sum(said[part] for part in PARTS):
            complaints.append(f"seat {seat['seat']}: the parts do not add up")
        if "longest_path" in board["features"] and seat["longest_trail"] != trail:
            complaints.append(f"seat {seat['seat']}: longest trail {seat['longest_trail']}, computed {trail}")
        if sum(t["completed"] for t in seat["tickets"]) != row["completed"]:
            complaints.append(f"seat {seat['seat']}: not {row['completed']} completed tickets")
        keys.append((said["total"], row["completed"], -row["built"], row["express"]))  # E19, B10, P7
    for seat, key in zip(position["seats"], keys):
        rank = 1 + sum(other > key for other in keys)
        if seat["rank"] != rank:
            complaints.append(f"seat {seat['seat']}: rank {seat['rank']}, computed {rank}")
    return complaints


def wanted(board):
    """The kinds of score that a board has."""
    options = board["options"]
    return ({"routes > 0", "tickets > 0", "tickets < 0", "a completed ticket", "a failed ticket", "total > 0", "total < 0"}
            | {f"routes with pieces called {p['name']}" for p in options["pieces"]}
            | ({"stations > 0", "a station built", "a ticket completed by a station"} if options["stations"] else set())
            | ({"express > 0 for one seat", "express > 0 for several seats"} if options["express_points"] else set())
            | ({"flag > 0"} if options["flag_points"] else set()))


def kinds(board, position):
    """The kinds of score in a game, in the words of wanted(); more than that do no harm."""
    found = set()
    for seat in position["seats"]:
        found |= {f"{part} {'<' if points < 0 else '>'} 0" for part, points in seat["score"].items() if points}
        found |= {"a completed ticket" if t["completed"] else "a failed ticket" for t in seat["tickets"]}
        found |= {f"routes with pieces called {r['piece']}" for r in seat["routes"]}
        found |= {"a station built" for _ in seat["stations"]}
        if tickets(seat, seat["routes"])[1] < sum(t["completed"] for t in seat["tickets"]):
            found.add("a ticket completed by a station")
    express = sum(s["score"]["express"] > 0 for s in position["seats"])
    return found | {f"express > 0 for {'one seat' if express == 1 else 'several seats'}" for _ in range(express)}
