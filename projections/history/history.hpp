// Every fact by position, as JSON without its secrets, with whom and what it concerns as of then;
// and an index from each of these, and from the type, to positions. It runs before the other
// projections, so that "session ended" still finds whose session it was.
#pragma once

#include "domain/codec/fields.hpp"
#include "domain/world.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::projections {

// Whom and what a fact concerns.
struct Subjects {
    std::optional<ReservationId> reservation{};
    std::optional<ViolationId> violation{};
    std::vector<PersonId> people{};  // the first is whom it is about most
    std::vector<HostId> hosts{};
    std::vector<GpuId> gpus{};
    std::optional<BoardId> board{};
    bool personal = false;  // for the people it is about and admins only
};

struct HistoryRow {
    Instant at;  // first, for find_first_at
    std::string type;
    std::optional<PersonId> actor{};
    std::string source;
    std::string request_id;
    Subjects subjects;
    std::string data;  // JSON
};

struct History {
    static constexpr std::string_view name = "history";
    static constexpr int version = 2;
    static void project(WriteTxn& txn, const Recorded& recorded);
};

// Kinds of keys in the index, each followed by an id (a type: by its text) and a position.
inline constexpr char by_person = 'p', by_host = 'h', by_gpu = 'g', by_reservation = 'r',
                      by_violation = 'v', by_board = 'b', by_type = 't';

[[nodiscard]] HistoryRow history_row(const Txn& txn, const Recorded& recorded);
[[nodiscard]] Subjects subjects_of(const Txn& txn, const Event& event);
// The event with password hashes and digests of tokens blanked; nothing if it has none.
[[nodiscard]] std::optional<Event> without_secrets(const Event& event);
// "ann booked gpu03:0-3"
[[nodiscard]] std::string summary_of(const Txn& txn, const Event& event,
                                     std::optional<PersonId> actor, const Subjects& subjects);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::Subjects> {
    using T = projections::Subjects;
    static constexpr auto list =
        std::tuple(field("reservation", &T::reservation), field("violation", &T::violation),
                   field("people", &T::people), field("hosts", &T::hosts), field("gpus", &T::gpus),
                   field("board", &T::board), field("personal", &T::personal));
};
template <>
struct Fields<projections::HistoryRow> {
    using T = projections::HistoryRow;
    static constexpr auto list =
        std::tuple(field("at", &T::at), field("type", &T::type), field("actor", &T::actor),
                   field("source", &T::source), field("request_id", &T::request_id),
                   field("subjects", &T::subjects), field("data", &T::data));
};

}  // namespace dibs
