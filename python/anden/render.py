"""A position as text: what the seat that acts sees."""
from __future__ import annotations


def _some(plane, row) -> str:
    """The columns of a row that are not 0, with their numbers if a number can be more than 1."""
    named = [(name or str(i), int(value)) for i, (name, value) in enumerate(zip(plane.columns, row)) if value]
    return ", ".join(name if plane.most == 1 else f"{value} {name}".strip() for name, value in named) or "none"


def text(env) -> str:
    """
    >>> import anden
    >>> print(anden.make("metro", seats=2, seed=1).render().splitlines()[0])
    metro, seat_1 acts: begin a turn
    """
    game, agent = env.game, env.agent_selection
    seen = env.observe(agent)["observation"]
    lines = []
    for plane in game.planes.values():
        if plane.truth:
            continue
        rows = plane.of(seen)
        if plane.name == "phase":
            lines.append(f"{game.board}, {agent} " + ("acts: " + _some(plane, rows[0]) if not env.over else "looks: the game is over"))
        elif plane.seats:
            first = int(agent[5:]) - 1
            for i, row in enumerate(rows):
                lines.append(f"{plane.name} of seat_{(first + i) % game.seats + 1}: {_row(plane, row)}")
        elif plane.shape[0] == 1:
            lines.append(f"{plane.name}: {_row(plane, rows[0])}")
        else:
            lines.append(f"{plane.name}: " + "; ".join(_row(plane, row) for row in rows))
    return "\n".join(lines) + "\n"


def _row(plane, row) -> str:
    """A row as a single number, or as a list of its columns."""
    return str(int(row[0])) if len(row) == 1 and plane.most > 1 else _some(plane, row)
