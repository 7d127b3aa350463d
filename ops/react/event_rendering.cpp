// The same form for all receivers.
#include "ops/react/event_rendering.hpp"

#include "domain/codec/event_json.hpp"
#include "domain/fleet/shown_command.hpp"
#include "domain/log/cloudevent.hpp"
#include "domain/log/record.hpp"

#include <array>

namespace dibs {
namespace {

constexpr std::size_t longest_line = 4096;

Result<std::string> shown_body(const std::string& record, const Sealer& sealer) {
    const auto view = parse_record(record);
    if (!view) return refuse(Code::malformed, "", "the fact is no record");
    JsonParser parser;
    const auto event = parse_event(parser, view->type, view->body, sealer);
    if (!event) return tl::unexpected(event.error());
    return event_json(shown_event(*event, {}));
}

}  // namespace

bool hears(const std::string& pattern, std::string_view type) {
    if (type.starts_with("effect.")) return false;
    if (pattern == "*" || type == pattern) return true;
    if (pattern.ends_with(".*")) {
        return type.starts_with(std::string_view(pattern).substr(0, pattern.size() - 1));
    }
    return type.starts_with(pattern + ".v");
}

tl::expected<std::string, std::string> render_event(const Effect& effect,
                                                    const EventRendering& rendering) {
    const std::array<Extension, 3> extensions{
        {{"dibsposition", effect.position},
         {"dibsattempt", effect.attempt},
         {"dibsepoch", static_cast<std::int64_t>(effect.epoch)}}};
    const auto data = shown_body(effect.record, rendering.sealer);
    if (!data) return tl::unexpected(data.error().detail);
    auto event = structured_cloud_event(effect.record, *data, rendering.source, extensions);
    if (!event) return tl::unexpected<std::string>("the fact is no record");
    return *std::move(event);
}

std::string one_line(std::string text) {
    if (text.size() > longest_line) text.resize(longest_line);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    for (char& c : text) {
        if (static_cast<unsigned char>(c) < ' ' || c == 127) c = ' ';
    }
    return text;
}

}  // namespace dibs
