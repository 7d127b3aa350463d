"""Texts for people are plain English: phrases that a native reader would not write are forbidden.
Checks the dashboard's English, the sentences of events, the server's sentences (the keys of their Polish
translations), and the strings of the command line and of mails.
"""
import json
import re

ENGLISH = re.compile(r"api/dashboard/src/language/en/(\w+/)?\w+\.ts$")
PROGRAMS = re.compile(r"(api/cli|ops/react)/.*\.cpp$")
HAPPENED, SERVER = "api/sentences/en.json", "api/sentences/server/pl.json"

# A phrase, and its replacement.
PHRASES = [
    ("as the site has it", "site default"),
    ("nobody knows", "unknown, not measured"),
    (r"for long(?![\w-]| as)", "open-ended"),
    ("there were'", "capacity"),
    (r"lost (its|the) grant", "grant withdrawn"),
    ("holds nothing", "the GPUs are not reserved"),
    ("It is the same", "the key matches"),
    ("of no use", "cannot be used"),
    ("That cannot be had", "not available"),
    (r"\bis wanted\b", "give ..."),
    (r"\bstands? still\b", "is not updating"),
    (r"\bmade anew\b|\bbook anew\b|\bread the log anew\b", "rebuilt, again"),
    (r"shown this once", "you will not see it again"),
    ("Nobody runs where", "no violations"),
    ("not known who", "unknown user"),
    ("There is no such thing", "not found"),
    (r"still runs: told", "so far"),
    ("Holds at once", "applied immediately"),
    ("As a story|As an audit", "activity, audit log"),
    ("could not be told on their terminals", "no message sent"),
    ("goes no further than", "up to"),
    ("Somebody said no", "declined"),
    (r"free soon\b", "no similar slot"),
    ("of .* more it is not known|the power is not known", "measured over ... of ... GPU-hours"),
    (r"owner unknown|not known by whom|nobody (known )?here'", "unknown user, not a Dibs user"),
    ("as Dibs brings it along", "Dibs default"),
    ("Against intruders", "if someone else uses these GPUs"),
    (r"lets the owner use|Is all well with", "no grant gives access, check the server"),
    (r"more than there are'", "over"),
]
BANNED = re.compile("|".join(f"(?:{phrase})" for phrase, _ in PHRASES))
STRING = re.compile(r"'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|`[^`]*`")


def without_comments(text):
    return re.sub(r"/\*.*?\*/|(?m:^\s*//.*$)", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


def texts_of(path, text):
    """Line and text of each text for people in a file."""
    if ENGLISH.match(path) or PROGRAMS.match(path):
        code = without_comments(text)
        for found in STRING.finditer(code):
            yield code.count("\n", 0, found.start()) + 1, found[0]
    elif path in (HAPPENED, SERVER):
        words = json.loads(text)
        for told in words if path == SERVER else words.values():
            for one in told.values() if isinstance(told, dict) else [told]:
                yield 1, one


def plain_english(tree):
    for path, text in sorted(tree.items()):
        for line, one in texts_of(path, text):
            if found := BANNED.search(one):
                better = next(instead for phrase, instead in PHRASES if re.search(phrase, found[0]))
                yield f"{path}:{line}: not {found[0]!r}, better: {better}"


EN = "api/dashboard/src/language/en/home.ts"
PLANTED = [
    (plain_english,
     [{EN: "  'a.b': 'Of {hours} nobody knows.',\n"}, {EN.replace("home", "fleet/host"): "'nobody knows'"}, {"api/cli/commands/a.cpp": 'f("Nothing fits. It holds nothing.");\n'},
      {SERVER: json.dumps({"A moment is wanted, this is a span.": "x"})}, {HAPPENED: json.dumps({"a": "It lost its grant"})}],
     [{EN: "/* nobody knows */\n  'a.b': 'Not measured.',\n"}, {"api/cli/commands/a.cpp": "// of no use\n"},
      {"api/dashboard/src/language/pl/home.ts": "'nobody knows'"}]),
]
