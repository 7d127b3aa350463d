"""Compares the Polish sentences of the server (api/sentences/server/pl.json) with the English ones in
its sources. The form identifies a sentence there: a text, or texts and values joined by `+`.
A value is a placeholder, {}; a choice of two texts, (one ? "a" : "b"), makes two sentences.
"""
import itertools
import json
import re

WORDS = "api/sentences/server/pl.json"

# Sources of sentences that the dashboard can show, as refusals, reasons and notes. Left out: texts for
# broken clients or other programs only, and commands of Dibs itself.
SAYS = re.compile(
    r"api/(auth|gpu_request|time|routes(?!/(metrics|stream)))/"
    r"|api/http/(conditional|message/(cursor|query)|connection/(exchange|http_session|server)|origin|rate_limit|router)\."
    r"|domain/(?!log/|codec/(event|world)|world/audit|effect/|fleet/fleet_reports)[\w/]*\.cpp$|domain/codec/json_\w+\.hpp$"
    r"|projections/(usage|questions)/|ingest/(decider|writer|writer_claim|clock|audit/check|(ssh|probe)/(\w+/)?\w+)\.")
# These also have clauses: reasons why a host is not reached.
REASONS = re.compile(r"ingest/(ssh/(connection|pool|session|socket|stream)|probe/host_watch)\.cpp$")

# The title of a problem's kind, for problems without a sentence.
KINDS = "api/http/problem_kinds.cpp"
TITLE = re.compile(r'ProblemKind\{\s*\d+,\s*"[a-z-]+",\s*"([^"]+)"')

# Common endings of these reasons from the C library, which has more.
OF_THE_SYSTEM = {"Connection refused", "Connection timed out", "Connection reset by peer", "Host is down",
                 "Name or service not known", "Network is unreachable", "No route to host",
                 "Temporary failure in name resolution"}

# Messages of the programs on a host, after its name.
OF_THE_HOSTS = {"{host}: there is no such user here"}

TOKEN = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\''
    r'|\s+|[A-Za-z_]\w*|\d[\w.\']*|->|::|\+\+|\+=|.', re.S)
ESCAPES = {"n": "\n", "t": "\t", '"': '"', "'": "'", "\\": "\\"}
CLAUSE = re.compile(r".*[a-z]{2} [a-z]{2}.*|[a-z' {}]*[a-z]{2}[a-z' {}]*: \{\}", re.S)
SENTENCE = re.compile(r"""[A-Z0-9'"{].*[a-z]{2} .*([.?]|[:.] ?\{\})|\{\} [a-z].*\.""", re.S)


def is_sentence(text):
    """Whether it begins and ends like a sentence, or ends with a foreign message."""
    return SENTENCE.fullmatch(text) is not None


def wants_words(path, text):
    return is_sentence(text) or REASONS.match(path) is not None and CLAUSE.fullmatch(text) is not None


def tokens_of(source):
    return [(found.group(0), found.start()) for found in TOKEN.finditer(source)
            if not found.group(0).isspace() and not found.group(0).startswith(("//", "/*"))]


def literal(token):
    if len(token) < 2 or token[0] not in "\"'":
        return None
    return re.sub(r"\\(.)", lambda found: ESCAPES.get(found.group(1), " "), token[1:-1])


def behind_bracket(tokens, at):
    depth = 0
    while at < len(tokens):
        depth += (tokens[at] in "([{") - (tokens[at] in ")]}")
        at += 1
        if depth == 0:
            break
    return at


def chosen(tokens):
    """The possible texts of `(condition ? a : b)`, from its tokens without the brackets."""
    depth, marks = 0, {}
    for at, token in enumerate(tokens):
        depth += (token in "([{") - (token in ")]}")
        if depth == 0 and token in "?:" and token not in marks:
            marks[token] = at
    if set(marks) != {"?", ":"} or marks["?"] > marks[":"]:
        return ["{}"]
    sides = tokens[marks["?"] + 1:marks[":"]], tokens[marks[":"] + 1:]
    texts = [whole(side, 0) if side else (None, 0) for side in sides]
    if any(found is None or end != len(side) for (found, end), side in zip(texts, sides)):
        return ["{}"]
    return texts[0][0] + texts[1][0]


def names_a_type(tokens, at):
    """Whether `<` begins a type, as in `all_names<health::Symptom>()`, and is not a comparison."""
    return re.match(r"<( \w+| ::)+ > \(", " ".join(tokens[at:at + 12])) is not None


def operand(tokens, at):
    """The possible texts of one operand, and its end; None: there is none."""
    if literal(tokens[at]) is not None:
        text = literal(tokens[at])
        at += 1
        while at < len(tokens) and tokens[at].startswith('"'):
            text += literal(tokens[at])
            at += 1
        return [text], at
    start = at
    at += tokens[at] in ("*", "::")
    if at >= len(tokens) or not re.match(r"[A-Za-z_\d(]", tokens[at]):
        return None, start
    at = behind_bracket(tokens, at) if tokens[at] == "(" else at + 1
    while at < len(tokens) and (tokens[at] in ("::", ".", "->", "(", "[", "{") or names_a_type(tokens, at)):
        at = at + 2 if tokens[at] in ("::", ".", "->") else \
            tokens.index(">", at) + 1 if tokens[at] == "<" else behind_bracket(tokens, at)
    mine = tokens[start:at]
    if mine[0] == "(":
        return chosen(mine[1:-1]), at
    if mine[:4] == ["std", "::", "string", "("]:
        inner = mine[4:-1]
        if len(inner) == 1 and literal(inner[0]) is not None:
            return [literal(inner[0])], at
        return chosen(inner), at
    return ["{}"], at


def whole(tokens, at):
    """The possible texts of a chain of operands; None: there is no text."""
    texts, end = operand(tokens, at)
    while texts is not None and end < len(tokens) - 1 and tokens[end] == "+":
        more, after = operand(tokens, end + 1)
        if more is None:
            break
        texts, end = [a + b for a, b in itertools.product(texts, more)], after
    return texts, end


def said_by(found):
    """(position, text) of all possible texts of these tokens, each with its position."""
    tokens = [token for token, _ in found]
    at = 0
    while at < len(tokens):
        if tokens[at:at + 2] == ["spdlog", "::"]:    # the server's own log is not shown to people
            at = behind_bracket(tokens, at + 3)
            continue
        inside = at > 0 and tokens[at - 1] in (".", "->", "::")
        texts, end = (None, at) if inside else whole(tokens, at)
        if texts is None or texts == ["{}"]:
            at += 1    # the texts of a call are in its arguments
            continue
        if tokens[max(0, at - 2):at] != ["description", "="]:
            for text in texts:
                yield found[at][1], text
        for part in range(at, end):
            if tokens[part] in "([{":
                yield from said_by(found[part + 1:behind_bracket(tokens, part) - 1])
        at = end


def said_in(source):
    """(line, text) of all possible texts of the source, sentences or not, except descriptions."""
    for place, text in said_by(tokens_of(source)):
        yield source.count("\n", 0, place) + 1, text


def form_of(template):
    return re.sub(r"\{\w+\}", "{}", template)


def server_speaks_polish(tree):
    said = {}
    for path, source in sorted(tree.items()):
        if SAYS.match(path) and path.endswith((".cpp", ".hpp")):
            for line, text in said_in(source):
                said.setdefault(text.strip(), (path, line))
    kinds = tree.get(KINDS, "")
    titles = {found.group(1): (KINDS, kinds.count("\n", 0, found.start(1)) + 1) for found in TITLE.finditer(kinds)}
    said.update(titles)
    words = json.loads(tree.get(WORDS, "{}"))
    forms = {}
    for template, told in words.items():
        other = forms.setdefault(form_of(template), template)
        if other != template:
            yield f"{WORDS}: twice, but for names: {template!r} and {other!r}"
        if form_of(template) not in said and template not in OF_THE_SYSTEM | OF_THE_HOSTS:
            yield f"{WORDS}: nothing says {template!r} (any more)"
        places = set(re.findall(r"\{\w+\}", template))
        for text in told.values() if isinstance(told, dict) else [told]:
            if set(re.findall(r"\{\w+\}", text)) != places:
                yield f"{WORDS}: other places than in English: {text!r}"
    for text, (path, line) in said.items():
        if (text in titles or wants_words(path, text)) and text not in forms:
            yield f"{path}:{line}: {WORDS} has no words for {text!r}"


def planted(cpp, rows):
    return {"domain/a.cpp": cpp, WORDS: json.dumps(rows)}


PLANTED = [
    (server_speaks_polish,
     [planted('return refuse(Code::x, "", "There is no such moon.");', {}),
      planted('wrong("It is at " + std::to_string(at) + " now.");', {"It is at  now.": "Teraz"}),
      planted('wrong("There " + std::string(one ? "is" : "are") + " only " + all + \'.\');',
              {"There is only {all}.": "Jest {all}."}),
      planted('call(other("Not " "this one."));', {}),
      {KINDS: 'ProblemKind{404, "gone", "Gone away", "It is gone.", "Stop."}', WORDS: "{}"},
      {"ingest/ssh/socket.cpp": 'error("connect: " + ::words(e));', WORDS: "{}"},
      planted("", {"Nobody says this.": "Nikt"}),
      planted('wrong(name + " is named twice.");', {"{name} is named twice.": "{who} dwa razy"}),
      planted('wrong(a + " to " + b + ".");', {"{a} to {b}.": "{a} {b}", "{b} to {a}.": "{a} {b}"}),
      planted('wrong(a + " days");', {"{count} days": {"one": "{count} dzień", "other": "dni"}})],
     [planted('wrong("It is at " + to_text(at.of("it")) + " now.");', {"It is at {at} now.": "Teraz {at}"}),
      planted('wrong(name + (one ? " day" : " days"));', {"{count} days": "{count} dni"}),
      planted('wrong("One of: " + all_names<health::Symptom>() + ".");', {"One of: {list}.": "Jedno z: {list}."}),
      planted('spdlog::warn("It went wrong."); // "So it is."\nx = "to-do"; y = "A word";', {}),
      planted('std::string_view description = "A GPU was lost.";', {}),
      {"domain/log/a.cpp": 'wrong("The log is odd.");'},
      {KINDS: 'ProblemKind{\n404, "gone",\n"Gone away", "It is gone.", "Stop."}', WORDS: '{"Gone away": "Poszło"}'}]),
]
