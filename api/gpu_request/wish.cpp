// Small tables of words in two languages; api/time knows which words are about time.
#include "api/gpu_request/wish.hpp"

#include "api/time/time_lexicon.hpp"
#include "api/time/time_text.hpp"
#include "domain/kernel/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace dibs::gpu_request {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t longest_title = 100;

// Before a host, in a request for the whole host: "the whole gpu01".
constexpr std::array places{"on"sv, "na"sv};
constexpr std::array wholes{"whole"sv, "entire"sv, "all"sv, "caly"sv, "cala"sv};
constexpr std::array around_wholes{"of"sv, "the"sv};
// In the form of the time grammar: lower case, no diacritics.
constexpr std::array openings{
    "hi"sv,     "hello"sv,     "hey"sv,        "dibs"sv,       "please"sv,       "pls"sv,
    "kindly"sv, "i"sv,         "i'd"sv,        "i'm"sv,        "we"sv,           "we'd"sv,
    "we're"sv,  "you"sv,       "need"sv,       "needs"sv,      "want"sv,         "wanna"sv,
    "would"sv,  "like"sv,      "love"sv,       "have"sv,       "get"sv,          "give"sv,
    "me"sv,     "us"sv,        "can"sv,        "could"sv,      "reserve"sv,      "book"sv,
    "find"sv,   "grab"sv,      "use"sv,        "looking"sv,    "take"sv,         "some"sv,
    "prosze"sv, "poprosze"sv,  "potrzeba"sv,   "potrzebuje"sv, "potrzebujemy"sv, "chce"sv,
    "chcemy"sv, "chcialbym"sv, "chcialabym"sv, "rezerwuj"sv,   "zarezerwuj"sv,   "znajdz"sv,
    "daj"sv,    "mi"sv,        "nam"sv};
// Dropped anywhere.
constexpr std::array polite{"please"sv, "pls"sv,    "plz"sv,      "thanks"sv,
                            "thank"sv,  "you"sv,    "thx"sv,      "cheers"sv,
                            "kindly"sv, "prosze"sv, "dziekuje"sv, "dzieki"sv};
// Before a purpose. The last two also precede times: "na jutro", "do 17".
constexpr std::array purposes{"for"sv, "dla"sv, "na"sv, "do"sv};
constexpr std::size_t plain_purposes = 2;
constexpr std::array owned{"my"sv,     "our"sv,     "moj"sv,   "moja"sv, "moje"sv,
                           "mojego"sv, "mojej"sv,   "moich"sv, "nasz"sv, "nasza"sv,
                           "nasze"sv,  "naszego"sv, "naszej"sv};
constexpr std::array articles{"the"sv, "a"sv, "an"sv, "some"sv};

// Empty if it is not a single word: "9-17".
std::string normal(std::string_view word) {
    auto split = time_phrase::split_words(without_stop(word));
    return split && split->words.size() == 1 ? std::move(split->words[0]) : std::string();
}

// Whether a word about time is at `at`, or an entry of at least `least` words: "rest of the day".
bool says_time(const std::vector<Word>& words, std::size_t at, std::size_t least = 1) {
    const auto& first = words[at].text;
    const auto digit = first[0] == '-' ? first.substr(1, 1) : first.substr(0, 1);  // "for -3h"
    if (digit.find_first_of("0123456789") == 0 || first[0] == '@') return true;
    std::string joined;
    for (std::size_t count = 1; count <= time_phrase::most_words; ++count) {
        if (at + count > words.size()) return false;
        const auto word = normal(words[at + count - 1].text);
        if (word.empty()) return false;
        joined += (count == 1 ? "" : " ") + word;
        if (count >= least && time_phrase::find_entry(joined) != nullptr) return true;
        if (count == 1 && least == 1 && time_phrase::find_misspelt(joined) != nullptr) return true;
    }
    return false;
}

// The first word of the purpose after "for"; none if a time follows.
std::optional<std::size_t> purpose_at(const std::vector<Word>& words, std::size_t at) {
    const auto found = std::find(purposes.begin(), purposes.end(), normal(words[at].text));
    if (found == purposes.end() || at + 1 == words.size()) return std::nullopt;
    const auto next = normal(words[at + 1].text);
    const bool mine = among(owned, next);
    if (!mine && found - purposes.begin() >= static_cast<std::ptrdiff_t>(plain_purposes)) {
        return std::nullopt;
    }
    const bool article = among(articles, next);
    if (!mine && says_time(words, at + 1, article ? 2 : 1)) return std::nullopt;
    const auto begin = at + (mine || article ? 2 : 1);
    if (begin >= words.size() || says_time(words, begin)) return std::nullopt;
    return begin;
}

}  // namespace

std::size_t opening_words(std::span<const Word> words, const KnownGpus& known) {
    const auto opens = [&](const Word& word) {
        return known.of_host(word.text) == nullptr && among(openings, normal(word.text));
    };
    const auto first = std::find_if_not(words.begin(), words.end(), opens);
    return static_cast<std::size_t>(first - words.begin());
}

std::size_t opening_words_behind(std::span<const Word> words) {
    std::size_t count = 0;
    while (count < words.size()) {
        const auto word = normal(words[words.size() - 1 - count].text);
        if (!among(openings, word) && (count > 0 || word != "for")) break;
        ++count;
    }
    return count;
}

std::size_t words_before_host(std::span<const Word> words) {
    std::size_t count = 0;
    bool says_so = false;
    for (; count < words.size(); ++count) {
        const auto word = normal(words[words.size() - 1 - count].text);
        const bool says = among(places, word) || among(wholes, word);
        if (!says && !among(around_wholes, word)) break;
        says_so = says_so || says;
    }
    return says_so ? count : 0;
}

std::optional<int> count_in_words(std::string_view word) {
    constexpr int hundredths = 100;
    if (word.empty() || std::isdigit(static_cast<unsigned char>(word[0])) != 0) return std::nullopt;
    const auto* entry = time_phrase::find_entry(normal(word));
    if (entry == nullptr || entry->kind != time_phrase::Kind::count) return std::nullopt;
    if (entry->value < hundredths || entry->value % hundredths != 0) return std::nullopt;
    return entry->value / hundredths;
}

std::string take_purpose(std::vector<Word>& words) {
    std::erase_if(words, [](const Word& word) { return among(polite, normal(word.text)); });
    for (std::size_t at = 0; at < words.size(); ++at) {
        const auto begin = purpose_at(words, at);
        if (!begin) continue;
        std::size_t end = *begin;
        std::string title;
        for (; end < words.size() && !says_time(words, end); ++end) {
            title += (title.empty() ? "" : " ") + words[end].text;
        }
        if (characters_of(title) > longest_title) return {};
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at),
                    words.begin() + static_cast<std::ptrdiff_t>(end));
        return title;
    }
    return {};
}

}  // namespace dibs::gpu_request
