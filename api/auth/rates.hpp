// How often somebody may ask. Tries to sign in are counted so that who guesses is stopped and who
// is guessed at is not: a device that signed in before is counted by itself, all others by address,
// by account, and by both. The loop's thread owns it.
#pragma once

#include "api/http/rate_limit.hpp"
#include "domain/kernel/ids.hpp"

#include <string>
#include <string_view>

namespace dibs::auth {

struct RateSettings {
    double commands_per_min = 120;  // of one person
    double sign_ins_per_min = 5;    // to one account from one address or one known device
    double sign_in_burst = 10;      // ... and so many at once
    // To one account from all unknown devices together, in whichever minute: half of them at once.
    double sign_ins_per_account_min = 10;
    double sign_ins_per_address_min = 30;  // that fail, from one address; twice as many at once
    double sign_ups_per_name_min = 0.3;    // codes that are asked for in one name
    double sign_ups_per_address_min = 3;   // ... from one address
    double feed_reads_per_min = 6;  // of one calendar from one address; ten times as many at once
};

// One try to sign in.
struct SignInTry {
    std::string address;    // the client's
    std::string account{};  // as folded as it is looked up; empty: to none in particular
    std::string device{};   // of a device that signed in to this account before
};

// What a limit says to one request. Where several hold, of those that are not used up the one that
// is the asker's own: what is left of those that others share tells of others.
struct Counted {
    int wait_s = 0;  // 0: it may
    http::Quota quota{};
};

class Rates {
  public:
    explicit Rates(const RateSettings& settings);

    [[nodiscard]] Counted command(PersonId person);
    [[nodiscard]] Counted sign_in(const SignInTry& attempt);
    // One that begins here and is decided elsewhere: to which account, nobody knows yet.
    [[nodiscard]] Counted sign_in_elsewhere(const std::string& address);
    // A code beside a password that was right. Half of it is known then, and six digits are few: as
    // many tries an hour as passwords have a minute.
    [[nodiscard]] Counted second_factor(const SignInTry& attempt);
    // The code was right too.
    void code_was_right(const SignInTry& attempt);
    // A code in the file of a UNIX account: whoever asks may ask in anybody's name.
    [[nodiscard]] Counted sign_up(const std::string& address, const std::string& unix_name);
    // None was left: that was not for whoever has this name to pay.
    void no_code_left(const std::string& unix_name);
    // A calendar that is read by its address: once in a quarter of an hour is usual.
    [[nodiscard]] Counted feed(const std::string& feed, const std::string& address);
    // It was right: a room full of people behind one address is no attack.
    void was_right(const SignInTry& attempt);

  private:
    http::RateLimit commands_, devices_, addresses_, pairs_, accounts_, codes_, sign_ups_, names_,
        feeds_;
};

}  // namespace dibs::auth
