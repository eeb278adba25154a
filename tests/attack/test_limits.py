"""Nobody gets more than their share by pretending to be many people, and nobody pays for their neighbours."""
import json
import os
import re
import sqlite3

import attack
from attack import check

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")

SEATS = [{"kind": "person"}, {"kind": "open"}]


def greeted(s, address):
    """Is somebody from this address welcome?"""
    try:
        attack.Stranger(s, address).close()
        return True
    except AssertionError as refused:
        check(refused.args[0]["code"] == "slow_down", refused)
        return False


def test_newcomers_from_many_addresses_are_welcome():
    s = attack.server()
    for turn in range(10):
        refused = [i for i in range(40) if not greeted(s, f"198.51.{turn}.{i}")]
        check(not refused, "turned away", turn, refused)
    s.stop()


def test_newcomers_from_one_network_are_counted_together():
    s = attack.server()
    check(sum(greeted(s, "203.0.113.9") for _ in range(40)) < 20, "IPv4")
    check(sum(greeted(s, f"2001:db8:1:2::{i:x}") for i in range(40)) < 20, "one network of 64 bits")
    check(all(greeted(s, f"2001:db8:2:{i:x}::1") for i in range(40)), "forty networks")
    s.stop()


def test_an_address_has_limits_however_many_people_it_is():
    s = attack.server("--tables-per-person", "1000")
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(8)]
    table = crowd[0].ok("create", game="berlin", seats=SEATS)["table"]
    made = [c.ask("create", game="berlin", seats=SEATS)["type"] for c in crowd for _ in range(19)]
    check(made.count("ok") < 90, "tables", made.count("ok"))
    said = [c.ask("say", table=table, text="!")["type"] for c in crowd for _ in range(8)]
    check(said.count("ok") < 45, "lines of chat", said.count("ok"))
    ana = attack.Stranger(s, "192.0.2.1")
    mine = ana.ok("create", game="berlin", seats=SEATS)["table"]
    ana.ok("say", table=mine, text="hello")
    s.stop()


def board(size, number=0):
    """A board of one's own with a comment of about so many bytes; each number gives a different one."""
    with open(os.path.join(ROOT, "tests/games/pond.board"), encoding="utf-8") as f:
        text = f.read()
    return text + f"# {number}\n" + ("# " + "x" * 77 + "\n") * (size // 80)


def post(s, client, address, text, **create):
    """Makes a table at a board of one's own."""
    message = json.dumps({"type": "create", "board": text, "seats": SEATS, **create})
    return attack.get(s, "/api/tables", address=address, data=message.encode(),
                      headers={"Authorization": "Bearer " + client.token})


def gauge(s, name):
    return int(re.search(rf"^anden_{name} (\d+)", s.get("/metrics")[1], re.M)[1])


def test_whoever_made_a_table_has_it_even_without_a_seat():
    s = attack.server("--tables-per-person", "5", "--limits", "0")
    ana = attack.Stranger(s)
    for _ in range(5):
        ana.ok("create", game="berlin", seats=SEATS, sit=0)
    ana.refused("too_many", "create", game="berlin", seats=SEATS, sit=0)
    ana.refused("too_many", "create", game="berlin", seats=SEATS)
    s.stop()


def test_what_an_address_stores_is_bounded():
    s = attack.server("--tables-per-person", "1000")
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(8)]
    answers = [post(s, c, "203.0.113.9", board(100000, i)) for c in crowd for i in range(10)]
    made = sum(status == 201 for status, _ in answers)
    check(0 < made <= 30, "boards of 100 KB", made)
    check(all(a["error"]["code"] == "slow_down" for status, a in answers if status != 201), answers[-1])
    check(post(s, attack.Stranger(s, "192.0.2.1"), "192.0.2.1", board(1000))[0] == 201)
    s.stop()


def test_a_board_is_kept_once():
    s = attack.server("--limits", "0", "--tables-per-person", "1000")
    ana = attack.Stranger(s)
    tables = []
    for _ in range(30):
        status, answer = post(s, ana, "192.0.2.1", board(100000))
        check(status == 201, answer)
        tables.append(answer["table"])
    check(gauge(s, "own_boards") == 1 and gauge(s, "tables") == 30, s.get("/metrics")[1])
    if os.path.exists(s.db):
        db = sqlite3.connect(s.db)
        stored = sum(db.execute("SELECT (SELECT sum(length(bytes)) FROM boards), (SELECT sum(length(header)) FROM headers)")
                     .fetchone())
        db.close()
        check(stored < 200000, "bytes", stored)
    s.kill()
    s.start()
    ana = attack.Stranger(s, token=ana.token)
    for table in tables[:3]:
        check(ana.ok("join", table=table)["plan"]["board"] == board(100000))
    check(gauge(s, "own_boards") == 1)
    s.stop()


def test_a_full_server_says_so_to_whoever_makes_a_table():
    s = attack.server("--tables", "2", "--limits", "0")
    ana = attack.Stranger(s)
    for _ in range(2):
        ana.ok("join", table=ana.ok("create", game="berlin", seats=SEATS)["table"])
    ana.refused("server_full", "create", game="berlin", seats=SEATS)
    status, answer = post(s, ana, "192.0.2.1", board(10))
    check(status == 503 and answer["error"]["code"] == "server_full", status, answer)
    check(len(ana.ok("mine")["list"]) == 2, "nothing was made")
    # Tables that nobody watches make room.
    for w in ana.ok("mine")["list"]:
        ana.ok("leave", table=w["table"])
    attack.wait_for(lambda: ana.ask("create", game="berlin", seats=SEATS)["type"] == "ok", "a place")
    s.stop()


attack.run([test_whoever_made_a_table_has_it_even_without_a_seat, test_what_an_address_stores_is_bounded,
            test_a_board_is_kept_once, test_a_full_server_says_so_to_whoever_makes_a_table,
            test_newcomers_from_many_addresses_are_welcome, test_newcomers_from_one_network_are_counted_together,
            test_an_address_has_limits_however_many_people_it_is],
           shared=[test_whoever_made_a_table_has_it_even_without_a_seat, test_what_an_address_stores_is_bounded,
                   test_a_board_is_kept_once])
