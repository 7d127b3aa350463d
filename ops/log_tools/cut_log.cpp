// `dibsd log cut`: plans, asks, writes the end into a file and the rest into a new log, then
// replaces the old log. A failure before the replacement leaves everything unchanged.
#include "domain/world/recorded.hpp"
#include "ingest/log/disk/data_directory.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "ops/log_tools/log_file.hpp"
#include "ops/log_tools/log_walk.hpp"
#include "ops/log_tools/new_log.hpp"
#include "ops/log_tools/tools.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ostream>

#include <fmt/format.h>
#include <unistd.h>

namespace dibs::log_tools {
namespace {

// The result of a cut: the part that stays and the part that goes.
struct Plan {
    std::optional<Checkpoint> kept{};  // behind the last record that stays
    Offset kept_offset = before_first;
    Position last = 0;                                      // last position of the log
    std::uint64_t cut = 0;                                  // number of records cut
    std::optional<Instant> from{};                          // record time of the first cut record
    std::optional<std::pair<Position, Position>> across{};  // the command that the cut would split
    std::optional<Damage> damage{};
};

ToolResult<Plan> plan(const LogPlace& place, Position after) {
    const auto source = embedded_source(place.folder());
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    Plan plan;
    Position begun = 1;  // the first fact of the command being read
    for (;;) {
        const auto record = walk.next();
        if (!record) return tool_error(record.error());
        if (!*record) break;
        const auto& its = **record;
        const bool is_fact = its.meaning == Meaning::fact;
        if (plan.kept) {
            ++plan.cut;
            const auto view = parse_record(its.bytes);
            if (!plan.from && view) plan.from = view->at;
        }
        if (is_fact && its.ends_command) {
            if (begun <= after && after < its.position) plan.across = {begun, its.position};
            begun = its.position + 1;
        }
        const bool is_last = is_fact ? its.position == after && its.ends_command
                                     : its.meaning == Meaning::birth && after == 0;
        if (!is_last) continue;
        plan.kept = walk.checkpoint();
        plan.kept_offset = its.offset;
    }
    plan.last = walk.checkpoint().position;
    plan.damage = walk.damage();
    return plan;
}

ToolResult<void> check(const Plan& plan, Position after) {
    if (plan.across) {
        const auto& [first, last] = *plan.across;
        return tool_error(usage,
                          fmt::format("Position {} is in the middle of a command, which is {} "
                                      "to {}: cut after {} or {}.",
                                      after, first, last, first - 1, last));
    }
    if (plan.kept) return {};
    if (plan.damage) {
        return tool_error(damage_found,
                          fmt::format("The log is damaged at position {}: what is sound "
                                      "ends at {}.",
                                      plan.damage->position, plan.last));
    }
    return tool_error(usage, fmt::format("The log ends at position {}.", plan.last));
}

std::filesystem::path backup_of(const LogPlace& place, const Cut& cut) {
    if (!cut.backup.empty()) return cut.backup;
    for (int n = 0;; ++n) {
        const auto number = n == 0 ? std::string() : fmt::format("-{}", n);
        auto file = place.data / fmt::format("log-cut-after-{}{}.export", cut.after, number);
        if (!std::filesystem::exists(file)) return file;
    }
}

std::string question_of(const Plan& plan, const Cut& cut, const std::filesystem::path& backup) {
    return fmt::format(
        "Log {}: {} records behind position {} are cut off, facts up to position {}, "
        "recorded from {} on. They are written to {} first.",
        plan.kept->log_id, plan.cut, cut.after, plan.last,
        plan.from ? to_text(*plan.from) : "an unknown time", backup.string());
}

// Writes the kept part into the new log, the rest into the file.
ToolResult<void> divide(const LogPlace& place, const Plan& plan, NewLog& made,
                        LogFileWriter& backup) {
    const auto source = embedded_source(place.folder());
    if (!source) return tool_error(source.error());
    LogWalk walk(**source);
    for (bool kept = true;;) {
        auto record = walk.next();
        if (!record) return tool_error(record.error());
        if (!*record) return backup.finish();
        auto& its = **record;
        auto done = kept ? made.add(std::move(its.bytes)) : backup.add(its.bytes, its.damage);
        if (!done) return done;
        kept = kept && its.offset != plan.kept_offset;
    }
}

ToolResult<std::string> import_of(const std::filesystem::path& backup) {
    return fmt::format(
        "dibsd log show --file {0} shows it, dibsd log import {0} puts it back as long as nothing "
        "was appended.",
        backup.string());
}

// Keeps the raw file: other tools may recover more of a damaged log, and damaged records are never
// imported.
ToolResult<std::string> keep_whole(const LogPlace& place, const std::filesystem::path& backup) {
    const auto log = place.folder() / "data.mdb";
    const auto as = backup.string() + ".data.mdb";
    if (::link(log.c_str(), as.c_str()) != 0) {
        return tool_error(could_not_look, as + " cannot be made: " + std::strerror(errno));
    }
    return fmt::format(
        "dibsd log show --file {} shows it. It is damaged, so it cannot be imported: the log as it "
        "was is kept whole in {}, and put in the place of {} it is back.",
        backup.string(), as, log.string());
}

// Removes samples with a timestamp in the future: they come from the same wrong clock.
ToolResult<std::size_t> cut_samples(const LogPlace& place, Instant now) {
    const auto samples = cut_lmdb_samples({place.data / "samples"}, now);
    if (!samples) return tool_error(samples.error());
    const auto hours = cut_lmdb_hours({place.data / "hours"}, now);
    if (!hours) return tool_error(hours.error());
    return *samples + *hours;
}

}  // namespace

ToolResult<void> cut_log(const LogPlace& place, const Cut& cut, std::ostream& out) {
    if (place.on_kafka()) {
        return tool_error(
            usage,
            fmt::format("A topic on Kafka is not cut. Stop every dibsd, write what shall stay "
                        "into a file (dibsd log export FILE --to {}), import it into a new "
                        "topic (dibsd log import FILE --log kafka://BROKER/NEWTOPIC), and name "
                        "that topic in the configuration. The old one is the backup.",
                        cut.after));
    }
    const auto lock = DataDirectory::take(place.data);
    if (!lock) return tool_error(lock.error());
    const auto planned = plan(place, cut.after);
    if (!planned) return tl::unexpected(planned.error());
    if (auto possible = check(*planned, cut.after); !possible) return possible;
    if (planned->cut == 0 && !planned->damage) {
        out << "The log ends there: nothing is cut.\n";
        return {};
    }
    const auto file = backup_of(place, cut);
    if (!cut.confirm(question_of(*planned, cut, file))) {
        return tool_error(usage, "Nothing was cut.");
    }
    auto backup = LogFileWriter::create(file, *planned->kept, planned->kept->log_id);
    if (!backup) return tl::unexpected(backup.error());
    auto made = NewLog::begin(place);
    if (!made) return tl::unexpected(made.error());
    if (auto divided = divide(place, *planned, *made, *backup); !divided) return divided;
    const auto end = made->verified();
    if (!end) return tl::unexpected(end.error());
    if (end->fence != planned->kept->fence) {
        return tool_error(could_not_look, "The log changed while it was read. Nothing was cut.");
    }
    const auto way_back = planned->damage ? keep_whole(place, file) : import_of(file);
    if (!way_back) return tl::unexpected(way_back.error());
    if (auto placed = made->put_in_place(); !placed) return placed;
    if (auto forgotten = discard_derived_data(place, *end); !forgotten) return forgotten;
    const auto samples = cut_samples(place, cut.now);
    if (!samples) return tl::unexpected(samples.error());
    if (*samples > 0) {
        out << fmt::format(
            "{} blocks of samples and hours that are stamped later than now went "
            "with it.\n",
            *samples);
    }
    out << fmt::format(
        "The log ends at position {}. What was cut off is in {}. {} The next start makes the "
        "tables anew.\n",
        end->position, file.string(), *way_back);
    return {};
}

}  // namespace dibs::log_tools
