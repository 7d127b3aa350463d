// Device logins: a program starts one and a person approves it in a browser (as OAuth's device
// flow, RFC 8628). The program gets a device code for itself and a short user code for the person,
// who enters it on the page and approves. The program then gets the new token, once. Kept in this
// process only, for ten minutes: a restart loses unfinished logins. The loop's thread owns it.
#pragma once

#include "domain/kernel/context.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/people/people.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

class DeviceLogins {
  public:
    static constexpr Duration lifetime = std::chrono::minutes{10};
    static constexpr std::size_t most = 10'000;
    static constexpr std::size_t most_of_address = 20;

    struct Begun {
        std::string device_code;  // the program's secret
        std::string user_code;    // "BCDF-GHJK": entered by the person
        Instant expires;
    };
    struct Waiting {
        std::string label;  // the program's name for itself
        std::string address;
        Instant expires;
    };
    struct Finished {
        TokenId token;
        std::string secret;
    };
    enum class Progress { unknown, waiting, declined, approved };

    // Empty: too many logins wait, of this address or in all.
    [[nodiscard]] std::optional<Begun> begin(std::string label, std::string address, Instant now);
    // The login that waits under this code, in any spelling; null: none waits.
    [[nodiscard]] const Waiting* find(std::string_view user_code, Instant now);
    // The person's answer, once. False: no login waits under this code.
    bool approve(std::string_view user_code, Finished finished, Instant now);
    bool decline(std::string_view user_code, Instant now);

    struct Answer {
        Progress progress = Progress::unknown;
        std::optional<Finished> finished{};  // set if approved; given once
    };
    [[nodiscard]] Answer take(std::string_view device_code, Instant now);

  private:
    struct Login {
        Waiting waiting;
        std::string user_code;
        Progress progress = Progress::waiting;
        std::optional<Finished> finished{};
    };
    using ByDevice = std::map<people::Digest, Login>;  // keyed by digest of the device code

    void forget(Instant now);
    [[nodiscard]] Login* waiting_under(std::string_view user_code, Instant now);

    ByDevice logins_;
    std::map<std::string, people::Digest, std::less<>> by_user_code_;
};

}  // namespace dibs::auth
