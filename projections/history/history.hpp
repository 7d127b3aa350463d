// Every fact by position, as JSON without its secrets, with its actor and subjects. Indexes lead
// from each of these, and from the event type, to positions. Rows depend on the fact alone.
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
    Instant at;  // first field, for find_first_at()
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

// The index holds a list of positions for each id, under its prefix, and for each event type, under
// `type`.
inline constexpr std::string_view by_type = "type";
[[nodiscard]] Key index_key(const Ref& ref);

[[nodiscard]] HistoryRow history_row(const Recorded& recorded);
// The key and arguments of a sentence such as "ann booked gpu03:0-3".
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
