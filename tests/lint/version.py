"""The version is in meson.build alone, and CHANGELOG.md describes it.

Usage: version.py ROOT
"""
import json
import re
import sys

import sources


def main():
    root = sys.argv[1]
    report = sources.Report("version")
    version = re.search(r"\bversion: '([^']+)'", sources.read(root, "meson.build"))[1]
    report.looked_at += 1
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        report.add("meson.build", 1, f"{version} is not of the form 1.2.3")
    headings = re.findall(r"^## \[([^]]+)\]", sources.read(root, "CHANGELOG.md"), re.M)
    if version not in headings[:2] or headings[0] not in ("Unreleased", version):
        report.add("CHANGELOG.md", 1, f"does not begin with [Unreleased] or [{version}], the version of meson.build")
    for path in ("web/package.json", "web/package-lock.json"):
        package = json.loads(sources.read(root, path))
        report.looked_at += 1
        if "version" in package or "version" in package.get("packages", {}).get("", {}):
            report.add(path, 1, "has a version of its own: leave it to meson.build")
    report.finish()


main()
