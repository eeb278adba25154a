"""The record of a long game: it comes in pieces, it has a price, and nobody waits for somebody else's."""
import json
import random
import time

import attack
from attack import Player, check, wait_for

LEVELS = [{"kind": "bot", "bot": "hard"} for _ in range(5)]


def long_game(s):
    """A game of five bots that is over: (who made it, the table, its last entry)."""
    ana = attack.Stranger(s, "192.0.2.1")
    table = ana.ok("create", game="europe", seats=LEVELS, sit=0, start=True, public=True)["table"]
    watcher = Player(ana, table, random.Random(1))
    while watcher.status != "over":
        watcher.update()
    return ana, table, watcher.last


def test_a_long_record_comes_in_pieces():
    s = attack.server()
    ana, table, last = long_game(s)
    check(last > 300, last)
    for view in ("none", "json", "events"):
        eva = attack.Stranger(s, "192.0.2.3", view=view)
        whole = eva.ok("join", table=table, after=0)
        check([h["n"] for h in whole["happenings"]] == list(range(1, last + 1)), "a gap")
        told = [json.loads(m) for m in eva.said if b'"happenings"' in m]
        check(all(len(m["happenings"]) <= 100 for m in told), [len(m["happenings"]) for m in told])
        # The first piece says what is played, so that a client can follow the game while it comes.
        check([m["type"] for m in told] == ["piece"] * (len(told) - 1) + ["snapshot"] and len(told) > 3, len(told))
        check([m.get("plan") == whole["plan"] for m in told[:-1]] == [True] + [False] * (len(told) - 2), "the plan")
        check(not any("your_seat" in m for m in told), "a spectator has no seat")
        events = [h for h in whole["happenings"] if "event" in h]
        check(all(("text" in h) == (view != "events") for h in events), "words")
        check(any("facts" in h for h in events) == (view == "events"), "facts")
        check(all(len(m) < 200000 for m in eva.said), max(map(len, eva.said)))
        later = eva.ok("join", table=table, after=last - 150)
        check([h["n"] for h in later["happenings"]] == list(range(last - 149, last + 1)))
    s.stop()


def test_records_have_a_price():
    s = attack.server()
    ana, table, last = long_game(s)
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(6)]
    began = time.monotonic()
    answers = [c.ask("join", table=table, after=0) for c in crowd for _ in range(60)]
    given = sum(a["type"] == "snapshot" for a in answers)
    # An address has 600 hundreds of entries, and five more each second.
    check(5 <= given * last / 100 <= 700 + 5 * (time.monotonic() - began), given, last)
    check(all(a["code"] == "slow_down" for a in answers if a["type"] == "error"))
    for page in (f"/api/tables/{table}", f"/api/tables/{table}/log"):
        wait_for(lambda: attack.get(s, page, address="203.0.113.9")[0] == 429, "a page has its price")
    # Coming back after a short break costs next to nothing, and does not affect others.
    check(len(attack.Stranger(s, "192.0.2.3").ok("join", table=table, after=0)["happenings"]) == last)
    s.stop()


def test_words_that_come_late_have_a_price():
    s = attack.server()
    ana = attack.Stranger(s, "192.0.2.1")
    table = ana.ok("create", game="europe", seats=[{"kind": "person"}] + LEVELS[1:], start=True)["table"]
    player = Player(ana, table, random.Random(1))
    attack.play_out([player], stop=lambda: player.last > 250)
    codes = [ana.ask("do", table=table, at=30, event="draw deck").get("code") for _ in range(90)]
    check(10 < codes.index("slow_down") < 80, codes)
    s.stop()


def test_who_comes_and_goes_is_told_together():
    s = attack.server()
    ana, eva = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "192.0.2.3")
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}], public=True)["table"]
    ana.ok("join", table=table)
    for _ in range(30):
        eva.send({"type": "join", "table": table})
        eva.send({"type": "leave", "table": table})
    eva.ok("ping")
    eva.ok("join", table=table)
    ana.ok("ping")
    told = sum(b'"presence"' in m for m in ana.said)
    check(told < 20, told)
    s.stop()


attack.run([test_a_long_record_comes_in_pieces, test_records_have_a_price,
            test_words_that_come_late_have_a_price, test_who_comes_and_goes_is_told_together])
