// The sentence about an event, in English: the server gives its key and what stands in it, the
// words come from api/sentences/en.json, which is built into the command. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <string>
#include <string_view>

namespace dibs::cli {

// "ann booked gpu03:0-3". A server newer than this command may tell what it has no words for: then
// the key, and behind it what stands in the sentence.
[[nodiscard]] std::string sentence_of(const Json& event);

// "{actor} booked {gpus}" with each {name} replaced by that argument's text.
[[nodiscard]] std::string fill(std::string_view words, const Json& arguments);

// The whole of api/sentences/en.json.
[[nodiscard]] std::string_view english_words();

}  // namespace dibs::cli
