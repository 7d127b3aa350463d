// Every event type has a file with its stored form, except sealed text: personal text is plain,
// secrets are empty. The files show the form on disks: a failure here means that old logs would be
// read differently. New types get their file with DIBS_WRITE_GOLDEN=1, which never changes an
// existing one. A type that gains an optional member gets a new file; the previous one moves to
// earlier/.
#include "domain/codec/retired_events.hpp"
#include "tests/support/event_types.hpp"
#include "tests/support/one_of_each.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace dibs::test {
namespace {

namespace fs = std::filesystem;

const fs::path golden_folder = fs::path(DIBS_SOURCE_DIR) / "tests/codec/golden";

fs::path file_of(std::string_view type) {
    return golden_folder / (std::string(type) + ".json");
}

std::string golden_content_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    auto content = text.str();
    while (content.ends_with('\n')) content.pop_back();
    return content;
}

TEST(Golden, every_event_type_has_an_example_and_a_file) {
    std::set<std::string> examples;
    for (const auto& e : one_of_each()) {
        examples.emplace(e.type());
        const auto path = file_of(e.type());
        if (std::getenv("DIBS_WRITE_GOLDEN") && !fs::exists(path)) {
            std::ofstream(path, std::ios::binary) << event_json(e) << '\n';
        }
        EXPECT_TRUE(fs::exists(path)) << path;
    }
    EXPECT_EQ(examples, all_event_types());
}

TEST(Golden, every_file_has_an_event_type) {
    for (const auto& entry : fs::directory_iterator(golden_folder)) {
        if (entry.is_directory()) continue;
        const auto type = entry.path().stem().string();
        EXPECT_TRUE(all_event_types().contains(type) || type == retired::GrantGivenV1::type)
            << entry.path();
    }
}

TEST(Golden, retired_event_is_read_in_its_present_form) {
    JsonParser parser;
    const auto read = parse_shown_event(parser, retired::GrantGivenV1::type,
                                        golden_content_of(file_of(retired::GrantGivenV1::type)));
    ASSERT_TRUE(read) << read.error().detail;
    EXPECT_EQ(text_of(*read), text_of(event(given_everything(nth<GrantId>(1)))));
    EXPECT_FALSE(parse_shown_event(parser, retired::GrantGivenV1::type, R"({"id":7})"));
}

TEST(Golden, events_are_stored_as_in_the_files) {
    for (const auto& e : one_of_each()) {
        EXPECT_EQ(event_json(e), golden_content_of(file_of(e.type()))) << e.type();
    }
}

TEST(Golden, earlier_stored_forms_are_read_and_written_back_unchanged) {
    JsonParser parser;
    int files = 0;
    for (const auto& entry : fs::directory_iterator(golden_folder / "earlier")) {
        const auto content = golden_content_of(entry.path());
        const auto read = parse_shown_event(parser, entry.path().stem().string(), content);
        ASSERT_TRUE(read) << entry.path() << ": " << read.error().detail;
        EXPECT_EQ(event_json(*read), content) << entry.path();
        files++;
    }
    EXPECT_GT(files, 0);
}

TEST(Golden, files_are_read_as_their_events) {
    JsonParser parser;
    for (const auto& e : one_of_each()) {
        const auto read = parse_shown_event(parser, e.type(), golden_content_of(file_of(e.type())));
        ASSERT_TRUE(read) << e.type() << ": " << read.error().detail;
        EXPECT_EQ(text_of(*read), text_of(e));
    }
}

}  // namespace
}  // namespace dibs::test
