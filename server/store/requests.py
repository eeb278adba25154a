"""Makes the C and the reference of the store's requests from server/store/requests.txt, which says how it is written.

Usage: requests.py REQUESTS.TXT requests.h|statements.h|requests.c|md > OUTPUT

A request becomes a function that checks and copies its values and hands over its statements; equal statements of several
requests are one. A line that is not clear is refused with its number.
"""
import re
import sys
import textwrap

SCALARS = {"int": "int64_t", "u32": "uint32_t", "i32": "int32_t", "bool": "bool", "phase": "enum store_phase",
           "seat_number": "uint32_t", "limit": "uint32_t", "status": "enum store_status", "message": "const char *"}
LETTERS = {"id": "t", "text": "t", "bytes": "b"}  # of kinds: see struct store_statement
NOTED = {"found": "r->found", "mine": "r->mine", "known": "r->answer.known"}
COLUMNS_MAX = 16  # STORE_COLUMNS_MAX of private.h
TYPE = r"(\w+)(\?)?(?:\[(\w*)\])?"
HELD = "\0"  # a space at which no line is broken


class Wrong(Exception):
    pass


def match(pattern, text, why):
    found = re.fullmatch(pattern, text)
    if not found:
        raise Wrong(why)
    return found.groups()


class Line:
    """A line with those that are deeper below it, and the comment right above it."""
    def __init__(self, number, text, contract):
        self.number, self.text, self.contract, self.below = number, text, contract, []

    def whole(self):
        return " ".join([self.text, *(line.whole() for line in self.below)])


def lines_of(path):
    """The lines at the left margin."""
    roots, around, contract = [], [], []
    with open(path, encoding="utf-8") as f:
        for number, text in enumerate(f, 1):
            words, depth = text.strip(), len(text) - len(text.lstrip())
            if not words or words.startswith("#"):
                contract = [*contract, words[1:].strip()] if words and depth == 0 else []
                continue
            line, contract = Line(number, words, " ".join(contract)), []
            while around and around[-1][0] >= depth:
                around.pop()
            (around[-1][1].below if around else roots).append(line)
            around.append((depth, line))
    return roots


class Member:
    """A member of a record, or what is given to a request. A list has a limit, which may be ""."""
    def __init__(self, type_, optional, limit, name, words=""):
        self.type, self.optional, self.limit, self.name, self.words = type_, bool(optional), limit, name, words or ""
        self.many = limit is not None


class Block:
    """Statements, and blocks of them that are done on a condition, for each of a list, or afterwards."""
    def __init__(self, head, around=None, loops=None):
        self.head, self.around, self.loops = head, around, loops or {}
        self.inside, self.made = [], {}  # made: the values that its statements have, with their letter and their C

    def has(self, path):
        return path in self.made or bool(self.around and self.around.has(path))


class Statement:
    def __init__(self, name, sql, letters, out, row):
        self.name, self.sql, self.letters, self.out, self.row, self.many = name, sql, letters, out, row, None


class Description:
    def __init__(self, path):
        self.limits, self.kinds, self.records, self.texts, self.parts = {}, {}, {}, {}, {}
        self.requests, self.statements, self.rows, self.section = [], {}, {}, ""
        self.declared, self.used = {}, set()
        self.line = None
        try:
            for self.line in lines_of(path):
                word, _, rest = self.line.text.partition(" ")
                if word not in ("section", "limit", "kind", "record", "sql", "part", "read", "write"):
                    raise Wrong("this is no declaration")
                getattr(self, "declare_" + word)(self.line, rest)
            for name, self.line in self.declared.items():
                if name not in self.used:
                    raise Wrong(f"nothing uses {name}")
        except Wrong as why:
            sys.exit(f"{path}:{self.line.number}: {why}: {self.line.text}")

    def declare_section(self, _, name):
        self.section = name

    def declare_limit(self, _, text):
        name, number, words = match(r"(\w+) (\d+)\s+(.+)", text, "say NAME NUMBER, and what it means")
        self.limits[name] = (int(number), words)

    def declare_kind(self, line, text):
        name, base, limit, words = match(r"(\w+) (id|text|bytes) (\w+)\s+(.+)", text,
                                         "say NAME, then id, text or bytes, a limit, and what it is called")
        self.declare_type(line, name)
        if limit not in self.limits:
            raise Wrong(f"there is no limit {limit} above")
        self.kinds[name] = (base, limit, words)

    def declare_record(self, line, name):
        self.declare_type(line, name)
        self.records[name] = ({}, line.contract)
        for self.line in line.below:
            member, *parts, words = match(r"(\w+) " + TYPE + r"(?:\s+(.+))?", self.line.text, "say NAME TYPE")
            self.records[name][0][member] = self.member(*parts, member, words)

    def declare_type(self, line, name):
        if name in self.kinds or name in self.records or name in SCALARS:
            raise Wrong(f"there is a type {name} already")
        self.declared[name] = line
        self.used.add("answer")

    def declare_sql(self, line, name):
        self.declared[name + " (sql)"] = line
        self.texts[name] = " ".join(below.whole() for below in line.below)

    def declare_part(self, line, name):
        self.declared[name + " (part)"] = line
        self.parts[name] = line.below

    def declare_read(self, line, text):
        self.requests.append(Request(self, line, text, "false"))

    def declare_write(self, line, text):
        self.requests.append(Request(self, line, text, "true"))

    def member(self, type_, optional, limit, name, words=""):
        if type_ not in SCALARS and type_ not in self.kinds and type_ not in self.records:
            raise Wrong(f"there is no type {type_} above")
        if limit and limit not in self.limits:
            raise Wrong(f"there is no limit {limit} above")
        self.used.add(type_)
        return Member(type_, optional, limit, name, words)

    def member_of(self, record, path):
        """A member of a record, or of a record in it."""
        name, _, rest = path.partition(".")
        if record not in self.records or name not in self.records[record][0]:
            raise Wrong(f"{record} has no member {name}")
        member = self.records[record][0][name]
        return self.member_of(member.type, rest) if rest else member

    def letter(self, member):
        return LETTERS[self.kinds[member.type][0]] if member.type in self.kinds else "i"

    def expand(self, sql):
        def text_of(found):
            name = found[1]
            if name in self.limits:
                return str(self.limits[name][0])
            if name not in self.texts:
                raise Wrong(f"there is no {name} above")
            self.used.add(name + " (sql)")
            return self.expand(self.texts[name])
        return re.sub(r"\{(\w+)\}", text_of, sql)

    def statement(self, request, sql, letters, out, row):
        """The statement with this text, of this or an earlier request."""
        if (sql, letters, row) not in self.statements:
            request.statements += 1
            number = f"_{request.statements}" if request.statements > 1 else ""
            self.statements[sql, letters, row] = Statement(f"SQL_{request.name.upper()}{number}", sql, letters, out, row)
        return self.statements[sql, letters, row]

    def row(self, sql, target):
        """The function that takes the columns of a SELECT, their letters, and the SQL without the names of members."""
        if target in NOTED:
            return self.rows.setdefault((target,), (f"row_{target}", None, {}))[0], "", sql
        if target.startswith("by hand "):
            name, letters = match(r"by hand (\w+) ([itb]+)", target, "say NAME, and the letters of the columns")
            return f"store_row_{name}", letters, sql
        into = self.member_of("answer", target) if target != "answer" else None
        select, columns, rest = split_columns(sql)
        members, plain = {}, []
        for column in columns:
            expression, path = match(r"(.*?)(?: AS ([\w.]+))?", column, "this is no column")
            path = path or match(r"(?:\w+\.)?(\w+)", expression, f"say which member it is, with AS: {column}")[0]
            members[path] = self.member_of(into.type if into else "answer", path)
            plain.append(expression)
        if len(members) > COLUMNS_MAX:
            raise Wrong(f"a row has at most {COLUMNS_MAX} columns")
        count = sum(key[0] == target for key in self.rows)
        row = self.rows.setdefault((target, *members), (f"row_{target}_{count + 1}" if count else f"row_{target}", into, members))
        return row[0], "".join(map(self.letter, members.values())), f"{select} {', '.join(plain)} {rest}"


def split_columns(sql):
    """The beginning of a SELECT, its columns, and the rest."""
    select, text = match(r"(SELECT(?: DISTINCT)?) (.*)", sql, "this is no SELECT")
    depth, columns, start = 0, [], 0
    for i, c in enumerate(text + " FROM "):
        depth += (c == "(") - (c == ")")
        if depth == 0 and (c == "," or (text + " FROM ").startswith(" FROM ", i)):
            columns.append(text[start:i].strip())
            start = i + 1
            if c == " ":
                return select, columns, text[start:]
    raise Wrong("a ) is missing")


class Request:
    def __init__(self, d, line, text, writes):
        self.name, list_ = match(r"(\w+)\((.*)\)", text, "say NAME(TYPE NAME, ...)")
        self.d, self.writes, self.contract, self.section = d, writes, line.contract, d.section
        self.members, self.aliases, self.verdict, self.touched, self.used = {}, {}, [], [], set()
        self.about = self.check = self.judge = None
        self.tells, self.statements, self.root = False, 0, Block(None)
        if any(r.name == self.name for r in d.requests):
            raise Wrong(f"there is a request {self.name} already")
        if not self.contract:
            raise Wrong("say above what it does")
        for one in filter(None, list_.split(", ")):
            *parts, name = match(TYPE + r" (\w+)", one, f"say TYPE NAME, not \"{one}\"")
            self.members[name] = d.member(*parts, name)
        self.fill(self.root, line.below)
        d.line = line
        for name in self.members:
            if name not in self.used and not self.check:
                raise Wrong(f"nothing uses {name}")

    def fill(self, block, lines):
        for line in lines:
            self.d.line = line
            word, _, rest = line.text.partition(" ")
            if word in ("SELECT", "INSERT", "UPDATE", "DELETE"):
                block.inside.append(self.statement(block, line.whole()))
            elif word == "together":
                self.together(block, line)
            elif word in ("with", "without", "each", "otherwise"):
                self.fill(self.block(block, word, rest), line.below)
            elif word == "+":
                if rest not in self.d.parts:
                    raise Wrong(f"there is no part {rest} above")
                self.d.used.add(rest + " (part)")
                self.fill(block, self.d.parts[rest])
            elif word in ("missing", "taken"):
                self.verdict.append((word, *match(r"unless (changed|found|changed or found)", rest, "unless what?")))
            elif word in ("about", "check", "judge"):
                setattr(self, word, rest)
                if word == "about":
                    self.make(block, rest)
            elif line.text == "tells":
                self.tells = True
            else:
                name, *of = match(r"(\w+) = (?:(\w+) )?([\w.]+)", line.text, "this is no line of a request")
                self.aliases[name] = of
                self.find(block, of[1])

    def block(self, around, word, rest):
        loops = dict(around.loops)
        if word == "each":
            name, path = match(r"(\w+) of ([\w.]+)", rest, "say NAME of LIST")
            of, at = self.find(around, path)
            if not of.many:
                raise Wrong(f"{path} is no list")
            loops[name] = Member(of.type, False, None, name)
            count = re.sub(r"\w+$", count_of(self.d, of), at)
            one = f"const struct store_{of.type} *{name} = &" if of.type in self.d.records else f"const char *{name} = "
            head = (f"for (uint32_t i = 0; store_has(r, i, {count}, STORE_{of.limit}); i++)", f"{one}{at}[i];")
        elif word == "otherwise":
            head = None
        else:
            of, at = self.find(around, rest)
            letter = self.d.letter(of)
            test = at + ".size > 0" if letter == "b" else f"{at} && {at}[0]" if letter == "t" else at
            head = (f"if ({test})" if word == "with" else f"if (!({test}))" if " " in test else f"if (!{test})", None)
        around.inside.append(Block(head, around, loops))
        return around.inside[-1]

    def find(self, block, path):
        """A value, and the C that says where it is. A value that is worked out has none."""
        first, _, rest = path.partition(".")
        self.used.add(first)
        if first in self.aliases and first not in block.loops:
            function, of = self.aliases[first]
            return (None, None) if function else self.find(block, path.replace(first, of, 1))
        member = block.loops.get(first) or self.members.get(first)
        if not member:
            raise Wrong(f"there is no value {first}")
        return (self.d.member_of(member.type, rest), f"{first}->{rest}") if rest else (member, first)

    def make(self, block, path):
        """Sees to it that a value is made here or in a block around; gives its letter."""
        around = block
        while around:
            if path in around.made:
                return around.made[path][0]
            around = around.around
        if block.around and not block.head:
            return self.make(block.around, path)
        function, of = self.aliases.get(path, (None, None))
        if path == "mark":
            made = "i", "store_int(r->mark)"
        elif of:
            self.used.add(path)
            made = self.make(block, of), f"store_value_{function}(r, {c_value(of)})" if function else c_value(of)
        else:
            made = self.c_of(*self.find(block, path))
        block.made[path] = made
        return made[0]

    def c_of(self, member, at):
        if member.type in self.d.kinds and not member.many:
            base, limit, words = self.d.kinds[member.type]
            size = "" if base == "id" else f"STORE_{limit}, "
            empty = "true" if member.optional else "false"
            function = "store_blob" if base == "bytes" else f"store_{base}"
            return LETTERS[base], f"{function}(r, {at}, {size}{empty}, \"{words}\")"
        if member.type not in SCALARS or member.many:
            raise Wrong(f"{at} is no value")
        if member.type == "seat_number":
            return "i", f"store_seat_number(r, {at})"
        return "i", f"store_limit({at})" if member.type == "limit" else f"store_int({at})"

    def number(self, block, sql, letters):
        """Puts $1, $2 ... in place of the values, and these with their letters into a dictionary, in that order."""
        def number_of(found):
            letters.setdefault(found[1], self.make(block, found[1]))
            return f"${list(letters).index(found[1]) + 1}"
        sql = re.sub(r"(?<!:):([a-z_]\w*(?:\.\w+)*)", number_of, sql)
        if len(letters) > COLUMNS_MAX:
            raise Wrong(f"a statement has at most {COLUMNS_MAX} values")
        return sql

    def statement(self, block, text):
        sql, _, target = self.d.expand(text).partition(" -> ")
        if sql.startswith("SELECT") != bool(target):
            raise Wrong("this gives no rows" if target else "say where rows go: -> MEMBER")
        self.touched += re.findall(r"(?:INTO|^UPDATE|FROM|JOIN) (\w+)", sql)
        row, out, sql = self.d.row(sql, target) if target else (None, "", sql)
        letters = {}
        sql = self.number(block, sql, letters)
        return self.d.statement(self, sql, "".join(letters.values()), out, row), letters

    def together(self, block, line):
        if block.around or len(block.inside) != 1:
            raise Wrong("it belongs to the first statement")
        statement, letters = block.inside[0]
        statement.many = self.number(block, " ".join(below.whole() for below in line.below), letters)
        statement.letters = "".join(letters.values())

    def judged(self):
        """The name of the function that sets the status; or none."""
        if self.judge:
            return f"store_judge_{self.judge}"
        return "_".join(f"{status}_unless_{flags}" for status, flags in self.verdict).replace(" ", "_")


# ---- C ----


def wrap(text, indent="", first=""):
    """Breaks lines at spaces, but not in strings."""
    text = re.sub(r'"[^"]*"', lambda found: found[0].replace(" ", HELD), text)
    return textwrap.fill(text, 96, initial_indent=first, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False).replace(HELD, " ")


def comment(text):
    return [wrap(f"{text}{HELD}*/", " * ", "/* ")] if text else []


def c_string(sql, indent):
    lines = textwrap.wrap(sql.replace("\\", "\\\\").replace('"', '\\"'), 92 - indent, break_long_words=False)
    return ("\n" + " " * indent).join(f'"{line} "' for line in lines[:-1]) + \
        ("\n" + " " * indent if len(lines) > 1 else "") + f'"{lines[-1]}"'


def c_value(path):
    return "v_" + path.replace(".", "_")


def c_type(d, member, pointer=False):
    """A C type to which a name can be added; a record is in its place, or a pointer."""
    if member.type in d.records:
        pointer = pointer or member.many or member.optional
        return f"const struct store_{member.type} *" if pointer else f"struct store_{member.type} "
    c = SCALARS.get(member.type) or ("struct store_bytes" if d.letter(member) == "b" else "const char *")
    c += "" if c.endswith("*") else " "
    return c + "const *" if member.many else c


def count_of(d, member):
    return (member.type if member.type in d.records else member.name.rstrip("s")) + "_count"


def prototype(d, r):
    given = ["struct store *store"]
    for member in r.members.values():
        given.append(c_type(d, member, pointer=True) + member.name)
        given += [f"uint32_t {count_of(d, member)}"] if member.many else []
    list_ = ", ".join(one.replace(" ", HELD) for one in [*given, "struct store_done done"])
    return wrap(f"void store_{r.name}({list_})", " " * len(f"void store_{r.name}("))


def header(d):
    out = ["/*\n * Everything that the store can be asked for. Made by requests.py of requests.txt; part of store.h.\n */",
           "#ifndef ANDEN_STORE_REQUESTS_H\n#define ANDEN_STORE_REQUESTS_H\n"]
    small = {name: limit for name, limit in d.limits.items() if limit[0] < 1 << 31}
    out += ["enum {", *(f"    STORE_{name} = {number}, /* {words} */" for name, (number, words) in small.items()), "};\n"]
    out += [f"#define STORE_{name} INT64_C({number}) /* {words} */\n" for name, (number, words) in d.limits.items()
            if name not in small]
    for name, (members, contract) in d.records.items():
        out += [*comment(contract), f"struct store_{name} {{"]
        for member in members.values():
            words = f" /* {member.words} */" if member.words else ""
            out.append(f"    {c_type(d, member)}{member.name};{words}")
            out += [f"    uint32_t {count_of(d, member)};"] if member.many else []
        out.append("};\n")
    out.append("/* The callback; call may be null. */\nstruct store_done {\n"
               "    void (*call)(void *context, const struct store_answer *answer);\n    void *context;\n};\n")
    section = None
    for r in d.requests:
        if r.section != section:
            section = r.section
            out.append(f"/* ---- {section} ---- */\n")
        out += [*comment(r.contract), prototype(d, r) + ";\n"]
    return [*out, "#endif"]


def statements(d):
    return ["/*\n * The statements of the store. Made by requests.py of requests.txt.\n */",
            "#ifndef ANDEN_STORE_STATEMENTS_H\n#define ANDEN_STORE_STATEMENTS_H\n", "enum store_sql {",
            *(f"    {s.name}," for s in d.statements.values()), "    STORE_STATEMENTS\n};\n", "#endif"]


def c_statements(d):
    out = ["const struct store_statement store_statements[STORE_STATEMENTS] = {"]
    for s in d.statements.values():
        row = f", .row = {s.row}" if s.row else ""
        out += [f"    [{s.name}] = {{", f"        .sql = {c_string(s.sql, 15)},",
                f'        .in = "{s.letters}", .out = "{s.out}"{row},']
        out += [f"        .many = {c_string(s.many, 16)},"] if s.many else []
        out.append("    },")
    return [*out, "};\n"]


def empty_texts(d, record, given, path=""):
    """The texts of a record that a row does not give: "" stands for nothing."""
    for name, member in d.records[record][0].items():
        if member.type in d.records and not member.many and not member.optional:
            yield from empty_texts(d, member.type, given, f"{path}{name}.")
        elif d.letter(member) == "t" and path + name not in given:
            yield f'{path}{name} = ""'


def c_row(d, target, name, into, members):
    out = [f"static void {name}(struct store_request *r, const struct store_value *c)\n{{"]
    given = []
    for i, (path, member) in enumerate(members.items()):
        number = f"c[{i}].number"
        given.append(f"{path} = " + {
            "t": f"store_copy_text(r, &c[{i}])", "b": f"store_copy_bytes(r, &c[{i}])",
            "i": {"int": number, "bool": number + " != 0"}.get(member.type) or f"({SCALARS.get(member.type)}){number}",
        }[d.letter(member)])
    if target in NOTED:
        return [*out, f"    (void)c;\n    {NOTED[target]} = true;\n}}\n"]
    if not into:
        out += [f"    r->answer.{one};" for one in given]
    else:
        count = f"r->answer.{count_of(d, into)}"
        memory = f"store_grow(r, r->answer.{target}, {count}," if into.many else "store_request_memory(r,"
        out += [wrap(f"struct store_{into.type} *one = {memory} sizeof{HELD}*one);", " " * 8, " " * 4), "",
                f"    r->answer.{target} = one;"]
        out += [f"    one += {count}++;"] if into.many else []
        out += [f"    *one = (struct store_{into.type}){{",
                *(f"        .{one}," for one in [*given, *empty_texts(d, into.type, members)]), "    };"]
    return [*out, "    r->found = true;\n}\n"]


def c_verdict(name, verdict):
    out = [f"static void {name}(struct store_request *r)\n{{"]
    for i, (status, flags) in enumerate(verdict):
        wrong = {"changed": "r->changed == 0", "found": "!r->found"}
        test = " && ".join(wrong[flag] for flag in flags.split(" or "))
        out.append(f"    {'else ' if i else ''}if ({test})\n        r->answer.status = STORE_{status.upper()};")
    return [*out, "}\n"]


def c_block(block, pad, step="store_step"):
    out = [wrap(f"struct store_value {c_value(path)} = {made};", pad + "    ", pad)
           for path, (_, made) in block.made.items() if not (block.around and block.around.has(path))]
    out += [""] if out else []
    for item in block.inside:
        if isinstance(item, tuple):
            statement, letters = item
            values = f"STORE_VALUES({', '.join(map(c_value, letters))})" if letters else "NULL"
            out.append(wrap(f"{step}(r, {statement.name}, {values});", pad + " " * (len(step) + 1), pad))
        elif item.head:
            condition, first = item.head
            inside = c_block(item, pad + "    ", step)
            declared = [pad + "    " + first, *([""] if inside[0].lstrip().startswith(("if", "for")) else [])] if first else []
            out += [f"{pad}{condition} {{", *declared, *inside, pad + "}"]
        else:
            out += c_block(item, pad, "store_step_more")
    return out


def c_request(d, r):
    out = [prototype(d, r), "{", f"    struct store_request *r = store_request_new(store, {r.writes}, done);"]
    out += ([] if r.root.made else [""]) + c_block(r.root, "    ")
    out += [f"    r->key = {c_value(r.about)}.at;"] if r.about else []
    out += ["    r->tells = true;"] if r.tells else []
    out += [f"    store_check_{r.check}({', '.join(['r', *r.members])});"] if r.check else []
    out += [f"    r->judge = {r.judged()};"] if r.judged() else []
    return [*out, "    store_submit(r);\n}\n"]


def code(d):
    out = ["/*\n * The requests of the store. Made by requests.py of requests.txt.\n */", '#include "private.h"\n']
    for key, row in d.rows.items():
        out += c_row(d, key[0], *row)
    out += c_statements(d)
    for name, verdict in {r.judged(): r.verdict for r in d.requests if r.verdict}.items():
        out += c_verdict(name, verdict)
    for r in d.requests:
        out += c_request(d, r)
    return [*out[:-1], out[-1].rstrip("\n")]


def markdown(d):
    out, section = [], None
    for r in d.requests:
        if r.section != section:
            out += [*([""] if section else []), f"### {r.section}\n", "| request | tables | |", "|---|---|---|"]
            section = r.section
        out.append(f"| `{r.name}({', '.join(r.members)})` | {', '.join(dict.fromkeys(r.touched))} | {r.contract} |")
    return out


def main():
    make = {"requests.h": header, "statements.h": statements, "requests.c": code, "md": markdown}[sys.argv[2]]
    print("\n".join(make(Description(sys.argv[1]))))


main()
