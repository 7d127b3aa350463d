// The contract that every EventLog adapter keeps. log_contract_test.cpp has the tests; an adapter's
// own test file names a way to make its log and runs them all:
//     INSTANTIATE_TEST_SUITE_P(Memory, LogContract, ::testing::Values(&make_memory_log));
#pragma once

#include "domain/log/event_log.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::test {

class LogUnderTest {
  public:
    virtual ~LogUnderTest() = default;
    virtual EventLog& log() = 0;
    // Closes the log and opens the same one again, as a restart does.
    virtual void reopen() = 0;
};
using MakeLog = std::unique_ptr<LogUnderTest> (*)();

class LogContract : public ::testing::TestWithParam<MakeLog> {};

// A record in the layout of domain/log/record.hpp: a chain hash, twelve header lines, a body.
std::string record(int number, std::string body = "{}");
std::vector<std::string> some_records(int first, int count);

// These throw, and so fail the test, on any error.
std::unique_ptr<LogCursor> cursor_after(EventLog& log, Offset after = before_first);
std::unique_ptr<LogAppender> appender(EventLog& log);
void append_records(EventLog& log, std::vector<std::string> records);
void append_records(LogAppender& to, std::vector<std::string> records);
// Reads on until `count` entries are there, for a minute at most.
std::vector<LogEntry> read(LogCursor& cursor, std::size_t count);
std::vector<std::string> records_of(const std::vector<LogEntry>& entries);

// The address of the broker that all tests of this program share (kafka_log_test.cpp).
const std::string& kafka_address();

// A new directory under the system's temporary one, removed at the end.
class TemporaryDirectory {
  public:
    TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    ~TemporaryDirectory();
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace dibs::test
