// Sign-ins that a program begins and a person finishes in a browser (as OAuth's device flow,
// RFC 8628): the program gets a long code for itself and a short one for the person, who types that
// into the page and says yes; then the program is given the token that was made for it, once. Kept
// in this process alone, for ten minutes: a restart loses what nobody had finished. The loop's
// thread owns it.
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
        std::string device_code;  // the program's own
        std::string user_code;    // "BCDF-GHJK": for a person to type
        Instant expires;
    };
    struct Waiting {
        std::string label;  // what the program calls itself
        std::string address;
        Instant expires;
    };
    struct Finished {
        TokenId token;
        std::string secret;
    };
    enum class Progress { unknown, waiting, declined, approved };

    // Nothing: too many wait, of this address or at all.
    [[nodiscard]] std::optional<Begun> begin(std::string label, std::string address, Instant now);
    // What waits under this code, however it is typed; null: nothing (any more).
    [[nodiscard]] const Waiting* find(std::string_view user_code, Instant now);
    // The person's answer, once. False: nothing waits under it.
    bool approve(std::string_view user_code, Finished finished, Instant now);
    bool decline(std::string_view user_code, Instant now);

    struct Answer {
        Progress progress = Progress::unknown;
        std::optional<Finished> finished{};  // if approved: now, and never again
    };
    [[nodiscard]] Answer take(std::string_view device_code, Instant now);

  private:
    struct Login {
        Waiting waiting;
        std::string user_code;
        Progress progress = Progress::waiting;
        std::optional<Finished> finished{};
    };
    using ByDevice = std::map<people::Digest, Login>;  // of the device's code

    void forget(Instant now);
    [[nodiscard]] Login* waiting_under(std::string_view user_code, Instant now);

    ByDevice logins_;
    std::map<std::string, people::Digest, std::less<>> by_user_code_;
};

}  // namespace dibs::auth
