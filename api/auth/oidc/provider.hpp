// An identity provider: gives the address to send a browser to, and the identity of the person who
// returns. Discovery document and keys are kept for an hour. An unknown key fetches the keys again,
// at most every ten seconds. An unreachable provider is not tried again for a few seconds. Blocks;
// any thread.
#pragma once

#include "api/auth/external_identity.hpp"
#include "api/auth/oidc/fetch.hpp"
#include "api/auth/oidc/jws.hpp"
#include "api/auth/oidc/round_trip.hpp"
#include "domain/kernel/time.hpp"
#include "ingest/clock.hpp"

#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::auth::oidc {

struct Settings {
    std::string name{};  // shown to people, on the button
    std::string issuer{};
    std::string client_id{};
    std::string client_secret{};  // empty: a public client
    std::string redirect_uri{};
    std::filesystem::path ca{};                           // empty: the system's
    std::vector<std::string> scopes{"profile", "email"};  // beside "openid"
    std::string unix_name_claim = "preferred_username";
    std::string unix_name_domain{};  // for names like ann@example.org: the part after the @
    bool keep_domain = false;        // keep ann@example.org as the account's name on the hosts
    std::string groups_claim = "groups";
};

// From the discovery document (OpenID Connect Discovery 1.0).
struct Endpoints {
    std::string authorization{}, token{}, keys{}, user_info{};
    bool secret_in_form = false;  // the token endpoint takes the client's secret only in the form
    bool names_itself = false;    // the provider returns its iss (RFC 9207)
};
[[nodiscard]] tl::expected<Endpoints, std::string> parse_endpoints(std::string_view json,
                                                                   const std::string& issuer);

// The parameters of the callback.
struct Arrival {
    std::string code;
    std::optional<std::string> issuer{};
    RoundTrip trip;
};

class Provider {
  public:
    template <class T>
    using Outcome = tl::expected<T, SignInRejection>;

    Provider(Settings settings, Clock clock);

    [[nodiscard]] const Settings& settings() const { return settings_; }
    // The URL to redirect the browser to.
    [[nodiscard]] Outcome<std::string> address_for(const RoundTrip& trip);
    // Exchanges the code for an ID token and verifies it.
    [[nodiscard]] Outcome<ExternalIdentity> who(const Arrival& arrival);

  private:
    using Steady = std::chrono::steady_clock;
    struct Tokens {
        std::string id_token, access_token;
    };

    [[nodiscard]] Outcome<Endpoints> endpoints();
    [[nodiscard]] Outcome<Endpoints> fetch_endpoints();
    [[nodiscard]] Outcome<KeySet> keys_for(const Endpoints& endpoints, const Jws& jws);
    [[nodiscard]] Outcome<Tokens> tokens_for(const Endpoints& endpoints, const Arrival& arrival);
    [[nodiscard]] Outcome<std::string> claims_in(const Endpoints& endpoints,
                                                 const std::string& id_token,
                                                 const std::string& nonce);
    [[nodiscard]] Outcome<std::string> user_info(const Endpoints& endpoints, const Tokens& tokens,
                                                 const std::string& subject);
    [[nodiscard]] Outcome<ExternalIdentity> identity_from(const std::string& claims,
                                                          const std::string& subject) const;
    [[nodiscard]] Outcome<Fetched> fetch(const Ask& ask, std::string_view what);

    const Settings settings_;
    const Clock clock_;
    const Fetch fetch_;
    std::mutex mutex_;
    std::optional<Endpoints> endpoints_;  // this and the members below: guarded by mutex_
    std::optional<SignInRejection> failure_;
    std::optional<KeySet> keys_;
    Steady::time_point endpoints_until_{}, failure_until_{}, keys_until_{}, keys_not_before_{};
};

}  // namespace dibs::auth::oidc
