// A set of buckets for each thing that is counted.
#include "api/auth/rates.hpp"

#include "api/http/client_address.hpp"

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
      devices_(a_minute(settings.sign_ins_per_min, settings.sign_in_burst)),
      addresses_(
          a_minute(settings.sign_ins_per_address_min, 2 * settings.sign_ins_per_address_min)),
      pairs_(a_minute(settings.sign_ins_per_min, settings.sign_in_burst)),
      accounts_(a_minute(settings.sign_ins_per_account_min, settings.sign_ins_per_account_min)) {}

int Rates::command(PersonId person) {
    return commands_.take(to_base32(person.uuid), now());
}

// The narrowest first: a try that is refused takes nothing from what others share.
int Rates::sign_in(const SignInTry& attempt) {
    if (!attempt.device.empty()) return devices_.take(attempt.device, now());
    const auto network = http::network_of(attempt.address);
    if (const int wait_s = pairs_.take(network + ' ' + attempt.account, now())) return wait_s;
    if (const int wait_s = addresses_.take(network, now())) return wait_s;
    return attempt.account.empty() ? 0 : accounts_.take(attempt.account, now());
}

void Rates::was_right(const SignInTry& attempt) {
    addresses_.give_back(http::network_of(attempt.address));
}

}  // namespace dibs::auth
