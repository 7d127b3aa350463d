// An index over the two tables.
#include "api/time/time_lexicon.hpp"

#include "domain/kernel/edit_distance.hpp"

#include <unordered_map>

namespace dibs::time_phrase {
namespace {

using Index = std::unordered_map<std::string_view, const Entry*>;

Index make_index() {
    Index index;
    for (const auto table : {english_words(), polish_words()}) {
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

// The number of wrong letters; none if the words differ too much.
std::optional<std::size_t> wrong_letters(std::string_view word, std::string_view meant) {
    constexpr std::size_t ending = 2;
    constexpr std::size_t long_word = 8;
    const std::size_t bearable = meant.size() < long_word ? 1 : 2;
    if (word.size() + bearable < meant.size() || word.size() > meant.size() + bearable ||
        word.front() != meant.front() || !word.ends_with(meant.substr(meant.size() - ending))) {
        return std::nullopt;
    }
    const auto wrong = edit_distance(word, meant);
    return wrong <= bearable ? std::optional(wrong) : std::nullopt;
}

// The same day or month in two languages.
bool mean_the_same(const Entry& one, const Entry& other) {
    return one.kind == other.kind && one.value == other.value;
}

}  // namespace

const Entry* find_entry(std::string_view words) {
    const auto found = index().find(words);
    return found == index().end() ? nullptr : found->second;
}

const Entry* find_misspelt(std::string_view word) {
    const Entry* found = nullptr;
    std::optional<std::size_t> nearest;
    for (const auto& [words, entry] : index()) {
        const auto wrong = may_be_misspelt(*entry) ? wrong_letters(word, words) : std::nullopt;
        if (!wrong || (nearest && *wrong > *nearest)) continue;
        const bool same = found != nullptr && mean_the_same(*found, *entry);
        if (!nearest || *wrong < *nearest || (same && words < found->words)) {
            found = entry;
        } else if (!same) {
            found = nullptr;
        }
        nearest = wrong;
    }
    return found;
}

}  // namespace dibs::time_phrase
