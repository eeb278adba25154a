"""A game of the metro family computed plainly and slowly from its log and from the output of `anden replay
--json` (M2, M6, M7, M9, M11).

check(board, position, log) gives a list of differences to what the program says; for kinds() and wanted() see score.py.
"""
SIDES = ["north", "east", "south", "west"]
STEPS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
LETTERS = {"a": 2, "b": 1, "c": 3, "d": 0}  # how many sides clockwise from the way in


def neighbour(square, side):
    right, up = STEPS[side]
    return chr(ord(square[0]) + right) + str(int(square[1:]) + up)


def follow(board, tiles, station):
    """Crossings of a station's line, and where it ends: a station, "centre", or None."""
    departures = {(s["square"], s["side"]): s["number"] for s in board["stations"]}
    square, side = station["square"], station["side"]
    length = 0
    while square in tiles:
        length += 1
        way_in = SIDES.index(side)
        out = SIDES[(way_in + LETTERS[tiles[square][way_in]]) % 4]
        beyond = neighbour(square, out)
        if beyond in board["centre"]:
            return length, "centre"
        if beyond not in board["squares"]:
            return length, departures[square, out]
        square, side = beyond, SIDES[(SIDES.index(out) + 2) % 4]
    return length, None


def turned(code, turns):
    """A quarter turn clockwise takes the letter of each side to the next one."""
    for _ in range(turns):
        code = code[3] + code[:3]
    return code


def replayed(board, log, seats):
    """The tiles as they lie and each seat's points, line by line as it is completed."""
    tiles, points, done = {}, [0] * seats, set()
    for _, text in log:
        words = text.split()
        if words[0] != "place":
            continue
        tiles[words[1]] = turned(words[2], int(words[3]) if len(words) > 3 else 0)
        for station in board["stations"]:
            length, end = follow(board, tiles, station)
            owner = board["owners"][str(seats)][station["number"] - 1]
            if end is None or station["number"] in done:
                continue
            done.add(station["number"])
            if owner:
                points[owner - 1] += length * (2 if end == "centre" else 1)
    return tiles, points


def check(board, position, log):
    complaints = []
    seats = len(position["seats"])
    tiles, points = replayed(board, log, seats)
    if {s["square"]: s["tile"] for s in position["squares"]} != tiles:
        complaints.append("the tiles do not lie where the log placed them")
    for station, said in zip(board["stations"], position["stations"]):
        length, end = follow(board, tiles, station)
        owner = board["owners"][str(seats)][station["number"] - 1]
        worth = length * (2 if end == "centre" else 1) if end is not None and owner else 0
        found = (said["length"], said["end"], said["complete"], said["points"], said["owner"])
        if found != (length, end, end is not None, worth, owner):
            complaints.append(f"station {station['number']}: {found}, computed {(length, end, worth, owner)}")
    for seat, own in zip(position["seats"], points):
        rank = 1 + sum(other > own for other in points)
        said = seat["score"]
        if (said["lines"], said["total"], seat["rank"]) != (own, own, rank):
            complaints.append(f"seat {seat['seat']}: {said}, rank {seat['rank']}, computed {own}, rank {rank}")
    return complaints


def wanted(_):
    return {"lines > 0", "a line to the centre", "a line to a station"}


def kinds(_, position):
    """The kinds of score in a game."""
    return ({"lines > 0" for s in position["seats"] if s["score"]["lines"] > 0}
            | {f"a line to {'the centre' if s['end'] == 'centre' else 'a station'}"
               for s in position["stations"] if s["complete"] and s["owner"]})
