// Projects the events of reservations into tables by id, start, owner, project and GPU. A change
// deletes the row from all of them and stores it again, so no index keeps an old row.
#include "projections/calendar/calendar.hpp"

#include "domain/codec/json_writer.hpp"
#include "projections/calendar/reservation_views.hpp"

#include <algorithm>

namespace dibs::projections {
namespace {

using reservation::Ending;

constexpr std::string_view longest_key = "all";

Key slot_key(GpuId gpu, Instant until, ReservationId id) {
    return Key().id(gpu).time(until).id(id);
}

Key project_key(const std::string& project, Instant from, ReservationId id) {
    return Key().text(project).time(from).id(id);
}

bool holds_time(const ReservationRow& row) {
    return reservation::holds_time(row.ending) && row.from < row.until;
}

std::vector<reservation::Stay> stays_of(const ReservationRow& row) {
    return reservation::stays_of(row.gpus, {row.from, row.until}, row.moves);
}

void take_slots(WriteTxn& txn, ReservationId id, const ReservationRow& row) {
    if (!holds_time(row)) return;
    const auto shown =
        to_json(views::CalendarReservation{id, row.gpus, row.owner, row.title, row.from, row.until,
                                           row.version, row.moves, row.project});
    for (const auto& stay : stays_of(row)) {
        const auto value =
            pack(SlotRow{stay.when.from, row.owner, row.ending,
                         static_cast<std::uint32_t>(row.gpus.size()), row.title.value, shown});
        txn.put_later(Table::reservations_by_gpu, slot_key(stay.gpu, stay.when.until, id), value);
    }
}

void give_slots(WriteTxn& txn, ReservationId id, const ReservationRow& row) {
    if (!holds_time(row)) return;
    for (const auto& stay : stays_of(row)) {
        txn.del_later(Table::reservations_by_gpu, slot_key(stay.gpu, stay.when.until, id));
    }
}

void forget(WriteTxn& txn, ReservationId id, const ReservationRow& row) {
    give_slots(txn, id, row);
    txn.del_later(Table::reservations_by_start, Key().time(row.from).id(id));
    txn.del_later(Table::reservations_by_owner, Key().id(row.owner).time(row.from).id(id));
    if (row.project) {
        txn.del_later(Table::reservations_by_project, project_key(*row.project, row.from, id));
    }
}

void store(WriteTxn& txn, ReservationId id, const ReservationRow& row) {
    txn.put(Table::reservations, Key().id(id), pack(row));
    take_slots(txn, id, row);
    txn.put_later(Table::reservations_by_start, Key().time(row.from).id(id));
    txn.put_later(Table::reservations_by_owner, Key().id(row.owner).time(row.from).id(id));
    if (row.project) {
        txn.put_later(Table::reservations_by_project, project_key(*row.project, row.from, id));
    }
    const auto length = row.until - row.from;
    if (length > longest_reservation(txn)) {
        txn.put(Table::longest_reservation, longest_key, pack(std::int64_t{length.count()}));
    }
}

void reshape(ReservationRow& row, const reservation::Booking& booking) {
    row.owner = booking.owner;
    row.gpus = booking.gpus;
    row.from = booking.when.from;
    row.until = booking.when.until;
    row.title = booking.title;
    row.protection = booking.protection;
    row.moves = booking.moves;
    row.project = booking.project;
}

void project_booked(WriteTxn& txn, const Recorded& recorded, const reservation::Booking& booking,
                    std::optional<Instant> held_until = {}) {
    // The domain forgets an id a month after its booking ended. Then a client may use the id again.
    if (const auto before = find_reservation(txn, booking.id)) forget(txn, booking.id, *before);
    ReservationRow row;
    reshape(row, booking);
    row.created_at = recorded.at;
    row.created_by = recorded.origin.actor;
    if (held_until) row.ending = Ending::pending;
    row.held_until = held_until;
    store(txn, booking.id, row);
}

template <class Change>
void project_change(WriteTxn& txn, const Recorded& recorded, ReservationId id,
                    const Change& change) {
    auto row = find_reservation(txn, id);
    if (!row) return;
    forget(txn, id, *row);
    change(*row);
    ++row->version;
    row->changed_at = recorded.at;
    store(txn, id, *row);
}

// Changes the row by id only. These facts change neither the version nor an index.
template <class Remark>
void project_remark(WriteTxn& txn, ReservationId id, const Remark& remark) {
    auto row = find_reservation(txn, id);
    if (!row) return;
    remark(*row);
    txn.put(Table::reservations, Key().id(id), pack(*row));
}

// Records time that a running booking gives up. If the booking takes it back, the record is
// removed.
void note_end(ReservationRow& row, Instant before, Instant after, GivenBackBy by) {
    auto parts = std::move(row.given_back).value_or(std::vector<GivenBack>{});
    for (auto& part : parts) part.when.from = std::max(part.when.from, after);
    std::erase_if(parts, [](const GivenBack& part) { return part.when.from >= part.when.until; });
    if (after < before) parts.push_back({{after, before}, by});
    row.given_back.reset();
    if (!parts.empty()) row.given_back = std::move(parts);
}

struct ReservationProjection {
    WriteTxn& txn;
    const Recorded& recorded;

    void shaped(const reservation::Booking& booking, Ending ending = Ending::none,
                std::optional<Instant> held_until = {}) {
        project_change(txn, recorded, booking.id, [&](ReservationRow& row) {
            reshape(row, booking);
            row.ending = ending;
            row.held_until = held_until;
        });
    }
    void ended(ReservationId id, Ending ending) {
        project_change(txn, recorded, id, [&](ReservationRow& row) {
            row.ending = ending;
            row.held_until.reset();
            row.idle.reset();
        });
    }

    [[nodiscard]] GivenBackBy by(PersonId owner) const {
        return recorded.origin.actor == owner ? GivenBackBy::owner : GivenBackBy::others;
    }

    void operator()(const reservation::Booked& e) { project_booked(txn, recorded, e.booking); }
    // A pending booking can change its title only.
    void operator()(const reservation::Changed& e) {
        const auto before = find_reservation(txn, e.booking.id);
        const bool waits = before && before->ending == Ending::pending;
        shaped(e.booking, waits ? Ending::pending : Ending::none,
               waits ? before->held_until : std::nullopt);
        if (waits || e.booking.when.from > recorded.at) return;
        project_remark(txn, e.booking.id, [&](ReservationRow& row) {
            note_end(row, e.when_before.until, e.booking.when.until, by(e.booking.owner));
        });
    }
    void operator()(const reservation::Reinstated& e) { shaped(e.booking); }
    void operator()(const reservation::Revived& e) { shaped(e.booking); }
    void operator()(const reservation::Approved& e) { shaped(e.booking); }
    void operator()(const reservation::Cancelled& e) { ended(e.id, Ending::cancelled); }
    void operator()(const reservation::Suspended& e) { ended(e.id, Ending::suspended); }
    void operator()(const reservation::Lapsed& e) { ended(e.id, Ending::lapsed); }
    void operator()(const reservation::Declined& e) {
        project_change(txn, recorded, e.id, [&](ReservationRow& row) {
            row.ending = Ending::declined;
            row.held_until.reset();
            row.decline_reason = e.reason;
        });
    }
    void operator()(const reservation::Released& e) {
        project_change(txn, recorded, e.id, [&](ReservationRow& row) {
            row.ending = Ending::released;
            row.until = e.at;
            row.idle.reset();
            note_end(row, e.when.until, e.at,
                     row.freed_at == e.at ? GivenBackBy::idle_rule : by(e.owner));
        });
    }
    void operator()(const reservation::Idled& e) {
        project_remark(txn, e.id, [&](ReservationRow& row) {
            row.idle = reservation::Idle{e.kind, e.since, e.at, e.release_after_min, {}};
        });
    }
    void operator()(const reservation::IdleTold& e) {
        project_remark(txn, e.id, [&](ReservationRow& row) { reservation::take(row.idle, e); });
    }
    void operator()(const reservation::Kept& e) {
        project_remark(txn, e.id, [&](ReservationRow& row) {
            row.idle.reset();
            row.kept_until = e.until;
        });
    }
    void operator()(const reservation::IdleEnded& e) {
        project_remark(txn, e.id, [&](ReservationRow& row) {
            row.idle.reset();
            if (e.why == reservation::IdleEnd::released) row.freed_at = e.at;
        });
    }
    void operator()(const reservation::Reminded&) {}  // changes nothing in the booking's row
    // A cancelled or suspended booking may be requested again.
    void operator()(const reservation::Requested& e) {
        const auto before = find_reservation(txn, e.booking.id);
        const bool again =
            before && before->until > recorded.at &&
            (before->ending == Ending::cancelled || before->ending == Ending::suspended);
        if (again) return shaped(e.booking, Ending::pending, e.held_until);
        project_booked(txn, recorded, e.booking, e.held_until);
    }
};

}  // namespace

void Calendar::project(WriteTxn& txn, const Recorded& recorded) {
    const auto event = as<reservation::Event>(recorded.event);
    if (event) visit(ReservationProjection{txn, recorded}, *event);
}

std::optional<ReservationRow> find_reservation(const Txn& txn, ReservationId id) {
    const auto found = txn.get(Table::reservations, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<ReservationRow>(*found);
}

Slot read_slot(const TableCursor& by_gpu) {
    KeyReader key(by_gpu.key());
    Slot slot;
    slot.gpu = key.id<GpuId>();
    slot.until = key.time();
    slot.id = key.id<ReservationId>();
    slot.row = unpack<SlotRow>(by_gpu.value());
    return slot;
}

Duration longest_reservation(const Txn& txn) {
    const auto found = txn.get(Table::longest_reservation, longest_key);
    return Duration{found ? unpack<std::int64_t>(*found) : 0};
}

}  // namespace dibs::projections
