// What clients send about boards.
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

}  // namespace dibs
