// Domain names with letters beyond ASCII (IDN) as DNS and SMTP have them: IDNA 2008, RFC 5890 to
// 5892, each such label in punycode (RFC 3492). What registries forbid beyond letters, marks and
// digits is not checked: DNS knows no such name. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// "xn--bcher-kva.example" of "Bücher.example"; what is ASCII stays as it is. Nothing: it is no
// UTF-8, or has characters that stand in no name.
[[nodiscard]] std::optional<std::string> ascii_domain(std::string_view domain);

}  // namespace dibs
