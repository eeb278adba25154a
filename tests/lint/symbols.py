"""Which symbols the freestanding archives need from outside, and whether they have variables that change.

Usage: symbols.py NM ARCHIVE...

The engine, the first archive, has no undefined symbols except memcpy, memmove, memset and memcmp. The others
may use those and the symbols of the archives before them. None has a variable that can change.
"""
import subprocess
import sys

import sources

MEMORY = {"memcpy", "memmove", "memset", "memcmp"}
# Made by compilers and linkers themselves, not by a line of source.
COMPILER = {"_GLOBAL_OFFSET_TABLE_", "__stack_chk_fail"}


def symbols(nm, archive):
    """Pairs of a symbol's type and name in all objects of an archive."""
    out = subprocess.run([nm, "--format=posix", archive], capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        parts = line.split()
        if len(parts) >= 2 and len(parts[1]) == 1:
            yield parts[1], parts[0]


def main():
    nm, archives = sys.argv[1], sys.argv[2:]
    report = sources.Report("symbols")
    known = set(MEMORY | COMPILER)
    for archive in archives:
        found = list(symbols(nm, archive))
        known |= {name for kind, name in found if kind.isupper() and kind != "U"}
        for kind, name in found:
            report.looked_at += 1
            if kind in "Uw" and name not in known:
                report.add(archive, 0, f"asks for {name}, which nothing below it has")
            # Constant tables of pointers are in .data.rel.ro: nm calls them d or D as well.
            if kind in "bBcCsSgG":
                report.add(archive, 0, f"{name} is a variable that can change")
        for name in writable(archive):
            report.add(archive, 0, f"{name} is in a section that can be written")
    report.finish()


def writable(archive):
    """Symbols in .data and .bss sections (not .data.rel.ro, which is read-only after loading)."""
    out = subprocess.run(["objdump", "-t", archive], capture_output=True, text=True, check=True).stdout
    for line in out.splitlines():
        parts = line.split()
        if len(parts) >= 5 and parts[-3] in (".data", ".bss", "*COM*") and parts[-1] not in (".data", ".bss"):
            yield parts[-1]


main()
