// nvidia-smi's exit codes are in its manual; a shell's are 126 and 127. Older versions end with 1
// where newer ones end with 2, so the words count as well.
#include "ingest/probe/parser/driver_words.hpp"

#include "ingest/probe/parser/text_values.hpp"

#include <algorithm>
#include <array>

namespace dibs::probe {
namespace {

using fleet::DriverState;

bool is_among(std::int64_t status, std::initializer_list<std::int64_t> all) {
    return std::find(all.begin(), all.end(), status) != all.end();
}

DriverState state_of(std::int64_t status, std::string_view words) {
    constexpr std::int64_t no_library = 12;
    if (is_among(status, {no_library, 126, 127})) return DriverState::missing;
    constexpr std::array<std::string_view, 3> not_understood{
        "not a valid field", "not recognized", "Invalid combination of input arguments"};
    const bool strange = std::any_of(not_understood.begin(), not_understood.end(), [&](auto text) {
        return words.find(text) != std::string_view::npos;
    });
    // Status 0 means that it does not know the loop option: with it, nvidia-smi does not end.
    return strange || is_among(status, {0, 2}) ? DriverState::unsupported : DriverState::broken;
}

fleet::Driver with_words(DriverState state, std::string what, std::string_view said) {
    if (!said.empty()) what.append(": ").append(said);
    return {state, clean_text(what, max_driver_words)};
}

}  // namespace

std::optional<fleet::Driver> driver_of(std::string_view rest) {
    const auto what = cut_word(rest);
    if (what == "silent") {
        return with_words(DriverState::broken, "nvidia-smi gives no values", rest);
    }
    if (what == "warns") return fleet::Driver{{}, clean_text(rest, max_driver_words)};
    const auto status = whole_number(cut_word(rest), 0, 255);
    if (what != "ended" || !status) return std::nullopt;
    return with_words(state_of(*status, rest),
                      "nvidia-smi ended with status " + std::to_string(*status), rest);
}

}  // namespace dibs::probe
