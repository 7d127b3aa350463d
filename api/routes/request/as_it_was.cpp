// Folds the facts about one thing with the domain's own `evolve`.
#include "api/routes/request/as_it_was.hpp"

#include "api/routes/request/request_context.hpp"
#include "domain/codec/aggregate_fields.hpp"
#include "projections/people/names.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/history.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/violations.hpp"

namespace dibs::routes {
namespace {

// True if the event changes the thing, false if it only records an observation.
template <class Event>
bool is_change(const Event&) {
    return true;
}
bool is_change(const reservation::Event& event) {
    return !event.is<reservation::Idled>() && !event.is<reservation::IdleTold>() &&
           !event.is<reservation::Kept>() && !event.is<reservation::IdleEnded>() &&
           !event.is<reservation::Reminded>();
}
bool is_change(const budget::Event& event) {
    return !event.is<budget::Exceeded>() && !event.is<budget::Spent>();
}

// An aggregate's state from the facts of one thing only, with the times of the first and the last
// of them.
template <class A>
struct Folded {
    typename A::State state{};
    Instant made_at{};
    std::optional<PersonId> made_by{};
    std::optional<Instant> changed_at{};
};

// `begins(state, event)`: true if the thing begins with this event, also when its id is reused.
template <class A, class Begins>
Folded<A> fold(const Snapshot& tables, const Ref& ref, Position until, const Begins& begins) {
    Folded<A> folded;
    for (const auto& fact : facts_about(tables, ref, until)) {
        const auto event = as<typename A::Event>(fact.event);
        if (!event) continue;
        if (begins(folded.state, *event)) {
            folded = {{}, fact.at, fact.origin.actor, {}};
        } else if (is_change(*event)) {
            folded.changed_at = fact.at;
        }
        folded.state = evolve(std::move(folded.state), *event);
    }
    return folded;
}

// A cancelled or suspended reservation may be requested again.
bool begins(const reservation::State& state, const reservation::Event& event) {
    using reservation::Ending;
    if (event.is<reservation::Booked>()) return true;
    if (!event.is<reservation::Requested>()) return false;
    return std::none_of(state.all.begin(), state.all.end(), [](const auto& one) {
        const auto ending = one.second.ending;
        return ending == Ending::cancelled || ending == Ending::suspended;
    });
}

std::optional<Personal<std::string>> reason_of(const std::vector<Recorded>& facts) {
    std::optional<Personal<std::string>> reason;
    for (const auto& fact : facts) {
        const auto* declined = get_if<reservation::Declined>(&fact.event);
        if (declined) reason = declined->reason;
    }
    return reason;
}

}  // namespace

views::Reservation view_of(const Snapshot& tables, const ReservationThen& then, Instant at) {
    const auto& b = then.held.booking;
    projections::ReservationRow row;
    row.owner = b.owner;
    row.gpus = b.gpus;
    row.from = b.when.from;
    row.until = b.when.until;
    row.title = b.title;
    row.protection = b.protection;
    row.project = b.project;
    row.moves = b.moves;
    row.ending = then.held.ending;
    row.version = then.held.version;
    row.created_at = then.created_at;
    row.created_by = then.created_by;
    row.changed_at = then.changed_at;
    row.held_until = then.held.held_until;
    row.idle = then.held.idle;
    row.kept_until = then.held.kept_until;
    return dibs::view_of(tables, b.id, row, at);
}

std::optional<views::Reservation> reservation_as_of(const Snapshot& tables, ReservationId id,
                                                    Position position, Instant at) {
    const auto folded = fold<reservation::Aggregate>(
        tables, id, position,
        [](const auto& state, const auto& event) { return begins(state, event); });
    const auto held = folded.state.all.find(id);
    if (held == folded.state.all.end()) return std::nullopt;
    auto view =
        view_of(tables, {held->second, folded.made_at, folded.made_by, folded.changed_at}, at);
    if (view.state == views::ReservationState::declined) {
        view.decline_reason = reason_of(facts_about(tables, id, position));
    }
    return view;
}

std::optional<views::Board> board_as_of(const Snapshot& tables, BoardId id, Position position) {
    const auto folded = fold<board::Aggregate>(
        tables, id, position,
        [](const auto&, const board::Event& event) { return event.is<board::BoardCreated>(); });
    const auto held = folded.state.all.find(id);
    if (held == folded.state.all.end()) return std::nullopt;
    const auto& b = held->second.board;
    return views::Board{b.id,
                        b.title,
                        b.shared,
                        b.panels,
                        b.owner,
                        person_name(tables, b.owner),
                        held->second.version,
                        folded.made_at,
                        folded.changed_at};
}

std::optional<BudgetThen> budget_as_of(const Snapshot& tables, BudgetId id, Position position) {
    const auto folded = fold<budget::Aggregate>(
        tables, id, position,
        [](const auto&, const budget::Event& event) { return event.is<budget::BudgetCreated>(); });
    const auto held = folded.state.all.find(id);
    if (held == folded.state.all.end()) return std::nullopt;
    return BudgetThen{held->second, folded.made_at, folded.changed_at};
}

std::optional<views::Host> host_as_of(const Snapshot& tables, HostId id, Position position) {
    auto host = find_host(tables, id);
    if (!host) return std::nullopt;
    const auto take = [&](const auto& e, fleet::Version version) {
        host->address = e.address;
        host->port = e.port;
        host->user = e.account;
        host->host_key_fingerprint = e.host_key;
        host->jumps = e.jumps;
        host->version = version;
    };
    for (const auto& fact : facts_about(tables, id, position)) {
        if (const auto* made = get_if<fleet::HostEnrolled>(&fact.event)) take(*made, 1);
        const auto* changed = get_if<fleet::HostChanged>(&fact.event);
        if (changed) take(*changed, host->version + 1);
    }
    return host;
}

std::optional<views::Gpu> gpu_as_of(const Snapshot& tables, GpuId id, Position position) {
    auto gpu = find_gpu(tables, id);
    if (!gpu) return std::nullopt;
    const auto put = [&](const auto& e) {
        if (e.id != id) return;  // one of its slices
        gpu->host_id = e.host;
        gpu->index = e.index;
    };
    for (const auto& fact : facts_about(tables, id, position)) {
        if (const auto* seen = get_if<fleet::GpuDiscovered>(&fact.event)) put(*seen);
        if (const auto* changed = get_if<fleet::GpuChanged>(&fact.event)) put(*changed);
    }
    gpu->host_name = projections::host_name(tables.txn(), gpu->host_id);
    return gpu;
}

std::optional<views::Violation> violation_as_of(const Snapshot& tables, ViolationId id,
                                                Position position, Instant at) {
    std::optional<projections::ViolationRow> row;
    for (const auto& fact : facts_about(tables, id, position)) {
        const auto event = as<violation::Event>(fact.event);
        if (event) row = projections::row_after(std::move(row), *event, fact);
    }
    if (!row) return std::nullopt;
    auto view = dibs::view_of(tables, *row);
    for (auto& process : view.processes) {
        if (process.ended_at > at) process.ended_at.reset();
    }
    if (view.unknown_since > at) view.unknown_since.reset();
    return view;
}

people::Preferences preferences_as_of(const Snapshot& tables, PersonId id, Position position) {
    PageFrom page{100, {}};
    do {
        const auto facts = list_events(tables, {.types = {"person.preferences_changed"}}, page);
        for (const auto& fact : facts.items) {
            if (fact.position > position || !fact.subjects.has(id)) continue;
            const auto changed =
                parse_json<people::PreferencesChanged>(parser_of_thread(), fact.data.text);
            if (changed) return changed->preferences;
        }
        page.after = facts.next;
    } while (page.after);
    return {};
}

}  // namespace dibs::routes
