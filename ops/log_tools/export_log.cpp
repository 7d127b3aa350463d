// `dibsd log export`: writes the records that the reading rule accepts into a file. Any log can be
// made from it.
#include "ops/log_tools/log_file.hpp"
#include "ops/log_tools/log_walk.hpp"
#include "ops/log_tools/tools.hpp"

#include <ostream>
#include <vector>

#include <fmt/format.h>

namespace dibs::log_tools {
namespace {

// Writes the walk's records into the file, up to the end of a command.
class Export {
  public:
    Export(std::filesystem::path file, Position to) : file_(std::move(file)), to_(to) {}

    // False once it has all records up to `to`.
    ToolResult<bool> take(WalkedRecord record, const std::string& log_id) {
        const auto meaning = record.meaning;
        if (meaning == Meaning::unfinished) {  // the chain includes it, if anything follows
            unfinished_.push_back(std::move(record));
            return true;
        }
        if (meaning != Meaning::fact && meaning != Meaning::claim && meaning != Meaning::birth) {
            return true;
        }
        if (meaning == Meaning::fact) {
            facts_ = record.position;
            in_command_ = !record.ends_command;
        }
        if (facts_ > to_) {
            return tool_error(usage,
                              fmt::format("Position {} is in the middle of a command.", to_));
        }
        if (auto begun = begin(log_id); !begun) return tl::unexpected(begun.error());
        for (const auto& before : std::exchange(unfinished_, {})) {
            if (auto added = written_->add(before.bytes); !added) {
                return tl::unexpected(added.error());
            }
        }
        // An accepted claim may name another past than the one before it. A log without ignored
        // records names the accepted past instead. The chain does not change.
        if (meaning == Meaning::claim) {
            record.bytes.replace(0, record.chain.size(), bytes_of(record.chain));
        }
        if (auto added = written_->add(record.bytes); !added) return tl::unexpected(added.error());
        return facts_ < to_ || in_command_;
    }

    ToolResult<void> finish(const LogWalk& walk, std::ostream& out) {
        if (walk.damage() && facts_ < to_) {
            return tool_error(damage_found,
                              fmt::format("DAMAGED at position {}, offset {}: {}. Nothing was "
                                          "exported. What lies before it can be: --to {}",
                                          walk.damage()->position, walk.damage()->offset,
                                          walk.damage()->how, walk.checkpoint().position));
        }
        if (!written_) return tool_error(could_not_look, "The log is empty.");
        if (to_ != last_position && facts_ < to_) {
            return tool_error(usage, fmt::format("The log ends at position {}.", facts_));
        }
        if (auto finished = written_->finish(); !finished) return finished;
        out << fmt::format(
            "{}: {} records, {} facts of log {}. What is sealed in the log is sealed "
            "in it: keep the file of keys with it.\n",
            file_.string(), written_->records(), facts_, walk.checkpoint().log_id);
        return {};
    }

  private:
    ToolResult<void> begin(const std::string& log_id) {
        if (written_) return {};
        auto made = LogFileWriter::create(file_, {}, log_id);
        if (!made) return tl::unexpected(made.error());
        written_.emplace(std::move(*made));
        return {};
    }

    const std::filesystem::path file_;
    const Position to_;
    std::optional<LogFileWriter> written_;
    std::vector<WalkedRecord> unfinished_;
    Position facts_ = 0;
    bool in_command_ = false;
};

}  // namespace

ToolResult<void> export_log(const LogPlace& place, const std::filesystem::path& file, Position to,
                            std::ostream& out) {
    const auto source = open_source(place);
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    Export exported(file, to);
    for (bool more = true; more;) {
        auto record = walk.next();
        if (!record) return tool_error(record.error());
        if (!*record) break;
        const auto taken = exported.take(std::move(**record), walk.checkpoint().log_id);
        if (!taken) return tl::unexpected(taken.error());
        more = *taken;
    }
    return exported.finish(walk, out);
}

}  // namespace dibs::log_tools
