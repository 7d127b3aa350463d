// The table of topics, and the readers of each topic's rows.
#include "api/routes/stream/topics.hpp"

#include "api/routes/rules_body.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/questions/boards.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

namespace dibs::routes {
namespace {

// The id of a thing that changed or is gone, without its content: frames are shared by all readers.
template <class AnyId>
struct ChangedThing {
    AnyId id;
    std::optional<std::int64_t> version{};
    std::optional<bool> removed{};
};

// All current rows of a process, so that a client can drop its earlier ones.
struct ProcessNow {
    ProcessId id;
    std::vector<views::Process> rows{};  // one per GPU of the process; empty: it has ended
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <class AnyId>
struct Fields<routes::ChangedThing<AnyId>> {
    using T = routes::ChangedThing<AnyId>;
    static constexpr auto list = field_list(field("id", &T::id), field("version", &T::version),
                                            field("removed", &T::removed));
};

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

// Things, each with the position of the last fact about it.
template <class AnyId>
using LastTouched = std::map<AnyId, Position>;

template <class AnyId, class Show>
std::vector<ChangedRow> rows_of(const LastTouched<AnyId>& last, const Show& show) {
    std::vector<ChangedRow> rows;
    for (const auto& [id, position] : last) {
        if (const auto view = show(id)) rows.push_back({position, to_json(*view)});
    }
    return rows;
}

// Things named by facts; `show` reads one.
template <class AnyId, auto show>
std::vector<ChangedRow> named_things(const ChangeSource& source) {
    LastTouched<AnyId> last;
    for (const auto* fact : source.facts) {
        for (const AnyId id : fact->subjects.all<AnyId>()) last[id] = fact->position;
    }
    return rows_of(last, [&](AnyId id) { return show(source.tables, id); });
}

// A removed thing has no row, so without this a page would show it until its next snapshot.
std::vector<ChangedRow> hosts_removed(const ChangeSource& source) {
    std::vector<ChangedRow> rows;
    for (const auto* fact : source.facts) {
        const auto host = fact->subjects.first<HostId>();
        if (host && fact->type.starts_with("host.removed")) {
            rows.push_back({fact->position, to_json(*host)});
        }
    }
    return rows;
}

std::vector<ChangedRow> facts_themselves(const ChangeSource& source) {
    std::vector<ChangedRow> rows;
    for (const auto* fact : source.facts) {
        if (!auth::may_see(source.audience, *fact)) continue;
        rows.push_back(
            {fact->position, to_json(auth::visible(auth::reader_of(source.audience), *fact))});
    }
    return rows;
}

// A fact about a host may change whether its GPUs are reachable.
std::vector<ChangedRow> gpus_touched(const ChangeSource& source) {
    LastTouched<GpuId> last;
    for (const auto* fact : source.facts) {
        for (const GpuId gpu : fact->subjects.all<GpuId>()) last[gpu] = fact->position;
        const auto host = fact->subjects.first<HostId>();
        if (!host || !fact->type.starts_with("host.")) continue;
        for (const auto& gpu : plain_gpus(source.tables, {host, {}, {}})) {
            last[gpu.id] = fact->position;
        }
    }
    return rows_of(last, [&](GpuId id) { return find_gpu(source.tables, id); });
}

// `find` reads the thing; most kinds have no versions.
template <class AnyId, auto find>
std::optional<ChangedThing<AnyId>> touched(const Snapshot& tables, AnyId id) {
    const auto thing = find(tables, id);
    ChangedThing<AnyId> row{.id = id};
    if (!thing) row.removed = true;
    if constexpr (requires { thing->version; }) {
        if (thing) row.version = thing->version;
    }
    return row;
}

std::vector<ChangedRow> violations_touched(const ChangeSource& source) {
    LastTouched<ViolationId> last;
    for (const auto* fact : source.facts) {
        for (const auto id : fact->subjects.all<ViolationId>()) last[id] = fact->position;
    }
    return rows_of(last, [&](ViolationId id) {
        auto view = find_violation(source.tables, id);
        if (view) view = auth::visible(auth::reader_of(source.audience), *std::move(view));
        return view;
    });
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

std::optional<ProcessNow> process_now(const ChangeSource& source, ProcessId id) {
    ProcessNow now{id};
    for (auto& row : rows_of_process(source.tables, id)) {
        now.rows.push_back(for_frames(std::move(row), source.audience));
    }
    return now;
}

// An added person becomes the owner of all processes under their account. A renamed or removed one
// loses theirs, so then every running process is sent again.
std::vector<ChangedRow> processes_touched(const ChangeSource& source) {
    LastTouched<ProcessId> last;
    for (const auto* fact : source.facts) {
        for (const ProcessId id : fact->subjects.all<ProcessId>()) last[id] = fact->position;
        const auto person = fact->subjects.first<PersonId>();
        if (!person || !fact->type.starts_with("person.")) continue;
        const bool added = fact->type.starts_with("person.added");
        const auto whose = added ? views::ProcessFilter{.person = person} : views::ProcessFilter{};
        for (const auto& row : every_process(source.tables, whose)) {
            last[row.id] = fact->position;
        }
    }
    return rows_of(last, [&](ProcessId id) { return process_now(source, id); });
}

// All rules, whichever was set.
std::vector<ChangedRow> rules_set(const ChangeSource& source) {
    if (source.facts.empty()) return {};
    return {{source.facts.back()->position, to_json(rules_now(source.tables))}};
}

// --- snapshots

template <class List>
void write_all(std::string& out, const List& list) {
    bool first = true;
    every_row(list, [&](const auto& row) {
        if (!std::exchange(first, false)) out += ',';
        write_json(out, row);
    });
}

void live_reservations(std::string& out, const Snapshot& tables, Audience) {
    views::ReservationFilter filter;
    filter.from = tables.now();
    using enum views::ReservationState;
    filter.states = {upcoming, running, suspended, pending, declined, lapsed};
    write_all(out, [&](const PageFrom& page) { return list_reservations(tables, filter, page); });
}

void open_violations(std::string& out, const Snapshot& tables, Audience audience) {
    const views::ViolationFilter filter{views::ViolationState::open, {}, {}};
    const auto reader = auth::reader_of(audience);
    write_all(out, [&](const PageFrom& page) {
        auto slice = list_violations(tables, filter, page);
        for (auto& item : slice.items) item = auth::visible(reader, std::move(item));
        return slice;
    });
}

void rules_of_the_site(std::string& out, const Snapshot& tables, Audience) {
    write_json(out, rules_now(tables));
}

void all_hosts(std::string& out, const Snapshot& tables, Audience) {
    write_all(out, [&](const PageFrom& page) { return list_hosts(tables, page); });
}

void all_gpus(std::string& out, const Snapshot& tables, Audience) {
    write_all(out, [&](const PageFrom& page) { return list_gpus(tables, {}, page); });
}

void all_processes(std::string& out, const Snapshot& tables, Audience audience) {
    std::map<ProcessId, ProcessNow> all;
    for (auto& row : every_process(tables, {})) {
        auto& now = all.try_emplace(row.id, ProcessNow{row.id}).first->second;
        now.rows.push_back(for_frames(std::move(row), audience));
    }
    bool first = true;
    for (const auto& [id, now] : all) {
        if (!std::exchange(first, false)) out += ',';
        write_json(out, now);
    }
}

bool is_host(std::string_view name) {
    if (name == "*") return true;
    return !name.empty() && name.size() <= 63 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    });
}

constexpr std::array every_audience{Audience::everyone, Audience::admins};
constexpr std::string_view for_admins = "/admins";

}  // namespace

const std::vector<StreamTopic>& stream_topics() {
    static const std::vector<StreamTopic> all{
        {.name = "events",
         .events = {""},
         .parts = {{"events", facts_themselves}},
         .by_audience = true},
        {.name = "reservations",
         .events = {"reservation."},
         .parts = {{"reservations", named_things<ReservationId, find_reservation>,
                    live_reservations}}},
        {.name = "violations",
         .events = {"violation."},
         .parts = {{"violations", violations_touched, open_violations}},
         .by_audience = true},
        {.name = "fleet",  // the holder of a GPU follows from `reservations` and the clock
         .events = {"host.", "gpu."},
         .parts = {{"hosts", named_things<HostId, find_host>, all_hosts},
                   {"gpus", gpus_touched, all_gpus},
                   {"removed_hosts", hosts_removed}}},
        {.name = "processes",
         .events = {"process.", "violation.", "person.added", "person.changed", "person.removed",
                    "person.erased"},
         .parts = {{"processes", processes_touched, all_processes}},
         .by_audience = true},
        {.name = "boards",  // ids only, because some boards are personal
         .events = {"board."},
         .parts = {{"boards", named_things<BoardId, touched<BoardId, find_board>>}}},
        {.name = "rules", .events = {"rules."}, .parts = {{"rules", rules_set, rules_of_the_site}}},
        {.name = "metrics:", .of_hosts = true},
    };
    return all;
}

bool StreamTopic::concerns(std::string_view event_type) const {
    return std::any_of(events.begin(), events.end(),
                       [&](auto beginning) { return event_type.starts_with(beginning); });
}

std::span<const Audience> StreamTopic::audiences() const {
    return std::span(every_audience).first(by_audience ? every_audience.size() : 1);
}

const StreamTopic* find_topic(std::string_view name) {
    const auto& all = stream_topics();
    const auto found = std::find_if(all.begin(), all.end(), [&](const StreamTopic& topic) {
        if (!topic.of_hosts) return name == topic.name;
        return name.starts_with(topic.name) && is_host(name.substr(topic.name.size()));
    });
    return found == all.end() ? nullptr : &*found;
}

std::string hub_name(std::string_view name, Audience audience) {
    const auto* topic = find_topic(name);
    const bool apart = topic && topic->by_audience && audience == Audience::admins;
    return std::string(name).append(apart ? for_admins : "");
}

std::string_view client_name(std::string_view hub_name) {
    return hub_name.substr(0, hub_name.find('/'));
}

}  // namespace dibs::routes
