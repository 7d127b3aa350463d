// Signed texts (JWS, RFC 7515, compact) and the keys they are signed with (JWK, RFC 7517). Three
// algorithms, and no other: RS256, ES256 and Ed25519. Which one it is, the key says; a text whose
// header says another is not verified, so that no header chooses how it is checked.
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
    std::string key_id{};  // empty: none is named
    std::string signed_text;
    std::string signature;
    std::string payload;
};
// Refused: another form, another algorithm, a header that asks for more than it says here.
[[nodiscard]] tl::expected<Jws, std::string> parse_jws(std::string_view compact);

class KeySet {
  public:
    // Keys for other uses and of other kinds are left out.
    [[nodiscard]] static tl::expected<KeySet, std::string> parse(std::string_view json);
    // Whether one of them may have signed it; without a key id only where there is just one.
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
