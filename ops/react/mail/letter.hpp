// A letter as a value, and its header by RFC 5322: names and subjects beyond ASCII in encoded
// words, long lines folded, a stable id over repeated sending. Prevents header injection: a text
// with a line end or another control character is rejected. Pure.
#pragma once

#include "domain/kernel/time.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::mail {

struct Mailbox {
    std::string address{};  // "ann@example.org"; ASCII only in a letter
    std::string name{};     // "Ann Example", or empty
    friend bool operator==(const Mailbox&, const Mailbox&) = default;
};

// An invitation, or its cancellation, for calendars (RFC 5545), as iMIP (RFC 6047).
struct CalendarPart {
    std::string text;                // a whole VCALENDAR, with lines that end in \r\n
    std::string method = "REQUEST";  // the METHOD in its text
};

// What a letter says.
struct Words {
    std::string subject{};
    std::string text{};
};

struct Letter {
    Mailbox to{};
    std::string subject{};
    std::string text{};                     // UTF-8; lines end in \n
    std::string id{};                       // message_id() of its occasion
    std::vector<std::string> references{};  // ids of the earlier letters, the oldest first
    std::string unsubscribe{};  // page that turns such letters off: https://…, or empty
    std::optional<CalendarPart> calendar{};
    std::optional<Instant> until{};  // from then on it is stale, and is not sent
    bool urgent = false;             // not delayed by the reader's hourly limit (mail_pace.hpp)
};

// "ann@example.org" or "Ann Example <ann@example.org>"
[[nodiscard]] std::optional<Mailbox> parse_mailbox(std::string_view text);

// "<DIGEST@DOMAIN>": stable for the same `about` (the log, the reactor, the fact, the receiver), so
// that a reader can detect a duplicate. The domain is the sender's.
[[nodiscard]] std::string message_id(const Mailbox& from, std::string_view about);

// Shortens a long subject, between characters.
[[nodiscard]] std::string short_subject(std::string subject);

// The fault, as a sentence with the part and the rule; none: the letter can be sent.
[[nodiscard]] std::optional<std::string> fault_in(const Letter& letter, const Mailbox& from);

// The header lines, without line ends except in folding, and without those about MIME. Needs a
// letter without fault.
[[nodiscard]] std::vector<std::string> head_of(const Letter& letter, const Mailbox& from,
                                               Instant now);

// A text part of a mail: lines that end in \r\n, no control characters except tabs.
[[nodiscard]] std::string body_of(std::string_view text);

// "Wed, 25 Nov 2026 20:06:40 +0000"
[[nodiscard]] std::string mail_date(Instant at);

}  // namespace dibs::mail
