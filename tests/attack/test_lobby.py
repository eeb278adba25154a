"""The lobby is for everybody: one person or address can have only a few of its lines, and all lines can
be read."""
import attack
from attack import check

SEATS = [{"kind": "person"}, {"kind": "open"}]


def public(client):
    return client.ask("create", game="berlin", seats=SEATS, public=True)


def test_one_person_and_one_address_hold_few_lines():
    s = attack.server("--tables-per-person", "1000")
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(8)]
    answers = [public(c) for c in crowd for _ in range(7)]
    check([a["type"] for a in answers[:7]] == ["ok"] * 5 + ["error"] * 2, "one person", answers[:7])
    check(sum(a["type"] == "ok" for a in answers) == 20, "one address")
    check(all(a["code"] == "too_many_listed" for a in answers if a["type"] == "error"), answers)
    crowd[0].ok("create", game="berlin", seats=SEATS)  # a private one
    # Also after a restart, and for others from the same address.
    s.kill()
    s.start()
    check(public(attack.Stranger(s, "203.0.113.9"))["code"] == "too_many_listed")
    check(public(attack.Stranger(s, "192.0.2.1"))["type"] == "ok")
    s.stop()


def test_one_address_holds_few_private_tables():
    s = attack.server("--limits", "0", "--tables-per-address", "7")
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(4)]
    answers = [c.ask("create", game="berlin", seats=SEATS) for c in crowd for _ in range(3)]
    check([a["type"] for a in answers] == ["ok"] * 7 + ["error"] * 5, answers)
    check(all(a["code"] == "too_many" for a in answers[7:]), answers)
    attack.Stranger(s, "192.0.2.1").ok("create", game="berlin", seats=SEATS)
    s.stop()


def test_lists_are_not_for_the_taking():
    s = attack.server()
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(8)]
    kinds = [("lobby", {"on": True}), ("mine", {})]
    answers = [c.ask(kind, **members) for c in crowd for kind, members in kinds for _ in range(45)]
    given = sum(a["type"] == "tables" for a in answers)
    check(100 < given < 300, "lists", given)
    check(all(a["code"] == "slow_down" for a in answers if a["type"] != "tables"))
    attack.Stranger(s, "192.0.2.1").ok("lobby", on=True)
    s.stop()


def test_the_lobby_has_pages():
    s = attack.server("--limits", "0")
    made = []
    for i in range(30):
        ana = attack.Stranger(s, f"203.0.113.{i}")
        made += [public(ana)["table"] for _ in range(5)]
    listed, page = [], {}
    while True:
        tables = ana.ok("lobby", on=True, **page)
        check(len(tables["list"]) <= 64)
        listed += [t["table"] for t in tables["list"]]
        if "next" not in tables:
            break
        page = {"page": tables["next"]}
    check(sorted(listed) == sorted(made) and len(listed) == 150, len(listed))
    first = attack.get(s, "/api/tables")[1]
    second = attack.get(s, "/api/tables?page=" + first["next"])[1]
    check([t["table"] for t in first["list"] + second["list"]] == listed[:128])
    ana.refused("bad_message", "lobby", on=True, page="nonsense")
    check(attack.get(s, "/api/tables?page=nonsense")[0] == 404)
    s.stop()


attack.run([test_one_person_and_one_address_hold_few_lines, test_one_address_holds_few_private_tables,
            test_lists_are_not_for_the_taking, test_the_lobby_has_pages])
