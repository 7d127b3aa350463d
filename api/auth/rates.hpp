// Rate limits. Sign-in tries are limited so that guessers are stopped and the account's owner is
// not. A device that signed in before has its own limit; all others share limits by address, by
// account, and by both. The loop's thread owns it.
#pragma once

#include "api/http/rate_limit.hpp"
#include "domain/kernel/ids.hpp"

#include <string>
#include <string_view>

namespace dibs::auth {

struct RateSettings {
    double commands_per_min = 120;  // per person
    double sign_ins_per_min = 5;    // per account from one address or one known device
    double sign_in_burst = 10;      // burst of the limit above
    // Per account from all unknown devices together, in any minute: the burst is half of it.
    double sign_ins_per_account_min = 10;
    double sign_ins_per_address_min = 30;  // failed ones, per address; the burst is twice as many
    double sign_ups_per_name_min = 0.3;    // codes requested per name
    double sign_ups_per_address_min = 3;   // codes requested per address
    double feed_reads_per_min = 6;  // per calendar and address; the burst is ten times as many
};

// One try to sign in.
struct SignInTry {
    std::string address;    // the client's address
    std::string account{};  // as folded for look-up; empty: no particular account
    std::string device{};   // the device's name if it signed in to this account before
};

// The result of a limit for one request. Where several limits apply and none is used up, it is the
// caller's own: the remainder of a shared limit would reveal the activity of others.
struct Counted {
    int wait_s = 0;  // 0: allowed
    http::Quota quota{};
};

class Rates {
  public:
    explicit Rates(const RateSettings& settings);

    [[nodiscard]] Counted command(PersonId person);
    [[nodiscard]] Counted sign_in(const SignInTry& attempt);
    // A sign-in at a provider; its account is not known yet.
    [[nodiscard]] Counted sign_in_elsewhere(const std::string& address);
    // A code after a correct password. Half of the secret is known by then and six digits are few,
    // so the limit per hour is that of passwords per minute.
    [[nodiscard]] Counted second_factor(const SignInTry& attempt);
    // The code was right: gives the try back.
    void return_code_try(const SignInTry& attempt);
    // A code for a UNIX account's file: any client may ask in any name.
    [[nodiscard]] Counted sign_up(const std::string& address, const std::string& unix_name);
    // No code was written: the owner of this name gets the try back.
    void return_sign_up_try(const std::string& unix_name);
    // A calendar read by its address: clients usually read every quarter of an hour.
    [[nodiscard]] Counted feed(const std::string& feed, const std::string& address);
    // The password was right: gives the try back, so that many people behind one address are no
    // attack.
    void return_sign_in_try(const SignInTry& attempt);

  private:
    http::RateLimit commands_, devices_, addresses_, pairs_, accounts_, codes_, sign_ups_, names_,
        feeds_;
};

}  // namespace dibs::auth
