// The names are those of the program (tell.py), in requests and answers.
#include "ops/react/host_programs/tell.hpp"

#include "domain/codec/json_text.hpp"
#include "domain/codec/json_value.hpp"
#include "ops/react/host_programs/printable.hpp"
#include "ops/react/host_programs/programs.hpp"

#include <array>
#include <optional>
#include <utility>

namespace dibs::host {
namespace {

constexpr std::int64_t most_terminals = 64;
constexpr std::array tell_outcomes{
    std::pair{TellOutcome::told, std::string_view("told")},
    std::pair{TellOutcome::nobody_told, std::string_view("nobody_told")},
    std::pair{TellOutcome::no_terminal, std::string_view("no_terminal")},
    std::pair{TellOutcome::not_allowed, std::string_view("not_allowed")},
    std::pair{TellOutcome::refused, std::string_view("refused")},
    std::pair{TellOutcome::no_answer, std::string_view("no_answer")},
};

// Absent is 0; nothing for a value that is no count of terminals.
std::optional<std::int64_t> count_of(const JsonValue& said, std::string_view name) {
    const auto value = said.member(name);
    if (!value) return 0;
    const auto count = value->as_integer();
    return count && *count >= 0 && *count <= most_terminals ? count : std::nullopt;
}

}  // namespace

std::string tell_request(std::string_view user, std::string_view message) {
    std::string input = "{\"user\":";
    append_json_string(input, user);
    input += ",\"lines\":[";
    const auto text = printable_message(message);
    std::string_view left = text;
    for (;;) {
        const auto end = left.find('\n');
        append_json_string(input, left.substr(0, end));
        if (end == std::string_view::npos) break;
        input += ',';
        left.remove_prefix(end + 1);
    }
    return framed(tell_program(), input + "]}");
}

std::string_view to_text(TellOutcome outcome) {
    for (const auto& [one, name] : tell_outcomes) {
        if (one == outcome) return name;
    }
    return {};
}

TellAnswer tell_answer(std::string_view output) {
    const auto line = answer_line(output);
    if (line.empty()) return {};
    JsonParser parser;
    const auto said = parser.parse(line);
    if (!said || said->kind() != JsonValue::Kind::object) return {};
    const auto name = said->member("outcome");
    const auto told = count_of(*said, "told");
    const auto closed = count_of(*said, "closed");
    const auto failed = count_of(*said, "failed");
    if (!name || !told || !closed || !failed) return {};
    const auto text = name->as_string();
    for (const auto& [outcome, its_name] : tell_outcomes) {
        if (text != its_name || (outcome == TellOutcome::told) != (*told > 0)) continue;
        const auto detail = said->member("detail");
        const auto words = detail ? detail->as_string() : std::nullopt;
        return {outcome, *told, *closed, *failed, words_of_host(words.value_or(""))};
    }
    return {};
}

}  // namespace dibs::host
