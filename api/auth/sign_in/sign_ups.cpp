// One code per name, and the wrong tries per network.
#include "api/auth/sign_in/sign_ups.hpp"

#include "api/auth/sign_in/typed_code.hpp"
#include "ingest/fresh_id.hpp"

#include <utility>

namespace dibs::auth {
namespace {

constexpr std::size_t sign_up_code_letters = 10;

}  // namespace

std::string SignUps::fresh_code() {
    return fresh_typed_code(sign_up_code_letters);
}

bool SignUps::add(const std::string& unix_name, std::string_view code, std::string host,
                  Instant expires, Instant now) {
    std::erase_if(waiting_, [&](const auto& entry) { return entry.second.expires <= now; });
    if (waiting_.size() >= most && !waiting_.contains(unix_name)) return false;
    waiting_.insert_or_assign(unix_name, Waiting{digest_of(code), std::move(host), expires});
    return true;
}

std::optional<std::string> SignUps::host_of(std::string_view unix_name, std::string_view typed,
                                            const std::string& network, Instant now) {
    const auto found = waiting_.find(unix_name);
    if (found == waiting_.end() || found->second.expires <= now) return std::nullopt;
    Waiting& waiting = found->second;
    int& wrong = waiting.wrong[network];
    if (wrong >= wrong_of_network) return std::nullopt;
    if (digest_of(as_given_out(typed, sign_up_code_letters)) == waiting.code) return waiting.host;
    ++wrong;
    if (++waiting.wrong_in_all >= wrong_of_all) waiting_.erase(found);
    return std::nullopt;
}

void SignUps::forget(std::string_view unix_name) {
    const auto found = waiting_.find(unix_name);
    if (found != waiting_.end()) waiting_.erase(found);
}

}  // namespace dibs::auth
