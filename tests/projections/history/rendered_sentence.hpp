// An event's sentence in English, from its JSON and the command's words. And the list of all
// sentences, for comparison.
#pragma once

#include "api/cli/lib/sentence.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/history/history_views.hpp"
#include "projections/history/sentence_keys.hpp"

#include <map>
#include <string>

namespace dibs::test {

inline std::string rendered_sentence(const views::Event& event) {
    return cli::sentence_of(cli::Json::parse(to_json(event)).value());
}

// Key -> the names of its arguments, separated by blanks.
using SentenceForms = std::map<std::string, std::string>;
inline SentenceForms listed_sentences() {
    SentenceForms listed;
    for (const auto& form : projections::sentence_forms) {
        listed.emplace(std::string(form.key), std::string(form.arguments));
    }
    return listed;
}

// The names of its arguments, in order.
inline std::string names_in(const views::Sentence& sentence) {
    std::string names;
    for (const auto& [name, argument] : sentence.arguments) {
        names += (names.empty() ? "" : " ") + name;
    }
    return names;
}

}  // namespace dibs::test
