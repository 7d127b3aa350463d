// An event's sentence as people read it: through its JSON and the command's English words. And the
// list of all sentences, to hold others to.
#pragma once

#include "api/cli/lib/sentence.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/history/history_views.hpp"
#include "projections/history/sentence_keys.hpp"

#include <map>
#include <string>

namespace dibs::test {

inline std::string told(const views::Event& event) {
    return cli::sentence_of(cli::Json::parse(to_json(event)).value());
}

// Key -> the names of what stands in it, a blank between them.
using SentenceForms = std::map<std::string, std::string>;
inline SentenceForms listed_sentences() {
    SentenceForms listed;
    for (const auto& form : projections::sentence_forms) {
        listed.emplace(std::string(form.key), std::string(form.arguments));
    }
    return listed;
}

// Of its arguments, in order.
inline std::string names_in(const views::Sentence& sentence) {
    std::string names;
    for (const auto& [name, argument] : sentence.arguments) {
        names += (names.empty() ? "" : " ") + name;
    }
    return names;
}

}  // namespace dibs::test
