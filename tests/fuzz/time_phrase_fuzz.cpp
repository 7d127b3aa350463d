// Arbitrary bytes as a time phrase. Nothing crashes, every refusal has a sentence, and an interval
// ends after its start. Echoes and alternatives read back to the same moments.
#include "api/time/time_phrase.hpp"

#include <cstdint>
#include <cstdlib>

namespace {

using namespace dibs;

const Instant now = *parse_instant("2026-11-21T01:45:03.000Z");
constexpr const char* zone = "Europe/Warsaw";

void must(bool holds) {
    if (!holds) std::abort();
}

void must_mean(const std::string& text, const char* in, Instant from,
               const std::optional<Instant>& until) {
    const auto read = parse_time_phrase(text, in, now);
    must(read.has_value());
    const auto to_second = [](Instant t) { return std::chrono::floor<std::chrono::seconds>(t); };
    must(to_second(read->from) == to_second(from));
    must(read->until.has_value() == until.has_value());
    if (until) must(to_second(*read->until) == to_second(*until));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto read = parse_time_phrase(text, zone, now);
    if (!read) {
        const auto& error = read.error();
        must(!error.refusal.detail.empty() && error.refusal.field == "text");
        must(!error.ambiguous || !error.alternatives.empty());
    } else {
        must(!read->until || read->from < *read->until);
        must_mean(read->echo, read->zone.c_str(), read->from, read->until);
    }
    for (const auto& other : read ? read->alternatives : read.error().alternatives) {
        must(!other.sentence.empty());
        must_mean(other.text, zone, other.from, other.until);
    }
    (void)parse_duration(text);
    return 0;
}
