"""The program in Spanish: which language it chooses, and that people read no English at the terminal. Output for programs is the
same in every language.

Usage: test_spanish.py PROGRAM ROOT
"""

import codecs
import json
import os
import pty
import re
import select
import subprocess
import sys
import unittest

from test_cli import ALL_GAMES, COMMANDS, PATIENCE, PROGRAM, ROOT, Program

# Words that only English has. Moves, commands and options are typed in every language as they are.
ENGLISH = re.compile(r"\b(the|of|you|your|is|are|was|with|and|to|for|not|there|this|that|have|from|or|its?|by|"
                     r"which|can|yet|more|all|cards?|points?|seats? \d)\b", re.IGNORECASE)
SPANISH = {"LC_ALL": "es_ES.UTF-8"}


class Spanish(Program):
    def run_in(self, environment, *words, text="", code=0):
        done = subprocess.run([PROGRAM, *words], input=text.encode(), capture_output=True, cwd=self.path,
                              env={"PATH": os.environ["PATH"], **environment}, timeout=PATIENCE)
        out, err = done.stdout.decode(), done.stderr.decode()
        self.assertEqual(done.returncode, code, f"anden {words}\n{out}\n{err}")
        return out, err

    def when_a_seat_acts(self):
        """A number of events of game.log after which it is somebody's turn."""
        for at in range(30, 90):
            if json.loads(self.run_in({}, "legal", "game.log", "--at", str(at), "--json")[0])["to_act"] in (1, 2):
                return str(at)
        self.fail("chance alone acts")

    def no_english(self, text):
        """Looks at everything except text that was typed or can be typed: in quotes, or a move of a list."""
        for line in text.splitlines():
            if re.match(r"\S+> ", line) or re.match(r"   (draw|claim|station|place|keep|tickets|redraw)\b", line):
                continue
            found = ENGLISH.search(re.sub(r"«[^»]*»", "", line))
            self.assertIsNone(found, f"{found and found.group(0)}: {line}")


class Choice(Spanish):
    def language(self, environment, *words):
        out, _ = self.run_in(environment, "--help", *words)
        return "es" if "Ejemplos:" in out else "en"

    def test_environment(self):
        for environment, language in [
            ({}, "en"),
            ({"LANG": "es_MX.UTF-8"}, "es"),
            ({"LANG": "de_DE.UTF-8"}, "en"),
            ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": "C"}, "en"),
            ({"LANG": "C", "LC_MESSAGES": "es"}, "es"),
            ({"LANG": "es", "LC_MESSAGES": "es", "LC_ALL": "en_GB.UTF-8"}, "en"),
            ({"LANG": "es", "LC_ALL": ""}, "es"),
        ]:
            self.assertEqual(self.language(environment), language, environment)

    def test_option(self):
        self.assertEqual(self.language({}, "--language", "es"), "es")
        self.assertEqual(self.language({}, "--language=es"), "es")
        self.assertEqual(self.language(SPANISH, "--language", "en"), "en")
        self.assertIn("Uso:", self.run_in({}, "--language", "es", "play", "--help")[0])
        for wrong in ["fr", "spanish", ""]:
            _, err = self.run_in({}, "play", "europe", "--language", wrong, code=2)
            self.assertIn("--language takes en or es", err)
        self.run_in({}, "play", "europe", "--language", code=2)


class Pages(Spanish):
    def test_help(self):
        """The same options, the same examples, no English, no wider than the English pages."""
        for command in ["", *COMMANDS, "verify"]:
            words = [command] if command else []
            english, _ = self.run_in({}, *words, "--help")
            spanish, _ = self.run_in(SPANISH, *words, "--help")
            for pattern in [r"(?m)^  (--[a-z-]+)", r"(?m)^  (anden .*)$"]:
                self.assertEqual(re.findall(pattern, spanish), re.findall(pattern, english), command)
            for line in spanish.splitlines():
                self.assertLessEqual(len(line), 88, line)
            prose = re.sub(r"(?ms)^(Uso:|Ejemplos:).*?\n(?=\n|\Z)", "", spanish)
            self.no_english(re.sub(r"--[a-z-]+", "", prose))

    def test_machines(self):
        """Output for programs does not depend on the language."""
        self.random_log("paris")
        for words in [
            ["replay", "game.log", "--json"],
            ["legal", "game.log", "--at", "20", "--json"],
            ["hint", "game.log", "--at", self.when_a_seat_acts(), "--player", "planner", "--json"],
            ["board", "show", "europe", "--json"],
            ["board", "svg", "metro"],
            ["perft", "europe", "--depth", "2"],
        ]:
            self.assertEqual(self.run_in(SPANISH, *words), self.run_in({}, *words), words)
        self.run_in(SPANISH, "play", "paris", "--seats", "random,random", "--seed", "7", "--save", "same.log")
        self.assertEqual(self.file("same.log"), self.file("game.log"))

    def test_mistakes(self):
        """Mistakes in boards, logs and command lines keep their place and lose their English."""
        with open(os.path.join(ROOT, "doc/examples/tiny.board"), encoding="utf-8") as f:
            self.file("bad.board", f.read().replace("route Nordhavn Osby red", "route Nordhavn Osbi red"))
        self.file("bad.log", self.random_log().replace("\nseats 2", "\nseats two"))
        for words, code, says in [
            (["board", "check", "bad.board"], 1, "bad.board:40:16: No hay ninguna ciudad llamada «Osbi»; "
                                                 "¿querías decir «Osby»?"),
            (["replay", "bad.log"], 1, "Aquí falta un número: escribe por ejemplo «seats 2»."),
            (["replay", "no.log"], 1, "anden: no se puede abrir no.log: no existe."),
            (["play", "europ"], 2, "¿Querías decir europe?"),
            (["play", "europe", "--sed", "3"], 2, "no hay ninguna opción --sed. ¿Querías decir --seed?"),
            (["play", "europe", "--seats", "human,randm"], 2, "¿Querías decir random?"),
            (["play", "europe", "--seats", "human,flat:turns=99"], 2, "columna 12: turns es un número de 0 a 60"),
            (["play", "europe", "--first", "9"], 2, "--first es un puesto de 1 a 2, no «9»."),
            (["plya"], 2, "¿Querías decir «play»?"),
        ]:
            out, err = self.run_in(SPANISH, *words, code=code)
            self.assertEqual(out, "")
            self.assertIn(says, err)
            self.no_english(re.sub(r"--\w+|random|seed", "", err))


class Play(Spanish):
    def play(self, *words, moves):
        out, _ = self.run_in(SPANISH, "play", *words, "--seed", "7", "--names", "Ana", text="\n".join(moves) + "\n")
        self.no_english(out)
        return out

    def test_routes(self):
        out = self.play("europe", "--seats", "human,random", moves=[
            "keep 1 2 3", "help", "draw 1", "draw deck", "routes", "board Madrid", "scores", "legal", "foo",
            "claim Madrid-Paris red", "claim Madrid-Atlantis red", "claim Dieppe-Paris red 1+0",
            "claim Dieppe-Paris morada 1+0", "legal xyz", "board Foo", "save", "undo", "resign", "no", "log",
            "save none/x.log", "quit"])
        for says in [
            "Europe para 2 puestos, semilla 7.",
            "Mano        1 violeta, 2 azules, 1 roja",
            "Quédate al menos con 2: escribe por ejemplo «keep 1 3»",
            "Recorridos que puedes cubrir ahora: 16",
            "Eso no es una jugada.",
            "Ningún recorrido une Madrid y Paris.",
            "no hay ninguna ciudad llamada «Atlantis».",
            "No se puede: Este recorrido es violeta y se paga con ese color. [C8]",
            " · Cubres Dieppe–Paris por 1\u00a0violeta. +1",  # typed with the word of the other boards
            "No hay ninguna ciudad «Foo».",
            "Deshaces tu última jugada.",
            "¿Abandonas esta partida? Escribe sí o no.",
            "La partida acaba aquí y no se guarda",
        ]:
            self.assertIn(says, out.replace("\n ", " "))

    def test_typed_words(self):
        """Words of both languages are understood in both, in every form."""
        for environment, says in ((SPANISH, "Cubres Dieppe–Paris por 1\u00a0violeta."), ({}, "You claim Dieppe–Paris for 1\u00a0purple.")):
            for move in ("cubre Dieppe-Paris violeta 1+0", "cubrir Dieppe-Paris moradas 1+0", "claim Dieppe-Paris morado 1+0",
                         "Cubrir Dieppe-Paris purple 1+0"):
                moves = f"quedarme 1 2 3\n{move}\nquit\n"
                out, _ = self.run_in(environment, "play", "europe", "--seats", "human,random", "--seed", "7", text=moves)
                self.assertIn(says, out, move)

    def test_typed_refusals(self):
        """A refusal is about what the words mean, not about the words."""
        cards = ("rojas", "negro", "azul", "verdes", "blanca", "naranja", "amarillas", "lila", "locomotora")
        moves = "".join(f"coge {card}\n" for card in cards)
        out, _ = self.run_in(SPANISH, "play", "europe", "--seats", "human,random", "--seed", "7",
                             text=f"quedarme 1 2 3\n{moves}quit\n")
        self.assertIn("No hay ninguna carta así boca arriba. [C2]", out)
        self.assertNotIn("¿Robar qué?", out)
        self.assertNotIn("Eso no es una jugada", out)

    def test_words_of_the_board(self):
        """Purple, places and pieces are called as in the rulebook of the game."""
        moves = "keep 1 2\nboard Foo\nquit\n"
        out, _ = self.run_in(SPANISH, "play", "berlin", "--seats", "human,random", "--seed", "7", text=moves)
        self.assertIn("No hay ninguna localización «Foo».", out)
        for game, word in (("europe", "violeta"), ("berlin", "morado"), ("paris", "morado")):
            facts, _ = self.run_in(SPANISH, "board", "show", game)
            self.assertEqual(re.findall(r"\b(violeta|morado)\b", facts)[0], word, game)

    def test_metro(self):
        out = self.play("metro", "--seats", "human,random", "--hand", "2", "--turning", "--first", "1", moves=[
            "help", "redraw", "try a7", "try c4", "line 3", "line 99", "lines", "tiles", "place zz", "scores", "quit"])
        for says in ["Tus plaquitas", "La plaquita que has cogido", "No existe esa casilla", "sin empezar",
                     "La línea 3, de Ana, tiene 0 plaquitas y espera en f8."]:
            self.assertIn(says, out)

    def test_whole_games(self):
        for game in ALL_GAMES:
            out, _ = self.run_in(SPANISH, "play", game, "--seats", "random,random", "--seed", "3", "--save", "game.log")
            self.assertRegex(out, r"\n (Gana Random \d con|Random 1 y Random 2 comparten la victoria)")
            self.no_english(out)
            self.no_english(self.run_in(SPANISH, "replay", "game.log", "--at", "40", "--as", "1")[0])
            hint, _ = self.run_in(SPANISH, "hint", "game.log", "--at", self.when_a_seat_acts(), "--player", "greedy")
            self.no_english(hint)
            facts = self.run_in(SPANISH, "board", "show", game)[0].split("\n\n", 1)[1]  # after the board's notes about itself
            self.no_english(facts)

    def test_terminal(self):
        """Two people at one terminal: what the screen asks between their turns."""
        pid, terminal = pty.fork()
        if pid == 0:
            environment = {"PATH": os.environ["PATH"], "TERM": "xterm", **SPANISH}
            os.execve(PROGRAM, [PROGRAM, "play", "europe", "--seats", "human,human", "--names", "Ana,Luis",
                                "--seed", "7", "--first", "1", "--plain"], environment)
        seen, decoder = "", codecs.getincrementaldecoder("utf-8")()  # a piece may end within a letter
        for wait_for, answer in [
            ("Ana: pulsa Intro cuando no mire nadie más.", "\n"),
            ("Ana> ", "keep 1 2\n"),
            ("Pulsa Intro y pasa el teclado a Luis.", "\n"),
            ("Luis: pulsa Intro cuando no mire nadie más.", "\n"),
            ("Luis> ", "quit\n"),
            ("La partida acaba aquí y no se guarda", ""),
        ]:
            while wait_for not in seen:
                ready, _, _ = select.select([terminal], [], [], PATIENCE)
                self.assertTrue(ready, f"no {wait_for} in {seen}")
                seen += decoder.decode(os.read(terminal, 65536))
            seen = seen.split(wait_for, 1)[1]
            os.write(terminal, answer.encode())
        with self.assertRaises(OSError):  # until the program has closed its end
            while os.read(terminal, 65536):
                pass
        self.assertEqual(os.waitpid(pid, 0)[1], 0)
        os.close(terminal)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
