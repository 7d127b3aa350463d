// One HTTP request to an identity provider: https, or http to this machine where the settings allow
// it. Follows no redirects, keeps no cookies, and ends after a few seconds or 256 KiB. Blocks.
#pragma once

#include <filesystem>
#include <string>

#include <tl/expected.hpp>

namespace dibs::auth::oidc {

struct Ask {
    std::string url;
    std::string form{};              // of a POST; empty: a GET
    std::string user{}, password{};  // Basic; empty: none
    std::string bearer{};            // empty: none
};
struct Fetched {
    int status = 0;
    std::string body{};
};

class Fetch {
  public:
    // `ca`: trusted certificates in place of the system's; empty: the system's.
    explicit Fetch(std::filesystem::path ca, bool plain_http);
    // The error says what went wrong and contains nothing that was sent.
    [[nodiscard]] tl::expected<Fetched, std::string> operator()(const Ask& ask) const;

  private:
    std::filesystem::path ca_;
    bool plain_http_;
};

// "https://…", or "http://…" to this machine only.
[[nodiscard]] bool is_secure_url(std::string_view url);
[[nodiscard]] bool is_loopback_url(std::string_view url);

}  // namespace dibs::auth::oidc
