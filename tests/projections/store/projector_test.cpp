// The projector: positions, waiters, listeners, and errors that stop it.
#include "projections/projector.hpp"

#include "domain/log/log_error.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/people.hpp"
#include "tests/projections/store/log_of.hpp"
#include "tests/projections/store/scratch.hpp"
#include "tests/support/passing_log.hpp"
#include "tests/support/sample_site.hpp"

#include <future>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using std::chrono::milliseconds;

const Event enrolled = event(host(atlas, "atlas"));
const Event reached = event(fleet::HostReached{atlas});

class FromLog : public testing::Test {
  protected:
    FromLog() { open("b"); }
    void open(std::string boot) {
        model.reset();
        model = ReadModel::open({.directory = scratch.path(), .boot_id = std::move(boot)}).value();
    }
    // Steps until no more facts come.
    static void settle(Projector& projector) {
        for (int i = 0; i < 100 && projector.step(); ++i) {
        }
    }
    static constexpr Projector::Settings quick{
        .batch = 8192, .wait = milliseconds{1}, .pause = milliseconds{1}};
    static Projector::SteadyClock::time_point in(milliseconds ms) {
        return Projector::SteadyClock::now() + ms;
    }

    Scratch scratch;
    MemoryLog log;
    LogOf writer{log};
    std::unique_ptr<ReadModel> model;
};

TEST_F(FromLog, projected_facts_are_in_the_tables_and_move_the_position) {
    writer.command(ten, {enrolled, reached});
    Projector projector(log, test_keys(), *model, quick);
    settle(projector);
    EXPECT_EQ(projector.position(), 2);
    EXPECT_EQ(model->snapshot(ten).position(), 2);
    EXPECT_EQ(find_host(model->snapshot(ten), atlas)->state, views::HostState::reachable);
    EXPECT_TRUE(projector.status().caught_up);
}

// A log that is written all the time never ends.
TEST_F(FromLog, projector_catches_up_with_the_end_at_its_start) {
    writer.command(ten, {enrolled});
    Projector projector(log, test_keys(), *model, quick);
    EXPECT_FALSE(projector.status().caught_up);
    EXPECT_TRUE(projector.step());
    EXPECT_TRUE(projector.status().caught_up);
}

TEST_F(FromLog, restart_continues_at_the_checkpoint) {
    writer.command(ten, {enrolled});
    {
        Projector first(log, test_keys(), *model, quick);
        settle(first);
    }
    open("b");
    writer.command(ten, {reached});
    Projector second(log, test_keys(), *model, quick);
    EXPECT_EQ(second.position(), 1);
    std::vector<Position> heard;
    second.subscribe([&](const Projector::Batch& batch) {
        for (const auto& fact : *batch) heard.push_back(fact.position);
    });
    settle(second);
    EXPECT_EQ(heard, std::vector<Position>{2});
}

TEST_F(FromLog, power_loss_starts_from_the_first_fact) {
    writer.command(ten, {enrolled});
    {
        Projector first(log, test_keys(), *model, quick);
        settle(first);
    }
    model->facts().close_dirty();
    open("the next boot");
    EXPECT_EQ(model->snapshot(ten).position(), 0);
    Projector second(log, test_keys(), *model, quick);
    settle(second);
    EXPECT_TRUE(find_host(model->snapshot(ten), atlas).has_value());
}

TEST_F(FromLog, listener_finds_its_facts_in_the_tables) {
    Projector projector(log, test_keys(), *model, quick);
    Position seen = 0;
    projector.subscribe([&](const Projector::Batch& batch) {
        seen = model->snapshot(ten).position();
        EXPECT_EQ(batch->back().position, seen);
    });
    writer.command(ten, {enrolled, reached});
    settle(projector);
    EXPECT_EQ(seen, 2);
}

TEST_F(FromLog, command_is_projected_whole_or_not_at_all) {
    std::vector<Event> both{enrolled, reached};
    Projector projector(log, test_keys(), *model,
                        {.batch = 1, .wait = milliseconds{1}, .pause = milliseconds{1}});
    std::vector<std::size_t> sizes;
    projector.subscribe([&](const Projector::Batch& batch) { sizes.push_back(batch->size()); });
    writer.command(ten, both);
    for (int i = 0; i < 10; ++i) projector.step();
    EXPECT_EQ(sizes, std::vector<std::size_t>{2});
}

TEST_F(FromLog, waiter_is_called_at_its_position_or_deadline) {
    Projector projector(log, test_keys(), *model, quick);
    std::vector<std::string> calls;
    const auto note = [&](std::string name) {
        return [&calls, name](bool there) { calls.push_back(name + (there ? " yes" : " no")); };
    };
    projector.when_reached(0, in(milliseconds{0}), note("past"));
    EXPECT_EQ(calls, std::vector<std::string>{"past yes"}) << "at once";
    projector.when_reached(1, in(std::chrono::minutes{1}), note("one"));
    projector.when_reached(99, in(std::chrono::minutes{1}), note("far"));
    writer.command(ten, {enrolled});
    settle(projector);
    EXPECT_EQ(calls, (std::vector<std::string>{"past yes", "one yes"}));
    projector.stop();
    EXPECT_EQ(calls.back(), "far no");
}

TEST_F(FromLog, thread_wakes_for_records_and_deadlines) {
    Projector projector(log, test_keys(), *model, quick);
    projector.start();
    writer.command(ten, {enrolled});
    EXPECT_TRUE(projector.wait_for(1, in(std::chrono::seconds{60})));
    EXPECT_FALSE(projector.wait_for(2, in(milliseconds{5})));
    std::promise<bool> tables;
    projector.when_reached(2, in(milliseconds{5}), [&](bool there) { tables.set_value(there); });
    EXPECT_FALSE(tables.get_future().get());
    projector.stop();
    EXPECT_FALSE(projector.wait_for(2, in(std::chrono::seconds{60}))) << "not after its end";
}

TEST_F(FromLog, cut_log_stops_the_projector_with_a_reason) {
    writer.command(ten, {enrolled});
    Projector projector(log, test_keys(), *model, quick);
    settle(projector);
    log.cut(1);
    log.interrupt();
    for (int i = 0; i < 5; ++i) projector.step();
    EXPECT_TRUE(projector.status().stopped);
    EXPECT_FALSE(projector.status().answers);
    EXPECT_NE(projector.status().error.find("offset"), std::string::npos)
        << projector.status().error;
    EXPECT_EQ(projector.position(), 1) << "what was there is still shown";
}

// A log that cannot confirm now whether it holds the records that were read.
class AilingLog : public PassingLog {
  public:
    using PassingLog::PassingLog;
    LogResult<std::optional<std::string>> at(Offset offset) override {
        if (ill) return log_error(*ill, "the log is ill");
        return PassingLog::at(offset);
    }
    std::optional<LogError::Kind> ill;
};

TEST_F(FromLog, unavailable_log_keeps_answers_and_shows_their_age) {
    AilingLog ailing(log);
    writer.command(ten, {enrolled});
    Projector projector(ailing, test_keys(), *model, quick);
    settle(projector);
    EXPECT_EQ(projector.age(), std::nullopt);
    ailing.ill = LogError::Kind::unavailable;
    log.interrupt();
    projector.step();
    EXPECT_EQ(projector.status().error, "the log is ill");
    EXPECT_TRUE(projector.status().answers);
    EXPECT_NE(projector.age(), std::nullopt);
    ailing.ill.reset();
    writer.command(ten, {reached});
    for (int i = 0; i < 5; ++i) projector.step();
    EXPECT_EQ(projector.position(), 2);
    EXPECT_EQ(projector.status().error, "");
    EXPECT_EQ(projector.age(), std::nullopt);
}

TEST_F(FromLog, lost_log_stops_answers_until_it_is_back) {
    AilingLog ailing(log);
    writer.command(ten, {enrolled});
    Projector projector(ailing, test_keys(), *model, quick);
    settle(projector);
    ailing.ill = LogError::Kind::gone;
    log.interrupt();
    projector.step();
    EXPECT_FALSE(projector.status().answers);
    EXPECT_FALSE(projector.status().stopped);
    ailing.ill.reset();
    for (int i = 0; i < 5; ++i) projector.step();
    EXPECT_TRUE(projector.status().answers);
    EXPECT_EQ(projector.status().error, "");
}

TEST_F(FromLog, unknown_event_type_stops_the_projector_and_is_named) {
    writer.command(ten, {enrolled});
    writer.raw(ten, "host.dreamt.v1", "{}");
    Projector projector(log, test_keys(), *model, quick);
    settle(projector);
    EXPECT_TRUE(projector.status().stopped);
    EXPECT_NE(projector.status().error.find("host.dreamt.v1"), std::string::npos);
    EXPECT_EQ(model->snapshot(ten).position(), 0) << "nothing of that batch";
}

TEST_F(FromLog, sealed_text_is_stored_decrypted_in_the_tables) {
    writer.command(
        ten,
        {event(people::PersonAdded{ann, {"Ann Example"}, "ann", people::Role::user, {"a-hash"}})});
    Projector projector(log, test_keys(), *model, quick);
    settle(projector);
    EXPECT_EQ(person_name(model->snapshot(ten), ann).value, "Ann Example");
    EXPECT_EQ(password_hash_of(model->snapshot(ten), ann)->value, "a-hash");
    auto cursor = log.open_cursor(before_first).value();
    const auto batch = cursor->next(100, milliseconds{0}).value();
    ASSERT_FALSE(batch.entries.empty());
    for (const auto& entry : batch.entries) {
        EXPECT_EQ(entry.record.find("Ann Example"), std::string::npos) << entry.record;
        EXPECT_EQ(entry.record.find("a-hash"), std::string::npos) << entry.record;
    }
}

TEST_F(FromLog, foreign_key_file_stops_the_projector_with_a_reason) {
    writer.command(ten, {enrolled, event(people::PasswordChanged{ann, {"a-hash"}})});
    const auto others = Keys::in_memory();
    Projector projector(log, *others, *model, quick);
    settle(projector);
    EXPECT_TRUE(projector.status().stopped);
    EXPECT_NE(projector.status().error.find("key file"), std::string::npos)
        << projector.status().error;
}

TEST_F(FromLog, text_of_a_deleted_key_is_empty) {
    const auto keys = Keys::in_memory();
    MemoryLog other;
    LogOf(other, *keys)
        .command(ten, {event(person(ann, "ann", people::Role::user)),
                       event(person(ben, "ben", people::Role::user))});
    ASSERT_TRUE(keys->erase(ann));
    Projector projector(other, *keys, *model, quick);
    settle(projector);
    EXPECT_EQ(projector.status().error, "");
    EXPECT_EQ(person_name(model->snapshot(ten), ann).value, "");
    EXPECT_EQ(person_name(model->snapshot(ten), ben).value, "ben");
}

}  // namespace
}  // namespace dibs::test
