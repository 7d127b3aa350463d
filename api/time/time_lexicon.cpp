// The index over the three tables.
#include "api/time/time_lexicon.hpp"

#include "domain/edit_distance.hpp"

#include <algorithm>
#include <unordered_map>

namespace dibs::time_phrase {
namespace {

using Index = std::unordered_map<std::string_view, const Entry*>;

Index make_index() {
    Index index;
    for (const auto table : {english_words(), polish_words(), german_words()}) {
        for (const auto& entry : table) index.emplace(entry.words, &entry);
    }
    return index;
}

const Index& index() {
    static const Index one = make_index();
    return one;
}

bool may_be_misspelt(const Entry& entry) {
    constexpr std::size_t least_letters = 6;
    if (entry.or_kind) return false;
    switch (entry.kind) {
        case Kind::weekday:
        case Kind::month:
        case Kind::day:
        case Kind::part:
        case Kind::twelve:
        case Kind::weekend:
            return entry.words.size() >= least_letters;
        default:
            return false;
    }
}

// How many letters are wrong; more than `bearable` if it is not that word.
std::size_t wrong_letters(std::string_view word, std::string_view meant, std::size_t bearable) {
    constexpr std::size_t ending = 2;
    const auto far = bearable + 1;
    if (word.size() + bearable < meant.size() || word.size() > meant.size() + bearable) return far;
    if (word.front() != meant.front() || !word.ends_with(meant.substr(meant.size() - ending))) {
        return far;
    }
    return std::min(edit_distance(word, meant), far);
}

}  // namespace

const Entry* find_entry(std::string_view words) {
    const auto found = index().find(words);
    return found == index().end() ? nullptr : found->second;
}

const Entry* find_misspelt(std::string_view word) {
    constexpr std::size_t long_word = 8;
    constexpr std::size_t nothing = 3;
    const Entry* found = nullptr;
    std::size_t nearest = nothing;
    for (const auto& [words, entry] : index()) {
        if (word.empty() || !may_be_misspelt(*entry)) continue;
        const std::size_t bearable = words.size() < long_word ? 1 : 2;
        const auto wrong = wrong_letters(word, words, bearable);
        if (wrong > bearable || wrong > nearest) continue;
        const bool same = found != nullptr && found->kind == entry->kind &&
                          found->value == entry->value;  // one month in two languages
        if (wrong < nearest || (same && words < found->words)) {
            found = entry;
        } else if (!same) {
            found = nullptr;
        }
        nearest = wrong;
    }
    return found;
}

}  // namespace dibs::time_phrase
