// One letter to the site's mail server, and what the server said of it. Blocks; any thread. The
// server is not trusted: what it says is bounded, and nothing it does holds up longer than the
// deadlines, or 200 ms once Dibs stops.
#pragma once

#include "ops/react/mail/letter.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace dibs::mail {

enum class Tls {
    starttls,  // or nothing is sent
    tls,       // from the first byte
    none,
};

struct SmtpSettings {
    std::string server{};
    std::uint16_t port = 587;
    Tls tls = Tls::starttls;
    std::string login{}, password{};  // empty: none
    Mailbox from{};
    std::filesystem::path ca{};  // trusted in place of the system's; empty: the system's
    std::chrono::milliseconds connect_deadline{10'000};
    std::chrono::milliseconds deadline{30'000};  // of it all
};

enum class SendStatus {
    sent,         // the server has taken it over
    later,        // not now: 4xx, no connection, a login that it does not take
    never,        // it will not have this letter: 5xx about the receiver or the content
    interrupted,  // Dibs stops
};
struct Sent {
    SendStatus status = SendStatus::later;
    std::string said{};      // by the server, or why it could not say anything; one line
    bool no_server = false;  // it did not come to the letter: another one would fare no better
};

[[nodiscard]] Sent send_letter(const Letter& letter, const SmtpSettings& settings, Instant now,
                               const std::atomic<bool>& stopping);

}  // namespace dibs::mail
