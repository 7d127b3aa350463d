// The words for sentences about events, in each language, and the sentence that a client gets.
#include "domain/codec/json_value.hpp"
#include "projections/history/history.hpp"
#include "projections/questions/history.hpp"
#include "tests/projections/history/rendered_sentence.hpp"
#include "tests/projections/store/tables_with.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;

// "host reason" from "{host} is not reachable: {reason}"
std::string names_in(std::string_view words) {
    std::set<std::string> names;
    while (words.find('{') != std::string_view::npos) {
        words.remove_prefix(words.find('{') + 1);
        names.emplace(words.substr(0, words.find('}')));
    }
    std::string text;
    for (const auto& name : names) text += (text.empty() ? "" : " ") + name;
    return text;
}

SentenceForms forms_in(const fs::path& path) {
    std::ifstream in(path);
    const std::string content{std::istreambuf_iterator<char>(in), {}};
    JsonParser parser;
    SentenceForms forms;
    const auto language = parser.parse(content);
    if (!language) throw std::runtime_error(language.error().detail);
    language->for_each_member([&](std::string_view key, const JsonValue& words) {
        forms.emplace(std::string(key), names_in(words.as_string().value()));
        return true;
    });
    return forms;
}

TEST(Sentences, every_language_has_words_for_each_sentence) {
    std::set<std::string> languages;
    for (const auto& file : fs::directory_iterator(fs::path(DIBS_SOURCE_DIR) / "api/sentences")) {
        if (file.path().extension() != ".json") continue;
        languages.insert(file.path().stem());
        EXPECT_EQ(forms_in(file.path()), listed_sentences()) << file.path();
    }
    EXPECT_EQ(languages, (std::set<std::string>{"en", "pl"}));
}

TEST(Sentences, argument_has_id_and_current_name) {
    TablesWith tables;
    tables.sample_site();
    tables.fact(booked(booking(1, ann, {gpu_a, gpu_b}, "11:00", "12:00")), root);
    tables.fact(fleet::HostLost{atlas, "no route"}).fact(rules::RulesChanged{});
    const auto sentence = [&](Position position) {
        return to_json(find_event(tables.ask(), position)->sentence);
    };
    const auto text = [](const auto& id) { return '"' + to_text(id) + '"'; };
    EXPECT_EQ(sentence(15),
              R"({"key":"reservation.booked.for_other","arguments":{"actor":)"
              R"({"kind":"person","text":"root","id":)" +
                  text(root) + R"(},"gpus":{"kind":"gpus","text":"atlas:0-1","ids":[)" +
                  text(gpu_a) + ',' + text(gpu_b) +
                  R"(]},"person":{"kind":"person","text":"ann","id":)" + text(ann) + "}}}");
    EXPECT_EQ(sentence(16),
              R"({"key":"host.lost","arguments":{"host":{"kind":"host","text":"atlas","id":)" +
                  text(atlas) + R"(},"reason":{"kind":"text","text":"no route"}}})");
    EXPECT_EQ(sentence(17),
              R"({"key":"rules.set","arguments":{"actor":{"kind":"text","text":"Dibs"}}})");
}

TEST(Sentences, names_are_current_and_unnamed_people_are_shown_by_id) {
    TablesWith tables;
    tables.sample_site().fact(fleet::HostReached{atlas}).fact(people::SetupCompleted{ann});
    tables.fact(people::SetupCompleted{nth<PersonId>(9)});
    tables.fact(people::PersonAdded{ann, {"Ann Example"}, "ann", people::Role::user, {""}}, root);
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 16)), "Ann Example completed the setup");
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 17)),
              to_text(nth<PersonId>(9)) + " completed the setup");
}

// Another version of Dibs wrote it: it has no sentence, but is not hidden.
TEST(Sentences, unreadable_event_is_shown_by_its_type) {
    TablesWith tables;
    tables.sample_site();
    auto txn = tables.model().facts().write();
    projections::HistoryRow row;
    row.type = "moon.landed.v1";
    row.data = "{}";
    txn.put(Table::history, Key().number(15), pack(row));
    ASSERT_TRUE(txn.commit().has_value());
    EXPECT_EQ(rendered_sentence(*find_event(tables.ask(), 15)), "moon.landed.v1");
}

}  // namespace
}  // namespace dibs::test
