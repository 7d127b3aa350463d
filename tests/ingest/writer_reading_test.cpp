// The writer while it reads a long log, when it is asked to stop, and when its clock jumps.
#include "tests/ingest/writer_fixture.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

// Returns one record at a time, slowly.
class SlowLog : public PausingLog {
  public:
    SlowLog(EventLog& log, std::chrono::milliseconds pause) : PausingLog(log), pause_(pause) {}
    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override {
        auto cursor = PausingLog::open_cursor(after);
        if (!cursor) return tl::unexpected(cursor.error());
        return std::make_unique<Cursor>(std::move(*cursor), pause_);
    }

  private:
    struct Cursor : LogCursor {
        Cursor(std::unique_ptr<LogCursor> its_cursor, std::chrono::milliseconds its_pause)
            : cursor(std::move(its_cursor)), pause(its_pause) {}
        LogResult<Batch> next(std::size_t, std::chrono::milliseconds wait) override {
            std::this_thread::sleep_for(pause);
            return cursor->next(1, wait);
        }
        void seek(Offset after) override { cursor->seek(after); }
        std::unique_ptr<LogCursor> cursor;
        std::chrono::milliseconds pause;
    };
    std::chrono::milliseconds pause_;
};

class WriterReading : public WriterTest {};

TEST_F(WriterReading, status_shows_the_folded_share_of_the_log) {
    SlowLog slow(log_, 20ms);
    const auto writer = this->writer(slow);
    writer->start();
    std::vector<double> shares;
    const bool writes = eventually([&] {
        const auto status = writer->status();
        if (status.reading && (shares.empty() || *status.reading > shares.back())) {
            shares.push_back(*status.reading);
        }
        return status.role == Role::writing;
    });
    EXPECT_TRUE(writes);
    EXPECT_GE(shares.size(), 3U);
    EXPECT_LE(shares.back(), 1);
    EXPECT_FALSE(writer->status().reading) << "it has read everything";
}

TEST_F(WriterReading, writer_stops_at_once_while_it_reads) {
    append(log_, [&] {
        std::vector<std::string> many;
        RecordMaker records{read_log(log_).fence, ten};
        for (unsigned n = 0; n < 1000; ++n) {
            const Event added = event(person(nth<PersonId>(100 + n), "p", people::Role::user));
            many.push_back(records.next(false, added.type(), event_json(added)));
        }
        return many;
    }());
    SlowLog slow(log_, 10ms);
    const auto writer = this->writer(slow);
    writer->start();
    ASSERT_TRUE(eventually([&] { return writer->status().reading > 0; }));
    const auto begun = std::chrono::steady_clock::now();
    writer->stop();
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
}

TEST_F(WriterReading, stop_answers_a_command_in_flight) {
    PausingLog pausing(log_);
    Gate gate;
    pausing.before_flush = [&] { gate.pass(); };
    const auto writer = started(pausing);
    gate.arm();
    auto reply = submit(*writer, booking_by(ann, 1, "11:00", "12:00"));
    ASSERT_TRUE(gate.reached());
    std::thread stopping([&] { writer->stop(); });
    std::this_thread::sleep_for(20ms);
    gate.open();
    stopping.join();
    EXPECT_TRUE(wait_for(reply)) << "it was on disk, and so it is done";
}

TEST_F(WriterReading, status_names_the_clock_until_it_is_right_again) {
    const auto writer = started(log_);
    EXPECT_TRUE(writer->status().problem.empty());
    now_ms_ += std::chrono::milliseconds(1h).count();
    EXPECT_TRUE(eventually([&] { return !writer->status().problem.empty(); }));
    EXPECT_EQ(writer->status().role, Role::writing);
    now_ms_ -= std::chrono::milliseconds(1h).count();
    EXPECT_TRUE(eventually([&] { return writer->status().problem.empty(); }));
}

}  // namespace
}  // namespace dibs::test
