// Accepts atoms and host names with dots inside (RFC 5321, without quotes and address literals).
#include "domain/people/mail_address.hpp"

#include "domain/kernel/text.hpp"
#include "domain/people/idn.hpp"

#include <algorithm>

namespace dibs {
namespace {

constexpr std::size_t longest_local_part = 64;

bool is_atom(char c) {
    return is_letter_or_digit(c) ||
           std::string_view("!#$%&'*+-/=?^_`{|}~").find(c) != std::string_view::npos;
}

// True if dots are only inside, and never two in a row.
template <class Allowed>
bool is_dotted(std::string_view text, Allowed allowed) {
    if (text.empty() || text.front() == '.' || text.back() == '.') return false;
    if (text.find("..") != std::string_view::npos) return false;
    return std::all_of(text.begin(), text.end(), [&](char c) { return c == '.' || allowed(c); });
}

// Accepts labels of 1 to 63 characters that neither begin nor end with a hyphen (RFC 1123).
bool is_host_name(std::string_view text) {
    const auto in_label = [](char c) { return is_letter_or_digit(c) || c == '-'; };
    if (!is_dotted(text, in_label)) return false;
    while (!text.empty()) {
        const auto end = std::min(text.find('.'), text.size());
        const auto label = text.substr(0, end);
        if (label.size() > 63 || label.front() == '-' || label.back() == '-') return false;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return true;
}

}  // namespace

bool is_mail_address(std::string_view text) {
    return ascii_mail_address(text).has_value();
}

std::optional<std::string> ascii_mail_address(std::string_view text) {
    const auto at = text.find('@');
    if (at == std::string_view::npos || at > longest_local_part) return std::nullopt;
    const auto domain = ascii_domain(text.substr(at + 1));
    if (!domain || at + 1 + domain->size() > longest_mail_address) return std::nullopt;
    if (!is_dotted(text.substr(0, at), is_atom) || !is_host_name(*domain)) return std::nullopt;
    return std::string(text.substr(0, at + 1)) + *domain;
}

}  // namespace dibs
