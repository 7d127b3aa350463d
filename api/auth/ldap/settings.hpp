// How a directory is asked, as the configuration says it, and what of that cannot be meant.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth::ldap {

// The attributes of a person that are asked for; an empty `groups` asks for none.
struct Attributes {
    std::string unix_name = "uid";
    std::string name = "cn";
    std::string mail = "mail";
    std::string subject = "entryUUID";  // never given to another
    std::string groups = "memberOf";

    friend bool operator==(const Attributes&, const Attributes&) = default;
};

struct Settings {
    std::string name = "directory";  // as people know it: "your … password"
    std::string url{};               // "ldap://host", "ldaps://host"; several, with spaces between
    bool start_tls = true;           // of ldap://; without it only on this machine
    std::filesystem::path ca{};      // empty: the system's
    std::string bind_dn{};           // who looks people up; empty: nobody in particular
    std::string bind_password{};
    std::string base{};
    std::string filter = "(uid={name})";
    Attributes attributes{};
    std::string group_base{};  // empty: groups are what attributes.groups lists
    std::string group_filter = "(|(member={dn})(memberUid={name}))";

    friend bool operator==(const Settings&, const Settings&) = default;
};

struct Fault {
    std::string_view key;
    std::string rule;
};
// The first that is found; of settings with a url.
[[nodiscard]] std::optional<Fault> fault_in(const Settings& settings);

}  // namespace dibs::auth::ldap
