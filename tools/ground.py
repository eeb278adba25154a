#!/usr/bin/env python3
"""Draws the land around the map of Europe: coasts of Natural Earth (public domain), from the npm package world-atlas, bent so that
the cities are where the board has them, and far beyond the frame, so that no window shows an edge. Run by hand when the map's frame
or its cities change; the output is kept in the repository.

    npm pack world-atlas@2.0.2 && tar xf world-atlas-2.0.2.tgz
    python3 tools/ground.py package/land-50m.json boards/europe.board > web/ui/assets/ground/europe.json
"""
import json
import math
import sys

# Where the cities of the board lie on the globe: longitude, latitude.
PLACES = {
    'Amsterdam': (4.9, 52.37), 'Angora': (32.85, 39.93), 'Athína': (23.73, 37.98), 'Barcelona': (2.17, 41.38),
    'Berlin': (13.4, 52.52), 'Brest': (-4.49, 48.39), 'Brindisi': (17.94, 40.63), 'Bruxelles': (4.35, 50.85),
    'Bucuresti': (26.1, 44.43), 'Budapest': (19.04, 47.5), 'Cádiz': (-6.29, 36.53), 'Constantinople': (28.98, 41.01),
    'Danzig': (18.65, 54.35), 'Dieppe': (1.08, 49.92), 'Edinburgh': (-3.19, 55.95), 'Erzurum': (41.27, 39.9),
    'Essen': (7.01, 51.46), 'Frankfurt': (8.68, 50.11), 'Kharkov': (36.23, 49.99), 'København': (12.57, 55.68),
    'Kyïv': (30.52, 50.45), 'Lisboa': (-9.14, 38.72), 'London': (-0.13, 51.51), 'Madrid': (-3.7, 40.42),
    'Marseille': (5.37, 43.3), 'Moskva': (37.62, 55.75), 'München': (11.58, 48.14), 'Palermo': (13.36, 38.12),
    'Pamplona': (-1.64, 42.82), 'Paris': (2.35, 48.86), 'Petrograd': (30.34, 59.93), 'Riga': (24.11, 56.95),
    'Roma': (12.5, 41.9), 'Rostov': (39.7, 47.23), 'Sarajevo': (18.41, 43.86), 'Sevastopol': (33.52, 44.6),
    'Smolensk': (32.04, 54.78), 'Smyrna': (27.14, 38.42), 'Sochi': (39.95, 43.75), 'Sofia': (23.32, 42.7),
    'Stockholm': (18.07, 59.33), 'Venezia': (12.32, 45.44), 'Warszawa': (21.01, 52.23), 'Wien': (16.37, 48.21),
    'Wilno': (25.28, 54.69), 'Zágráb': (15.98, 45.81), 'Zürich': (8.54, 47.37),
}  # fmt: skip
OUTER = (-430, -640, 1430, 1330)  # the drawn part: left, top, right, bottom
REGION = (-60, -5, 95, 84)  # the part of the globe that is used
NEAR, FAR = 0.8, 2  # units that a coast may be off, in the frame and beyond it
SMALL = 12, 60  # square units: smaller islands are left out, in the frame and beyond it


def project(lon, lat):
    """A conic projection around the middle of the map: shapes far outside look as in an atlas."""
    n = math.sin(math.radians(48))
    rho = 1 / math.tan(math.radians(48)) + math.radians(48) - math.radians(lat)
    a = n * math.radians(lon - 15)
    return rho * math.sin(a), rho * math.cos(a)


def solve(matrix, right):
    """Gaussian elimination, with several right-hand sides."""
    n = len(matrix)
    rows = [list(matrix[i]) + list(right[i]) for i in range(n)]
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        for r in range(n):
            if r != c and rows[r][c]:
                f = rows[r][c] / rows[c][c]
                for k in range(c, len(rows[r])):
                    rows[r][k] -= f * rows[c][k]
    return [[v / rows[i][i] for v in rows[i][n:]] for i in range(n)]


def bend(points, goals):
    """A thin plate through all points; far from them it becomes the best straight map."""
    n = len(points)
    plain = [[0.0] * 3 for _ in range(3)]
    sums = [[0.0] * 2 for _ in range(3)]
    for (x, y), goal in zip(points, goals):
        v = (1, x, y)
        for i in range(3):
            for k in range(3):
                plain[i][k] += v[i] * v[k]
            for k in range(2):
                sums[i][k] += v[i] * goal[k]
    flat = solve(plain, sums)

    def straight(x, y):
        return tuple(flat[0][k] + flat[1][k] * x + flat[2][k] * y for k in range(2))

    def pull(d2):
        return 0.0 if d2 == 0 else d2 * math.log(d2)

    size = n + 3
    matrix = [[0.0] * size for _ in range(size)]
    right = [[0.0, 0.0] for _ in range(size)]
    for i, (x, y) in enumerate(points):
        for k, (u, v) in enumerate(points):
            matrix[i][k] = pull((x - u) ** 2 + (y - v) ** 2)
        for k, v in enumerate((1, x, y)):
            matrix[i][n + k] = matrix[n + k][i] = v
        right[i] = list(goals[i])
    weights = solve(matrix, right)

    def warp(x, y):
        near = min(math.hypot(x - u, y - v) for u, v in points)
        sx, sy = straight(x, y)
        share = math.exp(-((near / 0.22) ** 2))  # how much of the bending applies: none far from all cities
        if share < 1e-3:
            return sx, sy
        w = [pull((x - u) ** 2 + (y - v) ** 2) for u, v in points] + [1, x, y]
        px = sum(a * b[0] for a, b in zip(w, weights))
        py = sum(a * b[1] for a, b in zip(w, weights))
        return sx + share * (px - sx), sy + share * (py - sy)

    return warp


def rings(atlas):
    """The outlines of all land and of the holes in it, as lists of longitude and latitude."""
    scale, move = atlas['transform']['scale'], atlas['transform']['translate']
    arcs = []
    for arc in atlas['arcs']:
        x = y = 0
        line = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * scale[0] + move[0], y * scale[1] + move[1]))
        arcs.append(line)
    for geometry in atlas['objects']['land']['geometries']:
        polygons = [geometry['arcs']] if geometry['type'] == 'Polygon' else geometry['arcs']
        for polygon in polygons:
            for n, ring in enumerate(polygon):
                line = []
                for i in ring:
                    line += (arcs[i] if i >= 0 else arcs[~i][::-1])[:-1]
                for turn in (-360, 0, 360):
                    yield [(lon + turn, lat) for lon, lat in unwrapped(line)], 'lake' if n else 'land'


def unwrapped(line):
    """Continues an outline across the 180th meridian instead of jumping to the other side."""
    out = []
    for lon, lat in line:
        while out and lon - out[-1][0] > 180:
            lon -= 360
        while out and lon - out[-1][0] < -180:
            lon += 360
        out.append((lon, lat))
    return out


def clipped(ring, left, top, right, bottom):
    """The part of an outline inside a box."""
    for axis, limit, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        out = []
        for i, q in enumerate(ring):
            p = ring[i - 1]
            a, b = (p[axis] - limit) * sign, (q[axis] - limit) * sign
            if (a >= 0) != (b >= 0):
                t = a / (a - b)
                out.append((p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t))
            if b >= 0:
                out.append(q)
        ring = out
        if not ring:
            break
    return ring


def dense(ring):
    """Splits the long edges that clipping has made, so that they bend like the rest."""
    for i, q in enumerate(ring):
        p = ring[i - 1]
        steps = max(1, round(math.dist(p, q) / 2))
        for k in range(1, steps + 1):
            yield p[0] + (q[0] - p[0]) * k / steps, p[1] + (q[1] - p[1]) * k / steps


def framed(p):
    return -60 < p[0] < 1060 and -60 < p[1] < 727


def simplified(line):
    """Simplifies a line by Douglas and Peucker; coarser beyond the frame."""
    keep = {0, len(line) - 1}
    work = [(0, len(line) - 1)]
    while work:
        i, k = work.pop()
        (ax, ay), (bx, by) = line[i], line[k]
        length = math.hypot(bx - ax, by - ay)
        worst, at = 0, -1
        for m in range(i + 1, k):
            x, y = line[m]
            off = abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else math.hypot(x - ax, y - ay)
            off /= NEAR if framed((x, y)) else FAR
            if off > worst:
                worst, at = off, m
        if worst > 1:
            keep.add(at)
            work += [(i, at), (at, k)]
    return [line[i] for i in sorted(keep)]


def area(ring):
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(ring, ring[1:] + ring[:1]))) / 2


def main():
    atlas = json.load(open(sys.argv[1]))
    at = {}
    for line in open(sys.argv[2]):
        if line.startswith('city '):
            name, x, y = line.split()[1:4]
            at[name] = (float(x), float(y))
    warp = bend([project(*PLACES[c]) for c in PLACES], [at[c] for c in PLACES])
    shapes = {'land': [], 'lake': []}
    for ring, kind in rings(atlas):
        inside = clipped(ring, *REGION)
        if len(inside) < 3:
            continue
        bent = clipped([warp(*project(*p)) for p in dense(inside)], *OUTER)
        if len(bent) < 3 or area(bent) < SMALL[not any(framed(p) for p in bent)]:
            continue
        far = max(range(len(bent)), key=lambda i: math.dist(bent[i], bent[0]))
        line = simplified(bent[: far + 1])[:-1] + simplified(bent[far:] + bent[:1])[:-1]
        shapes[kind].append([round(n, 1) if framed(p) else round(n) for p in line for n in p])
    for kind in shapes.values():
        kind.sort(key=len, reverse=True)
    print(json.dumps({'source': 'Natural Earth 1:50m, public domain', **shapes}, separators=(',', ':')))


main()
