"""PostgreSQL with a standby that gets every commit before it is acknowledged. The primary dies, the standby takes over:
nothing acknowledged is lost, nobody is disconnected, and nothing is acknowledged before the standby has it.

Usage: test_standby.py ANDEN
"""
import random
import re
import subprocess
import sys

import pg
import programs
from client import Player, Server, play_out, run, stop_load, wait_for, wait_for_messages

ANDEN = sys.argv[1]


def check(condition, *what):
    if not condition:
        raise AssertionError(what)


def two_at_a_table(server):
    ana, luis = (server.client(legal=True, view="none") for _ in range(2))
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    players = [Player(c, table, random.Random(1)) for c in (ana, luis)]
    play_out(players, stop=lambda: players[0].last > 30)
    for p in players:
        p.up_to(max(q.last for q in players))
    return players


def begin_move(players):
    """Somebody sends a move and waits for the answer: (player, number of the command)."""
    p = next(p for p in players if p.my_turn())
    p.client.send({"type": "do", "id": 5000, "table": p.table, "at": p.last, "event": p.rng.choice(p.legal)})
    return p, 5000


def is_unanswered(p, number):
    """The person is connected and has no answer yet."""
    p.client.ok("ping")
    return not any(m.get("id") == number for m in p.client.waiting)


def stored(cluster, name, table):
    """The last entry of a table in the database."""
    return int(cluster.ask(f"SELECT last FROM tables WHERE id = '{table}'", name)[0])


def test_the_primary_dies_under_load():
    with pg.Cluster() as primary, pg.Standby(primary) as standby:
        primary.url_of("load")
        s = Server(ANDEN, "--limits", "0", db=standby.url_with(primary, "load"))
        load = programs.start([ANDEN, "load", "--json", "--clients", "40", "--tables", "20", "--seconds", "86400", "--url",
                               f"ws://127.0.0.1:{s.port}/ws"], stdout=subprocess.PIPE, text=True)
        wait_for_messages([s], 500, load)
        primary.kill()
        standby.promote()
        wait_for_messages([s], 500, load)
        report = stop_load(load)
        check(report["lost"] == 0 and report["reconnects"] == 0, report)
        check(report["checked"] == report["acknowledged"] > 100, report)
        check(standby.ask("SELECT pg_is_in_recovery()") == ["f"])
        check(int(re.search(r"^anden_store_reconnects_total (\d+)", s.get("/metrics")[1], re.M)[1]) > 0)
        wait_for(lambda: s.get("/healthz")[0] == 200)
        s.stop()


def test_nothing_is_acknowledged_before_the_standby_takes_over():
    with pg.Cluster() as primary, pg.Standby(primary) as standby:
        primary.url_of("over")
        s = Server(ANDEN, "--limits", "0", db=standby.url_with(primary, "over"))
        players = two_at_a_table(s)
        primary.kill()
        p, number = begin_move(players)
        wait_for(lambda: '"database_away"' in s.log())
        check(is_unanswered(p, number) and s.get("/healthz")[0] == 503)
        check(stored(standby, "over", p.table) == p.last, "the standby has all that was acknowledged")
        standby.promote()
        answer = p.client.until(lambda m: m.get("id") == number)
        check(answer["type"] == "ok", answer)
        check(stored(standby, "over", p.table) == answer["at"])
        wait_for(lambda: s.get("/healthz")[0] == 200)
        play_out(players, stop=lambda: players[0].last > 60)
        s.stop()


def test_a_cancelled_wait_for_the_standby_is_no_acknowledgement():
    waits = "SELECT pid FROM pg_stat_activity WHERE application_name = 'anden' AND wait_event = 'SyncRep'"
    with pg.Cluster() as primary, pg.Standby(primary) as standby:
        primary.url_of("wait")
        s = Server(ANDEN, "--limits", "0", db=standby.url_with(primary, "wait"))
        players = two_at_a_table(s)
        standby.stop("immediate")
        p, number = begin_move(players)
        first = wait_for(lambda: primary.ask(waits))
        # PostgreSQL now reports success, but the commit is on one machine only.
        primary.ask(f"SELECT pg_cancel_backend({first[0]})")
        wait_for(lambda: stored(primary, "wait", p.table) > p.last)
        check(wait_for(lambda: primary.ask(waits)) != first)
        check(is_unanswered(p, number))
        standby.start()
        answer = p.client.until(lambda m: m.get("id") == number)
        check(answer["type"] == "ok" and stored(primary, "wait", p.table) == answer["at"], answer)
        s.stop()


run([test_the_primary_dies_under_load, test_nothing_is_acknowledged_before_the_standby_takes_over,
     test_a_cancelled_wait_for_the_standby_is_no_acknowledgement])
