// Three sets of buckets.
#include "api/auth/rates.hpp"

#include <algorithm>
#include <chrono>

namespace dibs::auth {
namespace {

http::RateRule a_minute(double count, double burst) {
    return {.burst = std::max(burst, 1.0), .tokens_per_s = count / 60.0};
}

http::RateLimit::Time now() {
    return std::chrono::steady_clock::now();
}

}  // namespace

Rates::Rates(const RateSettings& settings)
    : commands_(a_minute(settings.commands_per_min, settings.commands_per_min)),
      addresses_(a_minute(settings.sign_ins_per_min, settings.sign_in_burst)),
      accounts_(a_minute(settings.sign_ins_per_account_min, settings.sign_ins_per_account_min)) {}

int Rates::command(PersonId person) {
    return commands_.take(to_base32(person.uuid), now());
}
int Rates::sign_in(std::string_view address) {
    return addresses_.take(address, now());
}
int Rates::account(std::string_view name) {
    return accounts_.take(name, now());
}

}  // namespace dibs::auth
