"""A score sheet computed plainly and slowly from the output of `anden replay --json` (C14..C16, E15..E19, P4).

check(board, position) gives a list of differences to what the program says.
"""
import itertools

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


def sheet(board, position, trails):
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
            "completed": completed,
            "built": len(seat["stations"]),
        })
    return rows


def check(board, position):
    complaints = []
    trails = [longest(s["routes"]) for s in position["seats"]]
    rows = sheet(board, position, trails)
    keys = []
    for seat, row, trail in zip(position["seats"], rows, trails):
        said = seat["score"]
        for part in PARTS[:4]:
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
