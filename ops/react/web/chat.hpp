// Facts as lines in a chat ([[chat]] in the configuration): the sentence of the history, in
// English, and a link to it. The receiver is an incoming webhook of Slack; Mattermost and
// Rocket.Chat accept the same format. Its address is a secret: it alone permits writing there.
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/reactors.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::web {

struct Chat {
    std::string event;  // "reservation.*", "reservation.booked", "*"
    std::string url;    // the content of its file
    std::string name;   // on record: chat_name()
    std::filesystem::path ca{};
    std::int64_t deadline_s = 30;
};

// "on violation.* chat /etc/dibs/chat_url"
[[nodiscard]] std::string chat_name(std::string_view event, const std::filesystem::path& url_file);

// The sentence about a fact; nothing while the tables do not contain it. Blocks for a moment at
// most.
using SentenceOf = std::function<std::optional<std::string>(Position)>;

// {"text": …}: the sentence cannot mention a person, form a link or end the text early.
[[nodiscard]] std::string chat_body(std::string_view sentence, std::string_view link);

struct ChatParts {
    SentenceOf sentence;
    std::string history;  // the page's address; empty: no link
    Clock clock;
};
[[nodiscard]] Reaction chat_reaction(const Chat& chat, const ChatParts& parts);

}  // namespace dibs::web
