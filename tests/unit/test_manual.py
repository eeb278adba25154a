"""Manual pages and completions say the same as --help, and are well formed.

Usage: test_manual.py ANDEN MAN_FOLDER
"""
import glob
import json
import os
import re
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE  # noqa: E402

ANDEN, MAN = (os.path.abspath(path) for path in sys.argv[1:3])
sys.argv[1:] = []


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **more)


def described(language):
    return json.loads(run(ANDEN, "--language", language, "--help", "--json").stdout)


def plain(page):
    """A page as a person reads it, in one line."""
    shown = run("mandoc", "-Tutf8", "-O", "width=200", page).stdout
    return " ".join(re.sub(r".\x08", "", shown).split())


class Pages(unittest.TestCase):
    def check(self, language, folder):
        everything = described(language)
        for command in [everything] + everything["commands"]:
            name = "anden" if command is everything else "anden-" + command["name"]
            page = plain(os.path.join(folder, name + ".1"))
            words = [] if command is everything else [command["name"]]
            shown = run(ANDEN, "--language", language, *words, "--help").stdout
            self.assertIn(command["summary"], page)
            for option in command["options"]:
                self.assertIn(option["name"], page, name)
                self.assertIn(" ".join(option["about"].split()).replace("…", "..."), page, name)
                self.assertRegex(shown, rf"(?m)^  {option['name']}\b", name)
            for option in re.findall(r"(?m)^  (--[a-z-]+)", shown):
                self.assertIn(option, [o["name"] for o in command["options"]], name)
            for example in command["examples"]:
                self.assertIn(example, page)
                self.assertIn(example, shown)
        self.assertGreater(len(everything["commands"]), 8)

    def test_english(self):
        self.check("en", MAN)

    def test_spanish(self):
        self.check("es", os.path.join(MAN, "es"))

    def test_settings(self):
        serve = [c for c in described("en")["commands"] if c["name"] == "serve"]
        page = plain(os.path.join(MAN, "anden.conf.5"))
        for option in serve[0]["options"]:
            if option["name"] != "--config":
                self.assertRegex(page, rf"\b{option['name'][2:]} = ")

    def test_well_formed(self):
        pages = glob.glob(MAN + "/*.[15]") + glob.glob(MAN + "/es/*.[15]")
        self.assertGreater(len(pages), 24)
        done = run("mandoc", "-Tlint", *pages)
        self.assertEqual(done.stdout + done.stderr, "")
        self.assertEqual(done.returncode, 0)

    def test_documents(self):
        self.assertIn("claim Madrid-Pamplona black 2+1", plain(MAN + "/anden-log.5"))
        self.assertIn("features NAME", plain(MAN + "/anden-board.5"))


class Completions(unittest.TestCase):
    """Each shell is asked what may follow a line."""

    def bash(self, line):
        words = line.split(" ")
        script = f"source {MAN}/anden.bash; COMP_WORDS=({line!s} {'' if words[-1] else chr(34) * 2}); " \
                 f"COMP_CWORD={len(words) - 1}; _anden; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        return run("bash", "-c", script).stdout.split()

    def fish(self, line):
        out = run("fish", "--no-config", "-c", f"source {MAN}/anden.fish; complete -C '{line}'").stdout
        return [found.split("\t")[0] for found in out.splitlines()]

    def test_every_option(self):
        for command in described("en")["commands"]:
            names = {o["name"] for o in command["options"]} | {"--help", "--language"}
            for shell in (self.bash, self.fish):
                found = set(shell(f"anden {command['name']} --"))
                self.assertEqual(found & names, names, (shell.__name__, command["name"]))
                self.assertEqual({f for f in found if f.startswith("--")} - names, set())

    def test_words(self):
        for shell in (self.bash, self.fish):
            self.assertEqual(shell("anden pl"), ["play"])
            self.assertEqual(shell("anden play pa"), ["paris"])
            self.assertEqual(shell("anden bench --game me"), ["metro"])
            self.assertEqual(shell("anden play --language e"), ["en", "es"])
            self.assertEqual(shell("anden board ch"), ["check"])

    def test_zsh(self):
        done = run("zsh", "-n", MAN + "/_anden")
        self.assertEqual(done.stderr, "")
        with open(MAN + "/_anden", encoding="utf-8") as f:
            text = f.read()
        self.assertTrue(text.startswith("#compdef anden\n"))
        for command in described("en")["commands"]:
            part = text.split(f"\n{command['name']})\n")[1].split(";;")[0]
            for option in command["options"]:
                self.assertIn(f"'{option['name']}[", part)


unittest.main()
