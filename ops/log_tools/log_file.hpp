// The file form of a log, or of the end of one: `dibsd log export` and `cut` write it, `import` and
// `show` read it. Lines of JSON:
//
//   {"dibs_log_export":1,"log_id":"…"}
//   {"log_id":"…","position":0,…}        the checkpoint before it (checkpoint.hpp); zeros: none
//   {"record":"1\n1\n…","prev":"…","checksum":"…"}      one for each record, in the log's order
//   {"records":4711,"head":"…"}          count; the checksum of the first two lines, with key 0
//
// `prev` is the hash of the chain before the record (hex). `record` is all of the record after that
// (record.hpp), or `bytes` the same in hex where it is no text.
// `checksum` is XXH3-64 of the bytes with the line's number among the records as its key
// (checksum.hpp). Records have no offsets: those belong to the log that contains them.
// Sealed text stays sealed. A damaged record describes its damage in `damage`; such a file can be
// shown but not imported.
#pragma once

#include "ops/log_tools/record_source.hpp"
#include "ops/log_tools/tool_result.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace dibs::log_tools {

// The file appears under its name once it is whole and on disk, not before.
class LogFileWriter {
  public:
    // Rejected if a file of that name exists.
    static ToolResult<LogFileWriter> create(const std::filesystem::path& file,
                                            const Checkpoint& begins_behind,
                                            const std::string& log_id);
    ~LogFileWriter();
    LogFileWriter(LogFileWriter&& other) noexcept;
    LogFileWriter& operator=(LogFileWriter&&) = delete;

    // Reads back the written line. An error is a bug of the writer, never damage of the log.
    ToolResult<void> add(const std::string& bytes, const std::string& damage = {});
    ToolResult<void> finish();
    [[nodiscard]] std::int64_t records() const { return records_; }

  private:
    LogFileWriter() = default;
    ToolResult<void> line(const std::string& text);

    std::filesystem::path file_, beside_;
    std::ofstream out_;
    std::string head_checksum_;
    std::int64_t records_ = 0;
};

// `refused`: the file cannot be read, or is not an export. Faults inside are damage of a record or
// of the end.
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> open_log_file(
    const std::filesystem::path& file);

}  // namespace dibs::log_tools
