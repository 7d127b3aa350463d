// The English sentence of an event. The server gives the key and arguments; the words come from
// api/sentences/en.json, which is built in. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string>
#include <string_view>

namespace dibs::cli {

// "ann booked gpu03:0-3". For a key without words (from a newer server): the key, then the
// arguments.
[[nodiscard]] std::string sentence_of(const Json& event);

// "{actor} booked {gpus}", with each {name} replaced by the text of that argument.
[[nodiscard]] std::string fill(std::string_view words, const Json& arguments);

// The whole of api/sentences/en.json.
[[nodiscard]] std::string_view english_words();

}  // namespace dibs::cli
