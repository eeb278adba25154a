"""Boards of one's own: others see their texts in lists, at tables, and on terminals."""
import json
import os
import random
import subprocess

import attack
from attack import Player, check, play_out, wait_for

HERE = os.path.dirname(os.path.abspath(__file__))
SEATS = [{"kind": "person"}, {"kind": "open"}]
with open(os.path.join(HERE, "..", "..", "doc", "examples", "tiny.board"), encoding="utf-8") as file:
    TINY = file.read()
NAME = 'name "Tiny Lake"'
LISTED = ("--listed-per-person", "10000", "--listed-per-address", "10000", "--tables-per-person", "10000",
          "--tables-per-address", "10000")


def make(s, client, text):
    """(status, answer) of a public table on a board of the client's own."""
    create = {"type": "create", "board": text, "seats": SEATS, "public": True}
    return attack.get(s, "/api/tables", headers={"Authorization": f"Bearer {client.token}"}, data=json.dumps(create).encode())


def named(name):
    return TINY.replace(NAME, f'name "{name}"')


def test_no_board_turns_or_hides_what_others_read():
    s = attack.server("--limits", "0", *LISTED)
    mal = attack.Stranger(s)
    check(NAME in TINY and "city Nordhavn" in TINY and "family routes" in TINY)
    bad = [named(f"Tiny{c}Lake") for c in ("\u202e", "\u202a", "\u2066", "\u2067", "\u2069", "\u2028", "\u2029", "\u009b31m",
                                           "\x1b[2J", "\u200b", "\u200e", "\u00ad", "\u2060", "\ufeff", "\u3164", "\u2800",
                                           "\ue000", "\U000e0041")]
    bad += [named("T" + 5 * "\u0301"), named("\u200b\u2060"), named("x" * 40)]
    bad += [TINY.replace("Nordhavn", '"Nord\u202ehavn"'), TINY.replace("Nordhavn", '"Nord\u200bhavn"')]
    for about in ("a\u202eb", "a\u200bb", "x" * 1001):
        bad.append(TINY.replace("family routes", f'about "{about}"\nfamily routes'))
    for drawn in ("a\u2067b", "a" + 9 * "\u0336", "x" * 101):
        bad.append(TINY + f'\ndecor name 10 10 "{drawn}"\n')
    bad.append(TINY + "\n# nobody sees \u202e this, except who opens the file\n")
    for text in bad:
        status, answer = make(s, mal, text)
        check(status == 422 and answer["error"]["code"] == "bad_table", status, answer, ascii(text[:200]))
    for text in (TINY, named("Școala Nouă"), named("کوه\u200cها"), named("שלום"), named("Trại\u0301 1"),
                 TINY + '\ndecor name 10 10 "Ægir"\n'):
        status, answer = make(s, mal, text)
        check(status == 201, status, answer)
    s.stop()


def test_a_board_of_ones_own_is_not_taken_for_one_of_ours():
    s = attack.server("--limits", "0")
    mal, ana = attack.Stranger(s), attack.Stranger(s, "192.0.2.2")
    table = make(s, mal, TINY.replace("id tiny", "id europe"))[1]["table"]
    ours = ana.ok("create", game="europe", public=True, seats=SEATS)["table"]
    for sits in (True, False):
        listed = {line["table"]: line for line in attack.get(s, "/api/tables")[1]["list"]}
        check(listed[table]["title"] == "Tiny Lake" and listed[table]["rated"] is False, listed[table])
        check("title" not in listed[ours], listed[ours])
        for t in (table, ours) if sits else ():  # their lines are written again
            attack.Stranger(s, "192.0.2.3").ok("sit", table=t)
    s.stop()


def test_words_that_nobody_may_say_name_no_board():
    s = attack.server("--limits", "0", *LISTED)
    mal = attack.Stranger(s)
    check(make(s, mal, named("Idiot Lake"))[0] == 201)
    subprocess.run([attack.ANDEN, "admin", "words", "add", "idiot", "--db", s.db], check=True, stdout=subprocess.DEVNULL)

    def refused(text):
        answer = make(s, mal, text)[1]
        return answer.get("error", {}).get("code") == "bad_word"
    wait_for(lambda: refused(named("1d10t Lake")), "the word on the list")
    check(refused(TINY.replace("id tiny", "id idiot")))
    check(make(s, mal, TINY)[0] == 201)
    s.stop()


def cliques_around_a_hub(size):
    """A map whose longest path a plain search does not find in hours: three complete networks, each joined to a hub by one
    route, and all routes one space long."""
    cities = ["Hub"] + [f"{k}{i}" for k in "ABC" for i in range(size)]
    routes = [(f"{k}{i}", f"{k}{j}") for k in "ABC" for i in range(size) for j in range(i)] + [("Hub", f"{k}0") for k in "ABC"]
    return "\n".join(
        ["andenboard 1", "id hub", 'name "Hub"', "family routes", "seats 2 2", "features longest_path", "pieces train 50",
         "hand 4", "first_tickets 0 2 keep 2 bottom", "draw_tickets 1", "ticket_counts public", "last_round_at 2", "express 10",
         "points 1 1", "card red 60", "card blue 60", "wild engine 20"]
        + [f"city {c}" for c in cities]
        + [f"route {a} {b} grey 1" for a, b in routes]
        + [f"ticket Hub {c} 2" for c in cities[1:]]) + "\n"


class Drawing(Player):
    """Leaves all routes to others."""

    def play(self, event=None):
        return super().play(event or next((e for e in self.legal if e.split()[0] not in ("claim", "tickets")), None))


def test_no_map_takes_long_to_score():
    """All routes belong to one player at the end; every position on the way is answered, and so is a stranger who asks. Where
    that could take long, the map is refused."""
    s = attack.server("--limits", "0")
    ana, luis = (attack.Stranger(s, address, view="json") for address in ("192.0.2.1", "192.0.2.2"))
    status, answer = make(s, ana, cliques_around_a_hub(6))
    check(status == 422 and "A player could own 48 routes here" in answer["error"]["message"], status, answer)
    status, answer = make(s, ana, cliques_around_a_hub(5))
    check(status == 201, status, answer)
    table = answer["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    players = [Player(ana, table, random.Random(1)), Drawing(luis, table, random.Random(2))]
    play_out(players)
    status, answer = attack.get(s, f"/api/tables/{table}")
    check(status == 200, status, answer)
    seats = players[0].now["json"]["seats"]
    check(len(seats[0]["routes"]) == 33 and seats[0]["longest_trail"] == 22 and len(seats[0]["trail"]) == 22, seats[0])
    s.stop()


attack.run([test_no_board_turns_or_hides_what_others_read, test_a_board_of_ones_own_is_not_taken_for_one_of_ours,
            test_no_map_takes_long_to_score, test_words_that_nobody_may_say_name_no_board])
