// Every fact by position, as JSON without its secrets, with whom and what it concerns; and an index
// from each of these, and from the type, to positions. All of it follows from the fact alone.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/world/world.hpp"
#include "projections/history/sentence_views.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::projections {

struct HistoryRow {
    Instant at;  // first, for find_first_at
    std::string type;
    std::optional<PersonId> actor{};
    std::string source;
    std::string request_id;
    Audience audience{};
    Subjects subjects;
    std::string data;  // JSON
};

struct History {
    static constexpr std::string_view name = "history";
    static constexpr int version = 5;
    static constexpr TableSet tables{Table::history, Table::history_index};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

// The index has a list of positions for each id, under its prefix, and for each type, under `type`.
inline constexpr std::string_view by_type = "type";
[[nodiscard]] Key index_key(const Ref& ref);

[[nodiscard]] HistoryRow history_row(const Recorded& recorded);
// "ann booked gpu03:0-3", as a key and what stands in it.
[[nodiscard]] views::Sentence sentence_of(const Txn& txn, const Event& event,
                                          std::optional<PersonId> actor);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Names<Audience> {
    static constexpr std::array list = {named(Audience::everyone, "everyone"),
                                        named(Audience::concerned, "concerned"),
                                        named(Audience::admins, "admins")};
};
template <>
struct Fields<Subjects> {
    static constexpr auto list = field_list(field("refs", &Subjects::refs));
};
template <>
struct Fields<projections::HistoryRow> {
    using T = projections::HistoryRow;
    static constexpr auto list = field_list(
        field("at", &T::at), field("type", &T::type), field("actor_id", &T::actor),
        field("source", &T::source), field("request_id", &T::request_id),
        field("audience", &T::audience), field("subjects", &T::subjects), field("data", &T::data));
};

}  // namespace dibs
