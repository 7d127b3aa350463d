// One set of token buckets per counted thing.
#include "api/auth/rates.hpp"

#include "api/http/message/client_address.hpp"

#include <algorithm>
#include <chrono>

namespace dibs::auth {
namespace {

http::RateRule a_minute(std::string_view name, double count, double burst) {
    return {.name = name, .burst = std::max(burst, 1.0), .tokens_per_s = count / 60.0};
}

// A full bucket plus the refill of the same minute make `count` together.
http::RateRule no_more_in_a_minute(std::string_view name, double count) {
    return a_minute(name, count / 2, count / 2);
}

// One key per known device, and one for all unknown devices together, so that they cannot block a
// known one.
std::string_view code_key(const SignInTry& attempt) {
    return attempt.device.empty() ? attempt.account : attempt.device;
}

Counted take(http::RateLimit& limit, std::string_view key) {
    const auto at = std::chrono::steady_clock::now();
    const int wait_s = limit.take(key, at);
    return {wait_s, limit.quota(key, at)};
}

}  // namespace

Rates::Rates(const RateSettings& settings)
    : commands_(a_minute("commands", settings.commands_per_min, settings.commands_per_min)),
      devices_(a_minute("sign-in-device", settings.sign_ins_per_min, settings.sign_in_burst)),
      addresses_(a_minute("sign-in-address", settings.sign_ins_per_address_min,
                          2 * settings.sign_ins_per_address_min)),
      pairs_(a_minute("sign-in", settings.sign_ins_per_min, settings.sign_in_burst)),
      accounts_(no_more_in_a_minute("sign-in-account", settings.sign_ins_per_account_min)),
      codes_(a_minute("sign-in-code", settings.sign_ins_per_account_min / 60.0,
                      settings.sign_in_burst)),
      sign_ups_(a_minute("sign-up-address", settings.sign_ups_per_address_min,
                         10 * settings.sign_ups_per_address_min)),
      names_(
          a_minute("sign-up", settings.sign_ups_per_name_min, 10 * settings.sign_ups_per_name_min)),
      feeds_(a_minute("feed", settings.feed_reads_per_min, 10 * settings.feed_reads_per_min)) {}

Counted Rates::command(PersonId person) {
    return take(commands_, to_base32(person.uuid));
}

// The narrowest limit comes first, so that a refused try uses nothing of a shared limit.
Counted Rates::sign_in(const SignInTry& attempt) {
    if (!attempt.device.empty()) return take(devices_, attempt.device);
    const auto network = http::network_of(attempt.address);
    const auto own = take(pairs_, network + ' ' + attempt.account);
    if (own.wait_s > 0) return own;
    if (const auto all = take(addresses_, network); all.wait_s > 0) return all;
    if (attempt.account.empty()) return own;
    const auto account = take(accounts_, attempt.account);
    return account.wait_s > 0 ? account : own;
}

Counted Rates::sign_in_elsewhere(const std::string& address) {
    return take(addresses_, http::network_of(address));
}

Counted Rates::second_factor(const SignInTry& attempt) {
    return take(codes_, code_key(attempt));
}

void Rates::return_code_try(const SignInTry& attempt) {
    codes_.give_back(code_key(attempt));
}

// The address comes first: one client with many names must not use up the limits of those names.
Counted Rates::sign_up(const std::string& address, const std::string& unix_name) {
    const auto own = take(sign_ups_, http::network_of(address));
    return own.wait_s > 0 ? own : take(names_, unix_name);
}

void Rates::return_sign_up_try(const std::string& unix_name) {
    names_.give_back(unix_name);
}

Counted Rates::feed(const std::string& feed, const std::string& address) {
    return take(feeds_, feed + ' ' + http::network_of(address));
}

void Rates::return_sign_in_try(const SignInTry& attempt) {
    addresses_.give_back(http::network_of(attempt.address));
}

}  // namespace dibs::auth
