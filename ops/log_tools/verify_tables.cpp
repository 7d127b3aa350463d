// `dibsd verify`: copies the tables, so that reading them changes nothing. Replays the log up to
// their position and compares row by row.
#include "ingest/log/disk/data_directory.hpp"
#include "ops/log_tools/record_source.hpp"
#include "ops/log_tools/tools.hpp"
#include "projections/fact_reader.hpp"
#include "projections/projection_rows.hpp"
#include "projections/read_model.hpp"
#include "projections/store/checkpoint_row.hpp"

#include <ostream>

#include <fmt/format.h>

namespace dibs::log_tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_reported = 10;  // for each table

// A temporary folder; removed at the end.
class TemporaryFolder {
  public:
    explicit TemporaryFolder(const fs::path& data) : path(data / "verify") { fs::remove_all(path); }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const fs::path path;
};

// Copies the file that marks the tables as trustworthy too.
void copy_tables(const fs::path& from, const fs::path& to) {
    fs::create_directories(to);
    for (const auto* name : {"data.mdb", "dirty"}) {
        if (fs::exists(from / name)) fs::copy_file(from / name, to / name);
    }
}

ToolResult<void> fold(EventLog& log, const Sealer& keys, ReadModel& model,
                      const Checkpoint& until) {
    FactReader reader(log, keys, {});
    for (int idle = 0; reader.checkpoint().position < until.position;) {
        auto facts = reader.next(records_per_read, read_timeout);
        if (!facts) {
            return tool_error(facts.error().for_good ? damage_found : could_not_look,
                              facts.error().text);
        }
        idle = facts->moved ? 0 : idle + 1;
        if (idle == most_idle_reads) {
            return tool_error(damage_found,
                              fmt::format("The log ends at position {}, before the tables, which "
                                          "are at position {}.",
                                          reader.checkpoint().position, until.position));
        }
        auto txn = model.facts().write();
        for (const auto& fact : facts->all) {
            if (fact.position <= until.position) project(txn, model.projections(), fact);
        }
        if (auto done = txn.commit(); !done) return tool_error(could_not_look, done.error().text);
    }
    return {};
}

struct Difference {
    std::string_view what;
    std::string key;
};

// Walks both tables in the order of keys.
class TablePair {
  public:
    TablePair(TableCursor stored, TableCursor fresh)
        : stored_(std::move(stored)), fresh_(std::move(fresh)) {}

    void compare() {
        stored_.first();
        fresh_.first();
        while (stored_.valid() || fresh_.valid()) {
            ++rows;
            if (!fresh_.valid() || (stored_.valid() && stored_.key() < fresh_.key())) {
                add("is in the tables, but not in the log", stored_.key());
                stored_.next();
            } else if (!stored_.valid() || fresh_.key() < stored_.key()) {
                add("is missing in the tables", fresh_.key());
                fresh_.next();
            } else {
                if (stored_.value() != fresh_.value()) add("has another value", fresh_.key());
                stored_.next();
                fresh_.next();
            }
        }
    }

    std::uint64_t rows = 0;
    std::uint64_t count = 0;
    std::vector<Difference> first{};

  private:
    void add(std::string_view what, std::string_view key) {
        if (count++ < most_reported) first.push_back({what, to_hex(key)});
    }
    TableCursor stored_, fresh_;
};

struct Compared {
    std::uint64_t rows = 0, different = 0;
};

Compared compare(const Projection& projection, const Txn& stored, const Txn& fresh,
                 std::ostream& out) {
    Compared sum;
    projection.tables.for_each([&](Table table) {
        TablePair pair(stored.cursor(table), fresh.cursor(table));
        pair.compare();
        sum.rows += pair.rows;
        sum.different += pair.count;
        for (const auto& [what, key] : pair.first) {
            out << fmt::format("DIFFERENT: read model {}, table {}, key {}: the row {}.\n",
                               projection.name, name_of(table), key, what);
        }
        if (pair.count > most_reported) {
            out << fmt::format("  and {} more in table {}\n", pair.count - most_reported,
                               name_of(table));
        }
    });
    return sum;
}

ToolResult<void> compare_all(ReadModel& stored, ReadModel& fresh, Position position,
                             std::ostream& out) {
    const auto left = stored.facts().read();
    const auto right = fresh.facts().read();
    Compared sum;
    for (const auto& projection : stored.projections()) {
        if (projections::projection_row(left, projection).is_behind()) {
            out << fmt::format("Read model {} is being made anew: not compared.\n",
                               projection.name);
            continue;
        }
        const auto found = compare(projection, left, right, out);
        sum.rows += found.rows;
        sum.different += found.different;
    }
    out << fmt::format(
        "Read models at position {}: {} rows compared with those that the log gives. "
        "(Usage is made from samples, not from the log.)\n",
        position, sum.rows);
    if (sum.different == 0) return {};
    return tool_error(
        damage_found,
        fmt::format("{} rows of the tables are not those that the log gives. Make them "
                    "anew: dibsd rebuild",
                    sum.different));
}

}  // namespace

ToolResult<void> verify_tables(const LogPlace& place, std::ostream& out) {
    const auto tables = place.data / "tables" / "facts";
    if (!fs::exists(tables / "data.mdb")) {
        return tool_error(could_not_look, "There are no tables in " + tables.string() + ".");
    }
    if (!place.on_kafka() && !fs::exists(place.folder() / "data.mdb")) {
        return tool_error(could_not_look, "There is no log in " + place.folder().string() + ".");
    }
    const auto lock = DataDirectory::take(place.data);
    if (!lock) return tool_error(lock.error());
    const TemporaryFolder scratch(place.data);
    copy_tables(tables, scratch.path / "stored" / "facts");
    const auto stored = ReadModel::open({scratch.path / "stored"});
    if (!stored) return tool_error(could_not_look, stored.error().text);
    if (const auto& why = (*stored)->facts().discarded(); !why.empty()) {
        return tool_error(
            damage_found,
            "The tables cannot be used: " + why +
                ". The next start throws them away and makes them anew from the log.");
    }
    const auto until = projections::stored_checkpoint((*stored)->facts().read());
    if (!until) {
        out << "The tables are empty: the next start makes them from the log.\n";
        return {};
    }
    const auto log = place.open();
    if (!log) return tool_error(log.error());
    const auto keys = place.open_keys(**log, until->position);
    if (!keys) return tool_error(keys.error());
    const auto fresh = ReadModel::open({scratch.path / "fresh"});
    if (!fresh) return tool_error(could_not_look, fresh.error().text);
    if (auto folded = fold(**log, **keys, **fresh, *until); !folded) return folded;
    return compare_all(**stored, **fresh, until->position, out);
}

}  // namespace dibs::log_tools
