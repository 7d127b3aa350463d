// Turns what a batch of facts touched into frames: by topic, in the order of positions, each row
// read from the tables as it is after the batch.
#include "api/routes/stream/stream_frames.hpp"

#include "api/http/problem.hpp"
#include "api/routes/board_bodies.hpp"
#include "api/routes/stream/stream_request.hpp"
#include "domain/codec/json_writer.hpp"

#include <algorithm>
#include <map>

namespace dibs::routes {
namespace {

constexpr std::size_t rows_at_once = 1000;

template <class T>
void add_line(std::string& lines, char kind, const T& value) {
    lines += kind;
    write_json(lines, value);
    lines += '\n';
}

// The things touched, each with the position where it was touched last.
template <class AnyId>
using Touched = std::map<AnyId, Position>;

template <class AnyId, class Show>
void add_changes(std::map<Position, std::string>& changes, const Touched<AnyId>& touched, char kind,
                 const Show& show) {
    for (const auto& [id, position] : touched) {
        if (const auto view = show(id)) add_line(changes[position], kind, *view);
    }
}

std::map<Position, std::string> event_changes(auth::Audience audience,
                                              std::span<const views::Event> facts) {
    std::map<Position, std::string> changes;
    for (const auto& fact : facts) {
        if (!auth::may_see(audience, fact)) continue;
        add_line(changes[fact.position], 'e', auth::visible(audience, fact));
    }
    return changes;
}

std::map<Position, std::string> fleet_changes(const Snapshot& tables,
                                              std::span<const views::Event> facts) {
    Touched<HostId> hosts;
    Touched<GpuId> gpus;
    for (const auto& fact : facts) {
        const bool of_host = fact.type.starts_with("host.");
        const bool of_gpu = fact.type.starts_with("gpu.");
        if (!of_host && !of_gpu) continue;
        if (fact.host) hosts[*fact.host] = fact.position;
        for (const GpuId gpu : fact.gpus.value_or(std::vector<GpuId>{})) gpus[gpu] = fact.position;
        if (!of_host || !fact.host) continue;  // its GPUs can be reached, or not
        for (const auto& gpu : tables.gpu_list({fact.host, {}, {}})) gpus[gpu.id] = fact.position;
    }
    std::map<Position, std::string> changes;
    add_changes(changes, hosts, 'h', [&](HostId id) { return tables.host(id); });
    add_changes(changes, gpus, 'g', [&](GpuId id) { return tables.gpu(id); });
    return changes;
}

std::map<Position, std::string> reservation_changes(const Snapshot& tables,
                                                    std::span<const views::Event> facts) {
    Touched<ReservationId> touched;
    for (const auto& fact : facts) {
        const bool about = fact.type.starts_with("reservation.");
        if (about && fact.reservation) touched[*fact.reservation] = fact.position;
    }
    std::map<Position, std::string> changes;
    add_changes(changes, touched, 'r', [&](ReservationId id) { return tables.reservation(id); });
    return changes;
}

std::map<Position, std::string> violation_changes(const Snapshot& tables,
                                                  std::span<const views::Event> facts) {
    Touched<ViolationId> touched;
    for (const auto& fact : facts) {
        const bool about = fact.type.starts_with("violation.");
        if (about && fact.violation) touched[*fact.violation] = fact.position;
    }
    std::map<Position, std::string> changes;
    add_changes(changes, touched, 'v', [&](ViolationId id) { return tables.violation(id); });
    return changes;
}

std::map<Position, std::string> board_changes(const Snapshot& tables,
                                              std::span<const views::Event> facts) {
    Touched<BoardId> touched;
    for (const auto& fact : facts) {
        if (fact.type.starts_with("board.") && fact.board) touched[*fact.board] = fact.position;
    }
    std::map<Position, std::string> changes;
    add_changes(changes, touched, 'b', [&](BoardId id) -> std::optional<BoardTouched> {
        const auto board = tables.board(id);
        if (!board) return BoardTouched{.id = id, .removed = true};
        return BoardTouched{.id = id, .version = board->version};
    });
    return changes;
}

std::string head(std::string_view type, std::string_view topic, Position position) {
    std::string frame = "{\"type\":\"";
    (frame += type) += "\",\"position\":";
    write_json(frame, position);
    frame += ",\"topic\":";
    write_json(frame, topic);
    return frame;
}

// Pages of one query, until the last.
template <class Ask>
void write_all(std::string& out, std::string_view name, const Ask& ask) {
    ((out += ",\"") += name) += "\":[";
    PageFrom page{rows_at_once, {}};
    bool first = true;
    do {
        const auto slice = ask(page);
        for (const auto& row : slice.items) {
            if (!std::exchange(first, false)) out += ',';
            write_json(out, row);
        }
        page.after = slice.next;
    } while (page.after);
    out += ']';
}

// The members of one kind, as an array.
void write_kind(std::string& out, std::string_view name, char kind,
                std::span<const std::string> lines) {
    bool first = true;
    ((out += ",\"") += name) += "\":[";
    for (std::string_view rest : lines) {
        while (!rest.empty()) {
            const auto line = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(line.size() + 1, rest.size()));
            if (line.empty() || line.front() != kind) continue;
            if (!std::exchange(first, false)) out += ',';
            out += line.substr(1);
        }
    }
    out += ']';
}

}  // namespace

std::vector<Change> changes_of(std::string_view name, auth::Audience audience,
                               const Snapshot& tables, std::span<const views::Event> facts) {
    auto by_position = name == topic::events         ? event_changes(audience, facts)
                       : name == topic::reservations ? reservation_changes(tables, facts)
                       : name == topic::violations   ? violation_changes(tables, facts)
                       : name == topic::boards       ? board_changes(tables, facts)
                                                     : fleet_changes(tables, facts);
    std::vector<Change> changes;
    for (auto& [position, lines] : by_position) changes.push_back({position, std::move(lines)});
    return changes;
}

std::string event_frame(std::string_view name, Position position,
                        std::span<const std::string> lines) {
    auto frame = head("event", name, position);
    if (name == topic::events) write_kind(frame, "events", 'e', lines);
    if (name == topic::reservations) write_kind(frame, "reservations", 'r', lines);
    if (name == topic::violations) write_kind(frame, "violations", 'v', lines);
    if (name == topic::boards) write_kind(frame, "boards", 'b', lines);
    if (name == topic::fleet) {
        write_kind(frame, "hosts", 'h', lines);
        write_kind(frame, "gpus", 'g', lines);
    }
    return frame + '}';
}

std::string snapshot_frame(std::string_view name, const Snapshot& tables) {
    auto frame = head("snapshot", name, tables.position());
    if (name == topic::events) frame += ",\"events\":[]";
    if (name == topic::boards) frame += ",\"boards\":[]";
    if (name == topic::reservations) {
        views::ReservationFilter filter;
        filter.from = tables.now();
        filter.states = {views::ReservationState::upcoming, views::ReservationState::running};
        write_all(frame, name,
                  [&](const PageFrom& page) { return tables.reservations(filter, page); });
    }
    if (name == topic::violations) {
        const views::ViolationFilter filter{views::ViolationState::open, {}, {}};
        write_all(frame, name,
                  [&](const PageFrom& page) { return tables.violations(filter, page); });
    }
    if (name == topic::fleet) {
        write_all(frame, "hosts", [&](const PageFrom& page) { return tables.hosts(page); });
        write_all(frame, "gpus", [&](const PageFrom& page) { return tables.gpus({}, page); });
    }
    return frame + '}';
}

std::string metrics_frame(std::string_view name, const views::MetricsFrame& metrics) {
    std::string frame = "{\"type\":\"metrics\",\"topic\":";
    write_json(frame, name);
    frame += ",\"metrics\":";
    write_json(frame, metrics);
    return frame + '}';
}

std::string bare_frame(std::string_view type, Position position) {
    std::string frame = "{\"type\":\"";
    (frame += type) += "\",\"position\":";
    write_json(frame, position);
    return frame + '}';
}

std::string error_frame(const Refusal& refusal, std::string_view request_id) {
    const auto response = http::refusal_response(refusal, request_id);
    auto problem = response.body.view();
    while (problem.ends_with('\n')) problem.remove_suffix(1);
    return "{\"type\":\"error\",\"problem\":" + std::string(problem) + '}';
}

}  // namespace dibs::routes
