"""Installs what meson.build cannot describe: the page, if it is built, and a configuration that is never overwritten.

Usage: install.py ROOT PAGE_FOLDER CONFIGURATION (below DESTDIR)
"""
import os
import shutil
import sys


def below_destdir(path):
    return os.environ.get("DESTDIR", "") + path


def install_page(root, folder):
    built = os.path.join(root, "web", "dist")
    if not os.path.exists(os.path.join(built, "sw.js")):
        print("The page is not built, so it is not installed: ./play builds it.")
        return
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(built, folder)


def install_configuration(root, path):
    if os.path.exists(path):
        return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    shutil.copyfile(os.path.join(root, "deploy", "anden.conf"), path)


def main():
    root, folder, path = sys.argv[1:4]
    install_page(root, below_destdir(folder))
    install_configuration(root, below_destdir(path))


main()
