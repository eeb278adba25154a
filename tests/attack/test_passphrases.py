"""Nobody guesses a passphrase, learns which names have one, or locks an owner out."""
import re
import time

import attack
from attack import check
from client import Client, Closed

PHRASE = "correct horse battery"


def attacker(s, address):
    """Signing in needs no greeting."""
    s.clients.append(Client(s.port, {"X-Forwarded-For": address}))
    return s.clients[-1]


def guesses(client, name, count):
    """Codes of the answers to that many wrong passphrases."""
    return [client.ask("signin", name=name, passphrase=f"wrong {i} wrong")["code"] for i in range(count)]


def secured(s, name, address="192.0.2.1"):
    owner = attack.Stranger(s, address, name=name)
    return owner, owner.ok("secure", passphrase=PHRASE).get("recovery")


def test_strangers_do_not_lock_the_owner_out():
    s = attack.server()
    owner, _ = secured(s, "Ana")
    owner.ask("signout")
    for i in range(4):
        guesses(attacker(s, f"203.0.113.{i}"), "Ana", 10)
    # The device that was signed in there is known; a stranger has to wait.
    again = attack.Stranger(s, "192.0.2.7")
    token = again.ok("signin", name="Ana", passphrase=PHRASE, device=owner.token)["token"]
    check(Client(s.port).hello(token=token).name == "Ana")
    again.refused("slow_down", "signin", name="Ana", passphrase=PHRASE)
    again.refused("slow_down", "signin", name="Ana", passphrase=PHRASE, device=again.token)
    # A device that another device has signed out counts as a stranger.
    here = Client(s.port).hello(token=token)
    here.ok("secure", passphrase=PHRASE + "!", old=PHRASE)
    again.refused("slow_down", "signin", name="Ana", passphrase=PHRASE + "!", device=owner.token)
    s.stop()


def test_other_spellings_give_no_more_tries():
    s = attack.server()
    secured(s, "Ana")
    codes = []
    for i, name in enumerate(("Ana", "ANA", "ana", "aNA", "Ａna", "ＡＮＡ", "anA", "AnA")):
        codes += guesses(attacker(s, f"203.0.113.{i}"), name, 2)
    check(codes == ["bad_passphrase"] * 6 + ["slow_down"] * 10, codes)
    s.stop()


def test_an_address_cannot_try_many_names():
    s = attack.server()
    codes = []
    for i in range(30):
        codes += guesses(attacker(s, f"2001:db8:1:2::{i:x}"), f"Name {i}", 1)
    check(codes.count("bad_passphrase") <= 13 and codes[-1] == "slow_down", codes)
    # Another network of the same provider is somebody else.
    check(guesses(attacker(s, "2001:db8:1:3::1"), "Name 99", 1) == ["bad_passphrase"])
    s.stop()


def test_a_right_one_in_between_gives_no_more_tries():
    s = attack.server()
    secured(s, "Own")
    secured(s, "Ana")
    eva = attacker(s, "203.0.113.1")
    codes = []
    for i in range(20):
        codes += guesses(eva, f"Name {i}", 1)
        eva.ask("signin", name="Own", passphrase=PHRASE)
    check(codes.count("bad_passphrase") <= 13 and codes[-1] == "slow_down", codes)
    s.stop()


def test_a_known_device_cannot_guess_either():
    s = attack.server()
    owner, _ = secured(s, "Ana")
    codes = [owner.ask("secure", passphrase="something else", old=f"wrong {i} wrong")["code"] for i in range(8)]
    check(codes[0] == "bad_passphrase" and codes[-1] == "slow_down", codes)
    owner.ok("signout")
    eva = attack.Stranger(s, "192.0.2.9")
    codes = [eva.ask("signin", name="Ana", passphrase=f"wrong {i} wrong", device=owner.token)["code"] for i in range(8)]
    check(codes[-1] == "slow_down", codes)
    s.stop()


def hashes(s):
    return int(re.search(r"^anden_hashes_total (\d+)", s.get("/metrics")[1], re.M)[1])


def test_time_does_not_tell_which_names_are_secured():
    """Names that are secured, not secured or unknown cost the same: one slow hash."""
    s = attack.server("--limits", "0")
    secured(s, "Ana")
    attack.Stranger(s, name="Luis")
    eva = attack.Stranger(s)
    for name in ("Ana", "Luis", "Nobody here"):
        before = hashes(s)
        eva.refused("bad_passphrase", "signin", name=name, passphrase="wrong wrong")
        check(hashes(s) == before + 1, name)
    s.stop()


def test_passphrases_are_counted_in_characters():
    s = attack.server("--limits", "0")
    ana = attack.Stranger(s, name="Ana")
    ana.refused("bad_passphrase", "secure", passphrase="ñandúes")
    ana.refused("bad_passphrase", "secure", passphrase="ñ" * 101)
    ana.ok("secure", passphrase="😀" * 100)
    check(attack.Stranger(s).ok("signin", name="Ana", passphrase="😀" * 100)["token"])
    s.stop()


def is_closed(client):
    try:
        while True:
            client.frame()
    except Closed:
        return client.close_code == 1008


def test_a_thief_with_a_device_cannot_take_the_name():
    s = attack.server("--limits", "0")
    owner, _ = secured(s, "Ana")
    thief = Client(s.port).hello(token=owner.token)
    thief.refused("old_passphrase", "secure", passphrase="stolen stolen")
    thief.refused("bad_passphrase", "secure", passphrase="stolen stolen", old="guess guess")
    # The owner, elsewhere, changes it: the thief is out at once, and so is the stolen token.
    token = attack.Stranger(s).ok("signin", name="Ana", passphrase=PHRASE)["token"]
    home = Client(s.port).hello(token=token)
    home.ok("secure", passphrase="another one", old=PHRASE)
    check(is_closed(thief) and is_closed(owner))
    check(home.ok("ping")["type"] == "pong")
    late = Client(s.port)
    late.send({"type": "hello", "version": 2, "token": owner.token})
    check(late.kind("error")["code"] == "token")
    s.stop()


def test_people_see_their_devices_and_sign_them_out():
    s = attack.server("--limits", "0")
    owner, _ = secured(s, "Ana", "192.0.2.1")
    token = attack.Stranger(s, "2001:db8:1:2::5").ok("signin", name="Ana", passphrase=PHRASE)["token"]
    phone = attack.Stranger(s, "2001:db8:1:2::5", token=token, client="phone 1.0")
    attack.Stranger(s, "192.0.2.99", name="Luis")

    def listed():
        devices = owner.ok("devices")["list"]
        return sorted((d["client"], d["place"], d["here"]) for d in devices)
    attack.wait_for(lambda: listed() == [("", "192.0.x.x", True), ("phone 1.0", "2001:db8::/32", False)], "both devices")
    [other] = [d for d in owner.ok("devices")["list"] if not d["here"]]
    check(abs(other["seen"] - time.time()) < 1000 and abs(other["since"] - time.time()) < 1000, other)
    owner.refused("no_device", "signout", device=other["device"] + 1)
    owner.ok("signout", device=other["device"])
    check(is_closed(phone))
    check(listed() == [("", "192.0.x.x", True)])
    # All others at once.
    for _ in range(3):
        token = attack.Stranger(s).ok("signin", name="Ana", passphrase=PHRASE)["token"]
    last = attack.Stranger(s, token=token)
    owner.ok("signout", others=True)
    check(is_closed(last) and len(owner.ok("devices")["list"]) == 1)
    # Oneself.
    owner.ok("signout")
    check(is_closed(owner))
    late = Client(s.port)
    late.send({"type": "hello", "version": 2, "token": owner.token})
    check(late.kind("error")["code"] == "token")
    s.stop()


def test_a_recovery_code_is_good_once():
    s = attack.server("--limits", "0")
    owner, code = secured(s, "Ana")
    eva = attack.Stranger(s)
    for wrong in ("", "0000-0000-0000-0000-0000", code[:-1], code + "0", "a" * 60):
        eva.refused("bad_code", "recover", name="Ana", code=wrong, passphrase="mine mine mine")
    eva.refused("bad_code", "recover", name="Nobody here", code=code, passphrase="mine mine mine")
    eva.refused("bad_passphrase", "recover", name="Ana", code=code, passphrase="short")
    back = eva.ok("recover", name="ANA", code=code.lower().replace("-", " "), passphrase="a new beginning")
    check(is_closed(owner) and back["recovery"] != code)
    check(attack.Stranger(s, token=back["token"]).name == "Ana")
    eva.refused("bad_code", "recover", name="Ana", code=code, passphrase="mine mine mine")
    eva.refused("bad_passphrase", "signin", name="Ana", passphrase=PHRASE)
    eva.ok("signin", name="Ana", passphrase="a new beginning")
    eva.ok("recover", name="Ana", code=back["recovery"], passphrase="and once more")
    s.stop()


def test_secrets_are_not_stored():
    s = attack.server("--limits", "0")
    _, code = secured(s, "Ana")
    s.stop()
    with open(s.db, "rb") as f:
        data = f.read()
    check(PHRASE.encode() not in data and code.encode() not in data and code.replace("-", "").encode() not in data)


attack.run([test_strangers_do_not_lock_the_owner_out, test_other_spellings_give_no_more_tries,
            test_an_address_cannot_try_many_names, test_a_right_one_in_between_gives_no_more_tries,
            test_a_known_device_cannot_guess_either, test_time_does_not_tell_which_names_are_secured,
            test_passphrases_are_counted_in_characters, test_a_thief_with_a_device_cannot_take_the_name,
            test_people_see_their_devices_and_sign_them_out, test_a_recovery_code_is_good_once,
            test_secrets_are_not_stored], shared=[test_people_see_their_devices_and_sign_them_out])
