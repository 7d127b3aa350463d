// The settings of a directory, as in the configuration, and their validation.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth::ldap {

// The attributes to read of a person; an empty `groups` reads none.
struct Attributes {
    std::string unix_name = "uid";
    std::string name = "cn";
    std::string mail = "mail";
    std::string subject = "entryUUID";  // never reused for another person
    std::string groups = "memberOf";

    friend bool operator==(const Attributes&, const Attributes&) = default;
};

struct Settings {
    std::string name = "directory";  // shown to people: "your … password"
    std::string url{};               // "ldap://host", "ldaps://host"; several, separated by spaces
    bool start_tls = true;           // with ldap://; false only for a directory on this machine
    std::filesystem::path ca{};      // empty: the system's
    std::string bind_dn{};           // the account that searches; empty: anonymous
    std::string bind_password{};
    std::string base{};
    std::string filter = "(uid={name})";
    Attributes attributes{};
    std::string group_base{};  // empty: attributes.groups lists the groups
    std::string group_filter = "(|(member={dn})(memberUid={name}))";

    friend bool operator==(const Settings&, const Settings&) = default;
};

struct Fault {
    std::string_view key;
    std::string rule;
};
// The first fault found; for settings with a url.
[[nodiscard]] std::optional<Fault> fault_in(const Settings& settings);

}  // namespace dibs::auth::ldap
