// Sends a changed process whole: all its rows, as they are now.
#include "api/routes/stream/processes_topic.hpp"

#include "api/routes/stream/topic_rows.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace dibs::routes {
namespace {

// All current rows of a process, so that a client can drop its earlier ones.
struct ProcessNow {
    ProcessId id;
    std::vector<views::Process> rows{};  // one per GPU of the process; empty: it has ended
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::ProcessNow> {
    using T = routes::ProcessNow;
    static constexpr auto list = field_list(field("id", &T::id), field("rows", &T::rows));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

// In one read: each page would begin with the first GPU again.
std::vector<views::Process> every_process(const Snapshot& tables,
                                          const views::ProcessFilter& filter) {
    const PageFrom whole{.limit = std::numeric_limits<std::size_t>::max()};
    return list_processes(tables, filter, whole).items;
}

constexpr std::size_t most_of_a_command = 500;  // bytes; a frame may hold thousands of processes

// Drops members that change without a fact: values come with `metrics:`, and reachability follows
// from `fleet`.
views::Process for_frames(views::Process row, Audience audience) {
    row = auth::visible(auth::reader_of(audience), std::move(row));
    row.memory_used_mib.reset();
    row.unknown_since.reset();
    if (!row.command || row.command->value.size() <= most_of_a_command) return row;
    auto& text = row.command->value;
    auto end = most_of_a_command;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
    text.resize(end);
    text += "\xE2\x80\xA6";  // an ellipsis
    return row;
}

std::optional<ProcessNow> process_now(const FrameSource& source, ProcessId id) {
    ProcessNow now{id};
    for (auto& row : rows_of_process(source.tables, id)) {
        now.rows.push_back(for_frames(std::move(row), source.audience));
    }
    return now;
}

// An added person becomes the owner of all processes under their account. A renamed or removed one
// loses theirs, so then every running process is sent again.
std::vector<ChangedRow> processes_touched(const FrameSource& source, FactsOfTopic facts) {
    auto last = named_by<ProcessId>(facts);
    for (const auto* fact : facts) {
        const auto person = fact->subjects.first<PersonId>();
        if (!person || !fact->type.starts_with("person.")) continue;
        const bool added = fact->type.starts_with("person.added");
        const auto whose = added ? views::ProcessFilter{.person = person} : views::ProcessFilter{};
        for (const auto& row : every_process(source.tables, whose)) {
            auto& position = last[row.id];
            position = std::max(position, fact->position);
        }
    }
    return rows_of(last, [&](ProcessId id) { return process_now(source, id); });
}

void all_processes(std::string& out, const FrameSource& source) {
    std::map<ProcessId, ProcessNow> all;
    for (auto& row : every_process(source.tables, {})) {
        auto& now = all.try_emplace(row.id, ProcessNow{row.id}).first->second;
        now.rows.push_back(for_frames(std::move(row), source.audience));
    }
    bool first = true;
    for (const auto& [id, now] : all) {
        if (!std::exchange(first, false)) out += ',';
        write_json(out, now);
    }
}

}  // namespace

TopicKind processes_topic() {
    return {.name = "processes",
            .events = {"process.", "violation.", "person.added", "person.changed", "person.removed",
                       "person.erased"},
            .parts = {{"processes", processes_touched, all_processes}},
            .by_audience = true};
}

}  // namespace dibs::routes
