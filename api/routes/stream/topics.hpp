// The topics of the stream: one table, a row each. What a client may ask for, which facts reach it,
// its frames and its names in the hub follow from the row; nothing else lists topics. Read on any
// thread.
#pragma once

#include "api/auth/may_see.hpp"
#include "projections/questions/snapshot.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::routes {

// What a change is made from: facts that concern the topic, in order, and the tables behind them.
struct ChangeSource {
    const Snapshot& tables;
    auth::Audience audience;
    std::span<const views::Event* const> facts;
};
// A thing as it is now, in JSON, and where it changed last.
struct ChangedRow {
    Position position = 0;
    std::string json;
};

// One array of a topic's frames.
struct TopicPart {
    std::string_view member;
    std::vector<ChangedRow> (*changes)(const ChangeSource& source);
    // None: empty.
    void (*snapshot)(std::string& out, const Snapshot& tables, auth::Audience audience) = nullptr;
};

struct StreamTopic {
    std::string_view name;
    std::vector<std::string_view> events{};  // how the types of those that concern it begin
    std::vector<TopicPart> parts{};
    bool by_audience = false;  // frames are shared: admins have others, under a name of their own
    bool of_hosts = false;     // a host's name follows, or *; from samples, once a second

    [[nodiscard]] bool concerns(std::string_view event_type) const;
    // Who gets frames of their own.
    [[nodiscard]] std::span<const auth::Audience> audiences() const;
};

[[nodiscard]] const std::vector<StreamTopic>& stream_topics();
// By the name that clients use; null if there is none.
[[nodiscard]] const StreamTopic* find_topic(std::string_view name);

// How the hub calls what this audience gets of a topic; and the client's name for it again.
[[nodiscard]] std::string hub_name(std::string_view name, auth::Audience audience);
[[nodiscard]] std::string_view client_name(std::string_view hub_name);

}  // namespace dibs::routes
