// Parses a client's message: its topics (64 at most), its position, and the topics for which it has
// nothing yet. An unknown topic is refused with its field.
#include "api/routes/stream/stream_request.hpp"

#include "api/routes/request/request_context.hpp"
#include "api/routes/stream/topics.hpp"

namespace dibs::routes {
namespace {

constexpr std::size_t most_topics = 64;

struct ClientMessage {
    std::vector<std::string> subscribe;
    std::optional<Position> after{};
    std::optional<std::vector<std::string>> fresh{};
};

std::string names_of_topics() {
    std::string names;
    for (const auto& topic : stream_topics()) {
        const auto comma = names.empty() ? "" : ", ";
        names.append(comma).append(topic.name);
        if (topic.of_hosts) names.append("*, ").append(topic.name).append("<host>");
    }
    return names;
}

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::ClientMessage> {
    using T = routes::ClientMessage;
    static constexpr auto list = field_list(field("subscribe", &T::subscribe),
                                            field("after", &T::after), field("fresh", &T::fresh));
};

}  // namespace dibs

namespace dibs::routes {

Result<StreamRequest> parse_stream_request(std::string_view text) {
    auto message = parse_json<ClientMessage>(parser_of_thread(), text);
    if (!message) return tl::unexpected(message.error());
    if (message->subscribe.size() > most_topics) {
        return refuse(Code::out_of_range, "subscribe", "At most 64 topics.");
    }
    if (message->after && *message->after < 0) {
        return refuse(Code::out_of_range, "after", "A position is not negative.");
    }
    StreamRequest request{{}, message->after, {}};
    for (auto& name : message->subscribe) {
        if (!find_topic(name)) {
            return refuse(Code::malformed, "subscribe", "Topics are: " + names_of_topics() + ".");
        }
        if (!request.topics.insert(std::move(name)).second) {
            return refuse(Code::malformed, "subscribe", "A topic is named twice.");
        }
    }
    if (!message->fresh) return request;
    for (auto& name : *message->fresh) {
        if (!request.topics.contains(name)) {
            return refuse(Code::malformed, "fresh", "Only topics that `subscribe` names.");
        }
        request.fresh.insert(std::move(name));
    }
    return request;
}

}  // namespace dibs::routes
