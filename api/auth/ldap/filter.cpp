// One pass: inserted text is not expanded again.
#include "api/auth/ldap/filter.hpp"

namespace dibs::auth::ldap {

std::string escaped(std::string_view value) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::string_view special = "*()\\";
    std::string text;
    for (const char c : value) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte > 0x20 && byte < 0x7f && special.find(c) == special.npos;
        if (plain) {
            text += c;
            continue;
        }
        text += '\\';
        text += digits[byte >> 4U];
        text += digits[byte & 15U];
    }
    return text;
}

std::string filled(std::string_view filter, const Person& person) {
    constexpr std::string_view name = "{name}", dn = "{dn}";
    std::string text;
    while (!filter.empty()) {
        if (filter.starts_with(name)) {
            text += escaped(person.name);
            filter.remove_prefix(name.size());
        } else if (filter.starts_with(dn)) {
            text += escaped(person.dn);
            filter.remove_prefix(dn.size());
        } else {
            text += filter.front();
            filter.remove_prefix(1);
        }
    }
    return text;
}

bool is_filter(std::string_view text) {
    int depth = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '(') ++depth;
        if (text[at] == ')') --depth;
        const bool last = at + 1 == text.size();
        if (depth < 0 || (depth == 0) != last) return false;
    }
    return text.size() > 2 && depth == 0;
}

bool asks_for(std::string_view filter, std::string_view place) {
    return filter.find(place) != filter.npos;
}

}  // namespace dibs::auth::ldap
