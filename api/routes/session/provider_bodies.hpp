// The options of the sign-in page beside name and password.
#pragma once

#include "domain/kernel/fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct ProviderItem {
    std::string name;  // shown to people
    std::string path;  // the address to sign in there
};
struct SignUpOffer {
    std::vector<std::string> host_names;  // hosts on which a UNIX account can be proven
    std::string public_key;               // line for ~/.ssh/authorized_keys there
};
struct ProviderList {
    std::vector<ProviderItem> items{};
    std::optional<std::string> directory{};  // name of a directory whose passwords are accepted
    std::optional<SignUpOffer> sign_up{};    // none: admins make accounts
};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::ProviderItem> {
    using T = routes::ProviderItem;
    static constexpr auto list = field_list(field("name", &T::name), field("path", &T::path));
};
template <>
struct Fields<routes::SignUpOffer> {
    using T = routes::SignUpOffer;
    static constexpr auto list =
        field_list(field("host_names", &T::host_names), field("public_key", &T::public_key));
};
template <>
struct Fields<routes::ProviderList> {
    using T = routes::ProviderList;
    static constexpr auto list =
        field_list(field("items", &T::items), field("directory", &T::directory),
                   field("sign_up", &T::sign_up));
};

}  // namespace dibs
