// Which mail addresses there are to Dibs: those that SMTP takes without quotes, of ASCII, one @;
// nothing in them could end them early. People may have no other, so that no letter goes to one
// that is never written to. Pure.
#pragma once

#include <cstddef>
#include <string_view>

namespace dibs {

inline constexpr std::size_t longest_mail_address = 254;  // RFC 5321

[[nodiscard]] bool is_mail_address(std::string_view text);

}  // namespace dibs
