"""Nobody can take a name that others would mistake for somebody else's."""
import sqlite3
import time

import attack
from attack import check

DAY = 24 * 60 * 60 * 1000


def refused(s, code, *names):
    ana = attack.Stranger(s)
    for name in names:
        ana.refused(code, "rename", name=name)
        check(ana.name != name)
        try:
            attack.Stranger(s, name=name)
        except AssertionError as error:
            check(code in str(error), name, error)
        else:
            raise AssertionError((name, "a guest got it"))


def test_names_that_look_the_same_are_one():
    s = attack.server("--limits", "0")
    attack.Stranger(s, name="Straße")
    attack.Stranger(s, name="Ana")
    refused(s, "name_taken", "STRASSE", "strasse", "ANA", "Ａｎａ", "𝐀𝐧𝐚")
    s.stop()


def test_what_cannot_be_seen_is_in_no_name():
    s = attack.server("--limits", "0")
    refused(s, "bad_name", "An\u200ba", "An\u00ada", "A\u202ena", "\u2066Ana", "Ana\u2069", "An\u2060a", "Ana\ufe0f",
            "An\u034fa", "\u115fAna", "\u2800Ana", "A\u00a0na", "A\u3000na", "A  na", "\u0301Ana", "Z" + "\u0335" * 5,
            "...", "\U000e0041Ana", "An\ufeffa", "\ue000Ana", "Ana\u2028")
    s.stop()


def test_a_name_has_one_alphabet():
    s = attack.server("--limits", "0")
    refused(s, "bad_name", "Аna", "Anа", "Αna", "Luіs", "Luisグ", "Łuкasz", "Անaн")
    for name in ("Ñandú É. 7", "Жук", "Ωμέγα", "日本語テスト", "ひらがな漢字", "한국漢字", "שלום", "سلام", "O'Neill-3", "Ana 🚋"):
        check(attack.Stranger(s, name=name).name == name, name)
    s.stop()


def test_nobody_is_the_one_who_runs_the_server():
    s = attack.server("--limits", "0")
    refused(s, "name_reserved", "admin", "Admin", "ADMIN", "Ａdmin", "A d m i n", "adm1n", "@dmin", "admin2", "Admin 007",
            "ádmìn", "_admin_", "adrnin", "system", "5ystem", "Sistema", "moderator", "mod", "root", "r00t", "support",
            "ѕуѕтем", "αδμιη", "someone", "Alguien", "Andén")
    # With other words beside it, with digits after it, in other languages, in letters of other alphabets.
    refused(s, "name_reserved", "the admin", "Admin Team", "Andén Support", "System Message", "*** Server ***", "staff-Ana",
            "admin¹", "admin②", "Ａdmin１", "админ", "Администратор", "管理员", "Administrateur", "ꓮꓓꓟꓲꓠ", "ᏚᎩᏚᎢᎬᎷ")
    for name in ("Adminda", "Rootes", "Modesto", "Bota", "Andenia", "Elihu Root", "Systematic", "Team Ana", "管"):
        check(attack.Stranger(s, name=name).name == name, name)
    s.stop()


def test_a_name_given_up_is_not_free_at_once():
    s = attack.server("--limits", "0")
    ana = attack.Stranger(s, name="Ana")
    ana.ok("rename", name="Bea")
    refused(s, "name_taken", "Ana", "ANA")
    ana.ok("rename", name="Ana")
    ana.ok("rename", name="Bea")
    s.stop()
    db = sqlite3.connect(s.db)
    now = int(time.time() * 1000)
    [(until,)] = db.execute("SELECT until FROM held").fetchall()
    check(29 * DAY < until - now <= 30 * DAY, until - now)
    db.execute("UPDATE held SET until = ?", (now - 1,))
    db.commit()
    db.close()
    s.start()
    check(attack.Stranger(s, name="Ana").name == "Ana")
    s.stop()


attack.run([test_names_that_look_the_same_are_one, test_what_cannot_be_seen_is_in_no_name, test_a_name_has_one_alphabet,
            test_nobody_is_the_one_who_runs_the_server, test_a_name_given_up_is_not_free_at_once])
