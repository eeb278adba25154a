"""Requests that are wrong get an answer at once that says so; and what a stranger learns about the machine."""
import json

import attack
from attack import check


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


attack.run([test_malformed_ids_are_not_found, test_a_full_server_says_so,
            test_too_many_arguments_are_refused_at_once, test_health_tells_strangers_nothing_else])
