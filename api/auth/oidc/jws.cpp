// OpenSSL verifies. This file builds its keys, and converts ECDSA signatures to its format.
#include "api/auth/oidc/jws.hpp"

#include "api/auth/oidc/json_text.hpp"

#include <algorithm>
#include <set>

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>

namespace dibs::auth::oidc {
namespace {

constexpr std::size_t most_keys = 32;
constexpr std::size_t longest_text = 64U << 10U;
constexpr int least_rsa_bits = 2048, most_rsa_bits = 8192;
constexpr std::size_t p256_bytes = 32, ed25519_bytes = 32;

template <class T, auto free>
struct Free {
    void operator()(T* it) const { free(it); }
};
using Number = std::unique_ptr<BIGNUM, Free<BIGNUM, BN_free>>;
using Builder = std::unique_ptr<OSSL_PARAM_BLD, Free<OSSL_PARAM_BLD, OSSL_PARAM_BLD_free>>;
using Parameters = std::unique_ptr<OSSL_PARAM, Free<OSSL_PARAM, OSSL_PARAM_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Free<EVP_PKEY_CTX, EVP_PKEY_CTX_free>>;
using DigestContext = std::unique_ptr<EVP_MD_CTX, Free<EVP_MD_CTX, EVP_MD_CTX_free>>;
using Signature = std::unique_ptr<ECDSA_SIG, Free<ECDSA_SIG, ECDSA_SIG_free>>;
using KeyPtr = std::shared_ptr<EVP_PKEY>;

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::optional<Algorithm> algorithm_called(std::string_view name) {
    if (name == "RS256") return Algorithm::rs256;
    if (name == "ES256") return Algorithm::es256;
    if (name == "EdDSA" || name == "Ed25519") return Algorithm::eddsa;  // RFC 8037, RFC 9864
    return std::nullopt;
}

Number number_of(std::string_view big_endian) {
    return Number(BN_bin2bn(bytes(big_endian), static_cast<int>(big_endian.size()), nullptr));
}

KeyPtr made_of(const char* kind, OSSL_PARAM_BLD* builder) {
    const Parameters parameters(OSSL_PARAM_BLD_to_param(builder));
    const KeyContext context(EVP_PKEY_CTX_new_from_name(nullptr, kind, nullptr));
    EVP_PKEY* key = nullptr;
    if (!parameters || !context || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters.get()) != 1) {
        return nullptr;
    }
    return {key, &EVP_PKEY_free};
}

KeyPtr rsa_key(const JsonValue& jwk) {
    const auto n = from_base64url(text_in(jwk, "n")), e = from_base64url(text_in(jwk, "e"));
    if (!n || !e || n->size() > most_rsa_bits / 8 + 1 || e->size() > 8) return nullptr;
    const Number modulus = number_of(*n), exponent = number_of(*e);
    const Builder builder(OSSL_PARAM_BLD_new());
    if (!modulus || !exponent || !builder) return nullptr;
    const int bits = BN_num_bits(modulus.get());
    const bool fair = bits >= least_rsa_bits && bits <= most_rsa_bits &&
                      BN_is_odd(exponent.get()) == 1 && BN_is_one(exponent.get()) == 0;
    if (!fair) return nullptr;
    OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get());
    OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get());
    return made_of("RSA", builder.get());
}

// A point that is not on the curve gives no key.
KeyPtr ec_key(const JsonValue& jwk) {
    const auto x = from_base64url(text_in(jwk, "x")), y = from_base64url(text_in(jwk, "y"));
    const bool whole = x && y && x->size() == p256_bytes && y->size() == p256_bytes;
    if (text_in(jwk, "crv") != "P-256" || !whole) return nullptr;
    const std::string point = '\x04' + *x + *y;
    const Builder builder(OSSL_PARAM_BLD_new());
    if (!builder) return nullptr;
    OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
    OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                     point.size());
    return made_of("EC", builder.get());
}

KeyPtr ed25519_key(const JsonValue& jwk) {
    const auto x = from_base64url(text_in(jwk, "x"));
    if (text_in(jwk, "crv") != "Ed25519" || !x || x->size() != ed25519_bytes) return nullptr;
    return {EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, bytes(*x), x->size()),
            &EVP_PKEY_free};
}

std::optional<KeySet::Key> key_of(const JsonValue& jwk) {
    if (jwk.kind() != JsonValue::Kind::object) return std::nullopt;
    const auto kind = text_in(jwk, "kty"), use = text_in(jwk, "use");
    if (!use.empty() && use != "sig") return std::nullopt;
    KeySet::Key key;
    key.id = text_in(jwk, "kid");
    if (kind == "RSA") {
        key.algorithm = Algorithm::rs256;
        key.key = rsa_key(jwk);
    } else if (kind == "EC") {
        key.algorithm = Algorithm::es256;
        key.key = ec_key(jwk);
    } else if (kind == "OKP") {
        key.algorithm = Algorithm::eddsa;
        key.key = ed25519_key(jwk);
    }
    const auto meant = text_in(jwk, "alg");
    const bool other = !meant.empty() && algorithm_called(meant) != key.algorithm;
    if (!key.key || other) return std::nullopt;
    return key;
}

// ECDSA's concatenated r and s, as the DER that OpenSSL reads.
std::optional<std::string> der_of(std::string_view raw) {
    if (raw.size() != 2 * p256_bytes) return std::nullopt;
    const Signature signature(ECDSA_SIG_new());
    Number r = number_of(raw.substr(0, p256_bytes)), s = number_of(raw.substr(p256_bytes));
    if (!signature || !r || !s || ECDSA_SIG_set0(signature.get(), r.get(), s.get()) != 1) {
        return std::nullopt;
    }
    (void)r.release();  // the signature owns it now
    (void)s.release();
    unsigned char* der = nullptr;
    const int size = i2d_ECDSA_SIG(signature.get(), &der);
    if (size <= 0) return std::nullopt;
    std::string text(reinterpret_cast<const char*>(der), static_cast<std::size_t>(size));
    OPENSSL_free(der);
    return text;
}

// Rejects duplicate members: two readers could pick different ones.
bool is_plain_object(const JsonValue& json) {
    if (json.kind() != JsonValue::Kind::object) return false;
    std::set<std::string, std::less<>> names;
    bool plain = true;
    json.for_each_member([&](std::string_view name, const JsonValue&) {
        return plain = names.emplace(name).second;
    });
    return plain;
}

}  // namespace

std::optional<std::string> from_base64url(std::string_view text) {
    std::string decoded(text.size(), '\0');
    std::size_t size = 0;
    const int wrong = sodium_base642bin(reinterpret_cast<unsigned char*>(decoded.data()),
                                        decoded.size(), text.data(), text.size(), nullptr, &size,
                                        nullptr, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    if (wrong != 0) return std::nullopt;
    decoded.resize(size);
    return decoded;
}

std::string to_base64url(std::string_view plain) {
    constexpr int form = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string text(sodium_base64_ENCODED_LEN(plain.size(), form), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes(plain), plain.size(), form);
    text.pop_back();  // the terminating zero
    return text;
}

tl::expected<Jws, std::string> parse_jws(std::string_view compact) {
    const auto first = compact.find('.');
    const auto second = first == compact.npos ? first : compact.find('.', first + 1);
    if (compact.size() > longest_text || second == compact.npos ||
        compact.find('.', second + 1) != compact.npos) {
        return tl::unexpected<std::string>("it is not of three parts");
    }
    const auto head = from_base64url(compact.substr(0, first));
    auto payload = from_base64url(compact.substr(first + 1, second - first - 1));
    auto signature = from_base64url(compact.substr(second + 1));
    if (!head || !payload || !signature) return tl::unexpected<std::string>("it is not base64url");
    JsonParser parser;
    const auto json = parser.parse(*head);
    if (!json || !is_plain_object(*json))
        return tl::unexpected<std::string>("its header is no JSON object");
    const auto type = text_in(*json, "typ");
    if (json->member("crit") || json->member("b64") || (!type.empty() && type != "JWT")) {
        return tl::unexpected<std::string>("its header is not that of an ID token");
    }
    const auto algorithm = algorithm_called(text_in(*json, "alg"));
    if (!algorithm)
        return tl::unexpected<std::string>("it is signed with neither RS256, ES256 nor EdDSA");
    return Jws{*algorithm, text_in(*json, "kid"), std::string(compact.substr(0, second)),
               *std::move(signature), *std::move(payload)};
}

tl::expected<KeySet, std::string> KeySet::parse(std::string_view text) {
    JsonParser parser;
    const auto json = parser.parse(text);
    const bool object = json && json->kind() == JsonValue::Kind::object;
    const auto list = object ? json->member("keys") : std::nullopt;
    if (!list || list->kind() != JsonValue::Kind::array) {
        return tl::unexpected<std::string>("what is there is no set of keys");
    }
    KeySet set;
    list->for_each_element([&](const JsonValue& jwk) {
        if (auto key = key_of(jwk)) set.keys_.push_back(*std::move(key));
        return set.keys_.size() < most_keys;
    });
    return set;
}

const KeySet::Key* KeySet::find(const Jws& jws) const {
    const Key* found = nullptr;
    for (const auto& key : keys_) {
        if (key.algorithm != jws.algorithm) continue;
        if (!jws.key_id.empty() && key.id != jws.key_id) continue;
        if (found != nullptr) return nullptr;  // ambiguous: two keys match
        found = &key;
    }
    return found;
}

bool KeySet::verifies(const Jws& jws) const {
    const Key* key = find(jws);
    const DigestContext context(EVP_MD_CTX_new());
    if (key == nullptr || !context) return false;
    std::optional<std::string> signature = jws.signature;
    if (key->algorithm == Algorithm::es256) signature = der_of(jws.signature);
    const EVP_MD* digest = key->algorithm == Algorithm::eddsa ? nullptr : EVP_sha256();
    return signature &&
           EVP_DigestVerifyInit(context.get(), nullptr, digest, nullptr, key->key.get()) == 1 &&
           EVP_DigestVerify(context.get(), bytes(*signature), signature->size(),
                            bytes(jws.signed_text), jws.signed_text.size()) == 1;
}

}  // namespace dibs::auth::oidc
