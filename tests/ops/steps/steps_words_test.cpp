// Texts of violation steps (ops/react/steps/words.hpp): terminal messages and mails. A text about a
// container whose starter is unknown blames no person. Command lines are shortened for readers who
// may not see them.
#include "ops/react/steps/words.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::steps {
namespace {

// A process of the account `ben` on a GPU that Ann has booked. `starter_unknown`: it runs in a
// container, and its starter is unknown.
About violation_by_ben(bool starter_unknown) {
    About about;
    about.kind = starter_unknown ? violation::Kind::unknown_person : violation::Kind::intruder;
    about.account = "ben";
    about.starter_unknown = starter_unknown;
    if (!starter_unknown) about.person = Someone{test::ben, "Ben"};
    about.owner = Someone{test::ann, "Ann"};
    about.gpu_name = "atlas:0";
    about.since = test::ten;
    about.processes.push_back({test::atlas, 4711, test::ten, "python", {"GPU-a"}});
    return about;
}
bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST(StepsWords, message_about_container_does_not_blame_account_owner) {
    const auto text = message_text(violation_by_ben(true), {}, "");
    EXPECT_FALSE(contains(text, "your process")) << text;
    EXPECT_TRUE(contains(text, "process 4711 runs on atlas:0")) << text;
    EXPECT_TRUE(contains(text, "if you did not start it")) << text;
    EXPECT_FALSE(contains(text, "Nobody on Dibs")) << text;
    EXPECT_TRUE(contains(message_text(violation_by_ben(false), {}, ""), "your process 4711"));
}

TEST(StepsWords, mail_about_container_names_no_person) {
    for (const auto reader : {Reader::owner, Reader::admin}) {
        const auto words = mail_words(violation_by_ben(true), reader, {}, "");
        EXPECT_TRUE(contains(words.text, "Somebody (in a container, as ben)")) << words.text;
        EXPECT_FALSE(contains(words.text, "Ben")) << words.text;
        EXPECT_FALSE(contains(words.subject, "ben")) << words.subject;
    }
    EXPECT_TRUE(
        contains(mail_words(violation_by_ben(false), Reader::owner, {}, "").text, "Ben (ben)"));
}

TEST(StepsWords, mail_to_booking_owner_shortens_command_line) {
    auto about = violation_by_ben(false);
    about.processes[0].command = "python train.py --lr 3";
    EXPECT_FALSE(contains(mail_words(about, Reader::owner, {}, "").text, "--lr"));
    EXPECT_TRUE(
        contains(mail_words(about, Reader::owner, {}, "").text, "python train.py \xE2\x80\xA6"));
    EXPECT_TRUE(contains(mail_words(about, Reader::person, {}, "").text, "--lr 3"));
    EXPECT_TRUE(contains(mail_words(about, Reader::admin, {}, "").text, "--lr 3"));
}

TEST(StepsWords, mail_gives_start_of_process_instead_of_violation) {
    auto about = violation_by_ben(false);
    about.processes[0].started = test::ten - std::chrono::hours(3);
    for (const auto reader : {Reader::person, Reader::owner, Reader::admin}) {
        const auto words = mail_words(about, reader, {}, "");
        EXPECT_TRUE(contains(words.text, "has been running on atlas:0")) << words.text;
        EXPECT_TRUE(
            contains(words.text, "since " + time_text(test::ten - std::chrono::hours(3), {})))
            << words.text;
    }
    about.processes[0].started.reset();
    EXPECT_TRUE(contains(mail_words(about, Reader::owner, {}, "").text,
                         "since " + time_text(test::ten, {})));
}

}  // namespace
}  // namespace dibs::steps
