// A log, or the end of one, as a file that any log can be made from: what `dibsd log export` and
// `cut` write, `import` and `show` read. Lines of JSON:
//
//   {"dibs_log_export":1,"log_id":"…"}
//   {"log_id":"…","position":0,…}        what it begins behind (checkpoint.hpp); zeros: the birth
//   {"record":"1\n1\n…","prev":"…","checksum":"…"}      one a record, in the log's order
//   {"records":4711,"head":"…"}          how many; the checksum of the first two lines, with key 0
//
// `prev` is the hash of the chain before the record (hex), `record` all of it behind that
// (record.hpp), or `bytes` the same in hex where it is no text. `checksum` is XXH3-64 of the bytes
// with the line's number among the records as its key (checksum.hpp). Records have no offsets:
// those are the log's that holds them. What is sealed stays sealed. A record that was damaged says
// how in `damage`; such a file can be looked at, but no log is made from it.
#pragma once

#include "ops/log_tools/record_source.hpp"
#include "ops/log_tools/tool_result.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

namespace dibs::log_tools {

// Is there under its name once it is whole and on disk; before that it is not there at all.
class LogFileWriter {
  public:
    // Refused if there is a file of that name.
    static ToolResult<LogFileWriter> create(const std::filesystem::path& file,
                                            const Checkpoint& begins_behind,
                                            const std::string& log_id);
    ~LogFileWriter();
    LogFileWriter(LogFileWriter&& other) noexcept;
    LogFileWriter& operator=(LogFileWriter&&) = delete;

    // Reads back what it wrote: the error is a mistake of ours, never the log's.
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

// `refused`: it cannot be read, or is none. What is wrong within is damage of a record, or at its
// end.
[[nodiscard]] LogResult<std::unique_ptr<RecordSource>> open_log_file(
    const std::filesystem::path& file);

}  // namespace dibs::log_tools
