// Parses a client's message: its topics (64 at most), its position, and the topics for which it has
// nothing yet. An unknown topic is refused with its field.
#include "api/routes/stream/stream_request.hpp"

#include "api/routes/request/request_context.hpp"

namespace dibs::routes {
namespace {

constexpr std::size_t most_topics = 64;

struct ClientMessage {
    std::vector<std::string> subscribe;
    std::optional<Position> after{};
    std::optional<std::vector<std::string>> fresh{};
};

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

Result<StreamRequest> parse_stream_request(std::string_view text, const TopicTable& table) {
    auto message = parse_json<ClientMessage>(parser_of_thread(), text);
    if (!message) return tl::unexpected(message.error());
    if (message->subscribe.size() > most_topics) {
        return refuse(Code::out_of_range, "subscribe", "At most 64 topics.");
    }
    if (message->after && *message->after < 0) {
        return refuse(Code::out_of_range, "after", "A position is not negative.");
    }
    StreamRequest request{{}, message->after, {}};
    for (const auto& name : message->subscribe) {
        const auto topic = table.find(name);
        if (!topic) {
            return refuse(Code::malformed, "subscribe", "Topics are: " + table.names() + ".");
        }
        if (!request.topics.insert(*topic).second) {
            return refuse(Code::malformed, "subscribe", "A topic is named twice.");
        }
    }
    if (!message->fresh) return request;
    for (const auto& name : *message->fresh) {
        const auto topic = table.find(name);
        if (!topic || !request.topics.contains(*topic)) {
            return refuse(Code::malformed, "fresh", "Only topics that `subscribe` names.");
        }
        request.fresh.insert(*topic);
    }
    return request;
}

}  // namespace dibs::routes
