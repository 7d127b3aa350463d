// Writes a JSON string: quoted, escaped, with invalid UTF-8 replaced by U+FFFD. Every JSON that
// Dibs writes uses this. Control characters and DEL are escaped, so a terminal can safely show the
// text.
#pragma once

#include <string>
#include <string_view>

namespace dibs {

void append_json_string(std::string& out, std::string_view text);

}  // namespace dibs
