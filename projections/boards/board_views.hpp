// Views of boards: one with its panels, lists without panels.
#pragma once

#include "domain/board/board.hpp"
#include "domain/codec/aggregate_fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::views {

struct Board {
    BoardId id;
    Personal<std::string> title;
    bool shared = false;
    std::vector<board::Panel> panels;
    PersonId owner;
    Personal<std::string> owner_name;
    board::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
};

struct BoardSummary {
    BoardId id;
    Personal<std::string> title;
    bool shared = false;
    std::size_t panel_count = 0;
    PersonId owner;
    Personal<std::string> owner_name;
    board::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
};

struct BoardFilter {
    std::optional<PersonId> seen_by{};  // shared boards and this person's; none: all
    std::optional<PersonId> owner{};
    std::optional<bool> shared{};
};

}  // namespace dibs::views

namespace dibs {

template <>
struct Fields<views::Board> {
    using T = views::Board;
    static constexpr auto list =
        field_list(field("id", &T::id), field("title", &T::title), field("shared", &T::shared),
                   field("panels", &T::panels), field("owner_id", &T::owner),
                   field("owner_name", &T::owner_name), field("version", &T::version),
                   field("created_at", &T::created_at), field("changed_at", &T::changed_at));
};
template <>
struct Fields<views::BoardSummary> {
    using T = views::BoardSummary;
    static constexpr auto list =
        field_list(field("id", &T::id), field("title", &T::title), field("shared", &T::shared),
                   field("panel_count", &T::panel_count), field("owner_id", &T::owner),
                   field("owner_name", &T::owner_name), field("version", &T::version),
                   field("created_at", &T::created_at), field("changed_at", &T::changed_at));
};

}  // namespace dibs
