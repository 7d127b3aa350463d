// The JSON of all events, compiled once for all tests.
#include "tests/support/print.hpp"

namespace dibs {

std::string text_of(const Event& event) {
    return std::string(event.type()) + ' ' + event_json(event);
}

std::string text_of(const Refusal& refusal) {
    std::string text = "refused " + std::string(to_text(refusal.code));
    if (!refusal.field.empty()) text += " (" + refusal.field + ')';
    for (const auto& ref : refusal.about) text += ' ' + to_text(ref);
    return text;
}

void PrintTo(const Refusal& refusal, std::ostream* out) {
    *out << text_of(refusal) << ": " << refusal.detail;
}

void PrintTo(const Interval& when, std::ostream* out) {
    *out << '[' << to_text(when.from) << ", " << to_text(when.until) << ')';
}

}  // namespace dibs
