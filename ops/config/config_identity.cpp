// The redirect address comes from the configuration and is protected: https, or this machine.
// [oidc] and [ldap] use the same keys for admission.
#include "ops/config/config_identity.hpp"

#include "api/auth/ldap/names.hpp"
#include "api/auth/oidc/fetch.hpp"
#include "domain/kernel/text.hpp"

#include <algorithm>

namespace dibs {
namespace {

constexpr std::size_t longest_provider_name = 40;

Taken take_scopes(const ConfigValue& value, OidcConfig& oidc) {
    auto scopes = value.texts();
    const auto plain = [](const auto& scope) { return scope.find_first_of(" \"\\") == scope.npos; };
    if (!scopes || !std::all_of(scopes->begin(), scopes->end(), plain)) {
        return "expected words like [\"profile\", \"email\"]";
    }
    oidc.scopes = *std::move(scopes);
    return std::nullopt;
}

// Maps a provider's group to a group of Dibs.
template <class T>
Take<T> groups_into(TextsByName T::*member) {
    return [=](const ConfigValue& value, T& into) -> Taken {
        auto groups = value.texts_by_name();
        if (!groups) return "expected a table of theirs = ours, like \"gpu-users\" = \"students\"";
        into.*member = *std::move(groups);
        return std::nullopt;
    };
}

template <class T>
ConfigKeys<T> admission_keys() {
    using A = auth::Admission;
    return within(&T::admission, ConfigKeys<A>{{"create", flag_into(&A::create)},
                                               {"admins", text_into(&A::admins)},
                                               {"groups", groups_into(&A::groups)}});
}

ConfigKeys<auth::ldap::Attributes> attribute_keys() {
    using A = auth::ldap::Attributes;
    return {{"unix_name_attribute", text_into(&A::unix_name)},
            {"name_attribute", text_into(&A::name)},
            {"mail_attribute", text_into(&A::mail)},
            {"subject_attribute", text_into(&A::subject)},
            {"groups_attribute", text_into(&A::groups)}};
}

ConfigKeys<auth::ldap::Settings> directory_keys() {
    using S = auth::ldap::Settings;
    ConfigKeys<S> keys{{"name", some_text_into(&S::name)},
                       {"url", some_text_into(&S::url)},
                       {"start_tls", flag_into(&S::start_tls)},
                       {"ca", path_into(&S::ca)},
                       {"bind_dn", some_text_into(&S::bind_dn)},
                       {"base", some_text_into(&S::base)},
                       {"filter", some_text_into(&S::filter)},
                       {"group_base", some_text_into(&S::group_base)},
                       {"group_filter", some_text_into(&S::group_filter)}};
    keys.merge(within(&S::attributes, attribute_keys()));
    return keys;
}

ConfigResult<void> check_ldap(const LdapConfig& ldap) {
    const auto wrong = [](std::string_view key, const std::string& rule) {
        return config_error("[ldap] " + std::string(key) + ": " + rule);
    };
    if (ldap == LdapConfig{}) return {};
    if (ldap.directory.url.empty()) return wrong("url", "is missing");
    if (const auto fault = fault_in(ldap.directory)) return wrong(fault->key, fault->rule);
    if (ldap.directory.bind_dn.empty() != ldap.bind_password_file.empty()) {
        return wrong("bind_dn", "with bind_password_file, or neither");
    }
    const std::string rule = "a group by its DN, like cn=gpu-users,ou=groups,dc=example,dc=org";
    const auto& admins = ldap.admission.admins;
    if (!admins.empty() && !auth::ldap::normal_dn(admins)) return wrong("admins", rule);
    for (const auto& [theirs, ours] : ldap.admission.groups) {
        if (!auth::ldap::normal_dn(theirs)) return wrong("groups", rule);
    }
    return {};
}

Taken take_hosts(const ConfigValue& value, SignUpConfig& sign_up) {
    auto hosts = value.texts();
    if (!hosts) return "expected names of hosts like [\"gpu01\", \"gpu02\"]";
    sign_up.hosts = *std::move(hosts);
    return std::nullopt;
}

}  // namespace

ConfigKeys<Config> oidc_keys() {
    using O = OidcConfig;
    ConfigKeys<O> keys{{"name", some_text_into(&O::name)},
                       {"issuer", some_text_into(&O::issuer)},
                       {"client_id", some_text_into(&O::client_id)},
                       {"client_secret_file", path_into(&O::client_secret_file)},
                       {"ca", path_into(&O::ca)},
                       {"scopes", take_scopes},
                       {"unix_name_claim", some_text_into(&O::unix_name_claim)},
                       {"unix_name_domain", text_into(&O::unix_name_domain)},
                       {"keep_domain", flag_into(&O::keep_domain)},
                       {"groups_claim", some_text_into(&O::groups_claim)}};
    keys.merge(admission_keys<O>());
    return within(&Config::oidc, keys);
}

ConfigKeys<Config> ldap_keys() {
    using L = LdapConfig;
    auto keys = within(&L::directory, directory_keys());
    keys["bind_password_file"] = path_into(&L::bind_password_file);
    keys.merge(admission_keys<L>());
    return within(&Config::ldap, keys);
}

ConfigKeys<Config> sign_up_keys() {
    using S = SignUpConfig;
    constexpr std::int64_t highest_uid = 4'294'967'294;
    return within(&Config::sign_up,
                  ConfigKeys<S>{{"ssh", flag_into(&S::ssh)},
                                {"hosts", take_hosts},
                                {"lowest_uid", integer_into(&S::lowest_uid, 1, highest_uid)}});
}

ConfigResult<void> check_identity(const Config& config) {
    if (auto checked = check_ldap(config.ldap); !checked) return checked;
    if (config.sign_up.ssh && config.probe_identity.empty()) {
        return config_error("[sign_up] ssh: needs [probe] identity, the key that hosts let in");
    }
    const auto& oidc = config.oidc;
    const auto wrong = [](std::string_view key, const std::string& rule) {
        return config_error("[oidc] " + std::string(key) + ": " + rule);
    };
    if (oidc == OidcConfig{}) return {};
    if (oidc.issuer.empty()) return wrong("issuer", "is missing");
    if (oidc.client_id.empty()) return wrong("client_id", "is missing");
    if (!auth::oidc::is_secure_url(oidc.issuer) ||
        oidc.issuer.find_first_of("?#") != std::string::npos) {
        return wrong("issuer",
                     "an https:// address without ? and # (http:// only on this machine)");
    }
    if (!auth::oidc::is_secure_url(config.public_url)) {
        return wrong("issuer",
                     "needs [server] public_url, the address that people come back to: https://, "
                     "or http:// on this machine");
    }
    if (characters_of(oidc.name) > longest_provider_name) {
        return wrong("name", "has at most 40 characters");
    }
    return {};
}

}  // namespace dibs
