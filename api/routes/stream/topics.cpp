// The table of topics, and the readers of each topic's rows.
#include "api/routes/stream/topics.hpp"

#include "api/routes/rules_body.hpp"
#include "api/routes/stream/metrics_topic.hpp"
#include "api/routes/stream/processes_topic.hpp"
#include "api/routes/stream/topic_rows.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/questions/boards.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>
#include <array>
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

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <class AnyId>
struct Fields<routes::ChangedThing<AnyId>> {
    using T = routes::ChangedThing<AnyId>;
    static constexpr auto list = field_list(field("id", &T::id), field("version", &T::version),
                                            field("removed", &T::removed));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

// Things named by facts; `show` reads one.
template <class AnyId, auto show>
std::vector<ChangedRow> named_things(const FrameSource& source, FactsOfTopic facts) {
    return rows_of(named_by<AnyId>(facts), [&](AnyId id) { return show(source.tables, id); });
}

// A removed thing has no row, so without this a page would show it until its next snapshot.
std::vector<ChangedRow> hosts_removed(const FrameSource&, FactsOfTopic facts) {
    std::vector<ChangedRow> rows;
    for (const auto* fact : facts) {
        const auto host = fact->subjects.first<HostId>();
        if (host && fact->type.starts_with("host.removed")) {
            rows.push_back({fact->position, to_json(*host)});
        }
    }
    return rows;
}

std::vector<ChangedRow> facts_themselves(const FrameSource& source, FactsOfTopic facts) {
    std::vector<ChangedRow> rows;
    for (const auto* fact : facts) {
        if (!auth::may_see(source.audience, *fact)) continue;
        rows.push_back(
            {fact->position, to_json(auth::visible(auth::reader_of(source.audience), *fact))});
    }
    return rows;
}

// A fact about a host may change whether its GPUs are reachable.
std::vector<ChangedRow> gpus_touched(const FrameSource& source, FactsOfTopic facts) {
    auto last = named_by<GpuId>(facts);
    for (const auto* fact : facts) {
        const auto host = fact->subjects.first<HostId>();
        if (!host || !fact->type.starts_with("host.")) continue;
        for (const auto& gpu : plain_gpus(source.tables, {host, {}, {}})) {
            auto& position = last[gpu.id];
            position = std::max(position, fact->position);
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

std::vector<ChangedRow> violations_touched(const FrameSource& source, FactsOfTopic facts) {
    return rows_of(named_by<ViolationId>(facts), [&](ViolationId id) {
        auto view = find_violation(source.tables, id);
        if (view) view = auth::visible(auth::reader_of(source.audience), *std::move(view));
        return view;
    });
}

// All rules, whichever was set.
std::vector<ChangedRow> rules_set(const FrameSource& source, FactsOfTopic facts) {
    return {{facts.back()->position, to_json(rules_now(source.tables))}};
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

void live_reservations(std::string& out, const FrameSource& source) {
    views::ReservationFilter filter;
    filter.from = source.tables.now();
    using enum views::ReservationState;
    filter.states = {upcoming, running, suspended, pending, declined, lapsed};
    write_all(out,
              [&](const PageFrom& page) { return list_reservations(source.tables, filter, page); });
}

void open_violations(std::string& out, const FrameSource& source) {
    const views::ViolationFilter filter{views::ViolationState::open, {}, {}};
    const auto reader = auth::reader_of(source.audience);
    write_all(out, [&](const PageFrom& page) {
        auto slice = list_violations(source.tables, filter, page);
        for (auto& item : slice.items) item = auth::visible(reader, std::move(item));
        return slice;
    });
}

void rules_of_the_site(std::string& out, const FrameSource& source) {
    write_json(out, rules_now(source.tables));
}

void all_hosts(std::string& out, const FrameSource& source) {
    write_all(out, [&](const PageFrom& page) { return list_hosts(source.tables, page); });
}

void all_gpus(std::string& out, const FrameSource& source) {
    write_all(out, [&](const PageFrom& page) { return list_gpus(source.tables, {}, page); });
}

constexpr std::array every_audience{Audience::everyone, Audience::admins};
constexpr char before_audience = '/';  // in the hub's names; in no client's name

}  // namespace

const TopicTable& stream_topics() {
    static const TopicTable all{std::vector<TopicKind>{
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
        processes_topic(),
        {.name = "boards",  // ids only, because some boards are personal
         .events = {"board."},
         .parts = {{"boards", named_things<BoardId, touched<BoardId, find_board>>}}},
        {.name = "rules", .events = {"rules."}, .parts = {{"rules", rules_set, rules_of_the_site}}},
        metrics_topic(),
    }};
    return all;
}

bool matches(const EventTypes& types, std::string_view event_type) {
    return std::any_of(types.begin(), types.end(),
                       [&](auto beginning) { return event_type.starts_with(beginning); });
}

bool TopicKind::concerns(std::string_view event_type) const {
    return matches(events, event_type);
}

std::span<const Audience> TopicKind::audiences() const {
    return std::span(every_audience).first(by_audience ? every_audience.size() : 1);
}

std::string_view Topic::parameter() const {
    return std::string_view(name_).substr(std::min(kind_->name.size() + 1, name_.size()));
}

std::optional<Topic> TopicTable::find(std::string_view name) const {
    const auto colon = name.find(':');
    const auto of_kind = name.substr(0, colon);
    const auto kind = std::find_if(kinds_.begin(), kinds_.end(),
                                   [&](const TopicKind& one) { return one.name == of_kind; });
    const bool has_parameter = colon != std::string_view::npos;
    if (kind == kinds_.end() || kind->parameter.has_value() != has_parameter) return std::nullopt;
    if (name.find(before_audience) != std::string_view::npos) return std::nullopt;
    if (has_parameter && !kind->parameter->is_valid(name.substr(colon + 1))) return std::nullopt;
    return Topic(*kind, name);
}

std::string TopicTable::names() const {
    std::string names;
    const auto add = [&](std::string_view name) -> std::string& {
        return names.append(names.empty() ? "" : ", ").append(name);
    };
    for (const auto& kind : kinds_) {
        if (!kind.parameter)
            add(kind.name);
        else
            for (const auto form : kind.parameter->forms) add(kind.name).append(":").append(form);
    }
    return names;
}

std::string hub_name(const Topic& topic, Audience audience) {
    const bool apart = topic.kind().by_audience && audience == Audience::admins;
    return topic.name() + (apart ? before_audience + std::string("admins") : "");
}

std::string_view client_name(std::string_view hub_name) {
    return hub_name.substr(0, hub_name.find(before_audience));
}

}  // namespace dibs::routes
