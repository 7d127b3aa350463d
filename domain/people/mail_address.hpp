// The mail addresses that Dibs accepts: those of SMTP without quotes, with one @. They are ASCII
// except for the domain, which is sent in punycode. No character can end an address early. People
// can have only such addresses, so Dibs can send every letter. Pure.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

inline constexpr std::size_t longest_mail_address = 254;  // RFC 5321

[[nodiscard]] bool is_mail_address(std::string_view text);

// The form for SMTP and mail headers: ann@xn--bcher-kva.example. Nothing if the address is invalid.
[[nodiscard]] std::optional<std::string> ascii_mail_address(std::string_view text);

}  // namespace dibs
