// What clients send about boards, and what the stream says of them.
#pragma once

#include "domain/board.hpp"
#include "domain/codec/aggregate_fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct BoardNew {
    std::optional<BoardId> id{};
    std::string title;
    std::optional<bool> shared{};
    std::optional<std::vector<board::Panel>> panels{};
};
struct BoardWhole {
    std::string title;
    bool shared = false;
    std::vector<board::Panel> panels;
};
// A board changed, or is gone. Not what is on it: frames are shared by all who listen.
struct BoardTouched {
    BoardId id;
    std::optional<board::Version> version{};
    std::optional<bool> removed{};
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::BoardNew> {
    using T = routes::BoardNew;
    static constexpr auto list =
        std::tuple(field("id", &T::id), field("title", &T::title), field("shared", &T::shared),
                   field("panels", &T::panels));
};
template <>
struct Fields<routes::BoardWhole> {
    using T = routes::BoardWhole;
    static constexpr auto list = std::tuple(field("title", &T::title), field("shared", &T::shared),
                                            field("panels", &T::panels));
};
template <>
struct Fields<routes::BoardTouched> {
    using T = routes::BoardTouched;
    static constexpr auto list = std::tuple(field("id", &T::id), field("version", &T::version),
                                            field("removed", &T::removed));
};

}  // namespace dibs
