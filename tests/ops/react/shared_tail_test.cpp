// Readers of one log that share its reading: who reads, who misses nothing, and who finds a loss.
#include "ops/react/shared_tail.hpp"

#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/passing_log.hpp"
#include "tests/support/record_maker.hpp"

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using Bodies = std::vector<std::string>;

// Counts what its cursors read.
class CountingLog : public PassingLog {
  public:
    using PassingLog::PassingLog;

    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override {
        auto cursor = PassingLog::open_cursor(after);
        if (!cursor) return cursor;
        ++cursors;
        return std::make_unique<Cursor>(*this, std::move(*cursor));
    }

    std::atomic<int> cursors{0};
    std::atomic<int> calls{0};  // begun
    std::atomic<std::size_t> records{0};

  private:
    class Cursor : public LogCursor {
      public:
        Cursor(CountingLog& log, std::unique_ptr<LogCursor> cursor)
            : log_(log), cursor_(std::move(cursor)) {}
        LogResult<Batch> next(std::size_t max, std::chrono::milliseconds wait) override {
            ++log_.calls;
            auto batch = cursor_->next(max, wait);
            if (batch) log_.records += batch->entries.size();
            return batch;
        }
        void seek(Offset after) override { cursor_->seek(after); }

      private:
        CountingLog& log_;
        std::unique_ptr<LogCursor> cursor_;
    };
};

// A reader with the bodies of the facts that it was given.
class Follower {
  public:
    explicit Follower(SharedTail& shared, Checkpoint from = {})
        : reader_(shared, std::move(from)) {}

    LogResult<std::size_t> next(std::chrono::milliseconds wait = 0ms) {
        return reader_.next(wait, [this](const Accepted& accepted) {
            if (accepted.position > 0) facts.emplace_back(accepted.view().body);
        });
    }
    // Until it has nothing to read, twice: it joins the others with the call after the last record.
    void catch_up() {
        for (int quiet = 0; quiet < 2;) {
            const auto read = next();
            ASSERT_TRUE(read) << read.error().text;
            quiet = *read == 0 ? quiet + 1 : 0;
        }
        EXPECT_TRUE(reader_.is_at_end());
    }
    [[nodiscard]] const Checkpoint& checkpoint() const { return reader_.checkpoint(); }
    [[nodiscard]] bool is_at_end() const { return reader_.is_at_end(); }

    Bodies facts;

  private:
    ReactorReader reader_;
};

// A log with its first record, one claim, and the command "a".
class SharedTailTest : public ::testing::Test {
  protected:
    SharedTailTest() {
        append(memory_, pen_.created());
        append(memory_, pen_.claim("one"));
        say("a");
    }
    void say(const std::string& body) { append(memory_, pen_.command(Bodies{body})); }
    std::deque<Follower> caught_up(std::size_t count) {
        std::deque<Follower> readers;
        for (std::size_t i = 0; i < count; ++i) readers.emplace_back(shared_).catch_up();
        return readers;
    }
    // Replaces the newest `count` records by others.
    void replace(std::size_t count, const Bodies& bodies, RecordMaker pen) {
        memory_.cut(count);
        for (const auto& body : bodies) append(memory_, pen.command(Bodies{body}));
    }

    MemoryLog memory_{MemoryLog::Numbering{.first = 3, .stride = 7}};
    CountingLog log_{memory_};
    RecordMaker pen_;
    SharedTail shared_{log_};
};

TEST_F(SharedTailTest, new_records_are_read_once_for_all_readers) {
    auto readers = caught_up(4);
    const auto cursors = log_.cursors.load();
    log_.records = 0;
    for (const auto* body : {"b", "c", "d"}) {
        say(body);
        for (auto& reader : readers) EXPECT_EQ(reader.next(), 1U);
    }
    EXPECT_EQ(log_.records.load(), 3U);
    EXPECT_EQ(log_.cursors.load(), cursors);
    for (const auto& reader : readers) EXPECT_EQ(reader.facts, (Bodies{"a", "b", "c", "d"}));
}

TEST_F(SharedTailTest, reader_behind_the_kept_batches_catches_up_and_joins) {
    for (int i = 0; i < 2500; ++i) say("old");
    Follower first(shared_);
    first.catch_up();
    Follower late(shared_);
    EXPECT_EQ(late.next(), 1000U);
    EXPECT_FALSE(late.is_at_end());
    late.catch_up();
    EXPECT_EQ(late.facts, first.facts);
    const auto cursors = log_.cursors.load();
    say("b");
    first.catch_up();
    log_.records = 0;
    late.catch_up();
    EXPECT_EQ(log_.records.load(), 0U);
    EXPECT_EQ(log_.cursors.load(), cursors);
    EXPECT_EQ(late.facts.back(), "b");
}

TEST_F(SharedTailTest, reader_within_a_kept_batch_takes_the_rest_of_it) {
    Follower first(shared_);
    first.catch_up();
    say("b");
    Tail before(memory_, {});
    ASSERT_TRUE(before.next(100, 0ms));
    say("c");
    say("d");
    EXPECT_EQ(first.next(), 3U);
    const auto cursors = log_.cursors.load();
    Follower second(shared_, before.checkpoint());
    EXPECT_EQ(second.next(), 2U);
    EXPECT_EQ(second.facts, (Bodies{"c", "d"}));
    EXPECT_EQ(second.checkpoint(), first.checkpoint());
    EXPECT_EQ(log_.cursors.load(), cursors);
}

TEST_F(SharedTailTest, reader_ahead_of_the_kept_batches_reads_for_all) {
    Follower slow(shared_);
    slow.catch_up();
    say("b");
    Follower quick(shared_);
    quick.catch_up();
    const auto cursors = log_.cursors.load();
    log_.records = 0;
    say("c");
    quick.catch_up();
    slow.catch_up();
    EXPECT_EQ(log_.records.load(), 1U);
    EXPECT_EQ(log_.cursors.load(), cursors);
    EXPECT_EQ(quick.facts, (Bodies{"a", "b", "c"}));
    EXPECT_EQ(slow.facts, quick.facts);
}

TEST_F(SharedTailTest, slow_reader_misses_nothing_and_keeps_no_memory) {
    constexpr std::size_t most = 10'000;
    SharedTail shared(log_, most);
    Follower slow(shared), quick(shared);
    slow.catch_up();
    quick.catch_up();
    for (int i = 0; i < 300; ++i) {
        say(std::to_string(i));
        EXPECT_EQ(quick.next(), 1U);
        EXPECT_LE(shared.kept_bytes(), most);
    }
    EXPECT_GT(shared.kept_bytes(), most / 2);
    const auto cursors = log_.cursors.load();
    slow.catch_up();
    EXPECT_EQ(log_.cursors.load(), cursors + 1) << "with a Tail of its own";
    EXPECT_EQ(slow.facts, quick.facts);
    log_.records = 0;
    say("last");
    slow.catch_up();
    quick.catch_up();
    EXPECT_EQ(log_.records.load(), 1U);
}

TEST_F(SharedTailTest, newest_batch_is_kept_even_if_it_is_too_large) {
    SharedTail shared(log_, 1);
    Follower one(shared), other(shared);
    one.catch_up();
    other.catch_up();
    say("b");
    one.catch_up();
    log_.records = 0;
    other.catch_up();
    EXPECT_EQ(log_.records.load(), 0U);
    EXPECT_EQ(other.facts, (Bodies{"a", "b"}));
}

TEST_F(SharedTailTest, loss_is_found_by_each_reader_and_the_next_ones_share_again) {
    auto readers = caught_up(3);
    auto pen = pen_;
    say("lost");
    for (auto& reader : readers) reader.catch_up();
    replace(1, {"other"}, pen);
    memory_.interrupt();
    for (auto& reader : readers) {
        const auto read = reader.next();
        ASSERT_FALSE(read);
        EXPECT_EQ(read.error().kind, LogError::Kind::lost);
        EXPECT_EQ(reader.facts, (Bodies{"a", "lost"}));
    }
    auto again = caught_up(3);
    for (const auto& reader : again) EXPECT_EQ(reader.facts, (Bodies{"a", "other"}));
    pen.command(Bodies{"other"});
    log_.records = 0;
    append(memory_, pen.command(Bodies{"next"}));
    for (auto& reader : again) EXPECT_EQ(reader.next(), 1U);
    EXPECT_EQ(log_.records.load(), 1U);
}

// The shared Tail has not noticed yet that the log is another one.
TEST_F(SharedTailTest, reader_of_another_log_gets_no_kept_records) {
    auto pen = pen_;
    Follower first(shared_);
    first.catch_up();
    say("lost");
    say("lost too");
    first.catch_up();
    replace(2, {"other", "new"}, pen);
    Follower second(shared_);
    second.catch_up();
    EXPECT_EQ(second.facts, (Bodies{"a", "other", "new"}));
    pen.command(Bodies{"other"});
    pen.command(Bodies{"new"});
    append(memory_, pen.command(Bodies{"newer"}));
    second.catch_up();
    EXPECT_EQ(second.facts, (Bodies{"a", "other", "new", "newer"}));
    EXPECT_EQ(first.next().error().kind, LogError::Kind::lost);
}

// A claim that interrupts a command does not continue the last record that was given.
TEST_F(SharedTailTest, readers_pass_a_claim_after_an_incomplete_command) {
    Follower one(shared_), other(shared_);
    one.catch_up();
    other.catch_up();
    append(memory_, pen_.next(true, "test.said.v1", "torn"));
    append(memory_, pen_.claim("two"));
    say("b");
    one.catch_up();
    other.catch_up();
    EXPECT_EQ(one.checkpoint().fence, pen_.fence);
    EXPECT_EQ(one.facts, (Bodies{"a", "b"}));
    EXPECT_EQ(other.checkpoint(), one.checkpoint());
    EXPECT_EQ(other.facts, one.facts);
}

TEST_F(SharedTailTest, all_waiting_readers_get_a_new_record) {
    auto readers = caught_up(4);
    log_.records = 0;
    std::vector<std::thread> threads;
    for (auto& reader : readers) {
        threads.emplace_back([&reader] { EXPECT_EQ(reader.next(60s), 1U); });
    }
    say("b");
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(log_.records.load(), 1U);
}

TEST_F(SharedTailTest, another_reader_reads_on_after_the_reading_one_stops) {
    Follower stops(shared_), stays(shared_);
    stops.catch_up();
    stays.catch_up();
    const auto calls = log_.calls.load();
    std::thread first([&] { EXPECT_EQ(stops.next(200ms), 0U); });
    while (log_.calls == calls) std::this_thread::yield();
    std::thread second([&] { EXPECT_EQ(stays.next(60s), 1U); });
    first.join();
    say("b");
    second.join();
    EXPECT_EQ(stays.facts, (Bodies{"a", "b"}));
}

TEST_F(SharedTailTest, reader_that_does_not_wait_is_not_held_up_by_the_reading_one) {
    Follower waits(shared_), passes(shared_);
    waits.catch_up();
    passes.catch_up();
    const auto calls = log_.calls.load();
    std::thread reading([&] { EXPECT_EQ(waits.next(60s), 1U); });
    while (log_.calls == calls) std::this_thread::yield();
    EXPECT_EQ(passes.next(0ms), 0U);
    EXPECT_EQ(log_.calls.load(), calls + 1) << "the other one still reads";
    say("b");
    reading.join();
}

}  // namespace
}  // namespace dibs::test
