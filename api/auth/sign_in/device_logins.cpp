// A login is keyed by the digest of its device code; the user code maps to that digest.
#include "api/auth/sign_in/device_logins.hpp"

#include "api/auth/sign_in/typed_code.hpp"
#include "ingest/fresh_id.hpp"

#include <algorithm>

namespace dibs::auth {
namespace {

constexpr std::size_t user_code_letters = 8;

}  // namespace

void DeviceLogins::forget(Instant now) {
    std::erase_if(logins_, [&](const auto& entry) {
        const Login& login = entry.second;
        if (login.waiting.expires > now) return false;
        by_user_code_.erase(login.user_code);
        return true;
    });
}

std::optional<DeviceLogins::Begun> DeviceLogins::begin(std::string label, std::string address,
                                                       Instant now) {
    forget(now);
    const auto of_address = std::count_if(logins_.begin(), logins_.end(), [&](const auto& entry) {
        return entry.second.waiting.address == address;
    });
    if (logins_.size() >= most || of_address >= std::ptrdiff_t{most_of_address}) {
        return std::nullopt;
    }
    Begun begun{fresh_secret(), fresh_typed_code(user_code_letters), now + lifetime};
    while (by_user_code_.contains(begun.user_code))
        begun.user_code = fresh_typed_code(user_code_letters);
    const auto digest = digest_of(begun.device_code);
    by_user_code_.emplace(begun.user_code, digest);
    logins_.emplace(digest,
                    Login{{std::move(label), std::move(address), begun.expires}, begun.user_code});
    return begun;
}

DeviceLogins::Login* DeviceLogins::waiting_under(std::string_view user_code, Instant now) {
    const auto digest = by_user_code_.find(as_given_out(user_code, user_code_letters));
    if (digest == by_user_code_.end()) return nullptr;
    Login& login = logins_.at(digest->second);
    const bool waits = login.progress == Progress::waiting && login.waiting.expires > now;
    return waits ? &login : nullptr;
}

const DeviceLogins::Waiting* DeviceLogins::find(std::string_view user_code, Instant now) {
    const auto* login = waiting_under(user_code, now);
    return login ? &login->waiting : nullptr;
}

bool DeviceLogins::approve(std::string_view user_code, Finished finished, Instant now) {
    auto* login = waiting_under(user_code, now);
    if (!login) return false;
    login->progress = Progress::approved;
    login->finished = std::move(finished);
    return true;
}

bool DeviceLogins::decline(std::string_view user_code, Instant now) {
    auto* login = waiting_under(user_code, now);
    if (login) login->progress = Progress::declined;
    return login != nullptr;
}

DeviceLogins::Answer DeviceLogins::take(std::string_view device_code, Instant now) {
    const auto found = logins_.find(digest_of(device_code));
    if (found == logins_.end() || found->second.waiting.expires <= now) return {};
    Answer answer{found->second.progress, std::move(found->second.finished)};
    if (answer.progress == Progress::waiting) return answer;
    by_user_code_.erase(found->second.user_code);
    logins_.erase(found);
    return answer;
}

}  // namespace dibs::auth
