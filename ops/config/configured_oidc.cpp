// Reads the secret once, at start, and keeps it only in memory.
#include "ops/config/configured_oidc.hpp"

#include "ops/config/secret_file.hpp"

namespace dibs {

tl::expected<std::unique_ptr<auth::oidc::SignIn>, std::string> make_oidc(const Config& config,
                                                                         const Clock& clock) {
    const auto& oidc = config.oidc;
    std::unique_ptr<auth::oidc::SignIn> made;
    if (oidc.issuer.empty()) return made;
    auth::oidc::Settings settings{
        .name = oidc.name,
        .issuer = oidc.issuer,
        .client_id = oidc.client_id,
        .redirect_uri = config.public_url + config.base_path + "/api/v1/session/oidc/callback",
        .ca = oidc.ca,
        .scopes = oidc.scopes,
        .unix_name_claim = oidc.unix_name_claim,
        .unix_name_domain = oidc.unix_name_domain,
        .keep_domain = oidc.keep_domain,
        .groups_claim = oidc.groups_claim};
    if (!oidc.client_secret_file.empty()) {
        auto secret = read_secret("[oidc] client_secret_file", oidc.client_secret_file);
        if (!secret) return tl::unexpected(secret.error());
        settings.client_secret = *std::move(secret);
    }
    made = std::make_unique<auth::oidc::SignIn>(std::move(settings), clock, oidc.admission);
    return made;
}

}  // namespace dibs
