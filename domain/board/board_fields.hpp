// The stored format of board: the names of all fields of its events and commands. They are on disks
// permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/board/board.hpp"
#include "domain/kernel/fields.hpp"
#include "domain/usage/metric_fields.hpp"

namespace dibs {

template <>
struct Names<board::Kind> {
    static constexpr std::array list = {named(board::Kind::chart, "chart"),
                                        named(board::Kind::tile, "tile"),
                                        named(board::Kind::gpus, "gpus"),
                                        named(board::Kind::free, "free"),
                                        named(board::Kind::reservations, "reservations"),
                                        named(board::Kind::violations, "violations"),
                                        named(board::Kind::text, "text")};
};
template <>
struct Fields<board::Panel> {
    using T = board::Panel;
    static constexpr auto list = field_list(
        field("id", &T::id), field("kind", &T::kind), field("title", &T::title),
        field("metric", &T::metric), field("host_metric", &T::host_metric), field("gpus", &T::gpus),
        field("host_id", &T::host), field("window_s", &T::window_s), field("text", &T::text),
        field("x", &T::x), field("y", &T::y), field("w", &T::w), field("h", &T::h));
};
template <>
struct Fields<board::Board> {
    using T = board::Board;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("title", &T::title),
                   field("shared", &T::shared), field("panels", &T::panels));
};
template <>
struct Fields<board::Make> {
    using T = board::Make;
    static constexpr auto list =
        field_list(field("id", &T::id), field("title", &T::title), field("shared", &T::shared),
                   field("panels", &T::panels));
};
template <>
struct Fields<board::Change> {
    using T = board::Change;
    static constexpr auto list =
        field_list(field("id", &T::id), field("expected", &T::expected), field("title", &T::title),
                   field("shared", &T::shared), field("panels", &T::panels));
};
template <>
struct Fields<board::Remove> {
    using T = board::Remove;
    static constexpr auto list = field_list(field("id", &T::id), field("expected", &T::expected));
};
template <>
struct Fields<board::BoardCreated> {
    using T = board::BoardCreated;
    static constexpr auto list = field_list(field("board", &T::board));
};
template <>
struct Fields<board::Changed> {
    using T = board::Changed;
    static constexpr auto list = field_list(field("board", &T::board));
};
template <>
struct Fields<board::Removed> {
    using T = board::Removed;
    static constexpr auto list =
        field_list(field("id", &T::id), field("owner_id", &T::owner), field("shared", &T::shared));
};

// --- rows of a snapshot

template <>
struct Fields<board::Held> {
    using T = board::Held;
    static constexpr auto list =
        field_list(field("board", &T::board), field("version", &T::version));
};

}  // namespace dibs
