// Reads the password once, at start, and keeps it only in memory. Does not check whether the
// directory answers: it may start later.
#include "ops/config/configured_ldap.hpp"

#include "api/auth/ldap/names.hpp"
#include "ops/config/secret_file.hpp"

#include <fstream>

namespace dibs {
namespace {

// Normalises group DNs as the directory's are; check_config() has checked each one.
auth::Admission in_one_form(const auth::Admission& written) {
    const auto form = [](const std::string& dn) {
        return auth::ldap::normal_dn(dn).value_or(std::string());
    };
    auth::Admission admission{written.create, form(written.admins), {}};
    for (const auto& [theirs, ours] : written.groups) admission.groups[form(theirs)] = ours;
    return admission;
}

}  // namespace

tl::expected<std::unique_ptr<auth::ldap::SignIn>, std::string> make_ldap(const Config& config) {
    const auto& ldap = config.ldap;
    std::unique_ptr<auth::ldap::SignIn> made;
    if (ldap.directory.url.empty()) return made;
    auto settings = ldap.directory;
    if (!settings.ca.empty() && !std::ifstream(settings.ca)) {
        return tl::unexpected("[ldap] ca: " + settings.ca.string() + " cannot be read");
    }
    if (!ldap.bind_password_file.empty()) {
        auto secret = read_secret("[ldap] bind_password_file", ldap.bind_password_file);
        if (!secret) return tl::unexpected(secret.error());
        settings.bind_password = *std::move(secret);
    }
    made = std::make_unique<auth::ldap::SignIn>(std::move(settings), in_one_form(ldap.admission));
    return made;
}

}  // namespace dibs
