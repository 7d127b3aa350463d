#!/usr/bin/env python3
"""Rules about the structure of the C++ code: which folder includes which, without cycles, and the maximum
length of a function. Like those of rules.py they take {path: text}.

Run as a program it prints the include graph of the folders. `--write` writes it to include_graph.txt,
so that a review shows new edges.
"""
import os
import posixpath
import re
import sys

import rules

GRAPH = "tests/tidy/include_graph.txt"
LONGEST_FUNCTION = 60
# The product; tests and examples may include anything.
PARTS = ("api/", "domain/", "ingest/", "ops/", "projections/")


def edges(tree, without=None):
    """{folder: {included folder: one including file}}; files that match `without` are left out."""
    found = {}
    for path, text in rules.sources(tree):
        if not path.startswith(PARTS) or (without and without.match(path)):
            continue
        folder = posixpath.dirname(path)
        into = found.setdefault(folder, {})
        for kind, header in rules.INCLUDE.findall(text):
            target = posixpath.dirname(header)
            if kind == '"' and target not in ("", folder):
                into.setdefault(target, path)
    return found


def circles(graph):
    """The strongly connected sets of folders (Tarjan)."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for target in graph.get(node, ()):
            if target not in index:
                visit(target)
                low[node] = min(low[node], low[target])
            elif target in stack:
                low[node] = min(low[node], index[target])
        if low[node] == index[node]:
            at = stack.index(node)
            found.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return [one for one in found if len(one) > 1]


# Decisions read the World, which consists of the aggregates that they belong to (ops/decisions/0162).
DECIDES = re.compile(r"domain/(?!codec/|log/)\w+/\w+(\.cpp|_checks\.hpp)$")


def no_circle_of_folders(tree):
    graph = edges(tree, without=DECIDES)
    for circle in circles(graph):
        lines = [f"{graph[a][b]} includes {b}" for a in circle for b in circle if b in graph.get(a, {})]
        yield f"{' <-> '.join(circle)}:\n  " + "\n  ".join(lines)


def graph_text(tree):
    lines = [f"{folder} -> {' '.join(sorted(into))}".rstrip(" ->") + "\n"
             for folder, into in sorted(edges(tree).items())]
    return "# Which folder includes which. Made by tests/tidy/structure.py --write; compared by tidy_test.py.\n" + \
        "".join(lines)


def include_graph_is_committed(tree):
    stored, now = tree.get(GRAPH, "").splitlines(), graph_text(tree).splitlines()
    for line in now:
        if line not in stored:
            yield f"{GRAPH} lacks: {line} (structure.py --write)"
    for line in stored:
        if line not in now:
            yield f"{GRAPH} still has: {line} (structure.py --write)"


def is_scope(head):
    """Whether `head`, the text before a '{', opens a namespace, class or enum."""
    head = re.sub(r"^\s*#.*$|\[\[.*?\]\]|\balignas\([^)]*\)", "", head, flags=re.M)
    return bool(re.search(r"\bnamespace\b", head) or
                re.search(r"\b(class|struct|union|enum)\b[^()]*$", head))


def functions(code):
    """(start, end) of each function, from its first line to its '}'; a lambda belongs to its function."""
    stack, start = [], 0
    for at, char in enumerate(code):
        if char == ";":
            start = at + 1
        elif char == "{":
            inside = any(kind == "function" for kind, _ in stack)
            head = code[start:at]
            kind = ("block" if inside else "scope" if is_scope(head) else
                    "function" if ")" in head else "value")
            stack.append((kind, start))
            start = at + 1
        elif char == "}" and stack:
            kind, begun = stack.pop()
            after = code[at + 1:].lstrip()[:1]
            if kind in ("function", "value") and after in (",", "{"):
                start = begun           # `: member_{1} {` still belongs to the head of a constructor
                continue
            if kind == "function":
                yield begun + len(code[begun:at]) - len(code[begun:at].lstrip()), at
            start = at + 1


def function_length(tree):
    for path, text in rules.sources(tree):
        code = rules.strip(text)
        for start, end in functions(code):
            lines = code.count("\n", start, end) + 1
            if lines > LONGEST_FUNCTION:
                yield f"{path}:{rules.line_of(code, start)}: a function of {lines} lines, {LONGEST_FUNCTION} at most"


LARGEST_FOLDER = 30


def folder_size(tree):
    sizes = {}
    for path, text in tree.items():
        folder = posixpath.dirname(path)
        sizes[folder] = sizes.get(folder, 0) + rules.is_code(path, text)
    for folder, size in sorted(sizes.items()):
        if size > LARGEST_FOLDER:
            yield f"{folder}: {size} files, {LARGEST_FOLDER} at most"


DECISIONS = "ops/decisions/"


def decisions_are_in_the_index(tree):
    index = tree.get(DECISIONS + "README.md", "")
    for path in sorted(tree):
        name = path.removeprefix(DECISIONS)
        if path.startswith(DECISIONS) and name != "README.md" and f"]({name})" not in index:
            yield f"{path}: not in {DECISIONS}README.md"


PLANTED = [
    (folder_size,
     [{f"a/{n}.cpp": "" for n in range(31)}],
     [{f"a/{n}.cpp": "" for n in range(30)} | {f"a/{n}.json": "" for n in range(30)}]),
    (decisions_are_in_the_index,
     [{DECISIONS + "0001-a.md": "", DECISIONS + "README.md": "* [0002](0002-a.md)"}],
     [{DECISIONS + "0001-a.md": "", DECISIONS + "README.md": "* [0001](0001-a.md) A"}]),
    (no_circle_of_folders,
     [{"api/a/x.hpp": '#include "api/b/y.hpp"', "api/b/z.cpp": '#include "api/a/x.hpp"'},
      {"ops/a.cpp": '#include "ops/b/y.hpp"', "ops/b/y.hpp": '#include "ops/c/z.hpp"',
       "ops/c/z.hpp": '#include "ops/w.hpp"'}],
     [{"api/a/x.hpp": '#include "api/a/y.hpp"\n#include "api/b/y.hpp"', "api/b/z.cpp": '#include "domain/x.hpp"'},
      {"domain/a/x.hpp": '#include "domain/b/y.hpp"', "domain/b/z.cpp": '#include "domain/a/x.hpp"'},
      {"tests/a/x.hpp": '#include "tests/b/y.hpp"', "tests/b/z.cpp": '#include "tests/a/x.hpp"'}]),
    (include_graph_is_committed,
     [{"api/a/x.hpp": '#include "api/b/y.hpp"'},
      {"api/a/x.hpp": "", GRAPH: graph_text({"api/a/x.hpp": '#include "api/b/y.hpp"'})}],
     [{"api/a/x.hpp": '#include "api/b/y.hpp"', GRAPH: graph_text({"api/a/y.cpp": '#include "api/b/z.hpp"'})}]),
    (function_length,
     [{"a.cpp": f"namespace a {{\n{head} {{\n" + "g();\n" * 59 + "}\n}\n"} for head in (
         "void f(int a)", "template <class T>\nvoid F<T>::f() const noexcept", "F::F(int a) : a_(a), b_{1}",
         "auto f() -> std::vector<int>", "TEST(Some, thing_holds)", "struct S { int a = 1; }; void S::f()",
         "static_assert(sizeof(int) == 4); void f(std::map<int, int> a = {})")]
     + [{"a.cpp": "void f() {\n  auto g = [] {\n" + "h();\n" * 60 + "};\n}\n"}],
     [{"a.cpp": "void f() {\n" + "g();\n" * 58 + "}\nvoid h() {\n" + "g();\n" * 58 + "}\n"},
      {"a.hpp": "namespace a {\nclass B : public C<D> {\n" + "int f() { return 1; }\n" * 80 + "};\n}\n"},
      {"a.cpp": "enum class E {\n" + "a,\n" * 80 + "};\nconst std::array table{\n" + "f(1),\n" * 80 + "};\n"},
      {"a.cpp": 'void f() { g("{"); } // {\n' + "int a;\n" * 80}]),
]


def main():
    import tidy_test
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    text = graph_text(tidy_test.read_tree(root))
    if "--write" not in sys.argv:
        return print(text, end="")
    with open(os.path.join(root, GRAPH), "w", encoding="utf-8") as file:
        file.write(text)
    return None


if __name__ == "__main__":
    main()
