"""`anden admin`, beside a server: its changes reach everybody within seconds and are recorded, and nobody else can make them;
players report each other, and cannot fill the store with reports."""
import getpass
import json
import os
import sqlite3
import subprocess
import urllib.parse

import attack
from attack import check, wait_for
from client import Client, Closed

PHRASE = "correct horse battery"


def admin(s, *words, code=0, answer=None, as_json=True):
    """What `anden admin` says, as JSON."""
    done = subprocess.run([attack.ANDEN, "admin", *words, "--db", s.db] + (["--json"] if as_json else []),
                          input=answer or "", capture_output=True, text=True, env={**os.environ, "LC_ALL": "C.UTF-8"})
    check(done.returncode == code, words, done.returncode, done.stdout, done.stderr)
    return json.loads(done.stdout) if as_json and code == 0 else done.stderr if code else done.stdout


def heard(s):
    """How many admin changes the server knows about."""
    return s.log().count('"what":"admin"')


def after(s, *words):
    """Does something, and waits until the server knows about it and has read its rules again."""
    before = heard(s)
    done = admin(s, *words)
    wait_for(lambda: heard(s) > before and '"what":"rules"' in s.log().rsplit('"what":"admin"', 1)[1], f"the server to hear of {words}")
    return done


def until_closed(client):
    """All messages that come until the connection is closed."""
    got = []
    try:
        while True:
            got.append(client.receive())
    except Closed:
        return got


def greeting(s, token=None, address="198.51.100.1"):
    """The answer to somebody who says hello."""
    client = Client(s.port, {"X-Forwarded-For": address})
    s.clients.append(client)
    client.send({"type": "hello", "version": 2, **({"token": token} if token else {})})
    return client.receive()


def page_of(s, client):
    return attack.get(s, f"/api/people/{urllib.parse.quote(client.name)}")[1]


def three_at_a_table(s):
    people = [attack.Stranger(s, f"192.0.2.{i}", name=name) for i, name in enumerate(("Ana", "Luis", "Eva"), 1)]
    table = people[0].ok("create", game="berlin", public=True, seats=[{"kind": "person"}] + [{"kind": "open"}] * 2)["table"]
    for person in people[1:]:
        person.ok("sit", table=table)
    people[0].ok("start", table=table)
    for person in people:
        person.send({"type": "join", "table": table})
        person.kind("snapshot")
    return (*people, table)


def test_who_is_banned_goes_and_the_game_goes_on():
    s = attack.server("--limits", "0")
    ana, luis, eva, table = three_at_a_table(s)
    waiting = ana.ok("create", game="metro", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    done = admin(s, "ban", "Ana", "--for", "2h", "--why", "insults")
    check(done["done"] == "ban" and done["name"] == "Ana" and done["until"] > 0, done)
    said = until_closed(ana)
    error = next(m for m in said if m.get("type") == "error")
    check(error["code"] == "banned" and error["until"] == done["until"] and "until 20" in error["message"], error)
    check(ana.close_code == 1008, ana.close_code)
    # A bot plays for the banned person, so the others don't wait.
    luis.until(lambda m: m.get("type") == "update" and any(h["kind"] == "away" for h in m["happenings"]))
    check(greeting(s, ana.token)["code"] == "banned")
    status, body = attack.get(s, "/api/tables", data=b'{"type":"create","game":"berlin","seats":[{"kind":"person"},{"kind":"open"}]}',
                              headers={"Authorization": f"Bearer {ana.token}"})
    check(status == 403 and "banned" in json.dumps(body), status, body)
    # They can still get their own data.
    check(attack.get(s, "/api/account", headers={"Authorization": f"Bearer {ana.token}"})[0] == 200)
    seats = admin(s, "table", waiting)["chairs"]
    check(all(c["kind"] == "open" for c in seats), seats)
    after(s, "lift", "Ana")
    check(greeting(s, ana.token)["type"] == "welcome")
    check("lift" in admin(s, "audit", "Ana", as_json=False))
    s.stop()


def test_an_address_is_banned_and_others_are_not():
    s = attack.server("--limits", "0")
    here, there = attack.Stranger(s, "2001:db8:1:2::7"), attack.Stranger(s, "2001:db8:1:3::7")
    after(s, "ban", "2001:db8:1:2::9", "--for", "1d")
    check(any(m.get("code") == "banned" for m in until_closed(here)))
    there.send({"type": "ping"})
    there.kind("pong")
    check(greeting(s, address="2001:db8:1:2:ffff::1")["code"] == "banned")
    check(greeting(s, here.token, "2001:db8:1:2::1")["code"] == "banned")
    check(greeting(s, here.token, "2001:db8:1:3::1")["type"] == "welcome")
    admin(s, "ban", "203.0.113.0/24", code=1)  # it asks, and nobody answers
    check(greeting(s, address="203.0.113.9")["type"] == "welcome")
    after(s, "ban", "203.0.113.0/24", "--yes")
    check(greeting(s, address="203.0.113.200")["code"] == "banned" and greeting(s, address="203.0.114.1")["type"] == "welcome")
    sign_in = Client(s.port, {"X-Forwarded-For": "203.0.113.1"})
    sign_in.send({"type": "signin", "id": 1, "name": "Ana", "passphrase": PHRASE})
    check(sign_in.receive()["code"] == "banned")
    # Bans the origin of a person's devices, without knowing the address.
    mallory = attack.Stranger(s, "192.0.2.66", name="Mallory")
    after(s, "ban", "Mallory", "--address")
    until_closed(mallory)
    wait_for(lambda: greeting(s, address="192.0.2.66").get("code") == "banned", "the ban of the address")
    check(greeting(s, address="192.0.2.67")["type"] == "welcome")
    bans = admin(s, "bans")["sanctions"]
    check(not any("192.0.2" in json.dumps(b) for b in bans))
    check(sorted(b["subject"].split(":")[0] for b in bans if b.get("name") == "Mallory") == ["origin", "person"], bans)
    # Lifting a ban also lifts it for these addresses.
    after(s, "lift", "Mallory")
    check(not [b for b in admin(s, "bans")["sanctions"] if b.get("name") == "Mallory"])
    wait_for(lambda: greeting(s, mallory.token, "192.0.2.66")["type"] == "welcome", "the end of the ban")
    # Nobody is told that addresses were banned where none is known: that of the machine itself is not kept.
    s.client(name="Eve")
    check("No address of Eve is known" in admin(s, "ban", "Eve", "--address", code=1))
    check([b["subject"].split(":")[0] for b in admin(s, "bans")["sanctions"] if b.get("name") == "Eve"] == ["person"])
    s.stop()


def test_a_rematch_does_not_wait_for_somebody_banned():
    s = attack.server("--limits", "0")
    ana, luis, eva, table = three_at_a_table(s)
    for person in (ana, luis, eva):
        person.ask("resign", table=table)
    wait_for(lambda: eva.ok("join", table=table)["status"] == "over", "the end of the game")
    after(s, "ban", "Luis")
    until_closed(luis)
    chairs = ana.ok("join", table=ana.ok("rematch", table=table)["table"])["chairs"]
    check(sorted(c.get("name", "") for c in chairs) == ["", "Ana", "Eva"], chairs)
    s.stop()


def test_a_muted_person_plays_but_does_not_write():
    s = attack.server("--limits", "0")
    ana, luis = attack.two_at_a_table(s)
    number = ana.client.person
    after(s, "mute", f"#{number}", "--for", "30m")
    error = ana.client.refused("muted", "say", table=ana.table, text="hello")
    check(error["until"] > 0 and "still play" in error["message"], error)
    luis.client.ok("say", table=ana.table, text="hello")
    ana.client.ok("away", table=ana.table)
    after(s, "lift", f"#{number}", "mute")
    ana.client.ok("say", table=ana.table, text="hello again")
    s.stop()


def test_words_that_nobody_may_say():
    s = attack.server("--limits", "0")
    ana = attack.Stranger(s, "192.0.2.1", name="Ana")
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    after(s, "words", "add", "Idiot", "*spam*", "cunt")
    for text in ("you IDIOT!", "you ｉｄｉｏｔ", "ídíot", "1d10t", "an idi\u200bot", "\u0456diot", "buyspamnow"):
        ana.refused("bad_word", "say", table=table, text=text)
    for text in ("idiotic", "Scunthorpe", "I have 1010 points", "sp am"):
        ana.ok("say", table=table, text=text)
    ana.refused("bad_word", "rename", name="Idiot")
    ana.ok("rename", name="Scunthorpe")
    late = Client(s.port)
    late.send({"type": "hello", "version": 2, "name": "Spammer"})
    check(late.receive()["code"] == "bad_word")
    check(admin(s, "words", "check", "a spammer")["word"] == "*spam*")
    check(not admin(s, "words", "check", "Scunthorpe")["word"])
    after(s, "words", "remove", "Idiot")
    ana.ok("say", table=table, text="you idiot")
    check([w["word"] for w in admin(s, "words")["words"]] == ["*spam*", "cunt"])
    for wrong in ("two words", "*", "", "!", "a" * 200):
        check("not a word" in admin(s, "words", "add", "fine", wrong, code=1))
    check(len(admin(s, "words")["words"]) == 2)  # none of it was done
    s.stop()


def test_a_name_is_taken_away_for_good():
    s = attack.server("--limits", "0")
    ana, luis, eva, table = three_at_a_table(s)
    ana.ok("say", table=table, text="hello")
    admin(s, "rename", "Ana", "admin", "--yes", code=1)
    admin(s, "rename", "Ana", "Luis", "--yes", code=1)
    admin(s, "rename", "Ana", "Someone New", code=1, answer="n\n")
    admin(s, "rename", "Ana", "Guest of honour", answer="y\n")
    error = ana.until(lambda m: m.get("type") == "error")
    check(error["code"] == "renamed" and "Guest of honour" in error["message"], error)
    # Nobody sees the old name again: at the table, in lists, after a restart; nor can have it.
    def renamed():
        luis.send({"type": "join", "table": table})
        m = luis.kind("snapshot")
        return "Ana" not in json.dumps([m["chairs"], m["chat"]])
    wait_for(renamed, "the new name")
    check("Ana" not in json.dumps(attack.get(s, "/api/tables")[1]["list"]))
    for person in (ana, luis):
        person.refused("name_taken", "rename", name="ANA")
    check(attack.get(s, "/api/people/Ana")[0] == 404)
    check(greeting(s, ana.token)["name"] == "Guest of honour")
    s.stop()


def test_a_table_is_closed_and_another_deleted():
    s = attack.server("--limits", "0")
    ana, luis = attack.two_at_a_table(s)
    table = ana.table
    luis.client.send({"type": "join", "table": table})
    luis.client.kind("snapshot")
    admin(s, "close", table, "--yes", "--why", "quarrel")
    luis.client.until(lambda m: m.get("type") == "error" and m["code"] == "table_closed" and m["table"] == table)
    luis.client.send({"type": "join", "table": table})
    check(luis.client.kind("snapshot")["status"] == "over")
    luis.client.refused("table_closed", "say", table=table, text="but why")
    luis.client.refused("table_closed", "rematch", table=table)
    check(page_of(s, luis.client)["results"] == [])
    check([c["what"] for c in admin(s, "audit", table)["audit"]] == ["close"])

    second = ana.client.ok("create", game="berlin", public=True, seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    ana.client.ok("say", table=second, text="secret")
    ana.client.send({"type": "join", "table": second})
    ana.client.kind("snapshot")
    admin(s, "delete", "table", second, "--yes")
    ana.client.until(lambda m: m.get("type") == "error" and m["code"] == "table_deleted" and m["table"] == second)
    check(attack.get(s, f"/api/tables/{second}")[0] == 404)
    ana.client.refused("no_table", "say", table=second, text="still here?")
    wait_for(lambda: second not in json.dumps(attack.get(s, "/api/tables")[1]), "the lobby to forget it")
    admin(s, "table", second, code=1)
    s.stop()


def test_a_person_is_deleted_as_by_themselves():
    s = attack.server("--limits", "0")
    ana, luis, eva, table = three_at_a_table(s)
    ana.ok("secure", passphrase=PHRASE)
    data = admin(s, "export", "person", "Ana")
    own = attack.get(s, "/api/account", headers={"Authorization": f"Bearer {ana.token}"})[1]
    check(data == own, data, own)
    check("tokens" not in json.dumps(data) and ana.token not in json.dumps(data))
    admin(s, "delete", "person", "Ana", "--yes")
    until_closed(ana)
    check(greeting(s, ana.token)["code"] == "token")
    luis.send({"type": "join", "table": table})
    check("Ana" not in json.dumps(luis.kind("snapshot")["chairs"]))
    admin(s, "person", "Ana", code=1)
    check("Ana" not in json.dumps(admin(s, "audit")["audit"][0]))
    s.stop()


def test_reports_reach_those_who_run_the_server():
    s = attack.server()
    ana, luis, eva, table = three_at_a_table(s)
    stranger = attack.Stranger(s, "192.0.2.99", name="Stranger")
    for i in range(3):
        luis.ok("say", table=table, text=f"rude {i}")
    ana.until(lambda m: m.get("type") == "chat" and m["line"]["text"] == "rude 2")
    ana.ok("report", person=luis.person, table=table, line=2, seen=2, at=4, reason="chat", text="see for yourself")
    listed = admin(s, "reports")["reports"]
    check(len(listed) == 1 and listed[0]["name"] == "Luis" and listed[0]["reporter_name"] == "Ana", listed)
    shown = admin(s, "reports", "show", str(listed[0]["number"]))
    check([line["text"] for line in shown["chat"]] == ["rude 0", "rude 1"], shown)  # the lines that Ana had seen
    check([line["name"] for line in shown["chat"]] == ["Luis", "Luis"], shown)
    as_text = admin(s, "reports", "show", str(listed[0]["number"]), as_json=False)
    check("Luis  rude 1" in as_text and "{" not in as_text, as_text)
    check(shown["line"] == 2 and shown["entry"] == 4 and shown["text"] == "see for yourself" and shown["table"] == table, shown)
    data = attack.get(s, "/api/account", headers={"Authorization": f"Bearer {ana.token}"})[1]
    check([r["about"] for r in data["reports"]] == ["Luis"], data["reports"])
    check(attack.get(s, "/api/account", headers={"Authorization": f"Bearer {luis.token}"})[1]["reports"] == [])
    # Bad input.
    for code, members in (("no_person", {"person": 12345}), ("no_person", {"person": eva.person}), ("no_person", {"person": -1}),
                          ("bad_text", {"person": luis.person, "reason": "because"}),
                          ("bad_text", {"person": luis.person, "text": "\u0007"}),
                          ("bad_message", {"person": "Luis"})):
        eva.refused(code, "report", **{"reason": "other", **members})
    stranger.refused("no_person", "report", person=luis.person, table=table, line=99, reason="chat")
    stranger.refused("no_person", "report", person=eva.person, table=table, line=1, reason="chat")
    check(len(admin(s, "reports")["reports"]) == 1)
    admin(s, "reports", "close", "1", "--why", "talked to them")
    check(admin(s, "reports")["reports"] == [] and len(admin(s, "reports", "--all")["reports"]) == 1)
    check(admin(s, "reports", "show", "1")["note"] == "talked to them")
    admin(s, "reports", "close", "99", code=1)
    admin(s, "reports", "show", "x", code=2)
    s.stop()


def test_what_people_write_commands_no_terminal():
    s = attack.server("--limits", "0")
    mal, ana = attack.Stranger(s, name="Mal", client="x\u009b2J\x1b[2J"), attack.Stranger(s, "192.0.2.2", name="Ana")
    table = mal.ok("create", game="berlin", public=True, seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    for text in ("a\u009b31m", "a\u202eb", "a\u2066b", "a\u2028b", "\u200b", "\u00a0\u2800", "a" + 9 * "\u0301"):
        mal.refused("bad_text", "say", table=table, text=text)
    for text in ("\u05e9\u05dc\u05d5\u05dd\u200f!", "e\u0301", "\U0001f469\u200d\U0001f680", ":hello:"):
        mal.ok("say", table=table, text=text)
    ana.refused("bad_text", "report", person=mal.person, reason="other", text="a\u009b31m")
    ana.ok("report", person=mal.person, table=table, reason="other", text="")
    s.stop()
    with sqlite3.connect(s.db) as db:  # a report from before such texts were refused
        db.execute("UPDATE reports SET text = ?", ("old \u009b31m \u202e \u2066",))
    for what in (("person", "Mal"), ("reports", "show", "1")):
        shown = admin(s, *what, as_json=False)
        check(not any(ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 or c in "\u202e\u2066" for c in shown), shown)


def test_a_stranger_cannot_fill_the_store_with_reports():
    s = attack.server()
    victim = attack.Stranger(s, "192.0.2.1", name="Victim")
    sent = 0
    for i in range(6):
        puppet = attack.Stranger(s, "192.0.2.66")
        while puppet.ask("report", person=victim.person, reason="other", text="x" * 400)["type"] == "ok":
            sent += 1
    check(5 <= sent <= 12, sent)
    s.stop()
    # Without rate limits the number of open reports is still limited.
    s = attack.server("--limits", "0")
    victim, puppet = attack.Stranger(s, "192.0.2.1", name="Victim"), attack.Stranger(s, "192.0.2.66")
    for i in range(10):
        puppet.ok("report", person=victim.person, reason="other")
    puppet.refused("too_many", "report", person=victim.person, reason="other")
    for i in range(10):
        attack.Stranger(s, "192.0.2.66").ok("report", person=victim.person, reason="other")
    attack.Stranger(s, "192.0.2.66").refused("too_many", "report", person=victim.person, reason="other")
    attack.Stranger(s, "192.0.2.67").ok("report", person=victim.person, reason="other")
    s.stop()


def test_a_private_table_stays_private():
    s = attack.server("--limits", "0")
    ana, luis = attack.two_at_a_table(s, spectators="none")
    table = ana.table
    ana.client.ok("say", table=table, text="between us")
    luis.client.ok("report", person=ana.client.person, table=table, reason="chat", seen=1)
    stranger = attack.Stranger(s, "192.0.2.99")
    stranger.refused("no_spectators", "report", person=ana.client.person, table=table, reason="chat")
    admin(s, "table", table)
    for path in ("/api/tables", f"/api/people/{urllib.parse.quote(ana.client.name)}", "/healthz", "/metrics", "/"):
        text = json.dumps(attack.get(s, path)[1])
        check(table not in text and "between us" not in text, path, text)
    check("between us" not in json.dumps(attack.get(s, f"/api/tables/{table}")[1]))
    check("between us" not in s.log() and table in json.dumps(admin(s, "reports")))
    # The log of an unfinished game is not shown: it contains hidden cards.
    check("over" in admin(s, "export", "table", table, code=1))
    s.stop()


def test_whom_somebody_ignores_is_kept_with_the_account():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1", name="Ana"), attack.Stranger(s, "192.0.2.2", name="Luis")
    ana.refused("guest_ignore", "ignore", person=luis.person, on=True)
    ana.ok("secure", passphrase=PHRASE)
    ana.refused("no_person", "ignore", person=99, on=True)
    ana.ok("ignore", person=luis.person, on=True)
    ana.ok("ignore", person=luis.person, on=True)
    later = attack.Stranger(s, "192.0.2.1", token=ana.token)
    check(later.ask("ignored")["list"] == [{"person": luis.person, "name": "Luis"}])
    check(attack.get(s, "/api/account", headers={"Authorization": f"Bearer {ana.token}"})[1]["ignored"] == ["Luis"])
    later.ok("ignore", person=luis.person, on=False)
    check(ana.ask("ignored")["list"] == [])
    s.stop()


def test_all_is_written_down_and_found_again():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1", name="Ana"), attack.Stranger(s, "192.0.2.2", name="Luis")
    table = ana.ok("create", game="berlin", public=True, seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    after(s, "mute", "Ana", "--for", "1h", "--why", "noise")
    admin(s, "note", "Ana", "a note")
    admin(s, "person", "Ana")
    rows = admin(s, "audit", "Ana")["audit"]
    check([r["what"] for r in rows] == ["look", "note", "mute"], rows)
    check(all(getpass.getuser() in r["who"] and r["name"] == "Ana" and r["time"] for r in rows), rows)
    check(rows[2]["why"] == "noise" and rows[2]["detail"] == "for 1h", rows)
    check('"did":"mute person:' in s.log() and "noise" in s.log())
    shown = admin(s, "person", "ANA")
    check(shown["devices"][0]["place"] == "192.0.x.x" and shown["tables"][0]["table"] == table, shown)
    check([x["kind"] for x in shown["sanctions"]] == ["mute"], shown)
    found = admin(s, "address", "192.0.2.1")
    check([p["name"] for p in found["people"]] == ["Ana"] and [t["table"] for t in found["tables"]] == [table], found)
    check({p["name"] for p in found["near"]} == {"Ana", "Luis"}, found)
    check({p["name"] for p in admin(s, "address", "192.0.2.0/24")["people"]} == {"Ana", "Luis"})
    admin(s, "address", "10.0.0.0/8", code=1)
    check([p["name"] for p in admin(s, "people", "uI")["people"]] == ["Luis"])
    check([t["table"] for t in admin(s, "tables")["tables"]] == [table])
    # Wrong commands change nothing.
    before = len(admin(s, "audit")["audit"])
    for code, words in ((1, ("ban", "Nobody Here")), (2, ("ban", "Ana", "--for", "soon")), (2, ("ban",)), (2, ("bann", "Ana")),
                        (1, ("lift", "Luis")), (1, ("close", "AAAAAAAAAAAAAAAAAAAAAA", "--yes")), (1, ("close", "../x", "--yes")),
                        (1, ("delete", "table", "x", "--yes")), (2, ("delete", "Ana", "--yes")), (1, ("person", "#0")),
                        (1, ("delete", "person", "Ana")), (2, ("ban", "Ana", "--for", "-1h")), (1, ("person", "\x01"))):
        admin(s, *words, code=code)
    check(len(admin(s, "audit")["audit"]) == before)
    ana.ok("rename", name="Ana María")
    missing = subprocess.run([attack.ANDEN, "admin", "people", "--db", "/nowhere/anden.db"], capture_output=True, text=True)
    check(missing.returncode == 1 and "/nowhere/anden.db" in missing.stderr, missing)
    s.stop()
    check([p["name"] for p in admin(s, "people", "ana")["people"]] == ["Ana María"])  # also without a server
    s.start()
    ana = attack.Stranger(s, "192.0.2.1", token=ana.token)
    wait_for(lambda: ana.ask("say", table=table, text="hello").get("code") == "muted", "the mute after a restart")
    s.stop()


def test_every_node_hears_of_it():
    s = attack.server("--limits", "0")
    other = attack.server("--limits", "0", db=s.db)
    ana, luis = attack.Stranger(s, "192.0.2.1", name="Ana"), attack.Stranger(other, "192.0.2.2", name="Luis")
    table = ana.ok("create", game="berlin", public=True, seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    luis.ok("sit", table=table)
    luis.ok("join", table=table)
    before = heard(s)
    after(other, "mute", "Luis")
    wait_for(lambda: heard(s) > before, "the node of the table to hear of it")
    luis.refused("muted", "say", table=table, text="hello")
    admin(s, "close", table, "--yes")
    luis.until(lambda m: m.get("type") == "error" and m["code"] == "table_closed")
    admin(s, "ban", "Luis", "--for", "1h")
    check(any(m.get("code") == "banned" for m in until_closed(luis)))
    for node in (s, other):
        wait_for(lambda: greeting(node, luis.token)["type"] == "error", "the ban on every node")
    other.stop()
    s.stop()


def test_no_id_looks_like_an_option():
    s = attack.server("--limits", "0", "--tables-per-person", "1000", "--tables-per-address", "1000")
    ana = attack.Stranger(s, "192.0.2.1", name="Ana")
    seats = [{"kind": "person"}, {"kind": "open"}]
    ids = [ana.ok("create", game="berlin", seats=seats)["table"] for _ in range(400)]
    check(not [i for i in ids if i.startswith("-")], ids)
    s.stop()


def test_nobody_on_the_network_is_an_admin():
    s = attack.server("--limits", "0")
    ana = attack.Stranger(s, "192.0.2.1", name="Ana")
    for kind in ("ban", "mute", "admin", "close", "delete", "lift"):
        ana.refused("bad_message", kind, person=ana.person)
    for path in ("/api/reports", "/api/audit", "/api/admin", "/admin"):
        check(attack.get(s, path)[0] == 404)
    s.stop()


NODES = [test_every_node_hears_of_it]
attack.run([value for name, value in sorted(globals().items()) if name.startswith("test_") and value not in NODES], shared=NODES)
