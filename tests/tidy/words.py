"""Holds comments and the names of tests to plain words: an engineer with a second-hand English finds
standard terms in them, and sentences with a subject. The list holds words that had no one meaning here.
"""
import re

import rules

# What must not come back, and what to write instead.
IN_COMMENTS = [
    (r"told|tells|telling", "reports, notifies, says"),
    (r"anew", "again"),
    (r"for ever", "permanently"),
    (r"stands|dwells", "is"),
    (r"whoever|whomever", "a noun: the caller, the owner"),
    (r"nobody|somebody|someone", "a noun: no person, a person"),
    (r"strangers?|outsiders?", "another process, an external identity"),
    (r"leash|desk|haste|fate|silicon|pocket knife|last words", "the standard term"),
]
COMMENT = re.compile(r"\b(" + "|".join(pattern for pattern, _ in IN_COMMENTS) + r")\b", re.I)
TEST_NAME = re.compile(r"\bTEST(?:_F|_P)?\(\s*\w+,\s*(\w+)\s*\)|^\s*def test_(\w+)", re.M)
NO_SUBJECT = re.compile(r"(what|who|whom|whose|whoever|whatever|that|which|of|nobody|somebody|it|its)_", re.I)
LITERAL = r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\''
CPP = re.compile(rf"{LITERAL}|(?P<comment>//[^\n]*)")
WORDS_HERE = "tests/tidy/"


def comments(path, text):
    """(offset, text) of each comment of a C++ file."""
    return ((found.start(), found["comment"]) for found in CPP.finditer(text) if found["comment"])


def plain_comments(tree):
    """No comment of C++ has a word of the list."""
    for path, text in rules.sources(tree):
        for at, comment in comments(path, text):
            for found in COMMENT.finditer(comment):
                yield f"{path}:{rules.line_of(text, at)}: `{found[0]}` in a comment; {advice(found[0])}"


def advice(word):
    return next(f"write {instead}" for pattern, instead in IN_COMMENTS if re.fullmatch(pattern, word, re.I))


def test_names_have_a_subject(tree):
    """A test's name says what does what: it begins with neither a pronoun nor `of`."""
    for path, text in sorted(tree.items()):
        if not path.startswith("tests/") or path.startswith(WORDS_HERE) or not path.endswith((".cpp", ".hpp", ".py")):
            continue
        for found in TEST_NAME.finditer(text):
            name = found[1] or found[2]
            if NO_SUBJECT.match(name):
                yield f"{path}:{rules.line_of(text, found.start())}: the test {name} has no subject"


PLANTED = [
    (plain_comments,
     [{"a.cpp": f"// {line}\n"} for line in (
         "The owner is told.", "Made anew.", "Kept for ever.", "It stands there.", "Whoever asks.",
         "Nobody asks.", "A stranger's process.", "Its fate.")],
     [{"a.cpp": 'log("told"); // The owner gets a mail.\n'}, {"a.md": "told"}]),
    (test_names_have_a_subject,
     [{"tests/a.cpp": "TEST(Time, what_is_none_is_refused) {}"}, {"tests/a.py": "    def test_who_asks_hears(self):"},
      {"tests/a.cpp": "TEST_F(A,\n       that_are_cleared_stay) {}"}],
     [{"tests/a.cpp": "TEST(Time, rejects_invalid_text) {}"}, {"a.cpp": "TEST(A, what_is) {}"}]),
]
