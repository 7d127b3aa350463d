// libldap parses a DN and writes it in one form. Case has no meaning in the attributes of a DN.
#include "api/auth/ldap/names.hpp"

#include <algorithm>
#include <memory>

#include <ldap.h>

namespace dibs::auth::ldap {
namespace {

constexpr std::size_t longest_dn = 1024;

}  // namespace

std::optional<std::string> normal_dn(const std::string& text) {
    if (text.empty() || text.size() > longest_dn || text.find('\0') != text.npos) {
        return std::nullopt;
    }
    LDAPDN parts = nullptr;
    if (ldap_str2dn(text.c_str(), &parts, LDAP_DN_FORMAT_LDAPV3) != LDAP_SUCCESS) {
        return std::nullopt;
    }
    const std::unique_ptr<LDAPRDN, void (*)(LDAPDN)> owned(parts, &ldap_dnfree);
    char* written = nullptr;
    if (ldap_dn2str(parts, &written, LDAP_DN_FORMAT_LDAPV3) != LDAP_SUCCESS || !written) {
        return std::nullopt;
    }
    auto dn = small_letters(written);
    ldap_memfree(written);
    if (dn.empty()) return std::nullopt;
    return dn;
}

std::string small_letters(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return text;
}

}  // namespace dibs::auth::ldap
