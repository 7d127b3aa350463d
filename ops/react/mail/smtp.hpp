// Sends one letter to the site's mail server and returns the server's answer. Blocks; any thread.
// The server is not trusted: the length of its answers is limited. The call ends within the
// deadlines, or within 200 ms once Dibs stops.
#pragma once

#include "ops/react/mail/letter.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>

namespace dibs::mail {

enum class Tls {
    starttls,  // required, or nothing is sent
    tls,       // from the first byte
    none,
};

struct SmtpSettings {
    std::string server{};
    std::uint16_t port = 587;
    Tls tls = Tls::starttls;
    std::string login{}, password{};  // empty: no login
    Mailbox from{};
    std::filesystem::path ca{};  // trusted instead of the system's; empty: the system's
    std::chrono::milliseconds connect_deadline{10'000};
    std::chrono::milliseconds deadline{30'000};  // of the whole delivery
};

enum class SendStatus {
    sent,         // the server has accepted it
    later,        // temporary: 4xx, no connection, a rejected login
    never,        // permanent: 5xx about the receiver or the content
    interrupted,  // Dibs stops
};
struct Sent {
    SendStatus status = SendStatus::later;
    std::string said{};      // one line: the server's answer, or the reason for none
    bool no_server = false;  // failed before the letter: other letters would fail too
};

[[nodiscard]] Sent send_letter(const Letter& letter, const SmtpSettings& settings, Instant now,
                               const std::atomic<bool>& stopping);

}  // namespace dibs::mail
