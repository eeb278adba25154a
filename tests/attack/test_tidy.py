"""The server removes what nobody uses, and nothing else; the log says what it removed."""
import os
import sqlite3
import subprocess
import time

import attack
from attack import check, wait_for

SEATS = [{"kind": "person"}, {"kind": "open"}]
LONG_AGO = 1000000
DAY = 86400 * 1000


def sql(s, statement):
    """Rows of the database; changes are committed."""
    if os.path.exists(s.db):
        db = sqlite3.connect(s.db)
        rows = [tuple(map(str, r)) for r in db.execute(statement)]
        db.commit()
        db.close()
        return rows
    out = subprocess.run(["psql", "-qAt", "-F", "\t", s.db, "-c", statement], check=True, capture_output=True, text=True)
    return [tuple(line.split("\t")) for line in out.stdout.splitlines()]


def closed_report(s, number, closed):
    sql(s, "INSERT INTO reports (number, mark, time, reporter, person, name, table_id, entry, line, reason, text, lines, "
           f"origin, closed, closed_by, note) VALUES ({number}, {number}, 1, '', '', 'x', '', 0, 0, 'chat', '', '[]', '', "
           f"{closed}, '', '')")


def audit_line(s, number, who, time):
    sql(s, "INSERT INTO changes (number, mark, time, who, what, subject, name, detail, why) VALUES "
           f"({number}, {number}, {time}, '{who}', 'note', '', '', '', '')")


def test_what_nobody_uses_goes_away():
    s = attack.server("--idle-seconds", "0", "--limits", "0", "--audit-days", "1000")
    ana, luis, eva = (attack.Stranger(s, f"192.0.2.{i}", name=n) for i, n in enumerate(("Ana", "Luis", "Eva")))
    idle, tom = attack.Stranger(s, name="Idle"), attack.Stranger(s, name="Tom")
    eva.ok("secure", passphrase="a long enough passphrase")
    open_table = tom.ok("create", game="berlin", seats=SEATS)["table"]
    new_table = tom.ok("create", game="berlin", seats=SEATS)["table"]
    played = ana.ok("create", game="berlin", seats=SEATS)["table"]
    luis.ok("sit", table=played)
    ana.ok("start", table=played)
    s.stop()
    sql(s, f"UPDATE tables SET created = {LONG_AGO} WHERE id <> '{new_table}'")
    sql(s, f"UPDATE people SET seen = {LONG_AGO}")
    now = round(1000 * time.time())
    for number, closed in ((901, LONG_AGO), (902, now), (903, 0), (904, now - 300 * DAY), (905, now - 400 * DAY)):
        closed_report(s, number, closed)
    for number, when in ((901, LONG_AGO), (902, now - 400 * DAY), (903, now - 1100 * DAY)):
        audit_line(s, number, "root", when)
    s.start()
    wait_for(lambda: '"tidied"' in s.log(), "it is tidied")
    wait_for(lambda: '"audit_removed"' in s.log(), "the record is tidied")
    log = s.log()
    check({r[0] for r in sql(s, "SELECT id FROM tables")} == {new_table, played}, "tables")
    check({r[0] for r in sql(s, "SELECT name FROM people")} == {"Ana", "Luis", "Eva", "Tom"}, "people")
    for table in ("headers", "appends", "seats"):
        left = {r[0] for r in sql(s, f"SELECT DISTINCT table_id FROM {table}")}
        check(left == {new_table, played}, table, left)
    check({int(r[0]) for r in sql(s, "SELECT person FROM tokens")} == {c.person for c in (ana, luis, eva, tom)})
    check({r[0] for r in sql(s, "SELECT number FROM reports")} == {"902", "903", "904"}, "closed reports")
    check({r[0] for r in sql(s, "SELECT number FROM changes WHERE who <> ''")} == {"902"}, "the record")
    check('"what":"reports_removed","count":"2"' in log and '"what":"audit_removed","count":"2"' in log, log)
    check("table_removed" in log and open_table in log and str(idle.person) in log, log)
    check(played not in log and str(ana.person) not in log, log)
    attack.Stranger(s, token=ana.token).ok("join", table=played)
    attack.Stranger(s, token=tom.token).refused("no_table", "join", table=open_table)
    s.stop()


attack.run([test_what_nobody_uses_goes_away], shared=[test_what_nobody_uses_goes_away])
