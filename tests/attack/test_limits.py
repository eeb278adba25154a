"""Nobody gets more than their share by being many people, and nobody pays for the neighbours."""
import attack
from attack import check

SEATS = [{"kind": "person"}, {"kind": "open"}]


def greeted(s, address):
    """Is somebody from this address welcome?"""
    try:
        attack.Stranger(s, address).close()
        return True
    except AssertionError as refused:
        check(refused.args[0]["code"] == "slow_down", refused)
        return False


def test_newcomers_from_many_addresses_are_welcome():
    s = attack.server()
    for turn in range(10):
        refused = [i for i in range(40) if not greeted(s, f"198.51.{turn}.{i}")]
        check(not refused, "turned away", turn, refused)
    s.stop()


def test_newcomers_from_one_network_are_counted_together():
    s = attack.server()
    check(sum(greeted(s, "203.0.113.9") for _ in range(40)) < 20, "IPv4")
    check(sum(greeted(s, f"2001:db8:1:2::{i:x}") for i in range(40)) < 20, "one network of 64 bits")
    check(all(greeted(s, f"2001:db8:2:{i:x}::1") for i in range(40)), "forty networks")
    s.stop()


def test_an_address_has_limits_however_many_people_it_is():
    s = attack.server("--tables-per-person", "1000")
    crowd = [attack.Stranger(s, "203.0.113.9") for _ in range(8)]
    table = crowd[0].ok("create", game="berlin", seats=SEATS)["table"]
    made = [c.ask("create", game="berlin", seats=SEATS)["type"] for c in crowd for _ in range(19)]
    check(made.count("ok") < 90, "tables", made.count("ok"))
    said = [c.ask("say", table=table, text="!")["type"] for c in crowd for _ in range(8)]
    check(said.count("ok") < 45, "lines of chat", said.count("ok"))
    ana = attack.Stranger(s, "192.0.2.1")
    mine = ana.ok("create", game="berlin", seats=SEATS)["table"]
    ana.ok("say", table=mine, text="hello")
    s.stop()


attack.run([test_newcomers_from_many_addresses_are_welcome, test_newcomers_from_one_network_are_counted_together,
            test_an_address_has_limits_however_many_people_it_is])
