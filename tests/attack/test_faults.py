"""Wrong requests get an answer at once that says so; and what strangers can learn about the machine."""
import json

import attack
from attack import check, wait_for
from client import Closed


def test_malformed_ids_are_not_found():
    s = attack.server()
    for path in ("/api/tables/a%20b", "/api/tables/%ff", "/api/tables/%ff/log", "/api/tables/" + "a" * 300,
                 "/api/people/%ff", "/api/people/" + "a" * 300, "/api/ratings/%ff", "/api/ratings/" + "a" * 300):
        status, answer = attack.get(s, path)
        check(status == 404 and answer["error"]["message"], path, status, answer)
    ana = attack.Stranger(s)
    for table in ("a b", "ñ", "..", "a/b", ""):
        ana.refused("no_table", "join", table=table)
        ana.refused("no_table", "say", table=table, text="hello")
    s.stop()


def test_a_full_server_says_so():
    s = attack.server("--tables", "1")
    ana = attack.Stranger(s)
    seats = [{"kind": "person"}, {"kind": "open"}]
    first = ana.ok("create", game="berlin", seats=seats)["table"]
    ana.ok("join", table=first)
    status, answer = attack.get(s, "/api/tables/" + "A" * 22)
    check(status == 503 and answer["error"]["code"] == "busy" and "full" in answer["error"]["message"], status, answer)
    ana.refused("busy", "join", table="A" * 22)
    ana.refused("busy", "say", table="A" * 22, text="hello")
    check(attack.get(s, f"/api/tables/{first}")[0] == 200)
    for _ in range(10):
        ana.refused("server_full", "create", game="berlin", seats=seats)
    check(s.log().count('"server_full"') == 1, "the log says so, once")
    ana.ok("leave", table=first)
    wait_for(lambda: ana.ask("join", table="A" * 22)["code"] == "no_table", "what nobody uses makes room")
    s.stop()


def test_a_server_with_too_many_connections_says_so():
    s = attack.server("--connections", "2")
    both = [attack.Stranger(s) for _ in range(2)]
    for _ in range(5):
        try:
            attack.Stranger(s)
            check(False, "it is let in")
        except Closed as why:
            check(" 503 " in str(why), why)
    wait_for(lambda: '"server_full"' in s.log(), "the log says so")
    check(both[0].ok("ping") and s.log().count('"server_full"') == 1)
    s.stop()


def test_too_many_arguments_are_refused_at_once():
    s = attack.server()
    for count in (33, 300, 3000):
        status, _, body = attack.raw.get(s.port, "/healthz?" + "&".join("a" for _ in range(count)))
        check(status == 431 and json.loads(body)["error"]["code"] == "too_large", count, status, body)
    check(attack.raw.get(s.port, "/healthz?" + "&".join("a" for _ in range(32)))[0] == 200)
    s.stop()


def test_health_tells_strangers_nothing_else():
    s = attack.server()
    for headers in ({}, {"Forwarded": "for=203.0.113.1"}, {"Via": "1.1 proxy"}, {"X-Real-IP": "203.0.113.1"},
                    {"X-Forwarded-For": "127.0.0.1"}):
        if headers:
            check(s.get("/healthz", headers=headers) == (200, '{"ok":true}'), headers)
        else:
            check("version" in s.get("/healthz")[1])
    check(attack.get(s, "/healthz") == (200, {"ok": True}))
    s.stop()


def test_numbers_are_for_the_machine_and_those_it_names():
    s = attack.server("--scrapers", "192.0.2.8, 2001:db8::/32")
    check("anden_tables 0" in s.get("/metrics")[1])
    for address in ("203.0.113.1", "127.0.0.1", "192.0.2.80"):
        status, answer = attack.get(s, "/metrics", address)
        check(status == 403 and answer["error"]["code"] == "forbidden", address, status, answer)
    check(s.get("/metrics", headers={"Via": "1.1 proxy"})[0] == 403)
    for address in ("192.0.2.8", "2001:db8::1"):
        check("anden_tables 0" in attack.get(s, "/metrics", address)[1], address)
    s.stop()


attack.run([test_malformed_ids_are_not_found, test_a_full_server_says_so, test_a_server_with_too_many_connections_says_so,
            test_too_many_arguments_are_refused_at_once, test_health_tells_strangers_nothing_else,
            test_numbers_are_for_the_machine_and_those_it_names])
