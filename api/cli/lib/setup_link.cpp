// Splits the one-time link.
#include "api/cli/lib/setup_link.hpp"

#include <algorithm>

namespace dibs::cli {

SetupLink parse_setup_link(std::string_view text) {
    SetupLink link;
    if (text.find("://") == std::string_view::npos) return link;
    auto address = text.substr(0, std::min(text.find_first_of("?#"), text.size()));
    constexpr std::string_view name = "token=";
    if (const auto at = text.find(name, address.size()); at != std::string_view::npos) {
        const auto rest = text.substr(at + name.size());
        link.token = rest.substr(0, std::min(rest.find_first_of("&#"), rest.size()));
    }
    while (address.ends_with('/')) address.remove_suffix(1);
    constexpr std::string_view page = "/setup";
    if (address.ends_with(page)) address.remove_suffix(page.size());
    while (address.ends_with('/')) address.remove_suffix(1);
    link.server = address;
    return link;
}

}  // namespace dibs::cli
