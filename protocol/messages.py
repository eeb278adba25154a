"""Makes C and TypeScript from protocol/messages.txt.

Usage: messages.py MESSAGES.TXT h|c|ts|md > OUTPUT

The C is a struct for each record and message and a table that describes its members; one encoder and one
decoder in message.c and message_read.c read the tables. "md" makes the reference in doc/protocol.md. A line that is not clear is
refused with its number.
"""
import copy
import itertools
import re
import sys

LINE = re.compile(r"(\w+)(\?)?\s+([a-z_]+)(?::(\d+))?(?:\[(\d+)\])?\s*(.*)$")
SCALARS = {"int": "int64_t", "bool": "bool", "text": "struct message_text", "json": "struct message_text"}


class Field:
    def __init__(self, name, optional, kind, size, count, words):
        self.name, self.optional, self.kind, self.words = name, bool(optional), kind, words
        self.size, self.count = int(size or 0), int(count or 0)
        self.group = None  # the group that it belongs to, if several messages share it


class Shape:
    def __init__(self, name, way):
        self.name, self.way, self.fields = name, way, []
        self.struct = f"message_{name}" if way in ("<", ">") else f"message_{name}_part"


def member_of(group, field):
    field = copy.copy(field)
    field.group = group
    return field


def read(path):
    version, shapes = None, []
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            words = line.split("#")[0].rstrip()
            if not words:
                continue
            try:
                if words.startswith("version "):
                    version = int(words.split()[1])
                elif words.startswith("record "):
                    shapes.append(Shape(words.split()[1], ""))
                elif words.startswith("group "):
                    shapes.append(Shape(words.split()[1], "+"))
                elif words.strip().startswith("+ "):
                    group = next(s for s in shapes if s.way == "+" and s.name == words.split()[1])
                    shapes[-1].fields += [member_of(group, f) for f in group.fields]
                elif words.startswith("message "):
                    shapes.append(Shape(*words.split()[1:3]))
                else:
                    field = Field(*LINE.match(words.strip()).groups())
                    if field.kind not in SCALARS and field.kind not in (s.name for s in shapes if not s.way):
                        raise ValueError(f"there is no record {field.kind} above")
                    if field.kind == "text" and not field.size:
                        raise ValueError("a text needs its largest size")
                    if not field.words:
                        raise ValueError("say what it means")
                    shapes[-1].fields.append(field)
            except (AttributeError, ValueError, TypeError, IndexError, StopIteration) as why:
                sys.exit(f"{path}:{number}: {why}: {words.strip()}")
    for s in shapes:
        if len(s.fields) > 32:
            sys.exit(f"{path}: {s.name} has more than 32 members: see FIELDS_MAX in message_read.c")
    return version, shapes


def struct_of(shapes, kind):
    return next(s for s in shapes if s.name == kind and not s.way)


def has_flag(f):
    """An optional scalar needs a member that says whether it is there; texts, records and lists are null."""
    return f.optional and not f.count and f.kind in ("int", "bool")


def c_member(shapes, f):
    name = c_name(f)
    base = SCALARS.get(f.kind) or f"struct {struct_of(shapes, f.kind).struct}"
    if f.count:
        return f"const {base} *{name}; /* {name}_count of them: {f.words} */\n    uint32_t {name}_count;"
    if f.kind not in SCALARS:
        return f"const {base} *{name}; /* {f.words} */"
    flag = f"bool has_{name};\n    " if has_flag(f) else ""
    return f"{flag}{base} {name}; /* {f.words} */"


def c_name(f):
    return f.name + "_" if f.name in ("do", "int", "bool") else f.name


def c_members(shapes, s):
    """The members of a struct. Those of a group can be reached by their names and as a whole."""
    for group, fields in itertools.groupby(s.fields, key=lambda f: f.group):
        members = ["    " + c_member(shapes, f) for f in fields]
        if group:
            members = ["    union {", f"    struct {group.struct} {group.name};", "    struct {", *members, "    };", "    };"]
        yield from members


def header(version, shapes):
    messages = [s for s in shapes if s.way in ("<", ">")]
    out = ["/*\n * The messages of the protocol as C structs. Made by messages.py of messages.txt.\n */",
           "#ifndef ANDEN_MESSAGES_H\n#define ANDEN_MESSAGES_H\n",
           '#include "protocol/message.h"\n', f"enum {{ PROTOCOL_VERSION = {version} }};\n",
           "enum message_type {\n    MESSAGE_NONE,"]
    out += [f"    MESSAGE_{s.name.upper()}," for s in messages] + ["    MESSAGE_TYPES,\n};\n"]
    for s in shapes:
        out.append(f"struct {s.struct} {{")
        out += c_members(shapes, s)
        out.append("};\n")
    out.append("/* Bytes of a text, at most. */\nenum {")
    out += [f"    {s.struct.upper()}_{f.name.upper()}_MAX = {f.size}," for s in shapes for f in s.fields if f.size]
    out.append("};\n\n/* Values of a list, at most. */\nenum {")
    out += [f"    {s.struct.upper()}_{f.name.upper()}_LIST = {f.count}," for s in shapes for f in s.fields if f.count]
    out.append("};\n")
    out += [f"extern const struct message_shape {s.struct}_shape;" for s in shapes if not s.way]
    out.append("\nstruct message {\n    enum message_type type;\n    union {")
    out.append("        struct command_id unread; /* type NONE: of a message that could not be read */")
    out += [f"        struct {s.struct} {s.name if s.name != 'do' else 'do_'};" for s in messages]
    out.append("    };\n};\n\n#endif")
    return out


def offset(s, name):
    """Where a member lies in the struct of a message that has it."""
    return f"offsetof(struct {s.struct}, {name})" if any(f.name == name.removeprefix("has_") for f in s.fields) \
        else "MESSAGE_NOWHERE"


def tables(version, shapes):
    out = ["/*\n * What the messages consist of. Made by messages.py of messages.txt.\n */",
           '#include "messages.h"\n']
    shapes = [s for s in shapes if s.way != "+"]
    for s in shapes:
        out.append(f"static const struct message_field {s.struct}_fields[] = {{")
        for f in s.fields:
            kind = {"int": "INT", "bool": "BOOL", "text": "TEXT", "json": "JSON"}.get(f.kind, "RECORD")
            parts = [f'.name = "{f.name}"', f".kind = MESSAGE_{kind}",
                     f".at = offsetof(struct {s.struct}, {c_name(f)})"]
            if f.optional:
                parts.append(".optional = true")
            if has_flag(f):
                parts.append(f".has = offsetof(struct {s.struct}, has_{c_name(f)})")
            if f.count:
                parts += [f".list = {f.count}", f".count = offsetof(struct {s.struct}, {c_name(f)}_count)"]
            if f.size:
                parts.append(f".size = {f.size}")
            if kind == "RECORD":
                parts.append(f".record = &{struct_of(shapes, f.kind).struct}_shape")
            out.append("    {" + ", ".join(parts) + "},")
        out.append("};\n")
        out.append(f"{'static ' if s.way else ''}const struct message_shape {s.struct}_shape = {{\n    .name = \"{s.name}\", "
                   f".size = sizeof(struct {s.struct}), .fields = {len(s.fields)}, "
                   f".field = {s.struct}_fields,\n    .to_server = {'true' if s.way == '>' else 'false'},\n"
                   f"    .id = {offset(s, 'id')}, .has_id = {offset(s, 'has_id')}, "
                   f".table = {offset(s, 'table')},\n}};\n")
    out.append("const struct message_shape *const message_shapes[MESSAGE_TYPES] = {")
    out += [f"    [MESSAGE_{s.name.upper()}] = &{s.struct}_shape," for s in shapes if s.way]
    out.append("};\n\nconst uint32_t message_types = MESSAGE_TYPES;")
    out.append("\n_Static_assert(offsetof(struct message, hello) == MESSAGE_BODY, \"where a message's members begin\");")
    return out


def typescript(version, shapes):
    def camel(s):
        return "".join(w.capitalize() for w in s.name.split("_")) + ("Message" if s.way else "")

    def type_of(f):
        base = {"int": "number", "bool": "boolean", "text": "string", "json": "unknown"}.get(f.kind)
        base = base or camel(struct_of(shapes, f.kind))
        return base + "[]" if f.count else base

    out = ["// The messages of the protocol. Made by protocol/messages.py of protocol/messages.txt.\n",
           f"export const PROTOCOL_VERSION = {version};\n"]
    shapes = [s for s in shapes if s.way != "+"]
    for s in shapes:
        out.append(f"export interface {camel(s)} {{")
        if s.way:
            out.append(f"  type: '{s.name}';")
        for f in s.fields:
            out.append(f"  /** {f.words} */\n  {f.name}{'?' if f.optional else ''}: {type_of(f)};")
        out.append("}\n")
    for name, way in (("ToServer", ">"), ("ToClient", "<")):
        out.append(f"export type {name} =\n  | " + "\n  | ".join(camel(s) for s in shapes if s.way == way) + ";\n")
    return out[:-1] + [out[-1].rstrip("\n")]


def markdown(version, shapes):
    def type_of(f):
        base = f"text, {f.size} bytes" if f.kind == "text" else f.kind
        return f"list of {base}" if f.count else base

    out = []
    for title, way in (("To the server", ">"), ("To the client", "<"), ("Parts", "")):
        out.append(f"### {title}\n")
        for s in (s for s in shapes if s.way == way):
            out.append(f"**`{s.name}`**\n\n| member | type | |\n|---|---|---|")
            out += [f"| `{f.name}`{' (optional)' if f.optional else ''} | {type_of(f)} | {f.words} |" for f in s.fields]
            out.append("")
    return out[:-1]


def main():
    version, shapes = read(sys.argv[1])
    make = {"h": header, "c": tables, "ts": typescript, "md": markdown}[sys.argv[2]]
    print("\n".join(make(version, shapes)))


main()
