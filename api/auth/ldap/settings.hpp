// Settings of an LDAP directory, as in the configuration (ops/deploy/identity.md), and their
// validation. Validation makes no connection.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth::ldap {

// Names of the LDAP attributes to read from a person's entry.
struct Attributes {
    std::string unix_name = "uid";  // the account on the hosts
    std::string name = "cn";        // the name to display
    std::string mail = "mail";
    std::string subject = "entryUUID";  // identifies the person; its value is never reused
    std::string groups = "memberOf";    // DNs of the person's groups; empty: not read

    friend bool operator==(const Attributes&, const Attributes&) = default;
};

// The defaults suit OpenLDAP. `url` and `base` are required.
struct Settings {
    std::string name = "directory";  // people read it: "your … password"; at most 40 bytes
    std::string url{};               // "ldap://host" or "ldaps://host"; spaces separate several
    bool start_tls = true;           // for ldap://; false only for a directory on this machine
    std::filesystem::path ca{};      // PEM file of trusted CAs; empty: the system's CAs
    std::string bind_dn{};           // DN of the account that searches; empty: anonymous
    std::string bind_password{};     // the password of `bind_dn`
    std::string base{};              // DN below which people are searched
    std::string filter = "(uid={name})";  // finds a person; {name} is the account signing in
    Attributes attributes{};
    std::string group_base{};  // DN below which groups are searched; empty: attributes.groups
    // Finds a person's groups; {dn} is the person's entry, {name} the account. Used with
    // `group_base`.
    std::string group_filter = "(|(member={dn})(memberUid={name}))";

    friend bool operator==(const Settings&, const Settings&) = default;
};

// An invalid setting. `rule` is the text for the admin: the valid form of the value.
struct Fault {
    std::string_view key;  // the key in the configuration file
    std::string rule;
};
// Returns the first fault found; none: the settings are valid. The caller checks that `url` is set.
[[nodiscard]] std::optional<Fault> fault_in(const Settings& settings);

}  // namespace dibs::auth::ldap
