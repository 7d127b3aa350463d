// Which mail addresses there are to Dibs: those that SMTP takes without quotes, one @, of ASCII but
// for the domain, which goes out in punycode; nothing in them could end them early. People may have
// no other, so that no letter goes to one that is never written to. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

inline constexpr std::size_t longest_mail_address = 254;  // RFC 5321

[[nodiscard]] bool is_mail_address(std::string_view text);

// As SMTP and the head of a mail have it: ann@xn--bcher-kva.example. Nothing: it is none.
[[nodiscard]] std::optional<std::string> ascii_mail_address(std::string_view text);

}  // namespace dibs
