"""The rules of the tree as functions: each takes {path: text} and returns its violations.

No rule reads the disk, so tidy_test.py can check that each one finds a planted violation. Paths are relative to the root of the tree, with forward slashes.
"""
import posixpath
import re

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)

# Which of our own headers a folder may include: the first row whose folder matches counts.
OURS = [
    ("domain/codec/", [r"domain/(?!log/)"]),
    ("domain/log/", ["domain/"]),
    ("domain/", [r"domain/(?!log/|codec/)"]),
    ("projections/", ["domain/", "projections/",
                      r"ingest/log/(samples/(sample_log(_block)?|open_block)|disk/clean_mark)\.hpp$"]),
    ("ingest/", ["domain/", "ingest/"]),
    ("api/cli/", ["api/cli/"]),
    ("api/", ["domain/", "projections/", r"api/(?!cli/)",
              r"ingest/(audit/(findings|head)|clock|command_handler|fresh_id|writer_status|probe/host_stats)\.hpp$"]),
    ("ops/react/", ["domain/", "projections/", "ops/react/",
                    r"ingest/(clock|command_handler|fresh_id|observer|sampler|sightings)\.hpp$",
                    r"ingest/(probe/(parser/frame|monitor)|ssh/(remote|one_answer))\.hpp$"]),
    ("ops/", [""]),          # the composition root: main.cpp and its parts
    ("tests/", [""]),
    ("examples/", []),       # only the HTTP contract and the log format
]

# Which .cpp files may include a heavy header, by pattern; no header of ours may.
HEAVY = [
    (r"boost/(beast|asio)\.hpp$", r"^tests/"),
    (r"boost/beast/", r"^api/(http(/\w+)?|ws)/[^/]+\.cpp$|^api/cli/client/stream_connection\.cpp$|^tests/"),
    (r"simdjson", r"^(domain/codec/.*|api/cli/lib/json)\.cpp$|^tests/"),
    (r"librdkafka/", r"^ingest/log/.*\.cpp$|^tests/"),
    (r"libssh/", r"^ingest/ssh/.*\.cpp$|^tests/"),
    (r"lmdb\.h$", r"^projections/store/lmdb_values\.hpp$|^ingest/log/.*\.cpp$|^tests/"),
    (r"xxhash", r"^domain/log/hash\.cpp$|^tests/"),
    (r"curl/", r"^(api/cli/.*|api/auth/oidc/fetch|ops/react/.*)\.cpp$|^tests/"),
    (r"libical/", r"^projections/feeds/calendar_text\.cpp$|^tests/"),
    (r"ldap\.h$", r"^api/auth/ldap/(connection|names)\.cpp$|^tests/"),
    (r"toml\+\+/", r"^(ops/.*|api/cli/.*)\.cpp$|^tests/"),
    (r"sodium", r"^(ingest/.*|api/auth/.*|ops/react/(mail|web)/.*)\.cpp$|^tests/"),
    (r"sqlite3", r"^api/cli/tensorhive/sqlite_file\.cpp$|^tests/"),
    (r"CLI/", r"^(api/cli/grammar/command(_tree)?|ops/command_line)\.cpp$"),
]
STANDARD = re.compile(r"^(c?[a-z_0-9]+)$")
SOURCE = (".cpp", ".hpp")


def strip(text):
    """C++ without comments, with emptied strings; line numbers stay."""
    def blank(match):
        return '""' if match[0].startswith('"') else "\n" * match[0].count("\n")
    raw = r'R"(\w*)\((?:.|\n)*?\)\1"'
    return re.sub(rf'{raw}|//[^\n]*|/\*(?:.|\n)*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'',
                  lambda m: blank(m) if not m[0].startswith("R") else "\n" * m[0].count("\n"), text)


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def sources(tree):
    return ((path, text) for path, text in sorted(tree.items()) if path.endswith(SOURCE))


def include_direction(tree):
    for path, text in sources(tree):
        allowed = next((rows for folder, rows in OURS if path.startswith(folder)), [""])
        for kind, header in INCLUDE.findall(text):
            if kind == '"' and not any(re.match(row, header) for row in allowed):
                yield f"{path}: may not include {header}"


def ours_from_the_root(tree):
    for path, text in sources(tree):
        for kind, header in INCLUDE.findall(text):
            if kind == '"' and header not in tree:
                yield f"{path}: \"{header}\" is not a path from the root of the tree"


def domain_is_pure(tree):
    for path, text in sources(tree):
        if not path.startswith("domain/") or path.startswith("domain/codec/"):
            continue
        for kind, header in INCLUDE.findall(text):
            if header == "xxhash.h" and path.startswith("domain/log/"):
                continue
            if header == "utf8proc.h" and path == "domain/kernel/text.cpp":    # the tables of Unicode
                continue
            if kind == "<" and not STANDARD.match(header) and header != "tl/expected.hpp":
                yield f"{path}: domain knows no library, but includes <{header}>"


def heavy_headers(tree):
    for path, text in sources(tree):
        for kind, header in INCLUDE.findall(text):
            for pattern, allowed in HEAVY:
                if kind == "<" and re.match(pattern, header):
                    if not re.match(allowed, path):
                        yield f"{path}: <{header}> belongs in one adapter's .cpp"
                    break


def lmdb_flags(tree):
    for path, text in sources(tree):
        for match in re.finditer(r"\bMDB_(DUPSORT|WRITEMAP)\b", strip(text)):
            yield f"{path}:{line_of(strip(text), match.start())}: {match[0]} loses data"


def wall_clock(tree):
    for path, text in sources(tree):
        if re.match(r"(tests/|(ops/process|ingest|api/cli/lib)/clock\.)", path):
            continue
        for match in re.finditer(r"\bsystem_clock::now\b", strip(text)):
            yield f"{path}:{line_of(strip(text), match.start())}: time comes from the Clock"


LAMBDA = re.compile(r"(?<![\w\])])\s*\[[^\[\]]*\]\s*(\(|\{|mutable\b|->)")


def matching_open(text, at):
    depth = 0
    for i in range(at, -1, -1):
        depth += {"}": 1, "{": -1}.get(text[i], 0)
        if depth == 0:
            return i
    return 0


def is_initialiser(text, opening, closing):
    """Whether text[opening:closing+1] is a braced value and not a block of statements."""
    if ";" in text[opening + 1:closing]:
        return False
    before = text[:opening].rstrip()
    return bool(re.search(r"[\w>,(=\]]$", before)) and not re.search(
        r"\b(else|do|try|const|noexcept|override)$", before)


def statement_around(text, at):
    """From the ';' or block brace before text[at] to the one after it."""
    start, depth = at, 0
    while start > 0:
        c = text[start - 1]
        if c == "}":
            opening = matching_open(text, start - 1)
            if depth <= 0 and not is_initialiser(text, opening, start - 1):
                break
            start = opening
            continue
        if c in ";{" and depth <= 0:
            if c == ";" or not is_open_initialiser(text, start - 1):
                break
        depth += {")": 1, "(": -1}.get(c, 0)
        start -= 1
    end, depth = at, 0
    while end < len(text):
        c = text[end]
        depth += {"(": 1, ")": -1}.get(c, 0)
        if c == ";" or c == "}" or (c == "{" and depth <= 0 and
                                    text[:end].rstrip().endswith(")") and
                                    not LAMBDA.search(text[at:end])):
            break
        end += 1
    return text[start:end]


def is_open_initialiser(text, brace):
    """Whether this '{' starts a braced value that extends beyond co_await."""
    before = text[:brace].rstrip()
    return bool(re.search(r"[,(=]$|\breturn$", before)) or bool(
        re.search(r"[(,=]\s*[\w:<>]+$", before))


def co_await_alone(tree):
    for path, text in sources(tree):
        code = strip(text)
        for match in re.finditer(r"\bco_await\b", code):
            statement = statement_around(code, match.start())
            if "{" in statement or LAMBDA.search(statement):
                yield (f"{path}:{line_of(code, match.start())}: a brace or a lambda in a statement "
                       "with co_await (double free in g++ 12): name it on the line before")


CODE = (".cpp", ".hpp", ".py", ".sh", ".ts", ".js", ".svelte", ".css")


def is_code(path, text):
    return path.endswith(CODE) or text.startswith("#!")


LONGEST_FILE = 400
LONGEST_COMPONENT = 250     # its styles, a line for each declaration, count for the file alone
STYLES = re.compile(r"^<style.*?^</style>$", re.M | re.S)


def file_length(tree):
    for path, text in sorted(tree.items()):
        lines = text.count("\n")
        if is_code(path, text) and lines > LONGEST_FILE:
            yield f"{path}: {lines} lines, {LONGEST_FILE} at most"
        without = STYLES.sub("", text).count("\n")
        if path.endswith(".svelte") and without > LONGEST_COMPONENT:
            yield f"{path}: {without} lines without its styles, {LONGEST_COMPONENT} at most"


def opening_comment(tree):
    for path, text in sorted(tree.items()):
        if not is_code(path, text) and posixpath.basename(path) != "CMakeLists.txt":
            continue
        lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#!")]
        first = lines[0] if lines else ""
        if path.endswith(".test.ts"):       # its tests are sentences
            continue
        good = (("//", "/*") if path.endswith(SOURCE + (".ts", ".js", ".css")) else
                ("<!--",) if path.endswith(".svelte") else ("#", '"""', "'''"))
        if not first.startswith(good):
            yield f"{path}: does not open with what it is"
        elif re.fullmatch(r"\W+ See [\w./]+\W*", first):
            yield f"{path}: opens with the name of another file, not with what it is"


def readme_in_each_folder(tree):
    """Test folders are exempt: tests describe themselves, and tests/README.md lists their folders."""
    folders = {posixpath.dirname(path) for path in tree if is_code(path, tree[path])}
    for folder in sorted(folders):
        if re.match(r"tests/(?!system$)", folder):
            continue
        if not folder.startswith(".") and posixpath.join(folder, "README.md") not in tree:
            yield f"{folder or 'the root'}: no README.md"


# Split, so that this file does not contain the forbidden paths.
MACHINE = [r"/wor" r"k/", r"/tm" r"p/dibs/", r"\.\./shar" r"ed", r"/roo" r"t/(?!\w*\s)", r"fresh" r"-debian"]


def machine_paths(tree):
    for path, text in sorted(tree.items()):
        for pattern in MACHINE:
            for match in re.finditer(pattern, text):
                yield f"{path}:{line_of(text, match.start())}: a path of one machine: {match[0]}"


def pragma_once(tree):
    """#pragma once in every header: its absence breaks a build late."""
    for path, text in sources(tree):
        if path.endswith(".hpp") and "#pragma once" not in text:
            yield f"{path}: no #pragma once"


def readmes_name_what_exists(tree):
    """A file that a README names exists: in its folder, from the root, or anywhere by that name."""
    named = re.compile(r"`([\w./-]*\w\.(?:ts|svelte|css|js|py|hpp|cpp|sh|yaml))`")
    ends = {"/".join(path.split("/")[-n:]) for path in tree for n in range(1, path.count("/") + 2)}
    for path, text in sorted(tree.items()):
        if posixpath.basename(path) != "README.md":
            continue
        folder = posixpath.dirname(path)
        for name in named.findall(text):
            beside = posixpath.normpath(posixpath.join(folder, name))
            if "/" not in name and any(one.startswith(folder + "/") and one.endswith("/" + name) for one in tree):
                continue
            if beside not in tree and name.lstrip("./") not in ends:
                yield f"{path}: there is no {name}"


def readme_tables_name_what_exists(tree):
    """In a table of files or folders the first column names existing ones, by stem; `snapshot*` matches many."""
    for path, text in sorted(tree.items()):
        if posixpath.basename(path) != "README.md":
            continue
        folder = path[:-len("README.md")]
        parts = {part for one in tree if one.startswith(folder) for part in one[len(folder):].split("/")}
        stems = parts | {part.partition(".")[0] for part in parts}
        for table in re.findall(r"^\| *(?:file|folder) *\|.*\n((?:\|.*\n?)*)", text, re.M):
            first = " ".join(line.split("|")[1] for line in table.splitlines())
            for name in re.findall(r"(?<!\[)`([\w-]+)(\*?)/?`", first):
                if not (any(stem.startswith(name[0]) for stem in stems) if name[1] else name[0] in stems):
                    yield f"{path}: there is no {name[0]}"


def each_table_is_told(tree):
    """A README of projections/ documents the keys and rows of each table, in the first column of its own table."""
    if "projections/store/tables.hpp" not in tree:
        return
    names = re.findall(r"^    table\((\w+)\)", tree["projections/store/tables.hpp"], re.M)
    if not names:
        yield "projections/store/tables.hpp: the list of tables was not found"
    told = "\n".join(text for path, text in tree.items()
                     if path.startswith("projections/") and path.endswith("/README.md"))
    columns = [line.split("|")[1] for line in told.splitlines() if line.startswith("|")]
    for name in names:
        if name != "meta" and not any(f"`{name}`" in column for column in columns):
            yield f"projections: no README tells the keys and rows of {name}"


# The dashboard: the imports that a folder of api/dashboard/src may have from its neighbours; the first
# matching row counts. Only main.ts imports the shell, and a screen imports no other screen.
PAGE = "api/dashboard/src/"
IMPORT = re.compile(r"""(?:\bfrom\s+|\bimport\s*\(?\s*)['"](\.[^'"]+)['"]""")
BELOW = ["data/", "lib/", "language/", "page/", "parts/"]
PAGES = [
    ("lib/", ["lib/"]),
    ("data/", ["data/", "lib/"]),
    ("language/", ["language/", "lib/", "data/", r"\.\./\.\./sentences/"]),
    ("page/", ["page/", "data/", "lib/", "language/"]),
    ("parts/", BELOW),
    ("screens/", ["screens/", *BELOW]),
    ("reference/", ["reference/"]),
    ("overlays/", ["overlays/", r"screens/screens$", *BELOW]),
    ("", [""]),
]


def page_files(tree):
    for path, text in sorted(tree.items()):
        if path.startswith(PAGE) and path.endswith((".ts", ".svelte")):
            yield path, path[len(PAGE):], text


def page_imports(tree):
    for path, inside, text in page_files(tree):
        screen = re.match(r"screens/[^/]+/", inside)
        allowed = next((rows for folder, rows in PAGES if inside.startswith(folder)), [""])
        for target in IMPORT.findall(text):
            to = posixpath.normpath(posixpath.join(posixpath.dirname(inside), target))
            foreign = screen and to.startswith("screens/") and not to.startswith(screen[0])
            if foreign or not any(re.match(row, to) for row in allowed):
                yield f"{path}: may not import {target}"


# Forbidden by the page's policy, or because there is one way to do it.
FORBIDDEN = [
    (r"\{@html\b", "markup from a text: anybody's title would be code"),
    (r"\bexport let\b|\bcreateEventDispatcher\b|\bon:[a-z]+=", "syntax from before runes"),
    (r"\sstyle=[\"'{]", "a style attribute: the policy refuses it; style:name={value} is fine"),
    (r"(?::|\bas|<)\s*any\b", "any"),
    (r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval)\b", "text that becomes code"),
    (r"https?://(?!127\.0\.0\.1|www\.w3\.org)", "an address of somebody else"),
]


def page_policy(tree):
    for path, inside, text in page_files(tree):
        code = re.sub(r"/\*(?:.|\n)*?\*/|<!--(?:.|\n)*?-->",
                      lambda m: "\n" * m[0].count("\n"), text)
        for pattern, why in FORBIDDEN:
            for match in re.finditer(pattern, code):
                if not path.endswith(".test.ts"):
                    yield f"{path}:{line_of(code, match.start())}: {why}"
        # The reference is a separate page without the dashboard's client.
        for pattern, owners in ((r"\bfetch\(", ("data/client.ts", "reference/examples.ts")),
                                (r"new WebSocket\b", ("data/stream.svelte.ts",))):
            if re.search(pattern, code) and inside not in owners:
                yield f"{path}: {pattern} belongs in {owners[0]}"


# The style of the dashboard and its tests, where the language leaves a choice.
DIALECT = [
    (r"\b(?:const|let|readonly|static) [A-Z][A-Z0-9_]+\b", "a constant is written camelCase"),
    (r"^\s*(?:private|protected|public) (?!constructor\()|[(,]\s*(?:private|protected|public) (?:readonly )?\w+\??:",
     "a private member begins with #"),
    (r"\bthis\._\w", "a private member begins with #"),
    (r"\A\s*//|^ *//[^\n]*\n *export ", "openers and docs are /* */"),
]


def page_dialect(tree):
    for path, text in sorted(tree.items()):
        if not re.match(r"(api|tests|tests/bench)/dashboard/.*\.(ts|js|svelte)$", path):
            continue
        for pattern, why in DIALECT:
            for match in re.finditer(pattern, text, re.M):
                yield f"{path}:{line_of(text, match.start())}: {why}"
