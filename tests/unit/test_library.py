"""The library as another program uses it: installed, by pkg-config, with the example of doc/library.md.

Usage: test_library.py BUILD ROOT ANDEN CC...
"""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True  # nothing is written into the source tree
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
from patience import PATIENCE  # noqa: E402

BUILD, ROOT, ANDEN = (os.path.abspath(path) for path in sys.argv[1:4])
CC = sys.argv[4:]
sys.argv[1:] = []


def run(*command, **more):
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **more)


def text_of_headers(include):
    """All headers without their comments."""
    text = ""
    for header in glob.glob(include + "/anden/**/*.h", recursive=True):
        with open(header, encoding="utf-8") as f:
            text += re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
    return text


def declared(include):
    """The functions that the headers declare."""
    return set(re.findall(r"(?m)^[a-z][\w ]*?[ *](\w+)\([^;{]*\);", text_of_headers(include)))


class Library(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = folder.name
        done = run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", self.path)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.include = glob.glob(self.path + "/**/include", recursive=True)[0]
        pc = glob.glob(self.path + "/**/anden.pc", recursive=True)
        self.assertEqual(len(pc), 1)
        self.shared = glob.glob(self.path + "/**/libanden.so", recursive=True)[0]
        os.environ["PKG_CONFIG_LIBDIR"] = os.path.dirname(pc[0])
        os.environ["PKG_CONFIG_SYSROOT_DIR"] = self.path

    def test_every_header_stands_alone(self):
        headers = glob.glob("anden/**/*.h", root_dir=self.include, recursive=True)
        self.assertGreater(len(headers), 15)
        for header in headers:
            done = run(*CC, "-std=c17", "-Wall", "-Wextra", f"-I{self.include}", "-fsyntax-only", "-x", "c",
                       "-", input=f"#include <{header}>\n")
            self.assertEqual(done.returncode, 0, f"{header}: {done.stderr}")

    def test_from_other_languages(self):
        """C++ compiles every header, and finds every function of the library by its name in C."""
        headers = sorted(glob.glob("anden/**/*.h", root_dir=self.include, recursive=True))
        functions = sorted(declared(self.include))
        program = '#include <anden/anden.hpp>\nvoid *all[] = {' + ", ".join(f"(void *)&{name}" for name in functions) + "};\n"
        compilers = [path for path in map(shutil.which, ("g++", "clang++")) if path]
        if not compilers:
            self.skipTest("there is no compiler for C++")
        for compiler in compilers:
            for header in headers:
                done = run(compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-isystem", self.include, "-fsyntax-only", "-x", "c++",
                           "-", input=f"#include <{header}>\n#include <{header}>\n")
                self.assertEqual(done.returncode, 0, f"{compiler}: {header}: {done.stderr}")
            done = run(compiler, "-std=c++17", "-isystem", self.include, "-x", "c++", "-", "-x", "none",
                       "-L" + os.path.dirname(self.shared), "-landen", "-o", self.path + "/all", input=program + "int main() {}\n")
            self.assertEqual(done.returncode, 0, f"{compiler}: {done.stderr}")

    def test_the_example(self):
        flags = run("pkg-config", "--cflags", "--libs", "anden").stdout.split()
        self.play(flags, dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(self.shared)))

    def test_linked_statically(self):
        flags = run("pkg-config", "--cflags", "--libs", "anden").stdout.split()
        self.play(["-l:libanden.a" if flag == "-landen" else flag for flag in flags], dict(os.environ))

    def test_places(self):
        """Other installed files; a second installation keeps a changed configuration."""
        for name in ("bin/anden", "share/man/man1/anden-play.1", "share/man/es/man1/anden.1", "share/man/man5/anden-log.5",
                     "share/bash-completion/completions/anden.bash", "share/zsh/site-functions/_anden",
                     "share/fish/vendor_completions.d/anden.fish", "share/applications/anden.desktop",
                     "share/icons/hicolor/scalable/apps/anden.svg", "include/anden/anden.hpp", "lib/systemd/system/anden.service"):
            self.assertEqual(len(glob.glob(self.path + "/**/" + name, recursive=True)), 1, name)
        with open(glob.glob(self.path + "/**/anden.service", recursive=True)[0], encoding="utf-8") as f:
            program, settings = re.search(r"ExecStart=(\S+) serve --config (\S+)", f.read()).groups()
        self.assertTrue(os.access(self.path + program, os.X_OK))
        with open(self.path + settings, "a", encoding="utf-8") as f:
            f.write("tables = 7\n")
        self.assertEqual(run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", self.path).returncode, 0)
        with open(self.path + settings, encoding="utf-8") as f:
            self.assertIn("tables = 7", f.read())
        built = os.path.exists(ROOT + "/web/dist/sw.js")
        self.assertEqual(len(glob.glob(self.path + "/**/share/anden/web/index.html", recursive=True)), built)

    def test_symbols(self):
        """The shared library is one of this version only, and exports exactly what the headers declare."""
        version = run(ANDEN, "--version").stdout.split()[1]
        self.assertEqual(os.path.basename(os.path.realpath(self.shared)), "libanden.so." + version)
        dynamic = run("readelf", "--dynamic", self.shared).stdout
        self.assertIn(f"soname: [libanden.so.{version}]", dynamic)
        shown = {line.split()[0] for line in run("nm", "-D", "--defined-only", "--format=posix", self.shared).stdout.splitlines()}
        functions = declared(self.include)
        self.assertGreater(len(functions), 80)
        self.assertEqual(functions - shown, set())
        self.assertEqual(shown - set(re.findall(r"\w+", text_of_headers(self.include))), set())

    def test_games_in_arrays(self):
        flags = ["-I" + self.include, "-L" + os.path.dirname(self.shared), "-landen"]
        envs = self.path + "/envs"
        done = run(*CC, "-std=c17", "-O2", "-Wall", "-Wextra", ROOT + "/examples/envs.c", *flags, "-o", envs)
        self.assertEqual(done.returncode, 0, done.stderr)
        environment = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(self.shared))
        for board, seats in (("paris", "2"), ("europe", "4"), ("metro", "3")):
            done = run(envs, board, seats, "16", "100", env=environment)
            self.assertRegex(done.stdout, rf"^{board}, {seats} seats, 16 games: .* million steps a second")
        self.assertIn("no board", run(envs, "chess", env=environment).stderr)

    def play(self, flags, environment):
        game = self.path + "/game"
        done = run(*CC, "-std=c17", "-Wall", "-Wextra", ROOT + "/examples/game.c", *flags, "-o", game)
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("europe planner greedy 7", "metro flat:iterations=2 greedy 3", "paris rollout:iterations=5 easy 1"):
            log = run(game, *words.split(), env=environment)
            self.assertEqual(log.returncode, 0, log.stderr)
            replayed = run(ANDEN, "replay", "-", input=log.stdout)
            self.assertEqual(replayed.returncode, 0, replayed.stderr)
            self.assertIn("the game is over", replayed.stdout)
        self.assertIn("no such board", run(game, "chess", "easy", "easy", "1", env=environment).stderr)
        self.assertIn("planner", run(game, "europe", "planer", "easy", "1", env=environment).stderr)


if not shutil.which("meson") or not shutil.which("pkg-config"):
    sys.exit(77)
unittest.main()
