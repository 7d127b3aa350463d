// Two writers at once on one real Kafka topic. In each round the current writer stops itself
// between two records of one command, while more of its bookings are under way. Another writer
// claims, books the same hours and gets answers. Then the first is woken and sends the rest, of
// which nothing may count.
//
// At the end a new reader folds the whole topic and compares it with every answer. DIBS_ROUNDS:
// number of rounds, 100 by default.
#include "tests/fence/two_writers/child.hpp"
#include "tests/support/kafka_broker.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <memory>

#include <gtest/gtest.h>

namespace dibs::two_writers {
namespace {

using namespace std::chrono_literals;

auto* const broker = dynamic_cast<test::KafkaBroker*>(::testing::AddGlobalTestEnvironment(
    new test::KafkaBroker(std::string(DIBS_SOURCE_DIR) + "/ops/dev/kafka")));

class Fight {
  public:
    explicit Fight(std::string program) : program_(std::move(program)) {
        std::signal(SIGPIPE, SIG_IGN);
        EXPECT_EQ(Child(command("create")).finish(), 0);
        holder_ = writer();
    }

    // Returns false if a step failed; gtest has the reason.
    bool round(unsigned number) {
        const auto it = std::to_string(number);
        holder_->say("stop " + it + ' ' + std::to_string(1 + number % 3) + '\n');
        if (!expect(holder_->wait_until_stopped(60s), "the writer stops itself, " + it))
            return false;
        auto next = writer();
        if (!next) return false;
        next->say("book " + it + '\n');
        const bool answered = next->wait_for("answered", 60s);
        // Sometimes sleeps longer than a reader may be away without checking the log again.
        if (number % 25 == 24) std::this_thread::sleep_for(1500ms);
        holder_->wake();
        const bool steps_down = holder_->wait_for("role standby", 60s);
        const bool told_all = holder_->wait_for("answered", 60s);
        end_of(*holder_);
        holder_ = std::move(next);
        return expect(answered, "the second is answered, " + it) &&
               expect(steps_down, "the first steps down, " + it) &&
               expect(told_all, "the first answers what it was asked, " + it);
    }

    // Prints the judge's output and returns the number of violations.
    int judged() {
        if (holder_) end_of(*holder_);
        Child judge(command("judge"));
        for (const auto& answer : answers_) judge.say(answer + '\n');
        judge.end_input();
        const int status = judge.finish();
        for (const auto& line : judge.lines()) std::cout << "    " << line << '\n';
        verdict = judge.lines().empty() ? "" : judge.lines().back();
        return status;
    }

    std::string verdict;

  private:
    static bool expect(bool holds, const std::string& what) {
        EXPECT_TRUE(holds) << what;
        return holds;
    }

    std::vector<std::string> command(const std::string& task) const {
        return {program_, task, broker->address(), topic_};
    }

    std::unique_ptr<Child> writer() {
        auto child = std::make_unique<Child>(command("write"));
        if (!expect(child->wait_for("role writing", 60s), "a writer claims")) return nullptr;
        return child;
    }

    void end_of(Child& child) {
        child.kill();
        child.finish();
        for (const auto& line : child.lines()) {
            const auto verb = line.substr(0, line.find(' '));
            if (verb == "booked" || verb == "group" || verb == "taken") answers_.push_back(line);
        }
    }

    const std::string program_, topic_ = test::fresh_topic_name();
    std::unique_ptr<Child> holder_;
    std::vector<std::string> answers_;
};

unsigned rounds() {
    const char* given = std::getenv("DIBS_ROUNDS");
    return given ? static_cast<unsigned>(std::atoi(given)) : 100;
}

TEST(TwoWriters, records_of_a_deposed_writer_never_count) {
    Fight fight(ZOMBIE_WRITER);
    // Runs as many rounds as fit in two minutes, or the requested number.
    const auto enough = std::chrono::steady_clock::now() + std::chrono::minutes{2};
    for (unsigned number = 0; number < rounds(); ++number) {
        if (!fight.round(number)) break;
        const bool asked = std::getenv("DIBS_ROUNDS") != nullptr;
        if (!asked && number >= 4 && std::chrono::steady_clock::now() > enough) break;
    }
    EXPECT_EQ(fight.judged(), 0);
    EXPECT_EQ(fight.verdict.find(" 0 records ignored"), std::string::npos)
        << "no zombie ever spoke: this proves nothing";
}

TEST(TwoWriters, lenient_fence_makes_the_test_find_violations) {
    Fight fight(ZOMBIE_WRITER_LENIENT);
    fight.round(0);
    EXPECT_EQ(fight.judged(), 1);
    EXPECT_NE(fight.verdict.find(" violations"), std::string::npos) << "the judge did not judge";
}

}  // namespace
}  // namespace dibs::two_writers
