// A JSON string, written: quoted, escaped, invalid UTF-8 replaced by U+FFFD. Every JSON that Dibs
// writes goes through here. Control characters and DEL are escaped, so that a terminal that shows
// the text is safe.
#pragma once

#include <string>
#include <string_view>

namespace dibs {

void append_json_string(std::string& out, std::string_view text);

}  // namespace dibs
