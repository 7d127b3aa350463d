#!/usr/bin/env python3
"""Checks the rules that no compiler checks: permitted includes, code that GCC 12 turns into a double
free, length of files. Each rule has two tests: the tree obeys it, and it finds a planted violation
(a rule that finds nothing proves nothing). The rules themselves are in rules.py.
"""
import os
import sys
import unittest

import boards
import rules
import sentences
import structure
import texts
import words

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
LEFT_OUT = {".git", "build", ".tools", "node_modules", "__pycache__", ".venv", "generated"}


def read_tree(root):
    tree = {}
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        for name in names:
            path = os.path.join(folder, name)
            if name in LEFT_OUT:        # in a worktree .git is a file
                continue
            if os.path.islink(path) or os.path.getsize(path) > 4_000_000:
                continue
            with open(path, "rb") as file:
                data = file.read()
            text = "" if b"\0" in data else data.decode("utf-8", "replace")    # a picture counts by its name only
            tree[os.path.relpath(path, root).replace(os.sep, "/")] = text
    return tree


PAGE = rules.PAGE

# rule, planted violations (each must be found), innocent text (must not be)
PLANTED = [
    (rules.include_direction,
     [{"domain/a.hpp": '#include "ingest/b.hpp"'}, {"domain/a.hpp": '#include "domain/codec/b.hpp"'},
      {"projections/a.cpp": '#include "ingest/log/kafka_log.hpp"'},
      {"api/a.cpp": '#include "ingest/ssh/pool.hpp"'}, {"api/cli/a.cpp": '#include "domain/kernel/ids.hpp"'},
      {"ops/react/a.cpp": '#include "api/http/connection/server.hpp"'}],
     [{"api/a.cpp": '#include "ingest/command_handler.hpp"'},
      {"projections/a.cpp": '#include "domain/log/tail.hpp"'},
      {"ops/main.cpp": '#include "api/http/connection/server.hpp"'}]),
    (rules.ours_from_the_root,
     [{"domain/a.hpp": '#include "b.hpp"', "domain/b.hpp": ""}],
     [{"domain/a.hpp": '#include "domain/b.hpp"', "domain/b.hpp": ""}]),
    (rules.domain_is_pure,
     [{"domain/a.hpp": "#include <fmt/format.h>"}, {"domain/a.cpp": "#include <unistd.h>"}],
     [{"domain/a.hpp": "#include <vector>\n#include <tl/expected.hpp>"},
      {"domain/codec/a.cpp": "#include <fmt/format.h>"}]),
    (rules.heavy_headers,
     [{"api/a.hpp": "#include <boost/beast/http.hpp>"}, {"api/a.cpp": "#include <lmdb.h>"},
      {"domain/codec/a.hpp": "#include <simdjson.h>"}, {"ingest/a.cpp": "#include <libssh/libssh.h>"},
      {"api/routes/a.cpp": "#include <boost/beast/http.hpp>"},
      {"ingest/log/a.hpp": "#include <librdkafka/rdkafka.h>"},
      {"api/a.cpp": "#include <boost/asio.hpp>"}],
     [{"projections/store/lmdb_values.hpp": "#include <lmdb.h>"},
      {"domain/codec/a.cpp": "#include <simdjson.h>"},
      {"api/ws/session.cpp": "#include <boost/beast/websocket.hpp>"}]),
    (rules.lmdb_flags,
     [{"ingest/log/a.cpp": "open(MDB_DUPSORT);"}, {"projections/store/store.cpp": "x | MDB_WRITEMAP"}],
     [{"ingest/log/a.cpp": "// never MDB_DUPSORT\n"}]),
    (rules.wall_clock,
     [{"ingest/a.cpp": "auto t = std::chrono::system_clock::now();"}],
     [{"ops/process/clock.hpp": "system_clock::now()"}, {"ingest/a.cpp": "// system_clock::now()\n"},
      {"ingest/a.cpp": "steady_clock::now()"}]),
    (rules.co_await_alone,
     [{"api/a.cpp": body} for body in (
         "void f() { co_await submit(Command{Book{.gpu = g}}); }",
         "void f() { co_await f({a, b}); }",
         "void f() { x = len(Agg{1}) + co_await g(); }",
         "void f() { g(Agg{1}, co_await h()); }",
         "void f() { co_await call([big] { return 1; }); }",
         "void f() { co_spawn(co_await this_coro::executor, [big]() -> awaitable<void> {}, d); }",
         "void f() { if (co_await f(Agg{1})) { g(); } }",
         "void f() { auto x = Agg{co_await g()}; }")],
     [{"api/a.cpp": body} for body in (
         "void f() { Command c = Book{1}; co_await submit(std::move(c)); }",
         "void f() { for (;;) { a(); } co_await g(); }",
         "void f() { if (co_await g()) { h(); } }",
         "void f() { while (co_await g(a[i])) { h(); } auto [ec, n] = co_await h(use_tuple); }",
         "struct A { int a{1}; }; void f() { co_await g(); }",
         "void f() { auto l = [x] { return x; }; co_await g(l); }",
         'void f() { co_await g("{"); // {\n }',
         "void f() { try { co_await g(); } catch (...) { } }")]),
    (rules.file_length,
     [{"a.cpp": "//\n" * 401}, {"ops/x": "#!/bin/sh\n" + "#\n" * 400}, {"A.svelte": "a\n" * 251},
      {"A.svelte": "a\n" * 251 + "<style>\n</style>\n"}, {"A.svelte": "<style>\n" + "a\n" * 400 + "</style>\n"}],
     [{"a.cpp": "//\n" * 400}, {"a.yaml": "a\n" * 900}, {"A.svelte": "a\n" * 249 + "<style>\n" + "a\n" * 140 + "</style>\n"}]),
    (rules.opening_comment,
     [{"a.cpp": "#include <vector>\n"}, {"x": "#!/bin/sh\nset -e\n"}, {"a.py": "import os\n"},
      {"a.ts": "import x\n"}, {"A.svelte": "<script>\n"}, {"a.cpp": "// See a.hpp.\n"}],
     [{"a.cpp": "// What it is.\n"}, {"a.cpp": "// See a.hpp. One lock for all.\n"}, {"a.ts": "/* What. */\n"}, {"A.svelte": "<!-- What. -->\n"}, {"x": "#!/bin/sh\n# What.\n"}, {"a.py": '"""What."""\n'}]),
    (rules.readme_in_each_folder, [{"domain/a.cpp": "//\n"}],
     [{"domain/a.cpp": "//\n", "domain/README.md": ""}, {"tests/golden/a.json": "{}"}]),
    (rules.machine_paths,
     [{"a.md": "/wor" + "k/main"}, {"a.sh": "cp /roo" + "t/main/x ."}, {"a.md": "../shar" + "ed/x"}],
     [{"a.md": "~/.config and /var/lib/dibs and network/x"}]),
    (rules.page_imports,
     [{PAGE + "lib/a.ts": "import { b } from '../data/b';"},
      {PAGE + "screens/home/A.svelte": "import B from '../fleet/B.svelte';"},
      {PAGE + "data/a.ts": "await import('../page/router.svelte')"},
      {PAGE + "parts/a.ts": "import { screens } from '../screens/screens';"},
      {PAGE + "screens/home/A.svelte": "import B from '../../app/Banner.svelte';"}],
     [{PAGE + "screens/home/A.svelte": "import { t } from '../../language/t.svelte'; import x from './x';"},
      {PAGE + "data/a.ts": "import { root } from '../lib/place';"},
      {PAGE + "overlays/a.ts": "import { screens } from '../screens/screens';"},
      {PAGE + "app/a.ts": "import('../screens/home/Home.svelte')"}]),
    (rules.page_policy,
     [{PAGE + "a.svelte": text} for text in (
         "{@html title}", "export let a;", '<p style="color: red">', "let a: any;", "a.innerHTML = b",
         "fetch('/x')", "new WebSocket(a)", "const a = 'https://example.org';")],
     [{PAGE + "a.svelte": "<p style:color={a}>many of any kind</p>"},
      {PAGE + "data/client.ts": "fetch(request)"}, {"api/a.cpp": "any innerHTML"}]),
    (rules.page_dialect,
     [{PAGE + "a.ts": text} for text in (
         "/* A. */\nconst MOST = 3;", "class A {\n  private b = 1;\n}", "class A { constructor(private readonly b: B) {} }",
         "return this._b;", "// A.\nimport b from './b';", "/* A. */\n// Adds.\nexport function add() {}")]
     + [{"tests/dashboard/a.test.ts": "const NOW = 3;"}],
     [{PAGE + "a.ts": "/* A. */\nconst most = 3; // private mode\nclass A {\n  #b = 1;\n  private constructor() {}\n}\n"
                      "// helps\nfunction add() {}\n"},
      {PAGE + "a.svelte": "<!-- A. -->\n<script>\n  // public keys\n  const Icon = icons[icon];\n</script>"},
      {"api/a.cpp": "const int MOST = 3;"}]),
    (rules.readmes_name_what_exists,
     [{"api/README.md": "`gone.ts` does it", "api/here.ts": ""}, {"a/README.md": "`b/gone.hpp`", "b/here.hpp": ""}],
     [{"a/README.md": "`here.ts`, `x/there.ts`, `b/c.hpp` and `../b/c.hpp`, any `*.ts`", "a/here.ts": "", "a/x/there.ts": "", "b/c.hpp": ""}]),
    (rules.readme_tables_name_what_exists,
     [{"a/README.md": "| file | what |\n|---|---|\n| `here`, `gone` | does |\n", "a/here.cpp": ""},
      {"a/README.md": "| folder | what |\n|---|---|\n| `gone/` | does |\n"},
      {"a/README.md": "| file | what |\n|---|---|\n| `gone*` | does |\n", "a/here.cpp": ""}],
     [{"a/README.md": "| file | what |\n|---|---|\n| `here`, `the*`, `sub/` | `gone` |\n\n| table | key |\n|---|---|\n| `gone` | a |\n",
       "a/here.cpp": "", "a/there.hpp": "", "a/sub/x.hpp": ""}]),
    (rules.each_table_is_told,
     [{"projections/store/tables.hpp": "    table(a), \\\n    table(b)\n", "projections/x/README.md": "| `a` | `b` |\n"}],
     [{"projections/store/tables.hpp": "    table(meta), \\\n    table(b)\n", "projections/x/README.md": "| `a`, `b` | id |\n"}]),
    (rules.pragma_once, [{"a.hpp": "// x\n"}], [{"a.hpp": "// x\n#pragma once\n"}]),
]


class Tidy(unittest.TestCase):
    pass


def add_rule(rule, planted, innocent):
    def the_tree_keeps_it(self):
        broken = list(rule(TREE))
        if broken:
            self.fail("\n" + "\n".join(broken))

    def a_planted_violation_is_found(self):
        for tree in planted:
            self.assertTrue(list(rule(tree)), f"not found: {tree}")
        for tree in innocent:
            self.assertEqual(list(rule(tree)), [], f"an innocent one: {tree}")

    setattr(Tidy, f"test_{rule.__name__}_is_kept", the_tree_keeps_it)
    setattr(Tidy, f"test_{rule.__name__}_finds_a_planted_violation", a_planted_violation_is_found)


TREE = read_tree(ROOT)
for entry in PLANTED + boards.PLANTED + structure.PLANTED + sentences.PLANTED + texts.PLANTED + words.PLANTED:
    add_rule(*entry)

if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main()
