// BLAKE2b and Ed25519 come from libsodium.
#include "ingest/audit/chain.hpp"

#include "domain/log/hash.hpp"

#include <sodium.h>

namespace dibs {
namespace {

constexpr std::string_view chain_heading = "dibs audit 1\n";

const unsigned char* unsigned_data(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}

AuditChain::Digest digest_of_two(std::string_view first, std::string_view second) {
    AuditChain::Digest digest{};
    crypto_generichash_state state;
    crypto_generichash_init(&state, nullptr, 0, digest.size());
    crypto_generichash_update(&state, unsigned_data(first), first.size());
    crypto_generichash_update(&state, unsigned_data(second), second.size());
    crypto_generichash_final(&state, digest.data(), digest.size());
    return digest;
}

std::string_view text_of(const AuditChain::Digest& digest) {
    return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

template <std::size_t size>
bool from_hex(const std::string& hex, std::array<unsigned char, size>& out) {
    std::size_t length = 0;
    const char* end = nullptr;
    return hex.size() == 2 * size &&
           sodium_hex2bin(out.data(), size, hex.data(), hex.size(), nullptr, &length, &end) == 0 &&
           length == size;
}

}  // namespace

AuditChain::AuditChain(std::string log_id) : log_id_(std::move(log_id)) {
    last_.push_back(digest_of_two(chain_heading, log_id_));
}

void AuditChain::add(std::string_view record) {
    const auto before = last_[static_cast<std::size_t>(position_) % kept];
    const auto digest = digest_of_two(text_of(before), record);
    ++position_;
    const auto place = static_cast<std::size_t>(position_) % kept;
    if (place == last_.size()) {
        last_.push_back(digest);
    } else {
        last_[place] = digest;
    }
}

std::optional<std::string> AuditChain::at(Position position) const {
    const bool known = position >= 0 && position <= position_ &&
                       position_ - position < static_cast<Position>(kept);
    if (!known) return std::nullopt;
    return to_hex(text_of(last_[static_cast<std::size_t>(position) % kept]));
}

std::string signed_text(std::string_view log_id, const audit::Seal& seal) {
    return std::string(chain_heading) + std::string(log_id) + '\n' + std::to_string(seal.until) +
           '\n' + seal.digest;
}

bool is_signed(std::string_view log_id, const audit::Seal& seal) {
    std::array<unsigned char, crypto_sign_PUBLICKEYBYTES> key{};
    std::array<unsigned char, crypto_sign_BYTES> signature{};
    if (!from_hex(seal.public_key, key) || !from_hex(seal.signature, signature)) return false;
    const auto text = signed_text(log_id, seal);
    return crypto_sign_verify_detached(signature.data(), unsigned_data(text), text.size(),
                                       key.data()) == 0;
}

}  // namespace dibs
