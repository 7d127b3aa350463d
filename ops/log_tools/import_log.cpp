// `dibsd log import` reads the file twice. First it checks the whole file. Then it writes the
// records, and checks the written log before it becomes the log.
#include "ingest/log/disk/data_directory.hpp"
#include "ops/log_tools/log_file.hpp"
#include "ops/log_tools/log_walk.hpp"
#include "ops/log_tools/new_log.hpp"
#include "ops/log_tools/tools.hpp"

#include <ostream>

#include <fmt/format.h>

namespace dibs::log_tools {
namespace {

constexpr std::size_t records_per_append = 1000;

struct Judged {
    Checkpoint begins_behind, end;
    std::uint64_t records = 0;
};

ToolResult<Judged> judge(const std::filesystem::path& file) {
    const auto source = open_log_file(file);
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    if (auto walked = walk.to_the_end(); !walked) return tool_error(walked.error());
    const auto& n = walk.counts();
    if (walk.damage()) {
        return tool_error(damage_found,
                          fmt::format("{} is damaged at position {}: {}. "
                                      "Nothing was imported.",
                                      file.string(), walk.damage()->position, walk.damage()->how));
    }
    if (n.ignored + n.garbage > 0 || n.records == 0) {
        return tool_error(damage_found, fmt::format("{}: its records do not continue each other. "
                                                    "Nothing was imported.",
                                                    file.string()));
    }
    return Judged{(*source)->begins_behind(), walk.checkpoint(), n.records};
}

// Copies all records of a checked source.
ToolResult<void> copy(RecordSource& source,
                      const std::function<ToolResult<void>(std::string)>& add) {
    for (;;) {
        auto record = source.next();
        if (!record) return tool_error(record.error());
        if (!*record) return {};
        if (auto added = add(std::move((*record)->bytes)); !added) return added;
    }
}

// Copies the existing log: the file has to continue exactly at its end.
ToolResult<void> take_over(const LogPlace& place, const Judged& judged, NewLog& made) {
    Fence end;
    std::uint64_t records = 0;
    if (std::filesystem::exists(place.folder() / "data.mdb")) {
        const auto there = embedded_source(place.folder());
        if (!there) return tool_error(there.error());
        LogWalk walk(**there);
        for (;;) {
            auto record = walk.next();
            if (!record) return tool_error(record.error());
            if (!*record) break;
            if (auto added = made.add(std::move((*record)->bytes)); !added) return added;
        }
        if (walk.damage()) {
            return tool_error(damage_found, "The log that is there is damaged: dibsd log verify");
        }
        end = walk.fence();
        records = walk.counts().records;
    }
    if (end == judged.begins_behind.fence) return {};
    return tool_error(could_not_look,
                      records == 0
                          ? fmt::format("The file is the end of a log, behind position "
                                        "{}: it goes onto that log alone.",
                                        judged.begins_behind.position)
                          : place.data.string() + " has a log already; it was left as it is.");
}

ToolResult<void> into_embedded(const LogPlace& place, const std::filesystem::path& file,
                               const Judged& judged) {
    if (std::filesystem::create_directories(place.data)) {
        std::filesystem::permissions(place.data, std::filesystem::perms::owner_all);
    }
    const auto lock = DataDirectory::take(place.data);
    if (!lock) return tool_error(lock.error());
    auto made = NewLog::begin(place);
    if (!made) return tl::unexpected(made.error());
    if (auto there = take_over(place, judged, *made); !there) return there;
    const auto source = open_log_file(file);
    if (!source) return tool_error(source.error());
    auto copied = copy(**source, [&](std::string bytes) { return made->add(std::move(bytes)); });
    if (!copied) return copied;
    const auto end = made->verified();
    if (!end) return tl::unexpected(end.error());
    if (end->fence != judged.end.fence) {
        return tool_error(could_not_look, file.string() + " changed while it was read.");
    }
    if (auto placed = made->put_in_place(); !placed) return placed;
    return discard_derived_data(place, *end);
}

ToolResult<void> fill(EventLog& log, const std::filesystem::path& file) {
    auto appender = log.open_appender();
    if (!appender) return tool_error(appender.error());
    std::vector<std::string> batch;
    const auto flush = [&]() -> ToolResult<void> {
        auto done = (*appender)->append(std::exchange(batch, {}));
        if (done) done = (*appender)->flush(flush_timeout);
        if (!done) return tool_error(could_not_look, done.error().text + '.');
        return {};
    };
    const auto source = open_log_file(file);
    if (!source) return tool_error(source.error());
    auto copied = copy(**source, [&](std::string bytes) {
        batch.push_back(std::move(bytes));
        return batch.size() < records_per_append ? ToolResult<void>() : flush();
    });
    return copied ? flush() : copied;
}

ToolResult<void> check_filled(std::unique_ptr<EventLog> log, const Judged& judged) {
    const auto source = source_of(std::move(log));
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    if (auto walked = walk.to_the_end(); !walked) return tool_error(walked.error());
    if (walk.checkpoint().fence == judged.end.fence && walk.counts().records == judged.records) {
        return {};
    }
    return tool_error(could_not_look, "Not all came into the topic as it is in the file.");
}

ToolResult<void> into_kafka(const LogPlace& place, const std::filesystem::path& file,
                            const Judged& judged) {
    if (judged.begins_behind.fence != Fence{}) {
        return tool_error(usage,
                          "The file is the end of a log; on Kafka only a whole one is "
                          "imported.");
    }
    auto log = place.begin();
    if (!log) return tool_error(log.error());
    auto done = fill(**log, file);
    if (done) done = check_filled(std::move(*log), judged);
    if (!done) {
        return tool_error(done.error().code,
                          done.error().text +
                              " The topic is not finished, and dibsd starts on no such "
                              "one: delete it, and import again.");
    }
    if (auto finished = place.finish(); !finished) return tool_error(finished.error());
    return {};
}

void tell_of_keys(const LogPlace& place, std::ostream& out) {
    const auto file = place.keys;
    const auto keys = Keys::open(file);
    out << (keys ? "The keys in " + file.string() +
                       " have to be those of the log: the next start compares them.\n"
                 : "dibsd starts on it with the keys that belong to the log; they are needed in " +
                       file.string() + ".\n");
}

}  // namespace

ToolResult<void> import_log(const LogPlace& place, const std::filesystem::path& file,
                            std::ostream& out) {
    const auto judged = judge(file);
    if (!judged) return tl::unexpected(judged.error());
    auto done =
        place.on_kafka() ? into_kafka(place, file, *judged) : into_embedded(place, file, *judged);
    if (!done) return done;
    out << fmt::format("{} records of log {} are imported, up to position {}.\n", judged->records,
                       judged->end.log_id, judged->end.position);
    tell_of_keys(place, out);
    return {};
}

}  // namespace dibs::log_tools
