// The secret is read once, at start, and stands in memory alone.
#include "ops/configured_oidc.hpp"

#include <fstream>

namespace dibs {
namespace {

// A line for itself; who may read the file, may be Dibs at the provider.
tl::expected<std::string, std::string> read_secret(const std::filesystem::path& file) {
    const std::string key = "[oidc] client_secret_file: ";
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (error || !std::filesystem::is_regular_file(status)) {
        return tl::unexpected(key + file.string() + " cannot be read, or is no file");
    }
    using std::filesystem::perms;
    if ((status.permissions() & (perms::others_all | perms::group_write)) != perms::none) {
        return tl::unexpected(key + file.string() + " is open to others; its mode has to be 0600");
    }
    std::ifstream in(file);
    std::string secret;
    std::getline(in, secret);
    if (secret.ends_with('\r')) secret.pop_back();
    if (secret.empty()) return tl::unexpected(key + file.string() + " is empty, or cannot be read");
    return secret;
}

}  // namespace

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
        .groups_claim = oidc.groups_claim};
    if (!oidc.client_secret_file.empty()) {
        auto secret = read_secret(oidc.client_secret_file);
        if (!secret) return tl::unexpected(secret.error());
        settings.client_secret = *std::move(secret);
    }
    auth::Admission admission{oidc.create, oidc.admins, oidc.groups};
    made = std::make_unique<auth::oidc::SignIn>(std::move(settings), clock, std::move(admission));
    return made;
}

}  // namespace dibs
