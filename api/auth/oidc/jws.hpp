// Signed texts (JWS, RFC 7515, compact) and their keys (JWK, RFC 7517). Exactly three algorithms:
// RS256, ES256 and Ed25519. The key determines the algorithm. A header with another algorithm fails
// verification, so that no header chooses the check.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

struct evp_pkey_st;

namespace dibs::auth::oidc {

enum class Algorithm { rs256, es256, eddsa };

struct Jws {
    Algorithm algorithm{};
    std::string key_id{};  // empty: the header names none
    std::string signed_text;
    std::string signature;
    std::string payload;
};
// The error: malformed, another algorithm, or a header with unsupported demands.
[[nodiscard]] tl::expected<Jws, std::string> parse_jws(std::string_view compact);

class KeySet {
  public:
    // Skips keys for other uses and of other types.
    [[nodiscard]] static tl::expected<KeySet, std::string> parse(std::string_view json);
    // True if exactly one key matches the header. A header without a key id matches only a single
    // key.
    [[nodiscard]] bool knows(const Jws& jws) const { return find(jws) != nullptr; }
    [[nodiscard]] bool verifies(const Jws& jws) const;
    [[nodiscard]] std::size_t size() const { return keys_.size(); }

    struct Key {
        Algorithm algorithm{};
        std::string id{};
        std::shared_ptr<evp_pkey_st> key{};
    };

  private:
    [[nodiscard]] const Key* find(const Jws& jws) const;

    std::vector<Key> keys_;
};

[[nodiscard]] std::optional<std::string> from_base64url(std::string_view text);
[[nodiscard]] std::string to_base64url(std::string_view bytes);

}  // namespace dibs::auth::oidc
