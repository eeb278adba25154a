"""Rules are asked, not known: outside engine/ nobody computes a price, a payment, points or what is legal, and
nobody packs an event. The engine answers (engine/*/queries.h, rules->points), and this lint finds code that does it by itself.

Usage: asked.py ROOT

It looks at the program, not at the tests: they compute what they expect without the engine on purpose.
"""
import re
import sys

import sources

C = ("ai/", "bench/", "boards/", "cli/", "env/", "protocol/", "server/", "sim/", "table/", "tools/", "web/wasm/")
PAGE = ("web/core/", "web/ui/")

# (pattern, where: beginnings of paths, what to do instead)
KNOWN = [
    (r"\bEVENT_(FLAG|HIDDEN)_BIT\b|\b(colour|wilds?|turns|tile|kind)\b\)*\s*<<|\b(e|event)\b\)* (<<|>>|&) ",
     C, "packs an event: use the functions of engine/event.h"),
    (r"\bevent_make\([^;]*[|]", C, "packs an event: use event_pay() or event_place()"),
    (r" [-+*] \(?[\w.>\[\]-]*\bstations_left\b|\bstations_left( [-+*] |--|\+\+| [-+]=)",
     C, "computes with stations left: ask routes_station_price(), routes_suppose()"),
    (r"(->|\.|\b)(cards|extra|price)\s*-\s*(\(\w+\))?\s*(event_wilds\b|wilds\b|paid\b|[\w.>-]*\bicons\b)",
     C, "computes a payment: ask routes_payment(), routes_fewest_wilds()"),
    (r" \* \(?[\w.>\[\]-]*\bflag_points\b|\bflag_points \*|(->|\.)score\s*[-+](?!=)",
     C, "adds up points: ask rules->points()"),
    (r"\bboth_halves_from [<>]| [<>]=? [\w.>()-]*\bboth_halves_from\b", C, "judges doubles: ask routes_half_closes()"),
    (r"\bfirst_keep ([<>]=?|[=!]=|:) | ([?<>]=?|[=!]=) [\w.>-]*\bfirst_keep\b", C, "judges keeping: ask routes_keep_least()"),
    (r"->(payable|within)\[|\bbarred\b", C, "judges what can be claimed: ask routes_free(), routes_payable()"),
    (r"\bdeck_size ([<>]|[=!]=|&&|\?)|&& [\w.>-]*\bdeck_size\b", C, "judges drawing: ask routes_allows(), routes_tunnel_risk()"),
    (r"\bsupply_size ([<>]|[=!]=|&&|\?)|&& [\w.>-]*\bsupply_size\b", C, "judges drawing: ask metro_can_redraw()"),
    (r"\bowner\[[^]]*seats\]", C, "looks up an owner: ask metro_owner()"),
    (r"->touching\[", tuple(c for c in C if c != "ai/"), "searches ways: ask routes_way()"),
    (r"\btext_equal\([^;]*\bsentence\b", C, "compares a sentence: ask for the refusal"),
    (r"\bstations_left\b[^,;}]*[-+]\s*\d|\bstations\s*-\s*\(?[\w.?]*stations_left\b", PAGE,
     "computes with stations left: prices come with the legal events"),
    (r"\bevent (>>|<<|&) ", PAGE, "takes an event apart: the engine tells its members"),
    (r"\bflag_points\s*\*|\*\s*[\w.?]*\bflag_points\b|\bscore\.routes\b|\bscore\[[^\]]*'routes'", PAGE,
     "adds up points: seats have the member points"),
]

# Lines that the patterns must find, and lines that they must not.
FOUND = [
    ("web/wasm/why.c", "kind_and_place | (wilds == price ? (uint32_t)WILD : colour) << 8 | wilds << 12;"),
    ("ai/routes/planner.c", "return flag ? e | EVENT_FLAG_BIT : e;"),
    ("cli/routes/moves.c", "moves->board->stations - seat->stations_left + 1u);"),
    ("ai/routes/planner.c", "me->stations_left--;"),
    ("protocol/routes/words.c", "{event_colour(e), r->cards - event_wilds(e), event_wilds(e)};"),
    ("protocol/routes/event_json.c", 'json_number(j, "coloured", s->extra - event_wilds(e));'),
    ("ai/routes/planner.c", "held = less(held, (uint32_t)(r->cards - r->icons)) + o->me->wild;"),
    ("web/wasm/replay.c", "s->routes.seat[seat].flags * m->board->routes.flag_points;"),
    ("web/wasm/replay.c", "return s->routes.seat[seat].score +"),
    ("ai/routes/block.c", "uint32_t twin = b->both_halves_from > 2 ? b->route[n].twin : (uint32_t)NO_ROUTE;"),
    ("ai/routes/planner.c", "uint32_t least = o->s->phase == PHASE_CHOOSE ? o->b->first_keep : 1, mask = 0;"),
    ("ai/routes/planner.c", "routes[p] = b->payable[wild][0][p];"),
    ("web/wasm/why.c", 'json_number(&j, "most", deck_size < 3 ? deck : 3);'),
    ("cli/metro/show.c", "if (seen->phase == METRO_TURN && seen->supply_size)"),
    ("cli/metro/show.c", "return board_of(p)->owner[p->match->seats][station] == seat;"),
    ("web/wasm/why.c", 'text_equal(why.sentence, "You have none.");'),
    ("web/ui/routes/CityPanel.svelte", "const next = $derived(facts.board.options.stations - (facts.mine?.stations_left ?? 0) + 1);"),
    ("web/ui/routes/RouteGame.svelte", "points={(s) => seats[s - 1]?.score[over ? 'total' : 'routes'] ?? null}"),
]
PASSED = [
    ("protocol/routes/view_json.c", 'json_number(j, "stations_left", from->stations_left);'),
    ("ai/routes/planner.c", "return POINT * r->points - CARD_IN_POINTS * r->cards - WILD_IN_POINTS * wilds +"),
    ("ai/routes/planner.c", "if (t->o.me->stations_left == 0 || open == 0)"),
    ("protocol/routes/board_json.c", 'json_number(j, "flag_points", b->flag_points);'),
    ("cli/routes/facts.c", "say_number(b->first_keep), say_number(b->draw_tickets)));"),
    ("sim/tally.c", "t->score_squares += (uint64_t)(seat->score * seat->score);"),
    ("web/wasm/balance.c", "balance.seat[seat].score += sheet->total;"),
    ("protocol/report.c", "out[n++] = (uint8_t)((end - i) >> 8);"),
    ("engine/routes/claim.c", "if (m->seats < board_of(m)->both_halves_from)"),
]

PAGE_COMMENT = re.compile(r"//.*|/\*.*?\*/|<!--.*?-->")
PATTERNS = [(re.compile(pattern), where, advice) for pattern, where, advice in KNOWN]


def findings(path, line):
    return [advice for pattern, where, advice in PATTERNS if path.startswith(where) and pattern.search(line)]


def test_patterns():
    """Checks the lint itself: nobody would notice one that finds nothing."""
    for path, line in FOUND:
        assert findings(path, line), f"this must be found: {line}"
    for path, line in PASSED:
        assert not findings(path, line), f"this must pass: {line}"


def main():
    root = sys.argv[1]
    report = sources.Report("asked")
    test_patterns()
    for path in sources.files(root, ".c", ".h", ".ts", ".svelte"):
        if not path.startswith(C + PAGE):
            continue
        report.looked_at += 1
        text = sources.read(root, path)
        code = sources.without_comments(text) if path.endswith((".c", ".h")) else PAGE_COMMENT.sub("", text)
        for number, line in enumerate(code.splitlines(), 1):
            for advice in findings(path, line):
                report.add(path, number, advice)
    report.finish()


main()
