"""Makes a C header of the symbols that the page and the SVG pictures share, web/ui/assets/symbols.json: SYMBOL_RED is
the path of the sign of red cards, SYMBOL_BUS that of a wild card, SYMBOL_PEAK that of a mountain.

Usage: symbols.py SYMBOLS.JSON > symbols.h
"""
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    symbols = json.load(file)
paths = {name: card["d"] for name, card in symbols["cards"].items()} | symbols["wild"] | {"peak": symbols["pieces"]["peak"]}
print("/* Made of web/ui/assets/symbols.json by svg/symbols.py. */")
for name, path in paths.items():
    print(f'#define SYMBOL_{name.upper()} "{path}"')
