"""The table of the day: everybody has the same cards and a table of their own, once. Everybody knows its seed, so nothing may
depend on it."""
import hashlib
import random

import attack
from attack import Player, check

BOTS = ["otto", "carmen", "greta"]


def listed(s, game, **query):
    """(date, results) of a day."""
    more = "?" + "&".join(f"{k}={v}" for k, v in query.items()) if query else ""
    status, answer = attack.get(s, f"/api/daily/{game}{more}")
    check(status == 200, status, answer)
    return answer["date"], answer["results"]


def hash_of(date, game):
    """The hash of the seed, as doc/daily.md says."""
    seed = hashlib.sha256(f"anden daily {date} {game}".encode()).digest()
    return hashlib.sha256(seed).hexdigest()


def open_day(client, game="metro"):
    return client.ok("daily", game=game)["table"]


def dealt(player, count=4):
    """What chance has dealt first, before anybody played."""
    return [h["text"] for h in player.happenings if h["kind"] == "chance"][:count]


def ended(player):
    while player.status != "over":
        player.update()
    return {r["seat"]: r for r in player.result}


def test_everybody_has_the_same_cards_at_a_table_of_their_own():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1", name="Ana"), attack.Stranger(s, "192.0.2.2", name="Luis")
    for game in ("europe", "berlin", "paris", "metro"):
        check(listed(s, game)[1] == [])
        tables = [open_day(ana, game), open_day(luis, game)]
        check(tables[0] != tables[1] and open_day(ana, game) == tables[0], "one table for each of them, always the same")
        players = [Player(c, t, random.Random(1)) for c, t in zip((ana, luis), tables)]
        plans = [p.now["plan"] for p in players]
        if plans[0]["daily"] == plans[1]["daily"]:  # no midnight between them
            check(dealt(players[0]) == dealt(players[1]) and dealt(players[0]), dealt(players[0]), dealt(players[1]))
        for p, plan in zip(players, plans):
            check(plan["seed_hash"] == hash_of(plan["daily"], game), plan)
            check((plan["rated"], plan["public"], plan["spectators"], plan["undo"]) == (False, False, "none", "safe"), plan)
            check([c.get("bot") or c.get("name") for c in p.now["chairs"]][1:] == BOTS and p.seat == 1, p.now["chairs"])
    mine = ana.ok("mine")["list"]
    check(len(mine) == 4 and all(t["daily"] for t in mine), mine)
    s.stop()


def test_nobody_sees_it_before_or_after():
    s = attack.server("--limits", "0")
    ana, eva = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "192.0.2.2")
    table = open_day(ana)
    eva.refused("no_spectators", "join", table=table)
    check(eva.ask("sit", table=table)["type"] == "error")
    check(attack.get(s, f"/api/tables/{table}")[0] == 403)
    check(attack.get(s, f"/api/tables/{table}/log")[0] == 403)
    check(table not in str(attack.get(s, "/api/tables")) + str(attack.get(s, "/api/daily/metro")))
    for bad in ("chess", "", "%ff", "metro/x", "m" * 300):
        check(attack.get(s, f"/api/daily/{bad}")[0] == 404, bad)
    for bad in ("today", "2026-1-1", "2026-11-17x", "2026-13-40", "2026-02-29", "0000-00-00", "", "' OR 1=1"):
        check(attack.get(s, f"/api/daily/metro?date={bad.replace(' ', '%20')}")[0] == 404, bad)
    eva.refused("bad_table", "daily", game="chess")
    eva.refused("bad_message", "daily")
    s.stop()


def test_only_what_a_person_has_played_to_the_end_is_listed_and_never_rated():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1", name="Ana"), attack.Stranger(s, "192.0.2.2", name="Luis")
    eva = attack.Stranger(s, "192.0.2.3", name="Eva")
    player = Player(ana, open_day(ana), random.Random(1))
    date = player.now["plan"]["daily"]
    attack.play_out([player])
    own = ended(player)[1]
    want = [{"name": "Ana", "score": own["score"], "rank": own["rank"]}]
    check(listed(s, "metro", date=date) == (date, want), listed(s, "metro", date=date), want)
    check(listed(s, "metro", date="2026-01-01")[1] == [] and listed(s, "europe", date=date)[1] == [])
    page = attack.get(s, "/api/people/Ana")[1]
    check(page["ratings"] == [] and page["results"] == [], "a private table, not rated", page)
    check(attack.get(s, "/api/ratings/metro")[1]["ratings"] == [])
    # In one game a bot played on, the other was given up: both are over, and not listed.
    away = Player(luis, open_day(luis), random.Random(1))
    luis.ok("away", table=away.table)
    ended(away)
    given = open_day(eva)
    eva.ok("resign", table=given)
    ended(Player(eva, given, random.Random(1)))
    check(listed(s, "metro", date=date)[1] == want, listed(s, "metro", date=date))
    # It is played once; its rematch has other cards, and is not a table of the day.
    check(open_day(ana) == player.table or listed(s, "metro")[0] != date)
    again = Player(ana, ana.ok("rematch", table=player.table)["table"], random.Random(1))
    check("daily" not in again.now["plan"], again.now["plan"])
    check(again.now["plan"]["seed_hash"] != hash_of(date, "metro"))
    # The list has people's current names, and forgets people who delete their account.
    ana.ok("rename", name="Anita")
    check([r["name"] for r in listed(s, "metro", date=date)[1]] == ["Anita"])
    ana.ok("erase")
    check(listed(s, "metro", date=date)[1] == [])
    s.stop()


def test_it_has_the_limits_of_any_table():
    s = attack.server("--tables-per-person", "2")
    ana = attack.Stranger(s, "192.0.2.1")
    tables = [open_day(ana, game) for game in ("europe", "berlin")]
    ana.refused("too_many", "daily", game="paris")
    check([open_day(ana, game) for game in ("europe", "berlin")] == tables, "what is there can always be opened")
    s.stop()


attack.run([
    test_everybody_has_the_same_cards_at_a_table_of_their_own,
    test_nobody_sees_it_before_or_after,
    test_only_what_a_person_has_played_to_the_end_is_listed_and_never_rated,
    test_it_has_the_limits_of_any_table,
], shared=[test_only_what_a_person_has_played_to_the_end_is_listed_and_never_rated])
