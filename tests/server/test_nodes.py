"""Two nodes on one PostgreSQL: the players of a table are on different ones; a node dies.

Usage: test_nodes.py ANDEN
"""
import json
import random
import sys

import pg
from client import Closed, Player, Server, play_out, run, wait_for

ANDEN = sys.argv[1]
CLUSTER = pg.Cluster()


def check(condition, *what):
    if not condition:
        raise AssertionError(what)


def node(url, *more):
    return Server(ANDEN, "--limits", "0", "--takeover-ms", "300", "--poll-seconds", "1", *more, db=url)


def table_over_two_nodes(one, two, game, *bots):
    ana, luis = one.client(legal=True, view="none"), two.client(legal=True, view="none")
    seats = [{"kind": "person"}, {"kind": "open"}] + [{"kind": "bot", "bot": b} for b in bots]
    table = ana.ok("create", game=game, seats=seats, public=True)["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    rng = random.Random(game)
    return Player(ana, table, rng), Player(luis, table, rng)


def test_a_whole_game_between_two_nodes():
    url = CLUSTER.url_of("whole")
    one, two = node(url), node(url)
    for game, bots in (("berlin", ["greedy"]), ("metro", []), ("europe", ["planner"])):
        ana, luis = table_over_two_nodes(one, two, game, *bots)
        play_out([ana, luis])
        check(ana.result == luis.result and ana.last == luis.last)
        check([h["n"] for h in luis.happenings] == list(range(1, luis.last + 1)))
        logs = {server.get(f"/api/tables/{ana.table}/log")[1] for server in (one, two)}
        check(len(logs) == 1 and "result" in logs.pop())
    ana.client.ok("say", table=ana.table, text="well played")
    check(luis.client.kind("chat")["line"]["text"] == "well played")
    people = [json.loads(s.get(f"/api/people/{ana.client.name.replace(' ', '%20')}")[1]) for s in (one, two)]
    check(people[0] == people[1] and len(people[0]["results"]) == 1, people)
    one.stop()
    two.stop()


def test_a_node_dies_and_the_other_goes_on():
    url = CLUSTER.url_of("dies")
    one, two = node(url), node(url)
    ana, luis = table_over_two_nodes(one, two, "berlin", "greedy", "random")
    play_out([ana, luis], stop=lambda: ana.last > 60)
    acknowledged = max(ana.last, luis.last)
    one.kill()
    # Ana comes back through the other node, which also makes the bots' moves.
    ana.client = two.client(token=ana.client.token, legal=True, view="none")
    ana.join(ana.last)
    check(ana.last >= acknowledged)
    play_out([ana, luis])
    check(ana.result == luis.result)
    two.stop()


def test_two_tabs_of_one_person_on_two_nodes_choose_at_once():
    url = CLUSTER.url_of("tabs")
    one, two = node(url), node(url)
    ana, luis = table_over_two_nodes(one, two, "berlin")
    tab = Player(two.client(token=ana.client.token, legal=True, view="none"), ana.table, random.Random(3))
    rounds = 0
    while ana.status != "over" and rounds < 60:
        newest = max(ana.last, luis.last, tab.last)
        for p in (ana, luis, tab):
            p.up_to(newest)
        if ana.status == "over":
            break
        if ana.my_turn():
            # Both tabs send a choice for the same position: one is accepted, the other is refused.
            for p in (ana, tab):
                p.client.send({"type": "do", "id": 10000 + rounds, "table": p.table, "at": p.last,
                               "event": p.rng.choice(p.legal)})
            answers = [p.client.until(lambda m: m.get("id") == 10000 + rounds) for p in (ana, tab)]
            good = [a for a in answers if a["type"] == "ok"]
            check(good and all(a["type"] == "ok" or a["code"] in ("stale", "not_now", "bad_event")
                               for a in answers), answers)
            ana.up_to(max(a["at"] for a in good))
        else:
            check(luis.play()["type"] == "ok")
        rounds += 1
    for p in (ana, luis, tab):
        p.up_to(max(ana.last, luis.last, tab.last))
    check([(h["n"], h["kind"]) for h in ana.happenings] == [(h["n"], h["kind"]) for h in tab.happenings])
    wait_for(lambda: "anden_conflicts_total" in two.get("/metrics")[1])
    one.stop()
    two.stop()


def test_a_turn_is_told_on_a_node_that_does_not_have_the_table():
    url = CLUSTER.url_of("turns")
    one, two = node(url), node(url)
    ana, luis = table_over_two_nodes(one, one, "berlin")
    elsewhere = two.client(token=luis.client.token)
    play_out([ana, luis], stop=lambda: ana.last > 40)
    told = elsewhere.kind("turn")
    check(told["table"] == ana.table and told["game"] == "berlin" and told["last"] > 0, told)
    check("anden_tables 0" in two.get("/metrics")[1])
    one.stop()
    two.stop()


def test_two_who_sit_down_at_once_on_two_nodes_both_get_a_seat():
    url = CLUSTER.url_of("sit")
    one, two = node(url), node(url)
    ana, luis, eva = one.client(), one.client(), two.client()
    for number in range(10):
        table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}, {"kind": "open"}])["table"]
        for c in (luis, eva):
            c.send({"type": "sit", "id": 70000 + number, "table": table})
        seats = sorted(c.until(lambda m: m.get("id") == 70000 + number)["seat"] for c in (luis, eva))
        check(seats == [2, 3], seats)
        for c in (luis, eva):
            c.ok("stand", table=table)
    one.stop()
    two.stop()


def test_bots_of_a_node_that_is_gone_play_on_elsewhere():
    url = CLUSTER.url_of("bots")
    one = node(url, "--bot-pause-ms", "20")
    one.client().ok("create", game="berlin", seats=[{"kind": "bot", "bot": "greedy"}] * 2, start=True)
    one.kill()
    two = node(url)
    wait_for(lambda: "anden_games_over_total 1" in two.get("/metrics")[1])
    check(two.log().count('"took_over"') == 1, "the log says so, once", two.log())
    two.stop()


def is_closed(client):
    """The server closes the connection because its token is no longer valid."""
    try:
        while True:
            client.receive()
    except Closed:
        return client.close_code == 1008


def test_who_is_signed_out_on_one_node_is_on_all():
    url = CLUSTER.url_of("sessions")
    one, two = node(url), node(url)
    ana = one.client(name="Ana")
    ana.ok("secure", passphrase="a long passphrase")

    def device(server):
        """Ana on one more device, at a node."""
        guest = server.client()
        token = guest.ok("signin", name="Ana", passphrase="a long passphrase")["token"]
        return server.client(token=token)
    phone, tablet = device(two), device(two)
    mine = [d for d in tablet.ask("devices")["list"] if d["here"]]
    ana.ok("signout", device=mine[0]["device"])
    check(is_closed(tablet))
    phone.ok("ping")
    ana.ok("secure", passphrase="another passphrase", old="a long passphrase")
    check(is_closed(phone))
    elsewhere = two.client(token=ana.token)
    elsewhere.ok("ping")
    ana.ok("erase", passphrase="another passphrase")
    check(is_closed(elsewhere) and is_closed(ana))
    one.stop()
    two.stop()


def test_the_database_restarts():
    url = CLUSTER.url_of("restart")
    one = node(url)
    ana, luis = table_over_two_nodes(one, one, "berlin")
    play_out([ana, luis], stop=lambda: ana.last > 40)
    CLUSTER.stop("immediate")
    wait_for(lambda: '"database_away"' in one.log())
    check(one.get("/healthz")[0] == 503)
    CLUSTER.start()
    wait_for(lambda: '"database_back"' in one.log())
    check(one.get("/healthz")[0] == 200)
    for player in (ana, luis):
        player.join(player.last)
    play_out([ana, luis])
    check(ana.result == luis.result)
    one.stop()


def main():
    with CLUSTER:
        run([value for name, value in globals().items()
             if name.startswith("test_") and (len(sys.argv) < 3 or any(w in name for w in sys.argv[2:]))])


main()
