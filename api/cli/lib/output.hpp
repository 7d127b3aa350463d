// Writes a command's answer: data to stdout, all else to stderr. Three forms: for people (a
// terminal), tab separated (a pipe), JSON (--json). Flags and environment decide the form once.
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
    std::size_t line = 0;  // columns of the terminal; 0: tables are not cut
};

// One column: its text for a person and its value for a program.
struct Column {
    std::string heading;
    std::function<std::string(const Json&)> human;
    std::function<std::string(const Json&)> plain;
};
// A column that shows a member unchanged, for people and programs.
[[nodiscard]] Column member(std::string heading, std::string key);

class Output {
  public:
    Output(std::ostream& out, std::ostream& err) : out_(out), err_(err) {}

    OutputSettings settings{};

    [[nodiscard]] Form form() const { return settings.form; }
    [[nodiscard]] bool human() const { return settings.form == Form::human; }

    // Prints a list; `none` is shown to a person when it is empty.
    void list(const std::vector<Json>& items, const std::vector<Column>& columns,
              std::string_view none);
    // Prints one thing: a list of one, or "Heading: value" lines for a person.
    void thing(const Json& item, const std::vector<Column>& columns);
    // Prints the result of a command: a sentence for a person, the thing for programs.
    void done(const std::string& sentence, const Json& item, const std::vector<Column>& columns);
    void json(const Json& value);
    void line(std::string_view text);  // data, unchanged

    void note(std::string_view text);  // to stderr; not with --quiet
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
