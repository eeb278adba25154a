"""Writes the version script of libanden.so: everything that the installed headers declare is public,
everything else is hidden.

Usage: symbols.py NM LIBRARY.a OUTPUT HEADER...
"""
import re
import subprocess
import sys


def defined(nm, library):
    """Names that the objects of a library export."""
    out = subprocess.run([nm, "--defined-only", "--extern-only", "--format=posix", library], check=True,
                         capture_output=True, text=True).stdout
    return {line.split()[0] for line in out.splitlines() if len(line.split()) > 1}


def declared(headers):
    """Words in headers outside comments."""
    words = set()
    for path in headers:
        with open(path, encoding="utf-8") as f:
            words |= set(re.findall(r"\b[a-z]\w*\b", re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)))
    return words


def main():
    nm, library, output, *headers = sys.argv[1:]
    public = sorted(defined(nm, library) & declared(headers))
    with open(output, "w", encoding="utf-8") as f:
        f.write("{\nglobal:\n" + "".join(f"    {name};\n" for name in public) + "local:\n    *;\n};\n")


main()
