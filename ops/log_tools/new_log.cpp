// Written with the log's own adapter, flushed in batches; the rename makes it the log.
#include "ops/log_tools/new_log.hpp"

#include "ingest/log/facts/lmdb_log.hpp"
#include "ops/log_tools/log_walk.hpp"
#include "ops/log_tools/sync_path.hpp"
#include "ops/react/checkpoint_file.hpp"
#include "projections/read_model.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace dibs::log_tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t flush_at_bytes = 4 * 1024 * 1024;

tl::unexpected<ToolError> new_log_error(const std::string& doing, const fs::path& path) {
    return tool_error(could_not_look, doing + ' ' + path.string() + ": " + std::strerror(errno));
}

}  // namespace

ToolResult<NewLog> NewLog::begin(const LogPlace& place) {
    auto folder = place.data / "log.new";
    fs::remove_all(folder);  // left by an unfinished run
    NewLog made(place.folder(), std::move(folder));
    auto log = open_lmdb_log({.directory = made.folder_});
    if (!log) return tool_error(log.error());
    made.log_ = std::move(*log);
    auto appender = made.log_->open_appender();
    if (!appender) return tool_error(appender.error());
    made.appender_ = std::move(*appender);
    return made;
}

NewLog::~NewLog() {
    if (folder_.empty()) return;  // moved from
    appender_.reset();
    log_.reset();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
}

ToolResult<void> NewLog::add(std::string record) {
    waiting_bytes_ += record.size();
    waiting_.push_back(std::move(record));
    return waiting_bytes_ < flush_at_bytes ? ToolResult<void>() : flush();
}

ToolResult<void> NewLog::flush() {
    waiting_bytes_ = 0;
    auto done = appender_->append(std::exchange(waiting_, {}));
    if (done) done = appender_->flush(flush_timeout);
    if (!done) return tool_error(done.error());
    return {};
}

ToolResult<Checkpoint> NewLog::verified() {
    if (auto done = flush(); !done) return tl::unexpected(done.error());
    appender_.reset();
    log_.reset();
    const auto source = embedded_source(folder_);
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    if (auto walked = walk.to_the_end(); !walked) return tool_error(walked.error());
    if (walk.damage()) {
        return tool_error(damage_found, "The embedded log cannot hold this: at position " +
                                            std::to_string(walk.damage()->position) + " a record " +
                                            walk.damage()->how + '.');
    }
    return walk.checkpoint();
}

// `end` notes the length of the log, and must never describe another log.
ToolResult<void> NewLog::put_in_place() {
    std::error_code error;
    if (fs::create_directories(place_, error)) {
        fs::permissions(place_, fs::perms::owner_all, error);
    }
    if (error) return tool_error(could_not_look, place_.string() + ": " + error.message());
    fs::remove(place_ / "end", error);
    if (!sync_path(place_)) return new_log_error("flushing", place_);
    const auto file = place_ / "data.mdb";
    if (::rename((folder_ / "data.mdb").c_str(), file.c_str()) != 0) {
        return new_log_error("renaming the new log to", file);
    }
    if (!sync_path(place_)) return new_log_error("flushing", place_);
    (void)::rename((folder_ / "end").c_str(), (place_ / "end").c_str());
    return {};
}

ToolResult<void> discard_derived_data(const LogPlace& place, const Checkpoint& end) {
    if (auto gone = ReadModel::discard(place.data / "tables"); !gone) {
        return tool_error(could_not_look, gone.error().text);
    }
    for (const auto* made : {"answered", "world"}) fs::remove_all(place.data / made);
    if (!CheckpointFile::cut_all(place.data / "reactors", end)) {
        return new_log_error("cutting what hooks have been told in", place.data / "reactors");
    }
    return {};
}

}  // namespace dibs::log_tools
