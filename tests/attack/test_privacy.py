"""A private table: people without its link or a seat learn nothing about it, and can never write there."""
import hashlib
import base64
import json
import subprocess

import attack
from attack import check, two_at_a_table

SECRET = "our secret plan"


def finish(ana, luis):
    """Ends a game of two at once, and returns what everybody there knows then."""
    luis.client.ok("resign", table=luis.table)
    while ana.status != "over":
        ana.update()
    return ana.now


def quote(name):
    return name.replace(" ", "%20")


def everything_public(s):
    """Everything that a stranger can read without a link."""
    names = [c.name for c in s.clients]
    stranger = attack.Stranger(s)
    said = [json.dumps(stranger.ok("lobby", on=True)), json.dumps(stranger.ok("mine"))]
    paths = ["/", "/api/tables", "/healthz", "/metrics", "/api/ratings/berlin"]
    paths += [f"/api/people/{quote(name)}" for name in names]
    said += [s.get(path, headers={"X-Forwarded-For": "198.51.100.1"})[1] for path in paths]
    said += [s.get(path, headers={"X-Forwarded-For": "198.51.100.1", "Authorization": f"Bearer {stranger.token}"})[1]
             for path in paths[2:]]
    return said


def test_nobody_hears_of_a_private_table():
    s = attack.server()
    ana, luis = two_at_a_table(s)
    ana.client.ok("say", table=ana.table, text=SECRET)
    during = everything_public(s)
    over = finish(ana, luis)
    for text in during + everything_public(s):
        for secret in (ana.table, SECRET, over["seed"], over["plan"]["seed_hash"] if "plan" in over else ana.table):
            check(secret not in text, secret, text)
    # Nor after a restart.
    s.kill()
    s.start()
    for text in everything_public(s):
        check(ana.table not in text and SECRET not in text, text)
    s.stop()


def test_those_who_sat_there_find_it_in_the_record():
    s = attack.server()
    ana, luis = two_at_a_table(s)
    finish(ana, luis)
    public, other = two_at_a_table(s, public=True)
    finish(public, other)
    page = f"/api/people/{quote(luis.client.name)}"
    check(attack.get(s, page)[1]["results"] == [])
    check(attack.get(s, page, headers={"Authorization": f"Bearer {public.client.token}"})[1]["results"] == [])
    for p in (ana, luis):
        found = attack.get(s, page, headers={"Authorization": f"Bearer {p.client.token}"})[1]["results"]
        check([r["table"] for r in found] == [ana.table], found)
    check(attack.get(s, page, headers={"Authorization": "Bearer nobody"})[0] == 401)
    found = attack.get(s, f"/api/people/{quote(other.client.name)}")[1]["results"]
    check([r["table"] for r in found] == [public.table], found)
    s.stop()


def test_private_chat_is_in_no_public_record():
    s = attack.server()
    for public in (False, True):
        ana, luis = two_at_a_table(s, public=public)
        ana.client.ok("say", table=ana.table, text=SECRET)
        for _ in range(2):
            record = attack.get(s, f"/api/tables/{ana.table}")[1]
            check([line["text"] for line in record["chat"]] == ([SECRET] if public else []), record["chat"])
            check(SECRET in json.dumps(ana.client.ok("join", table=ana.table)))
            finish(ana, luis)
        check(SECRET not in attack.get(s, f"/api/tables/{ana.table}/log")[1])
    s.stop()


def test_the_seed_is_told_at_the_end_only():
    s = attack.server()
    ana, luis = two_at_a_table(s, public=True)
    check("seed" not in attack.get(s, f"/api/tables/{ana.table}")[1])
    check("seed" not in attack.Stranger(s).ok("join", table=ana.table))
    check(attack.get(s, f"/api/tables/{ana.table}/log")[0] == 409)
    finish(ana, luis)
    check("seed" in attack.get(s, f"/api/tables/{ana.table}")[1])
    s.stop()


def test_the_link_of_a_rematch_cannot_be_known_before():
    s = attack.server()
    ana, luis = two_at_a_table(s)
    watching = attack.Stranger(s, "198.51.100.2")  # somebody gave them the link of the first game
    watching.ok("join", table=ana.table)
    seed = bytes.fromhex(finish(ana, luis)["seed"])
    next_one = ana.client.ok("rematch", table=ana.table)["table"]
    guess = hashlib.blake2b(ana.table.encode(), key=seed, digest_size=16).digest()
    check(base64.urlsafe_b64encode(guess).decode().rstrip("=") != next_one)
    # Both ask for it, and both get the same table; spectators are told nothing about it.
    check(luis.client.ok("rematch", table=ana.table)["table"] == next_one)
    check(luis.client.kind("again")["next"] == next_one)
    watching.ok("ping")
    check(not any(next_one.encode() in text for text in watching.said), watching.said)
    # The same with a restart between the two.
    ana, luis = two_at_a_table(s)
    finish(ana, luis)
    next_one = ana.client.ok("rematch", table=ana.table)["table"]
    s.kill()
    s.start()
    luis.client = attack.Stranger(s, token=luis.client.token)
    check(luis.client.ok("rematch", table=ana.table)["table"] == next_one)
    s.stop()


def test_who_may_watch_and_write_is_a_setting():
    """(at a public table, at a private one, said): (may watch, may write)"""
    s = attack.server()
    for public in (False, True):
        for setting, watches, writes in ((None, True, public), ("none", False, False), ("watch", True, False),
                                         ("chat", True, True)):
            more = {"spectators": setting} if setting else {}
            ana, luis = two_at_a_table(s, public=public, **more)
            guest = attack.Stranger(s)
            plan = ana.client.ok("join", table=ana.table)["plan"]
            check(plan["spectators"] == (setting or ("chat" if public else "watch")), plan)
            token = {"Authorization": f"Bearer {luis.client.token}"}
            for over in (False, True):
                answer = guest.ask("join", table=ana.table)
                check((answer["type"] == "snapshot") == watches, answer)
                check(watches or answer["code"] == "no_spectators", answer)
                answer = guest.ask("say", table=ana.table, text="hello")
                check((answer["type"] == "ok") == writes, answer)
                check(writes or answer["code"] == ("no_chat" if watches else "no_spectators"), answer)
                for page, wrong in (("", 200), ("/log", 200 if over else 409)):
                    path = f"/api/tables/{ana.table}{page}"
                    check(attack.get(s, path)[0] == (wrong if watches else 403), setting, path)
                    check(attack.get(s, path, headers=token)[0] == wrong, setting, path)
                for p in (ana, luis):
                    p.client.ok("say", table=p.table, text="well played")
                if not over:
                    finish(ana, luis)
    ana.client.refused("bad_table", "create", game="berlin", spectators="all",
                       seats=[{"kind": "person"}, {"kind": "open"}])
    s.stop()


def test_spectators_have_to_go_when_the_game_starts():
    s = attack.server()
    ana, luis, guest = (attack.Stranger(s, f"192.0.2.{i}") for i in (1, 2, 3))
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}], spectators="none")["table"]
    guest.ok("join", table=table)
    guest.refused("no_chat", "say", table=table, text="hello")
    luis.ok("join", table=table)
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    shown_out = guest.until(lambda m: m["type"] == "error" and "id" not in m)
    check(shown_out["code"] == "no_spectators" and shown_out["table"] == table, shown_out)
    luis.until(lambda m: m["type"] == "update" and m["status"] == "playing")
    luis.ok("resign", table=table)
    guest.ok("ping")
    check(not any(m["type"] == "update" and m["status"] != "open" for m in guest.waiting), guest.waiting)
    # The maker of the table, without a seat, may write until then, and is a spectator afterwards.
    table = ana.ok("create", game="berlin", sit=0, seats=[{"kind": "open"}, {"kind": "open"}], spectators="none")["table"]
    ana.ok("say", table=table, text="come in")
    luis.ok("sit", table=table)
    guest.ok("sit", table=table)
    ana.ok("start", table=table)
    ana.refused("no_spectators", "join", table=table)
    s.stop()


def test_another_node_tells_no_more():
    """Several nodes are possible only on PostgreSQL."""
    one = attack.server()
    two = attack.server(db=one.db)
    ana, guest = attack.Stranger(one, "192.0.2.1"), attack.Stranger(two, "192.0.2.3")
    luis = attack.Stranger(two, "192.0.2.2")
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}], spectators="none")["table"]
    guest.ok("join", table=table)
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    guest.until(lambda m: m["type"] == "error" and m["code"] == "no_spectators" and "id" not in m)
    guest.refused("no_spectators", "say", table=table, text="hello")
    ana.ok("say", table=table, text=SECRET)
    luis.ok("resign", table=table)
    for text in everything_public(one) + everything_public(two):
        check(table not in text and SECRET not in text, text)
    nexts = {c.ok("rematch", table=table)["table"] for c in (ana, luis)}
    check(len(nexts) == 1, nexts)
    one.stop()
    two.stop()


def test_a_rematch_calls_people_on_other_nodes():
    one = attack.server("--limits", "0")
    two = attack.server("--limits", "0", db=one.db)
    for public in (False, True):
        ana, luis = attack.Stranger(one, "192.0.2.1"), attack.Stranger(two, "192.0.2.2")
        watching = [attack.Stranger(node, "192.0.2.3") for node in (one, two)]
        table = ana.ok("create", game="berlin", public=public, seats=[{"kind": "person"}, {"kind": "open"}])["table"]
        luis.ok("sit", table=table)
        ana.ok("start", table=table)
        luis.ok("resign", table=table)
        for c in watching:
            c.ok("join", table=table)
        attack.wait_for(lambda: ana.ok("join", table=table)["status"] == "over", "the other node to hear of the end")
        luis_elsewhere = attack.Stranger(one, "192.0.2.4", token=luis.token)
        again = ana.ok("rematch", table=table)["table"]
        check(luis.ok("rematch", table=table)["table"] == again)  # the second request invites nobody again
        for c in (ana, luis, luis_elsewhere, *(watching if public else [])):
            called = c.kind("again")
            check(called["next"] == again and called["table"] == table and called["game"] == "berlin", called)
            check(called["by"] == {"person": ana.person, "name": ana.name}, called)
        # People are told once, and spectators of a private table not at all. A note reaches nodes after the rematch has.
        subprocess.run([attack.ANDEN, "admin", "note", f"#{ana.person}", "x", "--db", one.db], check=True, stdout=subprocess.DEVNULL)
        for node in (one, two):
            attack.wait_for(lambda: f"note person:{ana.person}" in node.log(), "news later than the invitation")
        for c in (ana, luis, luis_elsewhere, *watching):
            c.ok("ping")
            check(not any(m["type"] == "again" for m in c.waiting), c.waiting)
            check(public or c not in watching or not any(again.encode() in text for text in c.said))
    one.stop()
    two.stop()


attack.run([test_nobody_hears_of_a_private_table, test_those_who_sat_there_find_it_in_the_record,
            test_private_chat_is_in_no_public_record, test_the_seed_is_told_at_the_end_only,
            test_the_link_of_a_rematch_cannot_be_known_before, test_who_may_watch_and_write_is_a_setting,
            test_spectators_have_to_go_when_the_game_starts],
           shared=[test_another_node_tells_no_more, test_a_rematch_calls_people_on_other_nodes])
