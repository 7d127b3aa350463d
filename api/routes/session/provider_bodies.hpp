// What a sign-in page shows beside name and password.
#pragma once

#include "domain/kernel/fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct ProviderItem {
    std::string name;  // as people know it
    std::string path;  // where a browser goes to sign in there
};
struct SignUpOffer {
    std::vector<std::string> host_names;  // on which one may prove a UNIX account
    std::string public_key;               // for ~/.ssh/authorized_keys there
};
struct ProviderList {
    std::vector<ProviderItem> items{};
    std::optional<std::string> directory{};  // its passwords are taken as ours are
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
