// Encoded words are always base64: one rule, and the header is for programs.
#include "ops/react/mail/letter.hpp"

#include "domain/kernel/text.hpp"
#include "domain/log/hash.hpp"
#include "domain/people/mail_address.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

#include <sodium.h>

namespace dibs::mail {
namespace {

constexpr std::size_t longest_line_of_words = 300;  // of a subject or a name, in bytes
constexpr std::size_t longest_subject = 200;
constexpr std::size_t most_references = 20;
constexpr std::size_t fold_at = 76;
constexpr std::size_t bytes_in_a_word = 39;  // 64 encoded: fits behind "Subject: "

bool is_control(char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
}
bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}
bool has_control(std::string_view text) {
    return std::any_of(text.begin(), text.end(), is_control);
}

std::string base64(std::string_view bytes) {
    constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), variant), '\0');
    sodium_bin2base64(text.data(), text.size(),
                      reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), variant);
    text.pop_back();  // the terminating zero
    return text;
}

// The beginning of the character at or before `at`.
std::size_t character_before(std::string_view text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
        --at;
    }
    return at;
}

std::string encoded_words(std::string_view text) {
    std::string words;
    while (!text.empty()) {
        auto size = text.size();
        if (size > bytes_in_a_word) size = character_before(text, bytes_in_a_word);
        if (size == 0) size = std::min(text.size(), bytes_in_a_word);  // not UTF-8
        if (!words.empty()) words += ' ';
        words += "=?UTF-8?B?" + base64(text.substr(0, size)) + "?=";
        text.remove_prefix(size);
    }
    return words;
}

// A subject unchanged where that is safe. Text that looks like an encoded word would be decoded.
std::string unstructured(std::string_view text) {
    if (is_ascii(text) && text.find("=?") == std::string_view::npos) return std::string(text);
    return encoded_words(text);
}

std::string phrase(std::string_view name) {
    if (!is_ascii(name) || name.find("=?") != std::string_view::npos) return encoded_words(name);
    std::string quoted = "\"";
    for (const char c : name) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

std::string written(const Mailbox& box) {
    if (box.name.empty()) return box.address;
    return phrase(box.name) + " <" + box.address + '>';
}

// Breaks the line at blanks, which stay: the next line begins with one. No break after the header's
// name.
std::string folded(std::string_view line) {
    std::string text;
    std::size_t width = std::min(line.find(' ', line.find(' ') + 1), line.size());
    text = line.substr(0, width);
    line.remove_prefix(width);
    while (!line.empty()) {
        const auto next = std::min(line.find(' ', 1), line.size());
        const auto word = line.substr(0, next);
        const bool can_break = word.front() == ' ' && word.size() > 1 && width > 0;
        if (can_break && width + word.size() > fold_at) {
            text += "\r\n";
            width = 0;
        }
        text += word;
        width += word.size();
        line.remove_prefix(next);
    }
    return text;
}

bool goes_out(std::string_view address) {
    return is_ascii(address) && is_mail_address(address);
}

bool is_message_id(std::string_view text) {
    return text.size() > 2 && text.size() <= longest_mail_address && text.front() == '<' &&
           text.back() == '>' && goes_out(text.substr(1, text.size() - 2));
}

std::optional<std::string> fault_in_words(const std::string& what, const std::string& words) {
    if (has_control(words)) return what + " has a line end or another control character";
    if (words.size() > longest_line_of_words) return what + " is longer than 300 bytes";
    return std::nullopt;
}

}  // namespace

std::optional<Mailbox> parse_mailbox(std::string_view text) {
    if (auto address = ascii_mail_address(text)) return Mailbox{*std::move(address)};
    const auto open = text.rfind('<');
    if (open == std::string_view::npos || text.back() != '>') return std::nullopt;
    Mailbox box{std::string(text.substr(open + 1, text.size() - open - 2)),
                std::string(text.substr(0, open))};
    while (box.name.ends_with(' ')) box.name.pop_back();
    auto address = ascii_mail_address(box.address);
    if (!address || fault_in_words("", box.name)) return std::nullopt;
    box.address = *std::move(address);
    return box;
}

std::string message_id(const Mailbox& from, std::string_view about) {
    const auto domain = from.address.substr(from.address.find('@') + 1);
    return "<dibs." + to_hex(bytes_of(hash_of(about))) + '@' + domain + '>';
}

std::string short_subject(std::string subject) {
    if (subject.size() <= longest_subject) return subject;
    subject.resize(character_before(subject, longest_subject));
    return subject + "...";
}

std::optional<std::string> fault_in(const Letter& letter, const Mailbox& from) {
    if (!goes_out(from.address)) return "the sender's address is no mail address";
    if (!goes_out(letter.to.address)) return "the receiver's address is no mail address";
    if (!is_message_id(letter.id)) return "its id is none";
    for (const auto& id : letter.references) {
        if (!is_message_id(id)) return "a reference is no id";
    }
    if (letter.references.size() > most_references) return "it has more than 20 references";
    const auto& url = letter.unsubscribe;
    if (!url.empty() && (!url.starts_with("https://") || has_control(url) || !is_ascii(url) ||
                         url.find_first_of(" <>") != std::string::npos)) {
        return "its way to unsubscribe is no https:// address";
    }
    if (letter.calendar && (letter.calendar->method.empty() ||
                            !std::all_of(letter.calendar->method.begin(),
                                         letter.calendar->method.end(), is_letter_or_digit))) {
        return "its calendar's method is no word";
    }
    if (auto fault = fault_in_words("the subject", letter.subject)) return fault;
    if (auto fault = fault_in_words("the receiver's name", letter.to.name)) return fault;
    return fault_in_words("the sender's name", from.name);
}

std::vector<std::string> head_of(const Letter& letter, const Mailbox& from, Instant now) {
    std::vector<std::string> lines{"Date: " + mail_date(now), folded("From: " + written(from)),
                                   folded("To: " + written(letter.to)),
                                   folded("Subject: " + unstructured(letter.subject)),
                                   "Message-ID: " + letter.id};
    if (!letter.references.empty()) {
        lines.push_back("In-Reply-To: " + letter.references.back());
        std::string all = "References:";
        for (const auto& id : letter.references) all += ' ' + id;
        lines.push_back(folded(all));
    }
    lines.emplace_back("Auto-Submitted: auto-generated");  // suppresses automatic replies
    if (!letter.unsubscribe.empty()) {
        lines.push_back("List-Unsubscribe: <" + letter.unsubscribe + '>');
    }
    return lines;
}

std::string body_of(std::string_view text) {
    std::string body;
    body.reserve(text.size() + text.size() / 32);
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '\r' && at + 1 < text.size() && text[at + 1] == '\n') continue;
        if (c == '\n') {
            body += "\r\n";
        } else {
            body += is_control(c) && c != '\t' ? ' ' : c;
        }
    }
    if (!body.ends_with("\r\n")) body += "\r\n";
    return body;
}

std::string mail_date(Instant at) {
    static constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = std::chrono::floor<std::chrono::days>(at);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(at - day));
    std::array<char, 128> text{};
    std::snprintf(text.data(), text.size(), "%s, %02u %s %04d %02d:%02d:%02d +0000",
                  days[std::chrono::weekday(day).c_encoding()], static_cast<unsigned>(date.day()),
                  months[static_cast<unsigned>(date.month()) - 1], static_cast<int>(date.year()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    return text.data();
}

}  // namespace dibs::mail
