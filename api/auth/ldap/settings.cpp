// Passwords travel only over TLS or within this machine.
#include "api/auth/ldap/settings.hpp"

#include "api/auth/ldap/filter.hpp"
#include "api/auth/ldap/names.hpp"
#include "api/http/message/client_address.hpp"

#include <algorithm>
#include <sstream>

namespace dibs::auth::ldap {
namespace {

constexpr std::size_t longest_name = 40;

struct Address {
    std::string scheme, host;
};

// "ldap://host:port" and nothing after it; an IPv6 address is in brackets: [::1].
std::optional<Address> parse_address(const std::string& url) {
    const auto begin = url.find("://");
    if (begin == url.npos) return std::nullopt;
    Address address{url.substr(0, begin), url.substr(begin + 3)};
    auto& host = address.host;
    const bool schemed = address.scheme == "ldap" || address.scheme == "ldaps";
    if (!schemed || host.find_first_of("/?#@\"\\%,") != host.npos) return std::nullopt;
    const auto behind = host.starts_with('[') ? host.find(']') : 0;
    if (behind == host.npos) return std::nullopt;
    if (const auto colon = host.find(':', behind); colon != host.npos) {
        const auto port = host.substr(colon + 1);
        const bool digits =
            !port.empty() && port.size() <= 5 && port.find_first_not_of("0123456789") == port.npos;
        if (!digits || std::stoi(port) > 65535) return std::nullopt;
        host.resize(colon);
    }
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    if (host.empty()) return std::nullopt;
    return address;
}

bool is_here(const std::string& host) {
    return host == "localhost" || http::is_loopback(host);
}

std::optional<Fault> fault_in_url(const Settings& settings) {
    std::istringstream urls(settings.url);
    std::string url;
    while (urls >> url) {
        const auto address = parse_address(url);
        if (!address) {
            return Fault{"url", "an address like ldap://ldap.example.org or ldaps://…, or several"};
        }
        if (address->scheme == "ldap" && !settings.start_tls && !is_here(address->host)) {
            return Fault{"start_tls", "false only for a directory on this machine, or ldaps://"};
        }
    }
    return std::nullopt;
}

// The form that servers accept: a letter, then letters, digits, dashes. Options like ";binary" are
// rejected.
bool is_attribute(const std::string& text) {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return !text.empty() && text.size() <= 64 && letter(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [&](char c) { return letter(c) || (c >= '0' && c <= '9') || c == '-'; });
}

std::optional<Fault> fault_in_attributes(const Attributes& its) {
    const std::string rule = "the name of an attribute";
    if (!is_attribute(its.unix_name)) return Fault{"unix_name_attribute", rule};
    if (!is_attribute(its.name)) return Fault{"name_attribute", rule};
    if (!is_attribute(its.mail)) return Fault{"mail_attribute", rule};
    if (!is_attribute(its.subject)) return Fault{"subject_attribute", rule};
    if (!its.groups.empty() && !is_attribute(its.groups)) return Fault{"groups_attribute", rule};
    return std::nullopt;
}

}  // namespace

std::optional<Fault> fault_in(const Settings& settings) {
    const auto is_name = [](const std::string& dn) { return normal_dn(dn).has_value(); };
    if (auto fault = fault_in_url(settings)) return fault;
    if (settings.base.empty()) return Fault{"base", "is missing"};
    if (!is_name(settings.base)) return Fault{"base", "a DN like dc=example,dc=org"};
    if (!settings.bind_dn.empty() && !is_name(settings.bind_dn)) {
        return Fault{"bind_dn", "a DN like cn=dibs,dc=example,dc=org"};
    }
    if (!settings.group_base.empty() && !is_name(settings.group_base)) {
        return Fault{"group_base", "a DN like ou=groups,dc=example,dc=org"};
    }
    if (!is_filter(settings.filter) || !asks_for(settings.filter, "{name}")) {
        return Fault{"filter", "a filter with {name} in it, like (uid={name})"};
    }
    const auto& groups = settings.group_filter;
    if (!is_filter(groups) || !(asks_for(groups, "{dn}") || asks_for(groups, "{name}"))) {
        return Fault{"group_filter", "a filter with {dn} or {name} in it, like (member={dn})"};
    }
    if (settings.name.size() > longest_name) return Fault{"name", "has at most 40 characters"};
    return fault_in_attributes(settings.attributes);
}

}  // namespace dibs::auth::ldap
