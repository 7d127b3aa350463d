// Where a command's answer goes: data to stdout, all else to stderr. Three forms: for people (a
// terminal), tab separated (a pipe), JSON (--json). Decided once, from flags and surroundings.
#pragma once

#include "api/cli/lib/json.hpp"

#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

enum class Form { human, tsv, json };

struct OutputSettings {
    Form form = Form::human;
    std::vector<std::string> fields{};  // --json=a,b: only these members
    bool color = false;
    bool unicode = true;
    bool quiet = false;
    std::size_t line =
        0;  // characters of a line of the terminal; 0: tables are as wide as they are
};

// One column: how a person sees it and what a program gets.
struct Column {
    std::string heading;
    std::function<std::string(const Json&)> human;
    std::function<std::string(const Json&)> plain;
};
// The same for both: a member as it is.
[[nodiscard]] Column member(std::string heading, std::string key);

class Output {
  public:
    Output(std::ostream& out, std::ostream& err) : out_(out), err_(err) {}

    OutputSettings settings{};

    [[nodiscard]] Form form() const { return settings.form; }
    [[nodiscard]] bool human() const { return settings.form == Form::human; }

    // A list; `none` is shown to a person when it is empty.
    void list(const std::vector<Json>& items, const std::vector<Column>& columns,
              std::string_view none);
    // One thing: as a list of one, but for a person "Heading: value" a line.
    void thing(const Json& item, const std::vector<Column>& columns);
    // One thing that was done: a sentence for a person, the thing for programs.
    void done(const std::string& sentence, const Json& item, const std::vector<Column>& columns);
    void json(const Json& value);
    void line(std::string_view text);  // data, as it is

    void note(std::string_view text);  // to stderr, unless --quiet
    void error(std::string_view message, std::string_view next_step, std::string_view problem);

    [[nodiscard]] std::string good(std::string_view text) const { return painted("32", text); }
    [[nodiscard]] std::string bad(std::string_view text) const { return painted("31", text); }
    [[nodiscard]] std::string dim(std::string_view text) const { return painted("2", text); }
    [[nodiscard]] std::string tick() const { return good(settings.unicode ? "\u2713" : "ok:"); }
    [[nodiscard]] std::string cross() const { return bad(settings.unicode ? "\u2717" : "no:"); }

  private:
    [[nodiscard]] std::string painted(const char* code, std::string_view text) const;
    [[nodiscard]] Json picked(const Json& item) const;
    void note_absent_fields(const std::vector<Json>& items);
    void note_left_out(const std::vector<std::string>& columns);

    std::ostream& out_;
    std::ostream& err_;
};

}  // namespace dibs::cli
