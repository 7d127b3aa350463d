// The white space that HTTP allows around a value: spaces and tabs (OWS in RFC 9110).
#pragma once

#include <string_view>

namespace dibs::http {

// The text without white space at either end.
[[nodiscard]] inline std::string_view trim_whitespace(std::string_view text) {
    while (text.starts_with(' ') || text.starts_with('\t')) text.remove_prefix(1);
    while (text.ends_with(' ') || text.ends_with('\t')) text.remove_suffix(1);
    return text;
}

}  // namespace dibs::http
