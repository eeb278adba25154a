"""The server as its clients see it: whole games, reconnecting, killing, limits, secrets of accounts.

Usage: test_serve.py ANDEN [TEST...]
"""
import glob
import http.server
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading

import raw
from client import PATIENCE, Client, Closed, Player, Server, play_out, run, wait_for

ANDEN = sys.argv[1]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
GAMES = {"europe": "planner", "berlin": "greedy", "paris": "planner", "metro": "greedy"}
QUICK = int(os.environ.get("ANDEN_TEST_SCALE", "100")) < 50


def check(condition, *what):
    if not condition:
        raise AssertionError(what)


def serve(*more, **how):
    return Server(ANDEN, "--limits", "0", *more, **how)


def seat(kind, bot=None):
    return {"kind": kind, "bot": bot} if bot else {"kind": kind}


def table_of(client, game="berlin", seats=("person", "open"), start=False, **more):
    wishes = [seat("bot", s) if s not in ("person", "open") else seat(s) for s in seats]
    return client.ok("create", game=game, seats=wishes, start=start, **more)["table"]


def two(server, game="berlin", seed=1, **more):
    """Two people at a table that has started, both asking for legal events."""
    ana, luis = server.client(legal=True, view="none"), server.client(legal=True, view="none")
    table = table_of(ana, game, **more)
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    rng = random.Random(seed)
    return Player(ana, table, rng), Player(luis, table, rng)


def replays(log, result):
    with tempfile.NamedTemporaryFile("w", suffix=".log") as f:
        f.write(log)
        f.flush()
        done = subprocess.run([ANDEN, "replay", "--json", f.name], capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)
        check(json.loads(done.stdout)["over"], "the log is not of a whole game")
        done = subprocess.run([ANDEN, "verify", f.name], capture_output=True, text=True)
        check(done.returncode == 0, done.stdout, done.stderr)
        totals = [r["score"] for r in sorted(result, key=lambda r: r["seat"])]
        check(re.search(r"^result " + " ".join(map(str, totals)) + "$", log, re.M), totals, log[-200:])


def test_whole_games_of_two_people_a_bot_and_a_spectator():
    server = serve()
    ana, luis = server.client(name="Ana", legal=True, view="events"), server.client(name="Luis", legal=True, view="json")
    eva = server.client(name="Eva", view="events")
    for game, bot in GAMES.items():
        table = table_of(ana, game, ("person", "open", bot), public=True)
        luis.ok("sit", table=table)
        ana.ok("start", table=table)
        rng = random.Random(game)
        players = [Player(ana, table, rng), Player(luis, table, rng)]
        watcher = Player(eva, table, rng)
        check(watcher.seat is None and "legal" not in watcher.now)
        play_out(players)
        while watcher.status != "over":
            watcher.update()
        check([h["n"] for h in watcher.happenings] == list(range(1, watcher.last + 1)), "a gap")
        fresh = eva.ok("join", table=table, after=0)
        check(fresh["happenings"] == watcher.happenings, game, "updates tell another game than a snapshot")
        check(players[0].result == players[1].result == watcher.result and len(watcher.result) == 3)
        replays(server.get(f"/api/tables/{table}/log")[1], watcher.result)
    check("anden_games_over_total 4\n" in server.get("/metrics")[1])
    person = json.loads(server.get("/api/people/ana")[1])
    check({r["game"] for r in person["ratings"]} == set(GAMES) and len(person["results"]) == 4, person)
    check(all(r["rating_after"] for r in person["results"]))
    server.stop()


def test_nothing_hidden_is_on_the_wire():
    server = serve()
    for game in ("europe", "berlin"):
        ana, luis = server.client(legal=True, view="json"), server.client(legal=True, view="json")
        eva = server.client(view="json")
        table = table_of(ana, game, ("person", "open", "greedy"))
        luis.ok("sit", table=table)
        ana.ok("start", table=table)
        rng = random.Random(game)
        players, watcher = [Player(ana, table, rng), Player(luis, table, rng)], Player(eva, table, rng)
        play_out(players)
        while watcher.status != "over":
            watcher.update()

        def before_the_end(client):
            return b"".join(m for m in client.said if b'"status":"over"' not in m)

        def dealt(player, word):
            return {h["text"] for h in player.happenings if h.get("text", "").startswith(word) and "?" not in h["text"]}
        tickets = [dealt(p, "ticket ") for p in players]
        check(all(tickets) and not dealt(watcher, "ticket "), "nobody got tickets")
        for own, other, client in ((0, 1, ana), (1, 0, luis)):
            for text in tickets[other] - tickets[own]:
                check(text.encode() not in before_the_end(client), text)
        for text in tickets[0] | tickets[1]:
            check(text.encode() not in before_the_end(eva), text)
        hidden = [h for h in watcher.happenings if h["kind"] == "chance" and h["text"] == "deal ?"]
        check(len(hidden) > 5, "blind cards are not hidden from a spectator")
        for client in (ana, luis, eva):
            check(watcher.seed.encode() not in before_the_end(client), "the seed is told too early")
            check(all(c.token.encode() not in b"".join(client.said[1:]) for c in (ana, luis, eva)))
    server.stop()


def test_a_game_of_bots_alone_started_at_once():
    server = serve()
    eva = server.client(legal=True)
    table = table_of(eva, "metro", ("greedy", "random"), start=True, sit=0)
    watcher = Player(eva, table, random.Random(1))
    while watcher.status != "over":
        watcher.update()
    check({h["kind"] for h in watcher.happenings} == {"sit", "start", "choice", "chance"})
    server.stop()


def test_the_example_bot_plays_every_game():
    server = Server(ANDEN)
    for game in GAMES:
        done = subprocess.run([sys.executable, os.path.join(ROOT, "examples/bot.py"), f"127.0.0.1:{server.port}", game],
                              capture_output=True, text=True, timeout=PATIENCE)
        check(done.returncode == 0 and re.fullmatch(r"(seat \d: -?\d+ points, rank \d\n){2}", done.stdout), done)
    server.stop()


def test_coming_back_after_n_loses_nothing():
    server = serve()
    one, two_ = two(server, "berlin")
    token = one.client.token
    while one.status != "over":
        newest = max(one.last, two_.last)
        one.up_to(newest)
        two_.up_to(newest)
        if one.status == "over":
            break
        if one.my_turn():
            check(one.play()["type"] == "ok")
            # The connection breaks without a close frame; the same person comes back.
            one.client.socket.close()
            one.client = server.client(token=token, legal=True, view="none")
            one.join(one.last)
        else:
            check(two_.play()["type"] == "ok")
    check([h["n"] for h in one.happenings] == list(range(1, one.last + 1)))
    server.stop()


def test_killed_at_any_moment_nothing_acknowledged_is_lost():
    server = serve()
    one, two_ = two(server, "europe")
    tokens = [one.client.token, two_.client.token]
    rng = random.Random(4)
    for _ in range(3 if QUICK else 8):
        for _ in range(rng.randrange(1, 12)):
            newest = max(one.last, two_.last)
            one.up_to(newest)
            two_.up_to(newest)
            player = one if one.my_turn() else two_
            acknowledged = player.play()["at"]
        # One more command is under way when the server dies.
        player = one if one.my_turn() else two_
        if player.my_turn():
            player.client.send({"type": "do", "table": player.table, "at": player.last, "event": player.legal[0]})
        before = one.happenings[:acknowledged]
        server.kill()
        server.start()
        for player, token in zip((one, two_), tokens):
            player.client = server.client(token=token, legal=True, view="none")
            player.happenings = []
            player.join(0)
            check(player.last >= acknowledged, player.last, acknowledged)
        check([(h["n"], h["kind"]) for h in one.happenings[:len(before)]] == [(h["n"], h["kind"]) for h in before])
    play_out([one, two_])
    server.stop()


def test_stale_repeated_illegal_and_foreign_commands():
    server = serve()
    one, two_ = two(server)
    eva = server.client()
    event = one.legal[0]
    eva.refused("no_seat", "do", table=one.table, at=one.last, event=event)
    one.client.refused("bad_event", "do", table=one.table, at=one.last, event="fly to the moon")
    one.client.refused("bad_message", "do", table=one.table, at=one.last)
    one.client.refused("no_table", "do", table="nowhere", at=one.last, event=event)
    early = one.client.refused("illegal", "do", table=one.table, at=one.last, event="draw deck")
    check(early["message"] and early["reason"] == "wrong_phase" and early["rule"] == "C18R", early)
    # Both choose their tickets at the same time; neither learns the other's choice.
    at = two_.last
    check(two_.play()["type"] == "ok")
    one.up_to(two_.last)
    check(one.happenings[-1]["kind"] == "sealed" and "?" in one.happenings[-1]["text"], one.happenings[-1])
    check("?" not in two_.happenings[-1]["text"] and two_.now["sealed"])
    check(one.my_turn() and not two_.my_turn() and at < two_.last)
    answer = one.client.ask("do", id=777, table=one.table, at=one.last, event=one.legal[0])
    again = one.client.ask("do", id=777, table=one.table, at=one.last, event=one.legal[0])
    check(answer == again and answer["type"] == "ok", answer, again)
    # The same choice under another id, as after a lost answer: recognised.
    same = one.client.ask("do", table=one.table, at=one.last, event=one.legal[0])
    check(same["type"] == "ok", same)
    one.up_to(answer["at"])
    two_.up_to(answer["at"])
    player, other = (one, two_) if one.my_turn() else (two_, one)
    old = player.last
    check(player.play("draw deck")["type"] == "ok")
    stale = player.client.ask("do", table=player.table, at=old, event="draw 1")
    check(stale["type"] == "error" and stale["code"] == "stale" and stale["at"] == player.last, stale)
    other.up_to(player.last)
    check(other.client.ask("do", table=other.table, at=other.last, event="draw deck")["code"] == "not_now")
    server.stop()


def test_a_command_sent_again_after_the_connection_broke_is_answered_the_same():
    server = serve()
    ana = server.client(run=4711)
    made = ana.ok("create", id=5, game="berlin", seats=[seat("person"), seat("open")])
    ana.socket.close()
    back = server.client(token=ana.token, run=4711)
    check(back.ok("create", id=5, game="berlin", seats=[seat("person"), seat("open")]) == made, "a second table")
    other = server.client(token=ana.token, run=4712)
    check(other.ok("create", id=5, game="berlin", seats=[seat("person"), seat("open")])["table"] != made["table"])
    server.stop()


def test_undo_alone_and_by_agreement():
    server = serve()
    one, two_ = two(server)
    # A sealed choice can be taken back as long as the other has not chosen.
    check(one.play()["type"] == "ok" and not one.my_turn())
    answer = one.client.ok("undo", table=one.table, at=one.last)
    one.up_to(answer["at"])
    check(one.my_turn() and one.happenings[-1]["kind"] == "unseal")
    for player in (one, two_):
        player.up_to(max(one.last, two_.last))
        check(player.play()["type"] == "ok")
    one.up_to(two_.last)
    player, other = (one, two_) if one.my_turn() else (two_, one)
    # A card drawn blind has been seen: the other has to agree.
    events = player.now
    check(player.play("draw deck")["type"] == "ok")
    answer = player.client.ok("undo", table=player.table, at=player.last)
    other.up_to(answer["at"])
    check(other.now["undo_asked"] == player.seat, other.now)
    answer = other.client.ok("answer", table=other.table, at=other.last, agree=False)
    player.up_to(answer["at"])
    check("undo_asked" not in player.now and player.happenings[-1]["kind"] == "refuse" and events)
    answer = player.client.ok("undo", table=player.table, at=player.last)
    other.up_to(answer["at"])
    answer = other.client.ok("answer", table=other.table, at=other.last, agree=True)
    player.up_to(answer["at"])
    other.up_to(answer["at"])
    check(player.happenings[-1]["kind"] == "undo" and player.my_turn())
    play_out([one, two_])
    replays(server.get(f"/api/tables/{one.table}/log")[1], one.result)
    server.stop()


def test_resigning_decides_a_game_of_two_and_a_rematch_turns_the_seats():
    server = serve()
    one, two_ = two(server)
    one.client.refused("not_now", "rematch", table=one.table)
    answer = one.client.ok("resign", table=one.table)
    two_.up_to(answer["at"])
    check(two_.status == "over" and {r["seat"]: r["rank"] for r in two_.result} == {1: 2, 2: 1}, two_.result)
    check(re.fullmatch("[0-9a-f]{64}", two_.seed))
    eva = server.client()
    eva.refused("not_now", "rematch", table=one.table)
    elsewhere = server.client(token=two_.client.token) # not at the table, but still invited
    first = one.client.ok("rematch", table=one.table)["table"]
    check(two_.client.kind("again")["next"] == first)
    invited = elsewhere.kind("again")
    check(invited["next"] == first and invited["game"] == "berlin", invited)
    check(invited["by"]["person"] == one.client.person, invited)
    check(two_.client.ok("rematch", table=one.table)["table"] == first, "a second rematch")
    elsewhere.send({"type": "ping"})
    elsewhere.kind("pong")
    check(not [m for m in elsewhere.waiting if m["type"] == "again"], "who asks again calls nobody again")
    chairs = one.client.ok("join", table=first)["chairs"]
    check([c["person"] for c in chairs] == [two_.client.person, one.client.person], chairs)
    one.client.ok("start", table=first)
    server.stop()


def test_resigning_among_three_leaves_the_seat_to_a_bot():
    server = serve()
    people = [server.client(legal=True, view="none") for _ in range(3)]
    table = table_of(people[0], "berlin", ("person", "open", "open"))
    for p in people[1:]:
        p.ok("sit", table=table)
    people[0].ok("start", table=table)
    players = [Player(p, table, random.Random(5)) for p in people]
    people[2].ok("resign", table=table)
    play_out(players[:2])
    check({r["seat"]: r["rank"] for r in players[0].result}[3] == 3, players[0].result)
    server.stop()


def test_away_and_back():
    server = serve()
    one, two_ = two(server)
    answer = one.client.ok("away", table=one.table)
    two_.up_to(answer["at"])
    while not any(h["kind"] in ("choice", "sealed") and h["seat"] == 1 for h in two_.happenings):
        two_.update()
    answer = one.client.ok("back", table=one.table)
    two_.up_to(answer["at"])
    one.up_to(answer["at"])
    play_out([one, two_])
    server.stop()


def test_a_clock_of_a_move_and_of_a_game():
    server = serve()
    one, two_ = two(server, timing={"kind": "move", "seconds": 1})
    check(one.now["clocks"][0]["ms"] <= 1000)
    while not any(h["kind"] == "timeout" for h in one.happenings):
        one.update()
    seat_ = next(h["seat"] for h in one.happenings if h["kind"] == "timeout")
    (one if seat_ == 1 else two_).client.ok("back", table=one.table)
    one, two_ = two(server, timing={"kind": "game", "seconds": 1, "increment": 0})
    while one.status != "over":
        one.update()
    check(sorted(r["rank"] for r in one.result) == [1, 2], one.result)
    server.stop()


def test_several_tabs_and_your_turn():
    server = serve()
    one, two_ = two(server)
    tab = server.client(token=one.client.token, legal=True, view="none")
    check(tab.person == one.client.person)
    second = Player(tab, one.table, random.Random(2))
    check(second.seat == 1)
    check(second.play()["type"] == "ok")
    one.up_to(second.last)
    two_.up_to(second.last)
    check(two_.play()["type"] == "ok")
    one.up_to(two_.last)
    other = two_ if one.my_turn() else one
    elsewhere = server.client(token=(one if other is two_ else two_).client.token)
    check(elsewhere.person != other.client.person)
    # People who are not at the table are told on any connection when it is their turn.
    away = server.client(token=other.client.token)
    player = one if other is two_ else two_
    player.up_to(max(one.last, two_.last))
    while player.my_turn():
        check(player.play()["type"] == "ok")
    check(away.kind("turn")["table"] == one.table)
    server.stop()


def test_lobby_private_tables_and_own_tables():
    server = serve()
    ana, luis = server.client(name="<b>Ana</b>"), server.client(name="Robert'); DROP TABLE people;--")
    check(luis.ok("lobby", on=True)["list"] == [])
    private = table_of(ana)
    public = table_of(ana, public=True)
    listed = luis.until(lambda m: m["type"] == "tables" and m["of"] == "lobby" and m["list"])["list"]
    check([t["table"] for t in listed] == [public] and listed[0]["chairs"][0]["name"] == "<b>Ana</b>", listed)
    mine = ana.ok("mine")["list"]
    check({t["table"] for t in mine} == {private, public} and all(t["your_seat"] == 1 for t in mine), mine)
    page = server.get("/")[1]
    check("&lt;b&gt;Ana&lt;/b&gt;" in page and "<b>Ana" not in page, page)
    api = json.loads(server.get("/api/tables")[1])
    check([t["table"] for t in api["list"]] == [public])
    luis.ok("sit", table=public)
    check(json.loads(server.get("/api/people/Robert%27%29%3B%20DROP%20TABLE%20people%3B--")[1])["person"] == luis.person)
    luis.refused("not_host", "start", table=public)
    ana.ok("seat", table=private, seat=2, kind="bot", bot="greedy")
    ana.refused("no_bot", "seat", table=public, seat=2, kind="bot", bot="nobody")
    ana.ok("start", table=private)
    luis.ok("stand", table=public)
    luis.ok("rename", name="Luis")
    check(luis.refused("name_taken", "rename", name="<B>ana</B>"))
    luis.refused("bad_name", "rename", name=" Luis")
    server.stop()


def test_chat_is_text_kept_and_limited():
    server = serve()
    one, two_ = two(server)
    words = "<script>alert('x')</script> \"); DROP TABLE chat; -- ¿qué? 🚋"
    one.client.ok("say", table=one.table, text=words)
    line = two_.client.kind("chat")["line"]
    check(line["text"] == words and line["person"] == one.client.person, line)
    one.client.refused("bad_text", "say", table=one.table, text="   ")
    one.client.refused("bad_text", "say", table=one.table, text="a\nb")
    one.client.refused("bad_text", "say", table=one.table, text="e" * 281)
    server.kill()
    server.start()
    back = server.client(token=one.client.token)

    def lines():
        return [l["text"] for l in back.ok("join", table=one.table)["chat"]]
    wait_for(lambda: lines() == [words])
    server.stop()
    limited = Server(ANDEN)
    one, _ = two(limited)
    codes = [one.client.ask("say", table=one.table, text="hello").get("code") for _ in range(40)]
    check(codes[0] is None and "slow_down" in codes, codes)
    limited.stop()


def test_tokens_and_passphrases():
    server = serve()
    ana = server.client(name="Ana")
    forged = Client(server.port)
    server.clients.append(forged)
    for token in ("x", ana.token[:-1] + ("A" if ana.token[-1] != "A" else "B"), "A" * 43, "' OR 1=1 --"):
        forged.send({"type": "hello", "version": 2, "token": token})
        check(forged.kind("error")["code"] == "token")
    forged.send({"type": "join", "table": "x"})
    check(forged.kind("error")["code"] == "hello_first")
    forged.refused("bad_passphrase", "signin", name="Ana", passphrase="whatever it is")
    ana.refused("bad_passphrase", "secure", passphrase="short")
    check("8" in ana.refused("bad_passphrase", "secure", passphrase="ñañañañ")["message"])  # 7 characters, 11 bytes
    ana.ok("secure", passphrase="correct horse battery")
    forged.refused("bad_passphrase", "signin", name="Ana", passphrase="wrong horse battery")
    forged.refused("bad_passphrase", "signin", name="Nobody", passphrase="wrong horse battery")
    token = forged.ok("signin", name="ana", passphrase="correct horse battery")["token"]
    check(server.client(token=token).person == ana.person)
    other = Client(server.port)
    server.clients.append(other)
    other.send({"type": "hello", "version": 2, "name": "ANA"})
    check(other.kind("error")["code"] == "name_taken")
    other.send({"type": "hello", "version": 9})
    check(other.kind("error")["code"] == "version")
    server.stop()
    kept = b""
    for path in glob.glob(server.db + "*"):  # the last writes may still be in the log beside the file
        with open(path, "rb") as f:
            kept += f.read()
    check(ana.token.encode() not in kept and b"correct horse" not in kept and b"Ana" in kept)
    check(ana.token not in server.log() and "correct horse" not in server.log())


def test_bad_messages_are_refused_and_harm_nobody():
    server = serve()
    ana = server.client()
    for text in ("", "[]", "7", "{", '{"type":7}', '{"type":"fly"}', '{"type":"welcome"}', '{"type":"join"}',
                 '{"type":"join","table":7}', '{"type":"join","table":"x","table":"y"}', '{"type":"ping"} x',
                 '{"type":"create","seats":[1]}', '{"type":"say","table":"x","text":"' + "e" * 401 + '"}',
                 '{"type":"ping","id":1.5}', '{"type":"ping","id":99999999999999999999}', "[" * 5000):
        ana.send_frame(1, text.encode())
        check(ana.kind("error")["code"] == "bad_message", text)
    # Refusals have the id of the command, in the language that was asked for.
    luis = server.client(language="es")
    check(luis.refused("bad_message", "join")["message"] == "Falta el miembro «table».")
    check("«type»" in luis.refused("bad_message", "fly")["message"])
    check("30 días" in luis.refused("bad_table", "create", game="berlin", seats=[{"kind": "person"}] * 2,
                                    timing={"kind": "move"})["message"])
    for message in ({"game": "chess", "seats": [{"kind": "person"}] * 2},
                    {"game": "berlin", "seats": [{"kind": "person"}]},
                    {"game": "berlin", "seats": [{"kind": "ghost"}] * 2},
                    {"game": "berlin", "seats": [{"kind": "person"}] * 2, "options": [{"name": "turbo", "value": 1}]},
                    {"game": "berlin", "seats": [{"kind": "person"}] * 2, "options": [{"name": "first", "value": 9}]},
                    {"game": "berlin", "seats": [{"kind": "person"}] * 2, "timing": {"kind": "move"}},
                    {"game": "berlin", "seats": [{"kind": "person"}] * 2, "sit": 3},
                    {"game": "berlin", "seats": [{"kind": "person"}] * 2, "undo": "perhaps"},
                    {"seats": [{"kind": "person"}] * 2}):
        ana.refused("bad_table", "create", **message)
    ana.refused("no_bot", "create", game="berlin", seats=[{"kind": "person"}, {"kind": "bot", "bot": "flat"}])
    check(ana.ok("ping")["type"] == "pong")
    one, two_ = two(server)
    check(one.client.ok("start", table=one.table)["at"] == one.last, "a second start does nothing")
    one.client.refused("not_now", "stand", table=one.table)
    eva = server.client()
    eva.refused("full", "sit", table=one.table)
    eva.refused("no_seat", "resign", table=one.table)
    check(two_.play()["type"] == "ok")
    server.stop()


def test_a_board_of_ones_own():
    server = serve()
    ana = server.client(legal=True, view="none", name="Ana")
    with open(os.path.join(ROOT, "doc/examples/tiny.board"), encoding="utf-8") as f:
        board = f.read()
    create = {"type": "create", "board": board, "seats": [{"kind": "person"}, {"kind": "bot", "bot": "greedy"}],
              "start": True}
    status, body = server.get("/api/tables", json.dumps(create).encode(), {"Authorization": "Bearer " + ana.token})
    check(status == 201, status, body)
    player = Player(ana, json.loads(body)["table"], random.Random(1))
    check(player.now["plan"]["board"] == board)
    play_out([player])
    own = json.loads(server.get("/api/people/Ana", headers={"Authorization": "Bearer " + ana.token})[1])
    check([(r["game"], r["title"]) for r in own["results"]] == [("tiny", "Tiny Lake")], own)
    create["board"] = board.replace("city", "town", 1)
    status, body = server.get("/api/tables", json.dumps(create).encode(), {"Authorization": "Bearer " + ana.token})
    check(status == 422 and json.loads(body)["error"]["code"] == "bad_table", status, body)
    check(server.get("/api/tables", b"{}", {"Authorization": "Bearer " + "A" * 43})[0] in (400, 401))
    check(server.get("/api/tables", b"{}")[0] == 401)
    server.stop()


def test_a_family_that_the_server_does_not_know():
    """The null game (engine/null) has only its rules: the server needs nothing else from a family."""
    server = serve()
    with open(os.path.join(ROOT, "tests/laws/null.board"), encoding="utf-8") as f:
        board = f.read()
    ana = server.client(name="Ana", legal=True, view="json", language="en")
    luis = server.client(name="Luis", legal=True, view="json", language="es")
    eva = server.client(name="Eva", view="none")
    made = ana.ok("create", board=board, seats=[seat("person"), seat("open")])
    luis.ok("sit", table=made["table"])
    ana.ok("start", table=made["table"])
    rng = random.Random(5)
    players = [Player(c, made["table"], rng) for c in (ana, luis)]
    watcher = Player(eva, made["table"], rng)
    check(players[0].now["plan"]["game"] == "null" and players[0].now["json"]["seats"], players[0].now)
    play_out(players)
    while watcher.status != "over":
        watcher.update()
    check(players[0].result == players[1].result == watcher.result and len(watcher.result) == 2)
    for player, own in ((players[0], 1), (players[1], 2), (watcher, None)):
        rolled = [h["text"] for h in player.happenings if h["kind"] == "chance"]
        seen = [n % 2 + 1 == own for n in range(len(rolled))]
        check([text != "roll ?" for text in rolled] == seen, rolled)
    said = [h for h in players[0].happenings if h["kind"] == "choice"]
    check(all(h["text"].startswith("say ") for h in said), said)
    points = [sum(int(h["text"][4:]) for h in said if h["seat"] == s) for s in (1, 2)]
    check([r["score"] for r in players[0].result] == points and max(points) < sum(points) >= 10, players[0].result)
    log = server.get(f"/api/tables/{made['table']}/log")[1]
    check(f"result {points[0]} {points[1]}" in log and "seed" in log, log)
    server.stop()


def test_http_for_machines():
    server = serve()
    one, _ = two(server)
    version = subprocess.run([ANDEN, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    status, health = server.get("/healthz")
    check(status == 200 and health.startswith('{"ok":true,'), status, health)
    check(version == "anden " + json.loads(health)["version"] == one.client.welcome["server"], version, health)
    metrics = server.get("/metrics")[1]
    check(re.search(r"^anden_entries_total [1-9]", metrics, re.M) and "anden_store_commit_seconds_bucket" in metrics)
    check(server.get("/api/tables/nowhere")[0] == 404 and server.get("/api/people/nobody")[0] == 404)
    shown = json.loads(server.get(f"/api/tables/{one.table}")[1])
    check(shown["last"] == one.last and "your_seat" not in shown and len(shown["happenings"]) == one.last)
    check(all("?" in h["text"] for h in shown["happenings"] if h.get("text", "").startswith("ticket")))
    status, body = server.get(f"/api/tables/{one.table}/log")
    check(status == 409 and "Ana" not in body, "a log before the end would tell what is hidden")
    server.stop()


def test_ten_first_visits_at_once_from_one_address():
    """Every file of the page (tests/web/size.mjs knows that there are at most 400) over six connections each, as
    browsers do, and a WebSocket; then the requests of the API still have their own limit."""
    visits, connections, each = 10, 6, 66
    with tempfile.TemporaryDirectory() as folder:
        for i in range(connections * each):
            with open(f"{folder}/{i}.js", "w", encoding="utf-8") as f:
                f.write(str(i))
        server = Server(ANDEN, "--web", folder, "--address-connections", "32")
        people = [server.client() for _ in range(visits)]
        sockets = [(i, raw.connect(server.port)) for _ in range(visits) for i in range(connections)]
        for i, s in sockets:
            s.sendall(b"".join(b"GET /%d.js HTTP/1.1\r\nHost: a\r\n\r\n" % n
                               for n in range(i * each, (i + 1) * each)))
        for i, s in sockets:
            rest = b""
            for n in range(i * each, (i + 1) * each):
                status, _, body, rest = raw.read_answer(s, rest)
                check((status, body) == (200, b"%d" % n), status, body)
            s.close()
        statuses = {server.get("/api/tables")[0] for _ in range(300)}
        check(statuses == {200, 429}, statuses)
        for p in people:
            p.ok("lobby", on=True)
        server.stop()


def test_limits_on_tables_and_memory():
    server = serve("--tables-per-person", "3", "--tables", "4", "--idle-seconds", "0")
    ana = server.client()
    tables = [table_of(ana) for _ in range(3)]
    ana.refused("too_many", "create", game="berlin", seats=[seat("person"), seat("open")])
    luis = server.client()
    for table in tables:
        luis.ok("join", table=table)
    wait_for(lambda: "anden_tables 3" in server.get("/metrics")[1])
    # Nobody watches: the tables leave the memory, and come back when somebody asks.
    luis.close()
    wait_for(lambda: "anden_tables 0\n" in server.get("/metrics")[1])
    eva = server.client()
    eva.ok("sit", table=tables[0])
    chairs = eva.ok("join", table=tables[0])["chairs"]
    check([c["name"] for c in chairs] == [ana.name, eva.name], chairs)
    ana.ok("start", table=tables[0])
    check(server.get("/no/such/page")[0] == 404)
    server.stop()


def test_a_polite_stop():
    server = serve()
    one, two_ = two(server)
    answer = one.play()
    server.process.terminate()
    try:
        while True:
            two_.client.receive()
    except Closed:
        check(two_.client.close_code == 1001, two_.client.close_code)
    two_.client.close()
    one.client.close()
    server.process.wait(timeout=PATIENCE)
    check(server.process.returncode == 0, server.log())
    server.process.stdout.close()
    server.start()
    back = server.client(token=one.client.token)
    check(back.ok("join", table=one.table)["last"] >= answer["at"])
    server.stop()


def test_refusals_are_said_in_the_language_that_was_asked_for():
    server = serve()
    ana, luis, eva = server.client(language="es", legal=True), server.client(language="es"), server.client()
    table = table_of(ana, "berlin", start=False)
    check(ana.refused("not_now", "start", table=table)["message"] ==
          "La partida puede empezar cuando todos los puestos estén ocupados.")
    check(luis.refused("not_host", "start", table=table)["message"] == "Solo puede hacerlo quien creó la mesa.")
    check(eva.refused("not_host", "start", table=table)["message"] == "Only the person who made the table can do this.")
    check(luis.refused("no_table", "sit", table="nowhere")["message"] == "No existe esa mesa.")
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    one = Player(ana, table, random.Random(1))
    while one.my_turn():
        check(one.play()["type"] == "ok")
    check(one.client.refused("not_now", "do", table=table, at=one.last, number=1)["message"].startswith(
        ("Es el turno del puesto 2", "Este puesto ya ha elegido")))
    server.stop()


def test_bots_with_settings():
    server = serve("--bot-pause-ms", "0")
    ana = server.client()
    spec = "rollout:iterations=4,policy=planner"
    table = table_of(ana, "berlin", ("person", spec, "greedy", "open"))
    ana.ok("seat", table=table, seat=4, kind="bot", bot="planner:seed=7")
    chairs = ana.ok("join", table=table)["chairs"]
    check([c.get("bot") for c in chairs] == [None, spec, "greedy", "planner:seed=7"], chairs)
    check([c["name"] for c in chairs[1:]] == ["rollout", "greedy", "planner"], chairs)
    server.kill() # it is the same after a restart, and the bots play
    server.start()
    ana = server.client(token=ana.token, legal=True, view="none")
    check([c.get("bot") for c in ana.ok("join", table=table)["chairs"]] == [None, spec, "greedy", "planner:seed=7"])
    ana.ok("start", table=table)
    player = Player(ana, table, random.Random(1))
    play_out([player])
    check(player.status == "over")
    log = server.get(f"/api/tables/{table}/log")[1]
    check("rollout" in log and "planner" in log, log[:300])
    again = ana.ok("rematch", table=table)["table"]
    chairs = ana.ok("join", table=again)["chairs"]
    check([c.get("bot") for c in chairs] == ["planner:seed=7", None, spec, "greedy"], chairs)
    for bad in ("rollout:iterations=many", "rollout:" + 55 * "x", "nobody", "x" * 63, "flat"):
        answer = ana.ask("create", game="berlin", seats=[seat("person"), seat("bot", bad)])
        check(answer["type"] == "error" and answer["code"] == "no_bot", answer)
    server.stop()


def test_bots_and_clocks_go_on_after_a_restart_without_anybody():
    server = serve("--bot-pause-ms", "20")
    ana = server.client()
    table_of(ana, "berlin", ("greedy", "random"), start=True)
    timed = table_of(ana, "berlin", timing={"kind": "move", "seconds": 1})
    server.client().ok("sit", table=timed)
    ana.ok("start", table=timed)
    server.kill()
    server.start()
    # Nobody asks for the tables: the bots play theirs to its end; at the other one both run out of time, and bots
    # play for them too.
    wait_for(lambda: "anden_games_over_total 2" in server.get("/metrics")[1])
    server.stop()


def test_a_webhook_is_told_of_a_turn_that_waits_and_tried_again():
    told, failed = [], []

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            (told if failed else failed).append(body)
            self.send_response(204 if told else 500)
            self.end_headers()

        def log_message(self, *_):
            pass

    hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    server = serve("--webhook", f"http://127.0.0.1:{hook.server_port}/turn", "--notice-seconds", "0",
                   "--address", "https://games.example/")
    ana = server.client(name="Ana")
    table = table_of(ana, "berlin", ("person", "greedy"), start=True)
    wait_for(lambda: told)
    check(told[0]["table"] == table and told[0]["person"] == str(ana.person) and told[0]["event"] == "your_turn", told)
    check(told[0]["name"] == ana.name and told[0]["seat"] == 1, told)
    check(told[0]["link"] == f"https://games.example/#/table/{table}")
    wait_for(lambda: "anden_notices_sent_total 1" in server.get("/metrics")[1])
    server.stop()
    hook.shutdown()
    hook.server_close()


def test_a_database_that_was_locked_is_used_again():
    server = serve()
    ana = server.client()
    other = sqlite3.connect(server.db, isolation_level=None)
    other.execute("begin immediate")
    ana.refused("unavailable", "create", game="berlin", seats=[{"kind": "person"}] * 2)
    check(server.get("/healthz")[0] == 503)
    wait_for(lambda: '"database_away"' in server.log())
    other.execute("rollback")
    other.close()
    # Nobody asks for anything: the server finds out by itself.
    wait_for(lambda: '"database_back"' in server.log())
    check(server.get("/healthz")[0] == 200)
    ana.ok("create", game="berlin", seats=[{"kind": "person"}] * 2)
    server.stop()


def test_settings_of_file_and_command_line():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "anden.conf")

        def refused(text, *flags):
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)
            done = subprocess.run([ANDEN, "serve", "--config", path, *flags], capture_output=True, text=True, timeout=PATIENCE)
            check(done.returncode in (1, 2) and done.stdout == "", done)
            return done.stderr
        check(f"{path}:2: there is no setting \"turbo\"" in refused("# fast\nturbo = 1\n"))
        check(f"{path}:1: bot-threads takes a number from 0 to 64" in refused("bot-threads = many\n"))
        check("a line is" in refused("listen\n"))
        check("cannot start" in refused("listen = 256.1.1.1:0\n", "--db", os.path.join(folder, "x.db")))
        check("cannot start" in refused("listen = 127.0.0.1:99999\n", "--db", os.path.join(folder, "x.db")))
        check("cannot start" in refused("listen = 127.0.0.1:0\n", "--db", os.path.join(folder, "no/such/x.db")))
        check("webhook is a URL" in refused("listen = 127.0.0.1:0\nwebhook = https://x\n", "--db", os.path.join(folder, "y.db")))
        check("--tables takes a number" in refused("", "--tables", "0"))
        check("--address is a URL" in refused("", "--address", "games.example"))
        check("origins are addresses" in refused("origins = https://a.example, b.example\n"))
        check("origins are addresses" in refused("origins = https://a.example/page\n"))
        check("is named by a URL" in refused("db = postgresql:anden\n"))
        check("This is no database" in refused(f"db = {path}\n"))
        os.remove(path)
        os.mkdir(path)
        done = subprocess.run([ANDEN, "serve", "--config", path], capture_output=True, text=True, timeout=PATIENCE)
        check(done.returncode == 1 and "cannot read" in done.stderr, done)


def main():
    tests = [value for name, value in globals().items() if name.startswith("test_")]
    if len(sys.argv) > 2:
        tests = [t for t in tests if any(word in t.__name__ for word in sys.argv[2:])]
    run(tests)


main()
