// Programs of the site in their threads: their reports, and how they end.
#include "ops/react/site_hooks.hpp"

#include "domain/log/cloudevent.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/record_maker.hpp"

#include <algorithm>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using Steady = std::chrono::steady_clock;

// Receives the reports: answers at once, or when the test asks for it.
class HookReports : public CommandHandler {
  public:
    void submit(Envelope envelope, OnReply on_reply) override {
        const std::lock_guard lock(mutex_);
        reports_.push_back(get<effect::Report>(envelope.command));
        if (answers_) {
            on_reply(Done{});
        } else {
            waiting_.push_back(std::move(on_reply));
        }
        came_.notify_all();
    }
    void hold_answers() { answers_ = false; }
    void refuse_all() {
        for (const auto& on_reply : waiting_) on_reply(refuse(Code::unavailable, "", "stopping"));
    }
    // The reports, once there are `count`.
    std::vector<effect::Report> wait_for(std::size_t count) {
        std::unique_lock lock(mutex_);
        came_.wait_for(lock, 60s, [&] { return reports_.size() >= count; });
        return reports_;
    }

  private:
    std::mutex mutex_;
    std::condition_variable came_;
    bool answers_ = true;
    std::vector<effect::Report> reports_;
    std::vector<OnReply> waiting_;
};

class SiteHooksTest : public ::testing::Test {
  protected:
    SiteHooksTest() {
        std::string name = (fs::canonical(fs::temp_directory_path()) / "dibs-XXXXXX").string();
        folder = mkdtemp(name.data());
        append(log, pen.created());
        append(log, pen.claim("one"));
        spdlog::set_level(spdlog::level::off);  // hides expected failures
    }
    ~SiteHooksTest() override {
        spdlog::set_level(spdlog::level::info);
        fs::remove_all(folder);
    }

    // The log already has its effect.watched.
    std::unique_ptr<Reactors> started(std::vector<std::string> run) {
        watch(std::move(run));
        return again();
    }
    void watch(std::vector<std::string> run) {
        hook.run = std::move(run);
        append(log, pen.command({Event{effect::Event{effect::Watched{name_of(hook)}}}}));
    }
    [[nodiscard]] Reaction reaction() const {
        return program_reaction(hook, {test_keys(), source});
    }
    std::unique_ptr<Reactors> again() { return running({reaction()}); }
    std::unique_ptr<Reactors> running(std::vector<Reaction> reactions) {
        auto hooks = std::make_unique<Reactors>(
            ReactorParts{log, reports, [] { return 1; }, [] { return some_time; }, folder, source},
            std::move(reactions));
        hooks->start();
        return hooks;
    }
    void say() { append(log, pen.command({Event{answer::Event{answer::Nothing{"test"}}}})); }

    const std::string source = cloud_event_source("the-log");
    fs::path folder;
    MemoryLog log;
    RecordMaker pen;
    HookReports reports;
    ConfiguredHook hook{.event = "command.*", .run = {}};
};

TEST_F(SiteHooksTest, program_writable_by_others_is_not_run) {
    const auto tell = folder / "tell";
    std::ofstream(tell) << "#!/bin/sh\ntouch " << (folder / "ran").string() << '\n';
    fs::permissions(tell, fs::perms{0777});
    const auto hooks = started({tell.string()});
    say();
    const auto said = reports.wait_for(1);
    ASSERT_EQ(said.size(), 1U);
    EXPECT_EQ(said[0].outcome, effect::Outcome::failed);
    EXPECT_EQ(said[0].detail,
              "it is not run: " + tell.string() + " can be written by everyone: chmod go-w");
    EXPECT_FALSE(fs::exists(folder / "ran"));
}

// The log is older than the checkpoint, as after a restore from a backup.
TEST_F(SiteHooksTest, replaced_log_is_read_from_the_beginning) {
    hook.run = {"/bin/true"};
    const CheckpointFile file(folder, name_of(hook));
    file.save({.log_id = "the-log",
               .position = 700,
               .fence = {.epoch = 9, .seq = 5},
               .last_record = Anchor{.offset = 900}});
    const auto hooks = started({"/bin/true"});
    say();
    const auto said = reports.wait_for(1);
    ASSERT_EQ(said.size(), 1U);
    EXPECT_EQ(said[0].outcome, effect::Outcome::done);
    EXPECT_EQ(said[0].position, 2);
}

TEST_F(SiteHooksTest, each_of_several_hooks_runs_for_each_fact) {
    std::vector<Reaction> reactions;
    for (const auto* word : {"one", "two", "three"}) {
        watch({"/bin/true", word});
        reactions.push_back(reaction());
    }
    const auto hooks = running(std::move(reactions));
    for (int i = 0; i < 2; ++i) say();
    std::multiset<Position> done;
    for (const auto& report : reports.wait_for(6)) done.insert(report.position);
    EXPECT_EQ(done, (std::multiset<Position>{4, 4, 4, 5, 5, 5}));
}

TEST_F(SiteHooksTest, stop_interrupts_hanging_program_and_next_start_repeats_it) {
    const auto hooks = started({"/bin/sh", "-c", "[ -e \"$1\" ] || { : > \"$1\"; sleep 60; }",
                                "tell", (folder / "begun").string()});
    say();
    const auto patience = Steady::now() + 20s;
    while (!fs::exists(folder / "begun") && Steady::now() < patience) {
        std::this_thread::sleep_for(5ms);
    }
    const auto begin = Steady::now();
    hooks->stop();
    EXPECT_LT(Steady::now() - begin, 5s);
    EXPECT_TRUE(reports.wait_for(0).empty()) << "that Dibs stops says nothing about the program";
    const auto others = again();
    const auto said = reports.wait_for(1);
    ASSERT_EQ(said.size(), 1U);
    EXPECT_EQ(said[0].outcome, effect::Outcome::done);
    EXPECT_EQ(said[0].attempt, 1);
}

TEST_F(SiteHooksTest, hooks_stop_after_the_command_handler_has_stopped) {
    reports.hold_answers();
    const auto hooks = started({"/bin/true"});
    say();
    ASSERT_EQ(reports.wait_for(1).size(), 1U);
    hooks->request_stop();
    reports.refuse_all();
    hooks->stop();
    EXPECT_EQ(reports.wait_for(1).size(), 1U);
}

}  // namespace
}  // namespace dibs::test
