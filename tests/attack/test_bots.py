"""Nobody's bots have to wait for somebody who lets many bots think as hard as they can."""
import random
import re

import attack
from attack import Player, check, wait_for

TABLES = 12  # of the attacker, each with a bot that thinks for as long as it may
FEW = 8  # thoughts that may come first: about two, plus some while a busy machine reads the numbers; without turns it would be all


def metrics(s):
    """Reads the metrics; if the address is told to slow down, tries again."""
    return wait_for(lambda: (text := s.get("/metrics")[1]) and "anden_bot_moves_total" in text and text, "the numbers")


def moves(s):
    return int(re.search(r"^anden_bot_moves_total (\d+)", metrics(s), re.M)[1])


def bots(*names):
    return [{"kind": "bot", "bot": b} for b in names]


def attackers(s):
    """One address with two guests, who watch tables of experts."""
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(2)]
    for i in range(TABLES):
        c = crowd[i % 2]
        table = c.ok("create", game="europe", seats=bots("expert", "expert"), sit=0, start=True)["table"]
        c.ok("join", table=table)
    return crowd


def worst_wait(s, player, turns):
    """How many times any bot thinks while the player's opponent thinks once."""
    worst = 0
    for _ in range(turns):
        while not player.my_turn():
            before, known = moves(s), len(player.happenings)
            player.update()
            own = sum(h["kind"] == "choice" for h in player.happenings[known:])
            worst = max(worst, (moves(s) - before) / max(own, 1))
        player.play()
    return worst


def honest_game(s, token=None):
    ana = attack.Stranger(s, "192.0.2.1", **({"token": token} if token else {}))
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}] + bots("hard"), start=True)["table"]
    return ana, Player(ana, table, random.Random(1))


def test_a_bot_answers_while_another_address_does_its_worst():
    s = attack.server("--bot-threads", "1")
    attackers(s)
    ana, player = honest_game(s)
    check(worst_wait(s, player, 6) <= FEW, "thoughts of others came first")
    # The same after a restart, when all tables go on at once.
    s.kill()
    s.start()
    ana = attack.Stranger(s, "192.0.2.1", token=ana.token)
    player = Player(ana, player.table, random.Random(2))
    wait_for(lambda: moves(s) > 3, "the tables of experts go on")
    check(worst_wait(s, player, 6) <= FEW, "thoughts of others came first, after a restart")
    s.stop()


def test_guests_name_levels_only():
    s = attack.server()
    ana = attack.Stranger(s, "192.0.2.1")
    for spec in ("rollout:iterations=100000", "rollout", "expert:time=600s", "planner"):
        ana.refused("guest_bot", "create", game="europe", seats=[{"kind": "person"}] + bots(spec))
    table = ana.ok("create", game="europe", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    ana.refused("guest_bot", "seat", table=table, seat=2, kind="bot", bot="rollout:iterations=100000")
    ana.ok("seat", table=table, seat=2, kind="bot", bot="expert")
    status, answer = attack.get(s, "/api/tables", headers={"Authorization": "Bearer " + ana.token},
                                data=b'{"type":"create","game":"europe","seats":[{"kind":"bot","bot":"rollout"},{"kind":"open"}]}')
    check(status == 422 and answer["error"]["code"] == "guest_bot", status, answer)
    ana.ok("secure", passphrase="a long enough passphrase")
    ana.ok("create", game="europe", seats=[{"kind": "person"}] + bots("rollout:iterations=100000"))
    s.stop()


def test_bots_without_anybody_stop_and_go_on_when_somebody_comes():
    s = attack.server("--bot-alone-seconds", "1", "--idle-seconds", "0")
    ana = attack.Stranger(s, "192.0.2.1")
    table = ana.ok("create", game="europe", seats=bots("expert", "expert"), sit=0, start=True)["table"]

    def last():
        return attack.get(s, f"/api/tables/{table}")[1]["last"]

    wait_for(lambda: moves(s) > 0, "the bots begin")
    wait_for(lambda: "anden_tables 0\n" in metrics(s), "the table leaves the memory")
    rested = moves(s)
    check(rested < 20, rested)
    s.kill()
    s.start()
    ana = attack.Stranger(s, "192.0.2.1", token=ana.token)
    check(last() > 0 and moves(s) == 0, "a start does not wake it")
    seen = ana.ok("join", table=table)["last"]
    ana.until(lambda m: m["type"] == "update" and m["last"] > seen)
    s.stop()


attack.run([test_a_bot_answers_while_another_address_does_its_worst, test_guests_name_levels_only,
            test_bots_without_anybody_stop_and_go_on_when_somebody_comes])
