// Reservations, kept permanently by id. Indexes by start, owner and project serve lists. The index
// by GPU serves calendars and free times and has no cancelled reservations: rows of one GPU never
// overlap and have the same order by start and by end.
#pragma once

#include "domain/reservation/idle_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <vector>

namespace dibs::projections {

// Time that a booking gave up after its start: the interval, and the actor that released it.
enum class GivenBackBy : std::uint8_t { owner, idle_rule, others };
struct GivenBack {
    Interval when;
    GivenBackBy by{};
    friend bool operator==(const GivenBack&, const GivenBack&) = default;
};

struct ReservationRow {
    PersonId owner;
    std::vector<GpuId> gpus;
    Instant from;
    Instant until;
    Personal<std::string> title;
    reservation::Version version = 1;
    reservation::Ending ending{};
    Instant created_at;
    std::optional<PersonId> created_by{};
    std::optional<Instant> changed_at{};
    std::optional<Instant> held_until{};                    // only of a pending booking
    std::optional<Personal<std::string>> decline_reason{};  // only of a declined booking
    std::optional<enforcement::Protection> protection{};    // none: the site's rules decide
    std::optional<reservation::Moves> moves{};              // GPUs that it swapped while it ran
    std::optional<reservation::Idle> idle{};                // only while it is idle
    std::optional<Instant> kept_until{};
    std::optional<std::string> project{};
    std::optional<std::vector<GivenBack>> given_back{};  // after its end; none, or at least one
    std::optional<Instant> freed_at{};                   // by the rule about idle bookings
};

// Value of a GPU's row; its key is gpu, until, id. The row holds the JSON of the booking, because
// one calendar reads thousands of rows. Texts are views, valid as long as the transaction's view of
// the tables (store.hpp).
struct SlotRow {
    Instant from;
    PersonId owner;
    reservation::Ending ending{};
    std::uint32_t gpu_count = 1;
    std::string_view title;
    std::string_view shown;  // views::CalendarReservation as JSON
};

struct Slot {
    ReservationId id;
    GpuId gpu;
    Instant until;
    SlotRow row;
};

struct Calendar {
    static constexpr std::string_view name = "calendar";
    static constexpr int version = 7;
    static constexpr TableSet tables{
        Table::reservations,        Table::reservations_by_start,   Table::reservations_by_owner,
        Table::reservations_by_gpu, Table::reservations_by_project, Table::longest_reservation};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<ReservationRow> find_reservation(const Txn& txn, ReservationId id);
// Decodes the row of reservations_by_gpu at the cursor.
[[nodiscard]] Slot read_slot(const TableCursor& by_gpu);
// Calls `take` with the GPU's slots that overlap the window, in order, until it returns false.
template <std::predicate<const Slot&> Take>
void for_each_slot(TableCursor& by_gpu, GpuId gpu, Interval window, const Take& take) {
    // the first key that ends after window.from
    const auto start = Key().id(gpu).time(window.from + Duration{1});
    const auto prefix = start.view().substr(0, gpu.uuid.size());
    for (bool more = by_gpu.seek(start); more; more = by_gpu.next()) {
        if (!by_gpu.key().starts_with(prefix)) return;
        const auto slot = read_slot(by_gpu);
        if (slot.row.from >= window.until || !take(slot)) return;
    }
}
// The longest reservation so far. A reservation that runs at t started after t - longest.
[[nodiscard]] Duration longest_reservation(const Txn& txn);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Names<projections::GivenBackBy> {
    using E = projections::GivenBackBy;
    static constexpr std::array list = {named(E::owner, "owner"), named(E::idle_rule, "idle_rule"),
                                        named(E::others, "others")};
};
template <>
struct Fields<projections::GivenBack> {
    using T = projections::GivenBack;
    static constexpr auto list = field_list(field("when", &T::when), field("by", &T::by));
};
template <>
struct Fields<projections::ReservationRow> {
    using T = projections::ReservationRow;
    static constexpr auto list = field_list(
        field("owner_id", &T::owner), field("gpus", &T::gpus), field("from", &T::from),
        field("until", &T::until), field("title", &T::title), field("version", &T::version),
        field("ending", &T::ending), field("created_at", &T::created_at),
        field("created_by_id", &T::created_by), field("changed_at", &T::changed_at),
        field("held_until", &T::held_until), field("decline_reason", &T::decline_reason),
        field("protection", &T::protection), field("moves", &T::moves), field("idle", &T::idle),
        field("kept_until", &T::kept_until), field("project", &T::project),
        field("given_back", &T::given_back), field("freed_at", &T::freed_at));
};
template <>
struct Fields<projections::SlotRow> {
    using T = projections::SlotRow;
    static constexpr auto list = field_list(
        field("from", &T::from), field("owner_id", &T::owner), field("ending", &T::ending),
        field("gpu_count", &T::gpu_count), field("title", &T::title), field("shown", &T::shown));
};

}  // namespace dibs
