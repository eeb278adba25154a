"""Makes the manual pages and the completions for shells, both from the program's description of itself.

    manual.py pages COMMANDS.json CHANGELOG LANGUAGE FOLDER NAME...      manual pages, such as anden-play.1, into a folder
    manual.py completions COMMANDS.json FOLDER                           anden.bash, _anden (zsh), anden.fish
    manual.py text PAGE.md NAME SECTION SUMMARY CHANGELOG VERSION FILE   a page of the documentation as a manual page

The date of the pages is that of the newest version in the changelog. COMMANDS.json is the output of `anden --help --json`. NAMEs
are all expected pages: a missing or additional one is an error, so the list in meson.build always agrees with the program.
"""
import json
import os
import re
import sys

WORDS = {
    "en": {"name": "NAME", "synopsis": "SYNOPSIS", "about": "DESCRIPTION", "commands": "COMMANDS", "options": "OPTIONS",
           "settings": "SETTINGS", "examples": "EXAMPLES", "codes": "EXIT STATUS", "see": "SEE ALSO",
           "games": "Games:", "manual": "Andén manual", "conf": "settings of the server Andén",
           "conf about": "A file of settings for {serve}: a line is \"name = value\", a # at the beginning of a line starts a "
                         "comment. Every setting is also an option of {serve}, which wins. In brackets: what holds if a "
                         "setting is not there."},
    "es": {"name": "NOMBRE", "synopsis": "SINOPSIS", "about": "DESCRIPCIÓN", "commands": "ÓRDENES", "options": "OPCIONES",
           "settings": "AJUSTES", "examples": "EJEMPLOS", "codes": "CÓDIGOS DE SALIDA", "see": "VÉASE TAMBIÉN",
           "games": "Juegos:", "manual": "Manual de Andén", "conf": "ajustes del servidor Andén",
           "conf about": "Un archivo de ajustes para {serve}: una línea es «nombre = valor»; un # al principio de una línea "
                         "empieza un comentario. Cada ajuste es también una opción de {serve}, que vale más. Entre "
                         "paréntesis: lo que vale si el ajuste no está."},
}


def date_of(changelog):
    """The date of the newest version that has one."""
    with open(changelog, encoding="utf-8") as f:
        found = re.search(r"(?m)^## .*?(\d{4}-\d\d-\d\d)", f.read())
    return found.group(1) if found else "2026-01-01"


# ---- roff

def roff(text):
    """A text as roff reads it: nothing in it is a request or an escape."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("\u2026", "...")
    return re.sub(r"(?m)^([.'])", r"\\&\1", text)


def bold(text):
    return f"\\fB{roff(text)}\\fR"


def marked(text):
    """Options bold, words in capitals italic."""
    return re.sub(r"(?<![\w\\])(\\-\\-[a-z\\-]+)|(?<![\w\\\"])([A-Z]{1,}[A-Z:|]*)(?![\w])",
                  lambda m: f"\\fB{m[1]}\\fR" if m[1] else f"\\fI{m[2]}\\fR", roff(text))


def wide(text):
    """A text of the same length for mandoc, which reads letters beyond ASCII as escapes."""
    return re.sub(r"[^ -~]", "\\\\[u0000]", text)


class Page:
    def __init__(self, name, section, date, version, manual):
        self.lines = [f'.TH {name.upper()} {section} {date} "Andén {version}" "{manual}"']

    def head(self, title):
        self.lines.append(f'.SH "{title}"')

    def subhead(self, title):
        self.lines.append(f'.SS "{title}"')

    def paragraph(self, text):
        if re.search(r"(?m)^  ", text):
            self.literal(text.split("\n"))
        else:
            if not self.lines[-1].startswith((".SH", ".SS")):
                self.lines.append(".PP")
            self.put(roff(text))

    def literal(self, lines):
        if not self.lines[-1].startswith((".SH", ".SS")):
            self.lines.append(".PP")
        self.lines += [".nf"] + [roff(line.rstrip()) or "\\&" for line in lines] + [".fi"]

    def item(self, tag, text):
        self.lines += [".TP", tag]
        self.put(roff(text))

    def put(self, text):
        """A text that roff fills, in short lines."""
        lines = [""]
        for word in text.split():
            if lines[-1] and len(wide(lines[-1])) + 1 + len(wide(word)) > 78:
                lines.append("")
            lines[-1] += (" " if lines[-1] else "") + word
        self.lines += [re.sub(r"^([.'])", r"\\&\1", line) or "\\&" for line in lines]

    def text(self):
        return "\n".join(self.lines) + "\n"


def option_text(o):
    return ((o["game"] + ": ") if "game" in o else "") + o["about"] + (f" ({o['preset']})" if o.get("preset") else "")


def option_tag(o, name):
    return bold(name) + (" \\fI" + roff(o["argument"]) + "\\fR" if "argument" in o else "")


def synopsis(page, usage):
    page.lines.append(".nf")
    for line in usage:
        indent = re.match(" *", line).group(0)
        page.lines.append(indent + re.sub(r"^anden( [a-z]+)?", lambda m: bold(m[0]), marked(line.strip())))
    page.lines.append(".fi")


def see(page, names):
    page.lines.append(",\n".join(f".BR {roff(name)} ({section})" for name, section in names).replace(",\n", " ,\n"))


def command_page(all_, c, date, words):
    name = "anden" if c is all_ else "anden-" + c["name"]
    page = Page(name, 1, date, all_["version"], words["manual"])
    page.head(words["name"])
    page.put(f"{roff(name)} \\- {roff(c['summary'])}")
    page.head(words["synopsis"])
    synopsis(page, c["usage"])
    if c["about"] or c is all_:
        page.head(words["about"])
    for paragraph in c["about"]:
        page.paragraph(paragraph)
    if c is all_:
        page.paragraph(words["games"] + " " + ", ".join(c["games"]) + ".")
        page.head(words["commands"])
        for other in c["commands"]:
            page.item(f"\\fBanden\\-{other['name']}\\fR(1)", other["summary"])
    if c["options"]:
        page.head(words["options"])
        for o in c["options"]:
            page.item(option_tag(o, o["name"]), option_text(o))
    page.head(words["examples"])
    page.literal(c["examples"])
    page.head(words["codes"])
    page.paragraph(c["codes"])
    page.head(words["see"])
    others = [("anden-board", 5), ("anden-log", 5), ("anden.conf", 5)]
    see(page, ([("anden-" + o["name"], 1) for o in c["commands"]] if c is all_ else [("anden", 1)]) + others)
    return name + ".1", page.text()


def conf_page(all_, date, words):
    serve = next((c for c in all_["commands"] if c["name"] == "serve"), None)
    if not serve:
        return
    page = Page("anden.conf", 5, date, all_["version"], words["manual"])
    page.head(words["name"])
    page.lines.append(f"anden.conf \\- {roff(words['conf'])}")
    page.head(words["about"])
    page.paragraph(words["conf about"].format(serve="anden serve"))
    page.head(words["settings"])
    for o in serve["options"]:
        if o["name"] != "--config":
            page.item(option_tag(o, o["name"][2:] + " ="), option_text(o))
    page.head(words["see"])
    see(page, [("anden-serve", 1)])
    yield "anden.conf.5", page.text()


# ---- documentation in Markdown

def inline(text):
    """The marks of Markdown inside a paragraph."""
    text = re.sub(r"\[([^\]]*)\]\((?:\.\./|#|[a-z]+/|[\w-]+\.md)[^)]*\)", r"\1", text)
    text = re.sub(r"\[([^\]]*)\]\((http[^)]*)\)", r"\1 (\2)", text)
    text = re.sub(r"\\([|*_])", r"\1", text)
    parts = re.split(r"`([^`]*)`|\*\*([^*]+)\*\*|(?<![\w*])\*([^*\s][^*]*)\*", text)
    out = ""
    for i in range(0, len(parts), 4):
        out += roff(parts[i])
        if i + 3 < len(parts):
            strong = parts[i + 1] or parts[i + 2]
            out += f"\\fB{roff(strong)}\\fR" if strong else f"\\fI{roff(parts[i + 3])}\\fR"
    return out


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def table(page, lines):
    """The first column is the term; other columns have their titles, except for the meaning."""
    titles = cells(lines[0])
    for line in lines[2:]:
        first, *more = cells(line)
        page.lines += [".TP", inline(first)]
        page.put("; ".join((f"{roff(title)}: " if title not in ("meaning", "what it is") else "") + inline(cell)
                           for title, cell in zip(titles[1:], more) if cell))


def markdown(page, text):
    """The kinds of blocks in our documentation: headings, fences, tables, lists, paragraphs."""
    blocks = re.findall(r"(?ms)^```.*?^```$|^(?:(?!```)[^\n]+\n?)+", text)
    for block in blocks:
        lines = block.rstrip("\n").split("\n")
        if block.startswith("```"):
            page.literal(["    " + line for line in lines[1:-1]])
        elif lines[0].startswith("## "):
            page.head(lines[0][3:].upper())
        elif lines[0].startswith("### "):
            page.subhead(lines[0][4:])
        elif lines[0].startswith("|"):
            table(page, lines)
        elif re.match(r"[-*] |\d+\. ", lines[0]):
            for item in re.split(r"(?m)^(?:[-*]|\d+\.) ", block)[1:]:
                page.lines.append(".IP \\(bu 2")
                page.put(inline(" ".join(item.split())))
        elif not lines[0].startswith("#"):
            page.lines.append(".PP")
            page.put(inline(" ".join(block.split())))


def text_page(source, name, section, summary, changelog, version):
    page = Page(name, section, date_of(changelog), version, WORDS["en"]["manual"])
    page.head("NAME")
    page.lines.append(f"{roff(name)} \\- {roff(summary)}")
    page.head("DESCRIPTION")
    with open(source, encoding="utf-8") as f:
        markdown(page, f.read())
    text = re.sub(r"(?m)^(\.S[HS] .*)\n\.PP$", r"\1", page.text())
    return text


# ---- completions

def values(all_, o):
    """What may follow an option, if that is known: words, "file", "folder" or nothing."""
    argument = o.get("argument", "")
    known = {"FILE": "file", "LOG": "file", "FILE|URL": "file", "DIR": "folder", "FOLDER": "folder"}
    if o["name"] == "--language":
        return ["en", "es"]
    if o["name"] == "--game":
        return all_["games"]
    return known.get(argument)


def short(o):
    """A text short enough for a line of a menu."""
    return ((o["game"] + ": ") if "game" in o else "") + re.split(r"[;:(]", o["about"])[0].strip()


def first_words(all_, c):
    usage = c["usage"][0]
    if re.match(r"anden \w+ GAME\b", usage):
        return all_["games"]
    if c["name"] == "board":
        return ["check", "show", "svg"]
    return "file" if re.match(r"anden \w+ FILE\b", usage) else None


def common(all_):
    return [o for o in all_["options"] if o["name"] in ("--help", "--language")]


def bash(all_):
    out = ["# Completion of anden for bash, made by man/manual.py.", "_anden() {",
           "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}",
           "    COMPREPLY=()", "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
           "        COMPREPLY=($(compgen -W \"" +
           " ".join([c["name"] for c in all_["commands"]] + [o["name"] for o in all_["options"]]) + "\" -- \"$word\"))",
           "        return", "    fi", "    case ${COMP_WORDS[1]}:$before in"]

    def reply(found):
        if isinstance(found, list):
            return f"COMPREPLY=($(compgen -W \"{' '.join(found)}\" -- \"$word\")); return"
        return f"COMPREPLY=($(compgen -{'f' if found == 'file' else 'd'} -- \"$word\")); return"

    for c in all_["commands"]:
        for o in c["options"] + common(all_):
            found = values(all_, o)
            if found:
                out.append(f"    {c['name']}:{o['name']}) {reply(found)} ;;")
            elif "argument" in o:
                out.append(f"    {c['name']}:{o['name']}) return ;;")
    out += ["    esac", "    case ${COMP_WORDS[1]}:$word in"]
    for c in all_["commands"]:
        names = " ".join(o["name"] for o in c["options"] + common(all_))
        out.append(f"    {c['name']}:-*) COMPREPLY=($(compgen -W \"{names}\" -- \"$word\")) ;;")
        if first_words(all_, c):
            out.append(f"    {c['name']}:*) {reply(first_words(all_, c))} ;;")
    return "\n".join(out + ["    esac", "}", "complete -o filenames -F _anden anden"]) + "\n"


def shell_quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(all_):
    def bare(text):
        return re.sub(r"([\[\]:\\])", r"\\\1", " ".join(text.split()))

    def spec(o):
        about = f"{o['name']}[{bare(short(o))}]"
        if "argument" not in o:
            return shell_quoted(about)
        found = values(all_, o)
        action = {"file": "_files", "folder": "_files -/"}.get(found) if isinstance(found, str) else \
            "(" + " ".join(found) + ")" if found else " "
        return shell_quoted(f"{about}:{bare(o['argument'])}:{action}")

    out = ["#compdef anden", "# Completion of anden for zsh, made by man/manual.py.", "local -a commands", "commands=("]
    out += ["    " + shell_quoted(f"{c['name']}:{bare(c['summary'])}") for c in all_["commands"]]
    out += [")", "if (( CURRENT == 2 )); then", "    _describe command commands",
            "    _arguments " + " ".join(spec(o) for o in all_["options"]), "    return", "fi",
            "local command=$words[2]", "shift words", "(( CURRENT-- ))", "case $command in"]
    for c in all_["commands"]:
        first = first_words(all_, c)
        words = {"file": "_files"}.get(first) if isinstance(first, str) else "(" + " ".join(first) + ")" if first else ""
        out.append(f"{c['name']})\n    _arguments \\")
        specs = [spec(o) for o in c["options"] + common(all_)]
        if words:
            specs.append(shell_quoted(f"1: :{words}"))
            specs.append(shell_quoted("*:file:_files"))
        out.append(" \\\n".join("        " + s for s in specs))
        out.append("    ;;")
    return "\n".join(out + ["esac"]) + "\n"


def fish(all_):
    def line(o, when):
        found = values(all_, o)
        more = f" -a {shell_quoted(' '.join(found))}" if isinstance(found, list) else ""
        files = " -F" if found == "file" else " -a '(__fish_complete_directories)'" if found == "folder" else ""
        takes = (" -r" if found == "file" else " -x") if "argument" in o else ""
        return f"complete -c anden -n {shell_quoted(when)} -l {o['name'][2:]}{takes}{files}{more} -d {shell_quoted(short(o))}"

    names = " ".join(c["name"] for c in all_["commands"])
    none = f"not __fish_seen_subcommand_from {names}"
    out = ["# Completion of anden for fish, made by man/manual.py.", "complete -c anden -f"]
    out += [line(o, none) for o in all_["options"]]
    for c in all_["commands"]:
        when = f"__fish_seen_subcommand_from {c['name']}"
        first = first_words(all_, c)
        out.append(f"complete -c anden -n {shell_quoted(none)} -a {c['name']} -d {shell_quoted(c['summary'])}")
        if isinstance(first, list):
            out.append(f"complete -c anden -n {shell_quoted(when)} -a {shell_quoted(' '.join(first))}")
        elif first:
            out.append(f"complete -c anden -n {shell_quoted(when)} -F")
        out += [line(o, when) for o in c["options"] + common(all_)]
    return "\n".join(out) + "\n"


# ---- the program

def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as f:
        f.write(text)


def read_commands(path):
    with open(path, encoding="utf-8") as f:
        return json.load(f)


def make_pages(commands, changelog, language, folder, *expected):
    all_, words, date = read_commands(commands), WORDS[language], date_of(changelog)
    pages = dict([command_page(all_, c, date, words) for c in [all_] + all_["commands"]] + list(conf_page(all_, date, words)))
    if sorted(pages) != sorted(expected):
        sys.exit(f"The manual pages are not those that meson.build expects: {sorted(set(pages) ^ set(expected))}")
    for name, text in pages.items():
        write(folder, name, text)


def make_completions(commands, folder):
    all_ = read_commands(commands)
    for name, text in [("anden.bash", bash(all_)), ("_anden", zsh(all_)), ("anden.fish", fish(all_))]:
        write(folder, name, text)


def make_text(source, name, section, summary, changelog, version, path):
    write(os.path.dirname(path), os.path.basename(path), text_page(source, name, section, summary, changelog, version))


def main():
    {"pages": make_pages, "completions": make_completions, "text": make_text}[sys.argv[1]](*sys.argv[2:])


main()
