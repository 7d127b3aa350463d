// The cookie's value: NAME.SIGNATURE for each account, with "~" between them.
#include "api/auth/devices.hpp"

#include "api/auth/same_secret.hpp"
#include "api/auth/secrets.hpp"
#include "ingest/fresh_id.hpp"

#include <algorithm>
#include <vector>

namespace dibs::auth {
namespace {

constexpr std::string_view device_cookie = "dibs_device";
// The longest lifetime that browsers accept.
constexpr Duration remembered_for = std::chrono::hours{24 * 400};
constexpr std::size_t most_accounts = 4;
constexpr std::size_t name_size = 26;

std::string entry_of(std::string_view name, PersonId person, const Sign& sign) {
    const auto signature =
        sign("this device signed in\n" + to_text(person) + '\n' + std::string(name));
    return std::string(name) + '.' + signature;
}

std::vector<std::string_view> entries_of(const http::Request& request) {
    std::vector<std::string_view> entries;
    auto rest = cookie_of(request, device_cookie).value_or("");
    while (!rest.empty() && entries.size() < most_accounts) {
        const auto end = std::min(rest.find('~'), rest.size());
        entries.push_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return entries;
}

bool is_of(std::string_view entry, PersonId person, const Sign& sign) {
    const auto right = entry_of(entry.substr(0, name_size), person, sign);
    return is_same_secret(entry, right);
}

}  // namespace

std::string known_device(const http::Request& request, PersonId person, const Sign& sign) {
    for (const auto entry : entries_of(request)) {
        if (is_of(entry, person, sign)) return std::string(entry.substr(0, name_size));
    }
    return {};
}

std::string remember_device(const http::Request& request, PersonId person, const Sign& sign) {
    auto name = known_device(request, person, sign);
    if (name.empty()) name = fresh_secret().substr(0, name_size);
    auto value = entry_of(name, person, sign);
    const auto entry_size = value.size();
    std::size_t accounts = 1;
    for (const auto entry : entries_of(request)) {
        if (accounts == most_accounts) break;
        if (entry.size() != entry_size || is_of(entry, person, sign)) continue;
        (value += '~') += entry;
        ++accounts;
    }
    return set_cookie(request, device_cookie, value, remembered_for);
}

}  // namespace dibs::auth
