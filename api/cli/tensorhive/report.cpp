// Prints lines like the other lists of `dibs`.
#include "api/cli/tensorhive/report.hpp"

#include "api/cli/tensorhive/values.hpp"

namespace dibs::cli::tensorhive {
namespace {

constexpr std::size_t most_report_lines = 20'000;
constexpr std::size_t longest_shown_name = 120, longest_reason = 500;

}  // namespace

const char* Report::words(State state) const {
    switch (state) {
        case State::made:
            return dry_run_ ? "would be made" : "made";
        case State::completed:
            return dry_run_ ? "would be completed" : "completed";
        case State::there:
            return "already there";
        case State::not_taken:
            return "not taken";
    }
    return "";
}

void Report::add(std::string_view kind, std::string_view name, State state, std::string_view why) {
    ++count_[state];
    if (lines_.size() >= most_report_lines) {
        ++beyond_;
        return;
    }
    lines_.emplace_back(Json::Object{{"kind", kind},
                                     {"name", shortened(name, longest_shown_name)},
                                     {"state", words(state)},
                                     {"why", shortened(why, longest_reason)}});
}

std::string Report::summary() const {
    std::string text;
    for (const auto& [state, count] : count_) {
        text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + words(state);
    }
    return text.empty() ? "nothing to import" : text;
}

void Report::show(Context& context) const {
    context.out.list(lines_,
                     {member("WHAT", "kind"), member("NAME", "name"), member("STATE", "state"),
                      member("WHY", "why")},
                     "There is nothing in it.");
    if (beyond_ > 0) context.out.note("and " + std::to_string(beyond_) + " more, not shown");
}

}  // namespace dibs::cli::tensorhive
