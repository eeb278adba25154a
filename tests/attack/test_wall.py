"""The clock of the machine is set forward or back by an hour: no game stands still, and nobody is late. Or the machine sleeps.

Usage: test_wall.py ANDEN CLOCKS, where CLOCKS is a library that makes clocks wrong (tests/support/clocks.c).
"""
import json
import re
import sqlite3
import sys

import attack
from attack import check, wait_for
from clocks import environment, set_clocks

HOUR = 3600


def server():
    return attack.server("--limits", "0", env=environment(sys.argv[2]))


def game(s, seconds):
    """A game of two people that has begun, with a clock for each move."""
    return attack.two_at_a_table(s, timing={"kind": "move", "seconds": seconds})


def ended(s):
    return int(re.search(r"^anden_games_over_total (\d+)", s.get("/metrics")[1], re.M)[1])


def is_on_time(players):
    """Nobody is late: the players act when it is their turn, and the game goes on."""
    for p in players:
        p.up_to(max(q.last for q in players))
    p = next(p for p in players if p.my_turn())
    answer = p.play()
    check(answer["type"] == "ok" and p.status == "playing", answer)
    check(all(h["kind"] != "timeout" for h in p.happenings), p.happenings)


def come_back(s, players):
    for p in players:
        p.client = attack.Stranger(s, token=p.client.token)
        p.join(p.last)


def logged(s, what):
    return [m for m in map(json.loads, s.log().splitlines()) if m["what"] == what]


def jumps(s):
    """Hours by which the log says that the clock has jumped."""
    return [round(float(m["by"].split()[0]) / HOUR) for m in logged(s, "clock_jumped")]


def test_set_while_a_server_runs():
    for by in (-HOUR, HOUR):
        s = server()
        slow, quick = game(s, 600), game(s, 3)
        set_clocks(wall=by)
        wait_for(lambda: jumps(s), "the jump is logged")
        is_on_time(slow)
        wait_for(lambda: ended(s) == 1, "a clock runs out")
        check(quick[0].client.ok("join", table=quick[0].table)["status"] == "over")
        check(jumps(s) == [by // HOUR], s.log())
        s.stop()


def test_set_while_it_was_stopped():
    for by in (-HOUR, HOUR):
        s = server()
        slow, quick = game(s, 600), game(s, 5)
        s.kill()
        set_clocks(wall=by)
        s.start()
        come_back(s, slow)
        is_on_time(slow)
        wait_for(lambda: ended(s) == 1, "a clock runs out")
        check(jumps(s) == [by // HOUR], s.log())
        s.stop()


def test_set_back_while_the_machine_was_off():
    """Then only the tables know what time it was."""
    s = server()
    slow, quick = game(s, 600), game(s, 5)
    s.kill()
    db = sqlite3.connect(s.db)
    db.execute("DELETE FROM settings WHERE name LIKE 'clock-%'")
    db.commit()
    db.close()
    set_clocks(wall=-HOUR)
    s.start()
    come_back(s, slow)
    is_on_time(slow)
    come_back(s, quick)
    wait_for(lambda: ended(s) == 1, "a clock runs out")
    s.stop()


def test_a_machine_that_slept_says_so():
    """The server cannot tell whether the machine was asleep or the process was stopped."""
    s = server()
    set_clocks(asleep=6)
    frozen = wait_for(lambda: logged(s, "was_frozen"))
    check(float(frozen[0]["for"].split()[0]) > 5, frozen)
    s.stop()


attack.run([test_a_machine_that_slept_says_so, test_set_while_a_server_runs, test_set_while_it_was_stopped, test_set_back_while_the_machine_was_off])
