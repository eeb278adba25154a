"""Games that last days don't fill the memory: they come back when their time comes."""
import os
import re
import sqlite3
import time

import attack
from attack import check, wait_for

COPIES = int(os.environ.get("ANDEN_CLOCKS", "2000"))


def gauge(s, name):
    return int(re.search(rf"^anden_{name} (\d+)", s.get("/metrics")[1], re.M)[1])


def rss(s):
    with open(f"/proc/{s.process.pid}/status", encoding="ascii") as f:
        return int(re.search(r"VmRSS:\s+(\d+)", f.read())[1])


def game(s, seconds):
    """A game of two people that has begun, with a clock for each move."""
    ana, luis = attack.Stranger(s, "192.0.2.1"), attack.Stranger(s, "192.0.2.2")
    table = ana.ok("create", game="berlin", seats=[{"kind": "person"}, {"kind": "open"}],
                   timing={"kind": "move", "seconds": seconds})["table"]
    luis.ok("sit", table=table)
    ana.ok("start", table=table)
    return ana, luis, table


def copy(path, table, count, due):
    """Copies of a table, straight into the database: the first is due at a time, the others a day later."""
    db = sqlite3.connect(path)
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {count - 1}) "
    for name, key in (("tables", "id"), ("headers", "table_id"), ("appends", "table_id"), ("seats", "table_id")):
        columns = [c[1] for c in db.execute(f"PRAGMA table_info({name})")]
        values = ["'copy' || i" if c == key else
                  f"CASE WHEN i = 0 THEN {due} ELSE {due} + 86400000 + i END" if c == "due" else
                  f"CASE WHEN i = 0 THEN t.created + {due} - t.due ELSE t.created END" if c == "created" else "t." + c
                  for c in columns]
        db.execute(f"{numbers} INSERT INTO {name} ({', '.join(columns)}) SELECT {', '.join(values)} FROM n, {name} t "
                   f"WHERE t.{key} = '{table}'")
    db.commit()
    db.close()


def test_a_table_with_a_clock_leaves_and_comes_back():
    s = attack.server("--idle-seconds", "0", "--limits", "0")
    ana, luis, table = game(s, 12)
    wait_for(lambda: gauge(s, "tables") == 0, "the table leaves the memory")
    wait_for(lambda: gauge(s, "games_over_total") == 1, "its clock runs out")
    check(ana.ok("join", table=table)["status"] == "over")
    s.stop()


def test_many_games_that_wait_fit():
    s = attack.server("--idle-seconds", "0", "--limits", "0")
    table = game(s, 86400)[2]
    s.stop()
    copy(s.db, table, COPIES, int(time.time() * 1000) + 5000)
    began = time.monotonic()
    s.start()
    print(f"# {COPIES} games: started after {time.monotonic() - began:.2f} s with {rss(s)} KB")
    wait_for(lambda: gauge(s, "games_over_total") == 1, "the one that is due comes back and ends")
    check(gauge(s, "table_loads_total") < 20, gauge(s, "table_loads_total"))
    print(f"# {gauge(s, 'tables')} in memory, {rss(s)} KB")
    # Tables that somebody has looked at leave the memory again.
    ana = attack.Stranger(s)
    for i in range(1, 50):
        check(ana.ok("join", table=f"copy{i}")["status"] == "playing")
        ana.ok("leave", table=f"copy{i}")
    wait_for(lambda: gauge(s, "tables") == 0, "they leave the memory")
    s.stop()


def test_one_address_keeps_few_tables_in_memory():
    s = attack.server("--limits", "0")
    table = game(s, 86400)[2]
    s.stop()
    copy(s.db, table, 300, int(time.time() * 1000) + 86400000)
    s.more[s.more.index("--limits") + 1] = "1"
    s.start()
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(5)]
    answers = [crowd[i // 60].ask("join", table=f"copy{i}") for i in range(300)]
    check([a["type"] for a in answers] == ["snapshot"] * 256 + ["error"] * 44)
    check(all(a["code"] == "too_many" for a in answers[256:]), answers[256:])
    check(gauge(s, "tables") <= 256 + 44)
    attack.Stranger(s, "192.0.2.1").ok("join", table="copy299")
    crowd[0].ok("leave", table="copy0")
    crowd[4].ok("join", table="copy298")
    crowd[4].refused("too_many", "join", table="copy297")
    s.stop()


attack.run([test_a_table_with_a_clock_leaves_and_comes_back, test_many_games_that_wait_fit,
            test_one_address_keeps_few_tables_in_memory])
