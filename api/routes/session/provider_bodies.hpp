// What a sign-in page shows beside name and password.
#pragma once

#include "domain/codec/fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct ProviderItem {
    std::string name;  // as people know it
    std::string path;  // where a browser goes to sign in there
};
struct ProviderList {
    std::vector<ProviderItem> items{};
    std::optional<std::string> directory{};  // its passwords are taken as ours are
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::ProviderItem> {
    using T = routes::ProviderItem;
    static constexpr auto list = std::tuple(field("name", &T::name), field("path", &T::path));
};
template <>
struct Fields<routes::ProviderList> {
    using T = routes::ProviderList;
    static constexpr auto list =
        std::tuple(field("items", &T::items), field("directory", &T::directory));
};

}  // namespace dibs
