// The topics of the stream: one table, a row each. The row determines the topic's name for clients
// and in the hub, its facts and its frames; no other list of topics exists. Read on any thread.
#pragma once

#include "api/auth/may_see.hpp"
#include "projections/questions/snapshot.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::routes {

// The input of a change: facts of the topic, in order, and the tables after them.
struct ChangeSource {
    const Snapshot& tables;
    Audience audience;
    std::span<const views::Event* const> facts;
};
// The current thing in JSON, and the position of its last change.
struct ChangedRow {
    Position position = 0;
    std::string json;
};

// One array of a topic's frames.
struct TopicPart {
    std::string_view member;
    std::vector<ChangedRow> (*changes)(const ChangeSource& source);
    // Null: empty.
    void (*snapshot)(std::string& out, const Snapshot& tables, Audience audience) = nullptr;
};

struct StreamTopic {
    std::string_view name;
    std::vector<std::string_view> events{};  // prefixes of the event types
    std::vector<TopicPart> parts{};
    bool by_audience = false;  // frames are shared, so admins have others, under another name
    bool of_hosts = false;     // followed by a host's name or *; from samples, once a second

    [[nodiscard]] bool concerns(std::string_view event_type) const;
    // The audiences with frames of their own.
    [[nodiscard]] std::span<const Audience> audiences() const;
};

[[nodiscard]] const std::vector<StreamTopic>& stream_topics();
// By the clients' name; null if there is none.
[[nodiscard]] const StreamTopic* find_topic(std::string_view name);

// The hub's name of a topic for this audience; and the client's name of it.
[[nodiscard]] std::string hub_name(std::string_view name, Audience audience);
[[nodiscard]] std::string_view client_name(std::string_view hub_name);

}  // namespace dibs::routes
