// Domain names with letters beyond ASCII (IDN) in the form for DNS and SMTP: IDNA 2008, RFC 5890 to
// 5892. Each label with such letters becomes punycode (RFC 3492). Does not check what registries
// forbid beyond letters, marks and digits: DNS has no such names. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

// "xn--bcher-kva.example" for "Bücher.example"; ASCII stays unchanged. Nothing if the text is not
// UTF-8, or has characters that no domain name has.
[[nodiscard]] std::optional<std::string> ascii_domain(std::string_view domain);

}  // namespace dibs
