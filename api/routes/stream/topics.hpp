// The topics of the stream: one table, a row for each kind. The row determines the names of its
// topics for clients and in the hub, their parameter, their viewers, their facts and their frames;
// no other list of topics exists. Read on any thread.
#pragma once

#include "api/auth/may_see.hpp"
#include "domain/kernel/result.hpp"
#include "projections/questions/snapshot.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::routes {

struct Service;
class Topic;

// What the frames of a topic are made from.
struct FrameSource {
    const Snapshot& tables;
    Audience audience;
    std::string_view parameter;  // of the topic; empty: its kind has none
};
// Facts that concern a topic, in order. The tables are those after them.
using FactsOfTopic = std::span<const views::Event* const>;
// The current thing in JSON, and the position of its last change.
struct ChangedRow {
    Position position = 0;
    std::string json;
};

// One array of a topic's frames.
struct TopicPart {
    std::string_view member;
    std::vector<ChangedRow> (*changes)(const FrameSource& source, FactsOfTopic facts);
    // Null: empty.
    void (*snapshot)(std::string& out, const FrameSource& source) = nullptr;
};

// Event types that begin with one of these texts.
using EventTypes = std::vector<std::string_view>;
[[nodiscard]] bool matches(const EventTypes& types, std::string_view event_type);

// The text after the colon in names of topics: the host in "metrics:gpu03".
struct TopicParameter {
    std::vector<std::string_view> forms;  // as a refusal names them: "<host>"
    bool (*is_valid)(std::string_view text);
};

// Who may watch a topic.
struct TopicAccess {
    // Refuses a viewer who may not.
    Result<void> (*check)(const auth::Viewer& viewer, const Snapshot& tables,
                          std::string_view parameter);
    EventTypes changed_by{};  // may change what `check` says
};

// Frames from samples, once a second, in place of snapshots and changes.
struct PeriodicFrames {
    // Makes the next frame of one topic; empty: none now. `changes` counts the facts of
    // `changed_by` and is above 0: while it is the same, the tables need not be read again.
    using Next = std::function<std::string(std::uint64_t changes)>;

    Next (*start)(const Service& service, const Topic& topic);
    EventTypes changed_by{};
};

struct TopicKind {
    std::string_view name;  // of the topic; with a parameter, the text before the colon
    std::optional<TopicParameter> parameter{};
    std::optional<TopicAccess> access{};  // nothing: every viewer may watch it
    EventTypes events{};
    std::vector<TopicPart> parts{};
    bool by_audience = false;  // frames are shared, so admins have others, under another name
    std::optional<PeriodicFrames> periodic{};

    [[nodiscard]] bool concerns(std::string_view event_type) const;
    // The audiences with frames of their own.
    [[nodiscard]] std::span<const Audience> audiences() const;
};

// One topic that clients can watch, made by TopicTable::find. The table outlives it.
class Topic {
  public:
    [[nodiscard]] const TopicKind& kind() const { return *kind_; }
    [[nodiscard]] const std::string& name() const { return name_; }  // the clients' name
    [[nodiscard]] std::string_view parameter() const;

    // Within one table.
    friend bool operator<(const Topic& a, const Topic& b) { return a.name_ < b.name_; }

  private:
    friend class TopicTable;
    Topic(const TopicKind& kind, std::string_view name) : kind_(&kind), name_(name) {}

    const TopicKind* kind_;
    std::string name_;
};

class TopicTable {
  public:
    explicit TopicTable(std::vector<TopicKind> kinds) : kinds_(std::move(kinds)) {}
    TopicTable(const TopicTable&) = delete;
    TopicTable& operator=(const TopicTable&) = delete;

    [[nodiscard]] const std::vector<TopicKind>& kinds() const { return kinds_; }
    // By the clients' name; nothing if there is none.
    [[nodiscard]] std::optional<Topic> find(std::string_view name) const;
    // All names, for a refusal: "events, metrics:<host>".
    [[nodiscard]] std::string names() const;

  private:
    std::vector<TopicKind> kinds_;
};

[[nodiscard]] const TopicTable& stream_topics();

// The hub's name of a topic for this audience; and the client's name of it.
[[nodiscard]] std::string hub_name(const Topic& topic, Audience audience);
[[nodiscard]] std::string_view client_name(std::string_view hub_name);

}  // namespace dibs::routes
