"""Points that nobody has earned: boards that only have the name of a real game, puppets that give up, the same puppet again and
again."""
import json
import os
import random

import attack
from attack import Player, check

BOARDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "boards")
CHOICES = 10  # RATING_CHOICES of server/people/rating.h


def quote(name):
    return name.replace(" ", "%20")


def ratings(s, client):
    return {r["game"]: (r["rating"], r["games"])
            for r in attack.get(s, f"/api/people/{quote(client.name)}")[1]["ratings"]}


def game(winner, loser, choices=CHOICES, **create):
    """A game that the loser gives up after so many choices of both."""
    create = {"game": "metro", **create}
    table = winner.ok("create", seats=[{"kind": "person"}, {"kind": "open"}], **create)["table"]
    loser.ok("sit", table=table)
    winner.ok("start", table=table)
    rng = random.Random(1)
    players = [Player(winner, table, rng), Player(loser, table, rng)]
    made = 0
    while made < 2 * choices:
        for p in players:
            p.up_to(max(q.last for q in players))
        mover = next((p for p in players if p.my_turn()), None)
        if not mover:
            players[0].update()
            continue
        check(mover.play()["type"] == "ok")
        made += 1
    loser.ok("resign", table=table)
    for p in players:
        while p.status != "over":
            p.update()
    winner.ok("leave", table=table)
    return table


def test_only_the_boards_of_the_program_count():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "192.0.2.2")
    with open(os.path.join(BOARDS, "berlin.board"), encoding="utf-8") as f:
        text = f.read()
    easy = text.replace("id berlin", "id metro", 1)
    check(easy != text)
    game(ana, luis, game="metro")
    before = ratings(s, ana)
    check(before["metro"][1] == 1 and before["metro"][0] > 1500, before)
    create = {"type": "create", "board": easy, "seats": [{"kind": "person"}, {"kind": "open"}]}
    token = {"Authorization": f"Bearer {ana.token}"}
    status, answer = attack.get(s, "/api/tables", headers=token, data=json.dumps({**create, "rated": True}).encode())
    check(status == 422 and answer["error"]["code"] == "bad_table", answer)
    table = attack.get(s, "/api/tables", headers=token, data=json.dumps(create).encode())[1]["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    rng = random.Random(1)
    players = [Player(c, table, rng) for c in (ana, luis)]
    check(players[0].now["plan"]["rated"] is False)
    attack.play_out(players)
    check(ratings(s, ana) == before, ratings(s, ana))
    s.stop()


def test_a_table_that_is_not_rated_gives_no_points():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "192.0.2.2")
    game(ana, luis, rated=False)
    check(ratings(s, ana) == {})
    game(ana, luis, rated=True)
    check(ratings(s, ana)["metro"][0] == 1500 + 24 and ratings(s, luis)["metro"][0] == 1500 - 24)
    s.stop()


def test_games_given_up_in_the_first_turns_give_no_points():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "192.0.2.2")
    for choices in (0, CHOICES - 1):
        game(ana, luis, choices)
    check(ratings(s, ana) == {} and ratings(s, luis) == {})
    # Choices of a bot that plays for somebody don't count.
    table = ana.ok("create", game="metro", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    luis.ok("away", table=table)
    ana.ok("away", table=table)
    player = Player(ana, table, random.Random(1))
    while player.last < 40:
        player.update()
    luis.ask("back", table=table)
    luis.ok("resign", table=table)
    check(ratings(s, ana) == {})
    s.stop()


def test_puppets_of_one_address_give_few_points():
    s = attack.server("--limits", "0")
    ana = attack.Stranger(s, "192.0.2.1")
    for i in range(6):
        game(ana, attack.Stranger(s, "2001:db8:0:7::%x" % (i + 1)))
    points, games = ratings(s, ana)["metro"]
    check(games == 6 and 1500 + 24 < points <= 1500 + 48, points)
    # Honest people from elsewhere count in full.
    game(ana, attack.Stranger(s, "203.0.113.9"))
    check(ratings(s, ana)["metro"][0] >= points + 18, ratings(s, ana), points)
    s.stop()


def test_the_same_opponent_gives_few_points():
    s = attack.server("--limits", "0")
    ana, luis = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "192.0.2.2")
    for i in range(5):
        game(ana, luis)
        luis.close()
        luis = attack.Stranger(s, f"203.0.113.{i + 1}", token=luis.token)  # each time from another address
    check(1500 + 24 < ratings(s, ana)["metro"][0] <= 1500 + 48, ratings(s, ana))
    gained, lost = ratings(s, ana)["metro"][0] - 1500, 1500 - ratings(s, luis)["metro"][0]
    check(gained == lost, gained, lost)
    s.stop()


def test_games_that_end_at_once_count_one_after_the_other():
    s = attack.server("--limits", "0")
    ana = attack.Stranger(s, "192.0.2.1")
    puppets = []
    for i in range(8):
        puppet = attack.Stranger(s, "192.0.2.2")
        table = ana.ok("create", game="metro", seats=[{"kind": "person"}, {"kind": "open"}])["table"]
        puppet.ok("sit", table=table)
        ana.ok("start", table=table)
        players = [Player(c, table, random.Random(1)) for c in (ana, puppet)]
        for _ in range(2 * CHOICES):
            for p in players:
                p.up_to(max(q.last for q in players))
            next(p for p in players if p.my_turn()).play()
        puppets.append((puppet, table))
    for puppet, table in puppets:
        puppet.send({"type": "resign", "id": 900, "table": table})
    for puppet, table in puppets:
        puppet.until(lambda m: m.get("id") == 900)
    points, games = ratings(s, ana)["metro"]
    check(games == 8 and points <= 1500 + 48, points)
    s.stop()


attack.run([test_only_the_boards_of_the_program_count, test_a_table_that_is_not_rated_gives_no_points,
            test_games_given_up_in_the_first_turns_give_no_points, test_puppets_of_one_address_give_few_points,
            test_the_same_opponent_gives_few_points, test_games_that_end_at_once_count_one_after_the_other])
