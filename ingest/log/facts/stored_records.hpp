// Reads the stored records of an embedded log one by one, sound or not. For the tools that search
// for damage, or extract the remaining records (ops/log_tools). Writes nothing. The log's own
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
    std::string bytes;     // the readable bytes
    std::string damage{};  // damage of this record alone; empty: none
};

class StoredRecords {
  public:
    // `refused`: there is no log, or another process has it. `damaged`: nothing of it is readable.
    static LogResult<std::unique_ptr<StoredRecords>> open(const std::filesystem::path& directory);
    ~StoredRecords();

    // Returns nothing at the end. `damaged` if an entry is no record, or the log ends too early.
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
