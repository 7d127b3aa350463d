// Reads a client's message of the stream: the names of its topics (64 at most) and the position it
// has. A name that is no topic is refused with its field.
#include "api/routes/stream/stream_request.hpp"

#include "api/routes/request_context.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr std::size_t most_topics = 64;

struct ClientMessage {
    std::vector<std::string> subscribe;
    std::optional<Position> since{};
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::ClientMessage> {
    using T = routes::ClientMessage;
    static constexpr auto list =
        std::tuple(field("subscribe", &T::subscribe), field("since", &T::since));
};

}  // namespace dibs

namespace dibs::routes {

bool is_metrics(std::string_view name) {
    return name.starts_with(topic::metrics);
}

bool is_topic(std::string_view name) {
    if (!is_metrics(name)) {
        return name == topic::events || name == topic::reservations || name == topic::violations ||
               name == topic::fleet || name == topic::boards;
    }
    const auto host = name.substr(topic::metrics.size());
    if (host == "*") return true;
    return !host.empty() && host.size() <= 63 && std::all_of(host.begin(), host.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    });
}

Result<StreamRequest> parse_stream_request(std::string_view text) {
    auto message = parse_json<ClientMessage>(parser_of_thread(), text);
    if (!message) return tl::unexpected(message.error());
    if (message->subscribe.size() > most_topics) {
        return refuse(Code::out_of_range, "subscribe", "At most 64 topics.");
    }
    if (message->since && *message->since < 0) {
        return refuse(Code::out_of_range, "since", "A position is not negative.");
    }
    StreamRequest request{{}, message->since};
    for (auto& name : message->subscribe) {
        if (!is_topic(name)) {
            return refuse(Code::malformed, "subscribe",
                          "Topics are events, reservations, violations, fleet, boards, metrics:* "
                          "and metrics:<host>.");
        }
        if (!request.topics.insert(std::move(name)).second) {
            return refuse(Code::malformed, "subscribe", "A topic is named twice.");
        }
    }
    return request;
}

}  // namespace dibs::routes
