// The answer of a host to a stop or message, and people's text for its terminals. Nothing crashes,
// outcomes are known ones, words are printable, and a message keeps its text.
#include "ops/react/host_programs/printable.hpp"
#include "ops/react/host_programs/stop.hpp"
#include "ops/react/host_programs/tell.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void hold(bool condition) {
    if (!condition) std::abort();
}

bool printable(std::string_view words) {
    return std::ranges::all_of(words, [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace dibs::host;
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    const auto stopped = stop_answer(input);
    hold(!to_text(stopped.outcome).empty() && printable(stopped.detail));
    hold((stopped.outcome == StopOutcome::not_it) == (stopped.check != StopCheck::none));
    hold(stopped.outcome != StopOutcome::killed || stopped.sent_kill);
    const auto told = tell_answer(input);
    hold(!to_text(told.outcome).empty() && printable(told.detail));
    hold((told.outcome == TellOutcome::told) == (told.told > 0));

    const auto message = printable_message(input);
    hold(message.size() <= longest_message && printable_message(message) == message);
    hold(std::ranges::none_of(message,
                              [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7F; }));
    const auto request = tell_request(input, input);
    hold(request.ends_with("]}\n"));
    return 0;
}
