// What an embedded log holds, record by record as it lies there, sound or not: for the tools that
// look for damage, or take out what is left (ops/log_tools). Nothing is written; the log's own
// adapter (lmdb_log.hpp) stops at the first damage instead. One thread.
#pragma once

#include "domain/log/event_log.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace dibs {

struct FoundRecord {
    Offset offset = before_first;
    std::string bytes;     // as far as they can be had
    std::string damage{};  // what is wrong with this record by itself; empty: nothing
};

class StoredRecords {
  public:
    // `refused`: there is none, or another process has it. `damaged`: nothing of it can be read.
    static LogResult<std::unique_ptr<StoredRecords>> open(const std::filesystem::path& directory);
    ~StoredRecords();

    // Nothing at the end. `damaged` where there is no record, or the log ends before it should.
    LogResult<std::optional<FoundRecord>> next();

  private:
    struct Handles;
    explicit StoredRecords(std::unique_ptr<Handles> handles);
    void read_on();
    LogResult<void> check_end() const;
    std::unique_ptr<Handles> handles_;
    Offset last_ = before_first;
};

}  // namespace dibs
