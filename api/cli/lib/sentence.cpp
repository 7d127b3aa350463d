// Finds the words of a key and inserts the arguments. A name without an argument stays. The text of
// an argument is not scanned: a title may have braces.
#include "api/cli/lib/sentence.hpp"

#include <utility>

namespace dibs::cli {
namespace {

std::string told_without_words(const Json& sentence) {
    std::string text = sentence["key"].text();
    const char* between = ": ";
    for (const auto& [name, argument] : sentence["arguments"].members()) {
        text += std::exchange(between, ", ") + argument["text"].text();
    }
    return text;
}

}  // namespace

std::string sentence_of(const Json& event) {
    static const Json english = Json::parse(english_words()).value();
    const auto sentence = event["sentence"];
    const auto words = english[sentence["key"].text()];
    if (!words) return told_without_words(sentence);
    return fill(words.text(), sentence["arguments"]);
}

std::string fill(std::string_view words, const Json& arguments) {
    std::string text;
    while (!words.empty()) {
        const auto open = words.find('{');
        const auto close = words.find('}', open);
        if (close == std::string_view::npos) break;
        const auto argument = arguments[words.substr(open + 1, close - open - 1)];
        text += words.substr(0, open);
        text += argument ? argument["text"].text() : words.substr(open, close - open + 1);
        words.remove_prefix(close + 1);
    }
    return text.append(words);
}

}  // namespace dibs::cli
