"""server/store/requests.txt: doc/storage.md has its reference, and a mistake in it is refused with its line.

Usage: test_requests.py
"""
import os
import subprocess
import sys
import tempfile

from client import run

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
MAKER = os.path.join(ROOT, "server/store/requests.py")
DESCRIPTION = os.path.join(ROOT, "server/store/requests.txt")

SMALL = """\
limit ID_MAX 64  bytes of an id
limit LIST_MAX 200  rows
kind person_id id ID_MAX  person's id
record person
    id person_id
    seen int
record answer
    person person?
    people person[]
sql person
    p.id, p.seen

# A person.
read person_by_id(person_id id)
    SELECT {person} FROM people p WHERE p.id = :id -> person
    missing unless found

# The person was here.
write seen(person_id id, int time)
    about id
    UPDATE people SET seen = :time WHERE id = :id
    otherwise
        SELECT 1 FROM people WHERE id = :id -> found
    missing unless changed or found

# People after one.
read people(person_id? id, limit limit)
    with id
        SELECT {person} FROM people p WHERE p.id > :id LIMIT :limit -> people
    without id
        SELECT {person} FROM people p LIMIT :limit -> people
"""

# What is changed, into what; the line that is refused, and why.
MISTAKES = [
    ("limit LIST_MAX 200", "limit LIST_MAX many", 2, "say NAME NUMBER"),
    ("kind person_id id ID_MAX", "kind person_id id NO_MAX", 3, "there is no limit NO_MAX above"),
    ("kind person_id id", "kind person_id number", 3, "say NAME, then id, text or bytes"),
    ("    seen int\n", "    seen date\n", 6, "there is no type date above"),
    ("record answer", "record person", 7, "there is a type person already"),
    ("sql person\n", "text person\n", 10, "this is no declaration"),
    ("# A person.\n", "\n", 14, "say above what it does"),
    ("read person_by_id(person_id id)", "read person_by_id(person_id)", 14, "say TYPE NAME"),
    ("{person} FROM people p WHERE p.id = :id", "{nobody} FROM people p WHERE p.id = :id", 15, "there is no nobody above"),
    ("p.id = :id -> person", "p.id = :name -> person", 15, "there is no value name"),
    ("p.id = :id -> person", "p.id = :id -> tables", 15, "answer has no member tables"),
    ("p.id = :id -> person", "p.id = :id", 15, "say where rows go"),
    ("SELECT {person} FROM people p WHERE p.id = :id", "SELECT {person}, p.name FROM people p WHERE p.id = :id", 15,
     "person has no member name"),
    ("SELECT {person} FROM people p WHERE p.id = :id", "SELECT p.id || '' FROM people p WHERE p.id = :id", 15,
     "say which member it is, with AS"),
    ("    missing unless found", "    missing unless lucky", 16, "unless what?"),
    ("write seen(", "write person_by_id(", 19, "there is a request person_by_id already"),
    ("write seen(person_id id, int time)", "write seen(person_id id, int time, int more)", 19, "nothing uses more"),
    ("    about id", "    beside id", 20, "this is no line of a request"),
    ("SET seen = :time WHERE id = :id", "SET seen = :time WHERE id = :id -> found", 21, "this gives no rows"),
    ("    with id\n", "    each one of id\n", 28, "id is no list"),
    ("    with id\n", "    + id\n", 28, "there is no part id above"),
    ("\n# People after one.", "\npart nothing\n    tells\n\n# People after one.", 26, "nothing uses nothing"),
]


def made(text, what):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([sys.executable, MAKER, f.name, what], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr.replace(f.name, "requests.txt")


def test_the_reference_is_that_of_the_description():
    with open(os.path.join(ROOT, "doc/storage.md"), encoding="utf-8") as f:
        page = f.read()
    with open(DESCRIPTION, encoding="utf-8") as f:
        _, reference, why = made(f.read(), "md")
    if not reference or not page.endswith("\n\n" + reference):
        raise AssertionError(f"write it again: python3 server/store/requests.py server/store/requests.txt md {why}")


def test_a_request_becomes_a_function():
    for what, parts in (
            ("requests.h", ["void store_people(struct store *store, const char *id, uint32_t limit, struct store_done done);",
                            "/* The person was here. */", "const struct store_person *people;\n    uint32_t person_count;"]),
            ("statements.h", ["SQL_SEEN,", "SQL_SEEN_2,", "STORE_STATEMENTS"]),
            ("requests.c", ['.sql = "UPDATE people SET seen = $1 WHERE id = $2"', '.in = "it", .out = ""', "if (id && id[0]) {",
                            "if (!(id && id[0])) {", "r->judge = missing_unless_changed_or_found;",
                            "store_step_more(r, SQL_SEEN_2,", "store_limit(limit)"])):
        code, out, why = made(SMALL, what)
        for part in parts:
            if code or " ".join(part.split()) not in " ".join(out.split()):
                raise AssertionError(f"{what} lacks {part}: {why}{out}")


def test_a_mistake_is_refused_with_its_line():
    for old, new, line, expected in MISTAKES:
        if old not in SMALL:
            raise AssertionError(f"the description has no {old}")
        code, out, why = made(SMALL.replace(old, new, 1), "requests.c")
        if code != 1 or out or not why.startswith(f"requests.txt:{line}: {expected}"):
            raise AssertionError(f"{new!r}: line {line}, \"{expected}\" expected, but {why!r}")


run([test_the_reference_is_that_of_the_description, test_a_request_becomes_a_function,
     test_a_mistake_is_refused_with_its_line])
