// The index over the three tables.
#include "api/time/time_lexicon.hpp"

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

}  // namespace

const Entry* find_entry(std::string_view words) {
    static const Index index = make_index();
    const auto found = index.find(words);
    return found == index.end() ? nullptr : found->second;
}

}  // namespace dibs::time_phrase
