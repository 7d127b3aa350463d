// The signature covers the purpose, a line feed, and the text before the signature.
#include "api/auth/expiring.hpp"

#include "api/auth/same_secret.hpp"
#include "ingest/fresh_id.hpp"

#include <charconv>

namespace dibs::auth {
namespace {

using std::chrono::seconds;

constexpr std::size_t random_size = 26;  // 130 bits in base32

std::string signature_of(const Sign& sign, std::string_view bound_to, std::string_view text) {
    return sign(std::string(bound_to).append("\n").append(text));
}

}  // namespace

std::string make_expiring(const Sign& sign, std::string_view bound_to, Instant expires) {
    const auto at = std::chrono::duration_cast<seconds>(expires.time_since_epoch()).count();
    auto text = fresh_secret().substr(0, random_size) + '.' + std::to_string(at);
    const auto signature = signature_of(sign, bound_to, text);
    return std::move(text) + '.' + signature;
}

std::optional<Instant> end_of(const Sign& sign, std::string_view bound_to, std::string_view text,
                              Instant now) {
    const auto end = text.rfind('.');
    if (end == text.npos || end <= random_size + 1) return std::nullopt;
    const auto before = text.substr(0, end);
    if (!is_same_secret(text.substr(end + 1), signature_of(sign, bound_to, before)))
        return std::nullopt;
    std::int64_t at = 0;
    const auto digits = before.substr(random_size + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), at);
    const Instant expires{seconds{at}};
    if (expires <= now) return std::nullopt;
    return expires;
}

bool UsedTexts::add(std::string_view text, Instant expires, Instant now) {
    if (now >= next_look_) {
        std::erase_if(until_, [&](const auto& entry) { return entry.second <= now; });
        next_look_ = now + std::chrono::minutes{1};
    }
    return until_.size() < most && until_.emplace(text, expires).second;
}

}  // namespace dibs::auth
