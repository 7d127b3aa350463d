// The contract of domain/log/event_log.hpp as tests, run on each adapter (see log_contract.hpp).
#include "tests/contract/log_contract.hpp"

#include <chrono>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

namespace dibs::test {

using namespace std::chrono_literals;

std::string record(int number, std::string body) {
    std::string prev(16, '\0');
    for (std::size_t i = 0; i < prev.size(); ++i) {
        prev[i] = static_cast<char>(number * 31 + static_cast<int>(i) * 17);
    }
    return prev +
           fmt::format(
               "1\n3\n{}\n0\n2026-11-21T09:00:00.000Z\nreservation.booked.v1\nper_x\n"
               "127.0.0.1\nreq-{}\n\n\n\n",
               number, number) +
           std::move(body);
}

std::vector<std::string> some_records(int first, int count) {
    std::vector<std::string> records;
    for (int i = 0; i < count; ++i) {
        records.push_back(record(first + i, fmt::format("{{\"n\":{}}}", first + i)));
    }
    return records;
}

namespace {
template <class T>
T value_of(LogResult<T> result) {
    if (!result) throw std::runtime_error(result.error().text);
    return std::move(*result);
}
void expect_done(const LogResult<void>& result) {
    if (!result) throw std::runtime_error(result.error().text);
}
}  // namespace

std::unique_ptr<LogCursor> cursor_after(EventLog& log, Offset after) {
    return value_of(log.open_cursor(after));
}
std::unique_ptr<LogAppender> appender(EventLog& log) {
    return value_of(log.open_appender());
}

void append_records(LogAppender& to, std::vector<std::string> records) {
    expect_done(to.append(std::move(records)));
    expect_done(to.flush(60s));
}
void append_records(EventLog& log, std::vector<std::string> records) {
    append_records(*appender(log), std::move(records));
}

std::vector<LogEntry> read(LogCursor& cursor, std::size_t count) {
    std::vector<LogEntry> entries;
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    while (entries.size() < count && std::chrono::steady_clock::now() < deadline) {
        auto batch = value_of(cursor.next(count - entries.size(), 500ms));
        for (auto& entry : batch.entries) entries.push_back(std::move(entry));
    }
    return entries;
}

std::vector<std::string> records_of(const std::vector<LogEntry>& entries) {
    std::vector<std::string> records;
    for (const auto& entry : entries) records.push_back(entry.record);
    return records;
}

TemporaryDirectory::TemporaryDirectory() {
    auto name = (std::filesystem::temp_directory_path() / "dibs-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
}
TemporaryDirectory::~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

TEST_P(LogContract, an_empty_log_has_no_newest_record) {
    const auto made = GetParam()();
    EXPECT_EQ(made->log().newest(), before_first);
}

TEST_P(LogContract, records_come_back_in_the_order_they_were_appended) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 50));
    append_records(made->log(), some_records(51, 50));
    const auto entries = read(*cursor_after(made->log()), 100);
    EXPECT_EQ(records_of(entries), some_records(1, 100));
    for (std::size_t i = 1; i < entries.size(); ++i) {
        EXPECT_LT(entries[i - 1].offset, entries[i].offset);
    }
}

TEST_P(LogContract, reading_after_an_offset_begins_right_behind_it) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 10));
    const auto all = read(*cursor_after(made->log()), 10);
    ASSERT_EQ(all.size(), 10U);
    const auto rest = read(*cursor_after(made->log(), all[6].offset), 3);
    EXPECT_EQ(rest, std::vector<LogEntry>(all.begin() + 7, all.end()));
}

TEST_P(LogContract, seek_continues_behind_the_given_offset) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 10));
    const auto cursor = cursor_after(made->log());
    const auto all = read(*cursor, 10);
    ASSERT_EQ(all.size(), 10U);
    cursor->seek(all[1].offset);
    EXPECT_EQ(read(*cursor, 1).at(0), all[2]);
    cursor->seek(before_first);
    EXPECT_EQ(read(*cursor, 1).at(0), all[0]);
}

TEST_P(LogContract, next_returns_no_more_than_max) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 20));
    const auto cursor = cursor_after(made->log());
    EXPECT_EQ(read(*cursor, 1).size(), 1U);
    for (int round = 0; round < 5; ++round) {
        const auto batch = cursor->next(3, 1s);
        ASSERT_TRUE(batch);
        EXPECT_LE(batch->entries.size(), 3U);
    }
}

TEST_P(LogContract, wait_for_a_record_ends_after_the_timeout) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 1));
    const auto cursor = cursor_after(made->log());
    read(*cursor, 1);
    const auto begin = std::chrono::steady_clock::now();
    const auto batch = cursor->next(10, 200ms);
    const auto took = std::chrono::steady_clock::now() - begin;
    ASSERT_TRUE(batch);
    EXPECT_TRUE(batch->entries.empty());
    EXPECT_GE(took, 190ms);
    EXPECT_LT(took, 2s);
}

TEST_P(LogContract, a_waiting_cursor_gets_later_records) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 1));
    const auto cursor = cursor_after(made->log());
    read(*cursor, 1);
    const auto writer = appender(made->log());
    std::jthread later([&writer] { append_records(*writer, some_records(2, 3)); });
    EXPECT_EQ(records_of(read(*cursor, 3)), some_records(2, 3));
}

TEST_P(LogContract, two_cursors_do_not_disturb_each_other) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 6));
    const auto one = cursor_after(made->log());
    const auto two = cursor_after(made->log());
    EXPECT_EQ(records_of(read(*one, 4)), some_records(1, 4));
    EXPECT_EQ(records_of(read(*two, 6)), some_records(1, 6));
    EXPECT_EQ(records_of(read(*one, 2)), some_records(5, 2));
}

TEST_P(LogContract, records_of_two_appenders_keep_each_appenders_order) {
    const auto made = GetParam()();
    const auto one = appender(made->log());
    const auto two = appender(made->log());
    append_records(*one, some_records(100, 5));
    append_records(*two, some_records(200, 5));
    append_records(*one, some_records(105, 5));
    auto wanted = some_records(100, 5);
    for (auto& r : some_records(200, 5)) wanted.push_back(r);
    for (auto& r : some_records(105, 5)) wanted.push_back(r);
    EXPECT_EQ(records_of(read(*cursor_after(made->log()), 15)), wanted);
}

TEST_P(LogContract, a_batch_with_one_record_too_large_is_refused_whole) {
    const auto made = GetParam()();
    const auto writer = appender(made->log());
    auto records = some_records(1, 3);
    records.push_back(record(4, std::string(std::size_t{2} << 20, 'x')));
    const auto appended = writer->append(records);
    ASSERT_FALSE(appended);
    EXPECT_EQ(appended.error().kind, LogError::Kind::full);
    append_records(*writer, some_records(7, 1));
    EXPECT_EQ(records_of(read(*cursor_after(made->log()), 1)), some_records(7, 1));
}

TEST_P(LogContract, large_records_and_every_byte_come_back_unchanged) {
    const auto made = GetParam()();
    std::string bytes;
    for (int i = 0; i < 64 * 1024; ++i) bytes.push_back(static_cast<char>(i * 7 + i / 256));
    const std::vector<std::string> records{record(1, bytes), record(2, ""), record(3, "\n\n")};
    append_records(made->log(), records);
    EXPECT_EQ(records_of(read(*cursor_after(made->log()), 3)), records);
}

TEST_P(LogContract, a_record_can_be_read_again_by_its_offset) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 5));
    const auto entries = read(*cursor_after(made->log()), 5);
    ASSERT_EQ(entries.size(), 5U);
    for (const auto& entry : entries) EXPECT_EQ(made->log().at(entry.offset), entry.record);
}

// While an end may only seem early, the result is in doubt.
TEST_P(LogContract, an_offset_that_was_never_written_holds_nothing) {
    const auto made = GetParam()();
    const auto holds_nothing = [&](Offset offset) {
        const auto found = made->log().at(offset);
        return found ? !found->has_value() : found.error().kind == LogError::Kind::unavailable;
    };
    EXPECT_TRUE(holds_nothing(0));
    append_records(made->log(), some_records(1, 5));
    const auto newest = made->log().newest();
    ASSERT_TRUE(newest);
    EXPECT_TRUE(holds_nothing(*newest + 1));
    EXPECT_TRUE(holds_nothing(*newest + 1000));
    EXPECT_EQ(made->log().at(before_first), std::nullopt);
}

TEST_P(LogContract, newest_is_the_offset_of_the_last_record) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 3));
    const auto entries = read(*cursor_after(made->log()), 3);
    ASSERT_EQ(entries.size(), 3U);
    EXPECT_EQ(made->log().newest(), entries.back().offset);
}

TEST_P(LogContract, reopened_log_has_everything_and_takes_records) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 10));
    const auto before = read(*cursor_after(made->log()), 10);
    made->reopen();
    EXPECT_EQ(read(*cursor_after(made->log()), 10), before);
    append_records(made->log(), some_records(11, 1));
    EXPECT_EQ(records_of(read(*cursor_after(made->log()), 11)), some_records(1, 11));
}

TEST_P(LogContract, cursor_beyond_the_end_returns_lost_with_its_offset) {
    const auto made = GetParam()();
    append_records(made->log(), some_records(1, 3));
    const auto cursor = cursor_after(made->log(), 4711);
    auto batch = cursor->next(10, 500ms);
    for (int round = 0; round < 20 && batch; ++round) batch = cursor->next(10, 500ms);
    ASSERT_FALSE(batch);
    EXPECT_EQ(batch.error().kind, LogError::Kind::lost);
    EXPECT_NE(batch.error().text.find("4711"), std::string::npos) << batch.error().text;
}

TEST_P(LogContract, empty_flush_returns_at_once) {
    const auto made = GetParam()();
    EXPECT_TRUE(appender(made->log())->flush(1ms));
}

TEST_P(LogContract, cursors_and_appenders_may_be_closed_after_the_log) {
    auto made = GetParam()();
    append_records(made->log(), some_records(1, 1));
    const auto cursor = cursor_after(made->log());
    const auto writer = appender(made->log());
    made.reset();  // also deletes its folder, if it has one
    (void)cursor->next(1, 0ms);
}

}  // namespace dibs::test
