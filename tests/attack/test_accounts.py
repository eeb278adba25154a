"""People can get all their own data, nobody else can, and a deleted account is gone."""
import json
import sqlite3

import attack
from attack import check
from client import Client, Closed

PHRASE = "correct horse battery"


def game_of(s, ana, luis, **create):
    """A game of two that is over, with a line of chat from each: its table."""
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}], public=True, **create)["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    ana.ok("join", table=table)
    ana.ok("say", table=table, text="hello from the owner")
    luis.ok("say", table=table, text="hello back")
    luis.ok("resign", table=table)
    return table


def file_of(s, token):
    return attack.get(s, "/api/account", headers={"Authorization": f"Bearer {token}"} if token else {})


def test_all_data_as_a_file_for_oneself_alone():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1", name="Ana"), attack.Stranger(s, "192.0.2.2", name="Luis")
    tables = [game_of(s, ana, luis) for _ in range(3)]
    open_table = ana.ok("create", game="metro", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    check(file_of(s, None)[0] == 401 and file_of(s, "A" * 43)[0] == 401)
    status, data = file_of(s, ana.token)
    check(status == 200, status, data)
    check(data["account"]["name"] == "Ana" and data["account"]["person"] == ana.person and not data["account"]["secured"])
    check(len(data["devices"]) == 1 and data["devices"][0]["place"] == "192.0.x.x", data["devices"])
    check(sorted(g["table"] for g in data["games"]) == sorted(tables + [open_table]), data["games"])
    for game in data["games"]:
        check(("log" in game) == (game["table"] != open_table) and game["seat"] == 1, game)
        check(game["table"] == open_table or ("Ana" in game["log"] and "Luis" in game["log"]))
    check([line["text"] for line in data["chat"]] == ["hello from the owner"] * 3, data["chat"])
    check({r["table"] for r in data["results"]} == set(tables) and all(r["rank"] == 1 for r in data["results"]))
    check("hello back" not in json.dumps(data) and luis.token not in json.dumps(data))
    s.stop()


def test_nobody_makes_files_or_signs_out_all_the_time():
    s = attack.server()
    ana, luis = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "198.51.100.7")
    headers = {"Authorization": f"Bearer {luis.token}"}
    statuses = [attack.get(s, "/api/account", "198.51.100.7", headers)[0] for _ in range(30)]
    check(statuses[0] == 200 and statuses.count(429) > 10, statuses)
    check(attack.get(s, "/api/account", "192.0.2.1", {"Authorization": f"Bearer {ana.token}"})[0] == 200)
    answers = [ana.ask("signout", others=True) for _ in range(30)]
    check(answers[0]["type"] == "ok" and sum(a.get("code") == "slow_down" for a in answers) > 10, answers)
    s.stop()


def test_a_deleted_account_leaves_its_games_to_someone():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1", name="Ana"), attack.Stranger(s, "192.0.2.2", name="Luis")
    over = game_of(s, ana, luis)
    playing = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    luis.ok("sit", table=playing)
    ana.ok("start", table=playing)
    waiting = ana.ok("create", game="metro", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    ana.ok("secure", passphrase=PHRASE)
    ana.refused("old_passphrase", "erase")
    ana.refused("bad_passphrase", "erase", passphrase="wrong wrong")
    ana.ok("erase", passphrase=PHRASE)
    try:
        while True:
            ana.frame()
    except Closed:
        pass
    late = Client(s.port)
    late.send({"type": "hello", "version": 2, "token": ana.token})
    check(late.kind("error")["code"] == "token")
    check(attack.get(s, "/api/people/Ana")[0] == 404)
    attack.Stranger(s).refused("name_taken", "rename", name="Ana")
    attack.Stranger(s).refused("bad_passphrase", "signin", name="Ana", passphrase=PHRASE)

    # Before and after the tables leave the memory.
    for again in (False, True):
        if again:
            for client in s.clients:
                client.close()
            s.clients.clear()
            s.kill()
            s.start()
            luis = Client(s.port).hello(token=luis.token)
        for view in ("json", "events"):
            eva = attack.Stranger(s, token=luis.token, view=view)
            shown = eva.ok("join", table=over)
            check([c["name"] for c in shown["chairs"]] == ["someone", "Luis"], shown["chairs"])
            said = shown["chat"] or [eva.kind("chat")["line"] for _ in range(2)]
            check([line["name"] for line in said] == ["someone", "Luis"], said)
            check("Ana" not in json.dumps(shown), shown)
            ended = eva.ok("join", table=playing)
            check(ended["status"] == "over" and ended["chairs"][0]["name"] == "someone" and "Ana" not in json.dumps(ended), ended)
        status, log = attack.get(s, f"/api/tables/{over}/log", headers={"Authorization": f"Bearer {luis.token}"})
        check(status == 200 and "someone" in log and "Ana" not in log, status, log[:300])
        mine = luis.ok("mine")
        check("Ana" not in json.dumps(mine), mine)
        check(luis.ok("join", table=waiting)["chairs"][0]["kind"] == "open")
    # The rematch has an open seat for somebody else.
    chairs = luis.ok("join", table=luis.ok("rematch", table=over)["table"])["chairs"]
    check(sorted(c["kind"] for c in chairs) == ["open", "person"], chairs)
    s.stop()
    if not attack.CLUSTER:
        db = sqlite3.connect(s.db)
        for table, column in (("people", "id"), ("tokens", "person"), ("ratings", "person"), ("results", "person"),
                              ("chat", "person"), ("seats", "person")):
            [(n,)] = db.execute(f"SELECT count(*) FROM {table} WHERE {column} = ?", (str(ana.person),)).fetchall()
            check(n == 0, table)
        for table, column in (("results", "name"), ("chat", "name"), ("headers", "info")):
            [(n,)] = db.execute(f"SELECT count(*) FROM {table} WHERE instr({column}, 'Ana')").fetchall()
            check(n == 0, table)
        db.close()


TESTS = [test_all_data_as_a_file_for_oneself_alone, test_nobody_makes_files_or_signs_out_all_the_time,
         test_a_deleted_account_leaves_its_games_to_someone]
attack.run(TESTS, shared=TESTS)
