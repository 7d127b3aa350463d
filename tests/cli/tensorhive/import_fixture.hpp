// Shared by tests of `dibs import`: a database, the first answers of the server, and the lines of
// the report.
#pragma once

#include "api/cli/tensorhive/run_import.hpp"
#include "tests/cli/client/fake_server.hpp"
#include "tests/cli/tensorhive/tensorhive_file.hpp"

#include <map>

namespace dibs::cli {

inline const std::string bartek_id = "per_01JD3K8QZ4T5V6W7X8Y9Z0A142";
inline const std::string nothing = R"({"items":[]})";

inline std::string bartek(const std::string& more = "") {
    return R"({"id":")" + bartek_id + R"(","unix_name":"bartek","role":"user")" + more + '}';
}

// "name state: why" by "kind name".
using Lines = std::map<std::string, std::string>;

class Import : public CommandTest {
  protected:
    Import() { output.settings.form = Form::json; }

    void add_commands(Command app, Action& action) override {
        declare_import(app, action, tensorhive::run_import);
    }

    [[nodiscard]] std::string database() const { return folder.path / "database.sqlite"; }
    void holds(const std::string& rows) { write_sqlite(database(), tensorhive_tables + rows); }

    // The answers to all queries before an import makes anything.
    void knows(const std::string& people = nothing) {
        server.answer(200, R"({"scopes":["read","book","admin"]})");
        server.answer(200, people);
        server.answer(200, gpus_page());
    }

    int import(std::vector<std::string> more = {}) {
        std::vector<std::string> words{"import", "tensorhive", "--database", database()};
        words.insert(words.end(), more.begin(), more.end());
        out.str("");
        err.str("");
        return run(words);
    }

    [[nodiscard]] Lines lines() const {
        Lines found;
        for (const auto& line : Json::parse(out.str()).value_or(Json()).items()) {
            const auto why = line["why"].text();
            found[line["kind"].text() + ' ' + line["name"].text()] =
                line["state"].text() + (why.empty() ? "" : ": " + why);
        }
        return found;
    }

    void says(const std::string& what, const std::string& state) const {
        const auto all = lines();
        ASSERT_TRUE(all.contains(what)) << "no line '" << what << "' in " << out.str() << err.str();
        EXPECT_EQ(all.at(what), state);
    }
};

}  // namespace dibs::cli
