"""How the program and its service are protected: guards in the built program, rights that the unit leaves.

Usage: test_hardening.py ANDEN UNIT SANITIZE
"""
import platform
import subprocess
import sys
import unittest

EXPOSURE_MAX = 15  # tenths, as systemd-analyze counts: 100 is wide open


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


class Program(unittest.TestCase):
    def setUp(self):
        if sanitize != "none":
            self.skipTest("a build with sanitizers is not the one that is installed")

    def test_everything_is_linked_before_it_starts(self):
        dynamic = output("readelf", "--dynamic", anden)
        self.assertIn("BIND_NOW", dynamic)
        self.assertIn("PIE", dynamic)
        self.assertIn("GNU_RELRO", output("readelf", "--program-headers", "--wide", anden))

    def test_the_stack_is_guarded_and_not_run(self):
        self.assertIn("__stack_chk_fail", output("nm", "--dynamic", anden))
        stack = next(line for line in output("readelf", "--program-headers", "--wide", anden).splitlines() if "GNU_STACK" in line)
        self.assertNotIn("RWE", stack)

    def test_copies_are_checked(self):
        self.assertRegex(output("nm", "--dynamic", anden), r"__(memcpy|snprintf|vsnprintf)_chk")

    @unittest.skipUnless(platform.machine() == "x86_64", "other processors mark this otherwise")
    def test_jumps_land_where_they_may(self):
        self.assertIn("endbr64", output("objdump", "--disassemble=session_text", anden))


class Unit(unittest.TestCase):
    def test_exposure(self):
        done = subprocess.run(["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE_MAX}", unit],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


anden, unit, sanitize = sys.argv[1:4]
unittest.main(argv=sys.argv[:1])
