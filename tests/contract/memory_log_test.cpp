// The memory log keeps the contract, with dense offsets and with holes; and it injects the
// requested faults.
#include "ingest/log/facts/memory_log.hpp"

#include "tests/contract/log_contract.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using AppendFault = MemoryLog::AppendFault;

class MemoryUnderTest : public LogUnderTest {
  public:
    explicit MemoryUnderTest(MemoryLog::Numbering numbering) : log_(numbering) {}
    EventLog& log() override { return log_; }
    void reopen() override {}

  private:
    MemoryLog log_;
};

std::unique_ptr<LogUnderTest> dense() {
    return std::make_unique<MemoryUnderTest>(MemoryLog::Numbering{});
}
std::unique_ptr<LogUnderTest> with_holes() {
    return std::make_unique<MemoryUnderTest>(MemoryLog::Numbering{.first = 5, .stride = 3});
}

INSTANTIATE_TEST_SUITE_P(Memory, LogContract, ::testing::Values(&dense, &with_holes));

// Returns the faults in the given order, then `keep`.
std::function<AppendFault(std::string_view)> faults(std::vector<AppendFault> list) {
    return [list, next = std::size_t{0}](std::string_view) mutable {
        return next < list.size() ? list[next++] : AppendFault::keep;
    };
}

TEST(MemoryLog, lost_record_never_arrives_and_flush_is_unavailable) {
    MemoryLog log;
    log.set_append_fault(faults({AppendFault::keep, AppendFault::lose}));
    const auto writer = appender(log);
    ASSERT_TRUE(writer->append(some_records(1, 3)));
    const auto flushed = writer->flush(1s);
    ASSERT_FALSE(flushed);
    EXPECT_EQ(flushed.error().kind, LogError::Kind::unavailable);
    const std::vector<std::string> wanted{some_records(1, 1)[0], some_records(3, 1)[0]};
    EXPECT_EQ(records_of(read(*cursor_after(log), 2)), wanted);
}

TEST(MemoryLog, a_doubled_record_arrives_twice) {
    MemoryLog log;
    log.set_append_fault(faults({AppendFault::twice}));
    append_records(log, some_records(1, 2));
    const std::vector<std::string> wanted{some_records(1, 1)[0], some_records(1, 1)[0],
                                          some_records(2, 1)[0]};
    EXPECT_EQ(records_of(read(*cursor_after(log), 3)), wanted);
}

TEST(MemoryLog, a_late_record_arrives_behind_a_foreign_one) {
    MemoryLog log;
    log.set_append_fault(faults({AppendFault::late}));
    const auto writer = appender(log);
    ASSERT_TRUE(writer->append(some_records(1, 1)));
    EXPECT_FALSE(writer->flush(1s));
    append_records(log, some_records(2, 1));
    EXPECT_EQ(log.release_late(), 1U);
    const std::vector<std::string> wanted{some_records(2, 1)[0], some_records(1, 1)[0]};
    EXPECT_EQ(records_of(read(*cursor_after(log), 2)), wanted);
}

TEST(MemoryLog, a_cut_is_seen_by_a_cursor_beyond_the_new_end) {
    MemoryLog log;
    append_records(log, some_records(1, 5));
    const auto cursor = cursor_after(log);
    read(*cursor, 5);
    log.cut(2);
    const auto batch = cursor->next(10, 0ms);
    ASSERT_FALSE(batch);
    EXPECT_EQ(batch.error().kind, LogError::Kind::lost);
}

TEST(MemoryLog, cut_log_that_grew_again_shows_no_cut) {
    MemoryLog log;
    append_records(log, some_records(1, 5));
    const auto cursor = cursor_after(log);
    read(*cursor, 5);
    log.cut(2);
    append_records(log, some_records(10, 3));
    const auto batch = cursor->next(10, 0ms);
    ASSERT_TRUE(batch);
    EXPECT_FALSE(batch->gap);
    EXPECT_EQ(records_of(batch->entries), some_records(12, 1));
}

TEST(MemoryLog, an_interruption_is_reported_once_to_each_cursor) {
    MemoryLog log;
    const auto one = cursor_after(log);
    const auto two = cursor_after(log);
    log.interrupt();
    EXPECT_TRUE(one->next(1, 0ms)->gap);
    EXPECT_FALSE(one->next(1, 0ms)->gap);
    EXPECT_TRUE(two->next(1, 0ms)->gap);
    EXPECT_FALSE(cursor_after(log)->next(1, 0ms)->gap);
}

TEST(MemoryLog, requested_failure_rejects_one_append) {
    MemoryLog log;
    const auto writer = appender(log);
    log.fail_next_append({LogError::Kind::full, "planned"});
    EXPECT_FALSE(writer->append(some_records(1, 2)));
    EXPECT_EQ(log.newest(), before_first);
    EXPECT_TRUE(writer->append(some_records(1, 2)));
    log.fail_next_flush({LogError::Kind::fatal, "planned"});
    EXPECT_EQ(writer->flush(1s).error().kind, LogError::Kind::fatal);
}

}  // namespace
}  // namespace dibs::test
