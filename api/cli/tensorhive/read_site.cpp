// The tables of TensorHive 1.x, also under the names of earlier versions. Keeps a row if Dibs may
// take it. Rows with dangling references are reported, not followed.
#include "api/cli/lib/failure.hpp"
#include "api/cli/tensorhive/site.hpp"
#include "api/cli/tensorhive/values.hpp"

#include <algorithm>

namespace dibs::cli::tensorhive {
namespace {

constexpr std::size_t most_rows = 100'000;  // limit of each kind
constexpr std::size_t most_of_moment = 64;
constexpr std::string_view no_mail = "<email_missing>";  // TensorHive's default

using Columns = std::vector<ColumnNames>;

std::string row_name(std::string_view table, RowId id) {
    return std::string(table) + " row " + std::to_string(id);
}

// Makes names unique: blank and duplicate ones get the row's number.
template <class Things>
void settle_names(Things& things, std::string_view kind) {
    std::set<std::string> taken;
    for (auto& [id, thing] : things) {
        const auto number = std::to_string(id);
        thing.name = trimmed(thing.name);
        if (thing.name.empty()) thing.name = "TensorHive " + std::string(kind) + ' ' + number;
        if (!taken.insert(folded(thing.name)).second) {
            thing.name += " (" + number + ')';
            taken.insert(folded(thing.name));
        }
    }
}

void read_users(SqliteFile& database, Site& site, Report& report) {
    const Columns columns{{{"id"}}, {{"username"}}, {{"email"}, false}};
    const auto missing = database.read("users", columns, [&](const Row& row) {
        try {
            check_room(site.users.size());
            auto mail = row.text(2, most_of_name);
            if (mail == no_mail) mail.clear();
            site.users[row.integer(0)] = {row.text(1, most_of_name), std::move(mail)};
        } catch (const BadCell& bad) {
            report.not_taken("person", row_name("users", row.first_number()), bad.what());
        }
    });
    if (missing) {
        throw Failure(Exit::usage, "This is no database of TensorHive: " + *missing + '.',
                      "TensorHive keeps it at ~/.config/TensorHive/database.sqlite.");
    }
    read_rows(database, report, "role", "roles", {{{"id"}}, {{"user_id"}}, {{"name"}}},
              [&](const Row& row) {
                  const auto user = site.users.find(row.integer(1));
                  if (row.view(2, most_of_name) == "admin" && user != site.users.end()) {
                      user->second.admin = true;
                  }
              });
}

void read_groups(SqliteFile& database, Site& site, Report& report) {
    read_rows(database, report, "group", "groups",
              {{{"id"}}, {{"name"}}, {{"is_default", "_is_default"}, false}}, [&](const Row& row) {
                  check_room(site.groups.size());
                  site.groups[row.integer(0)] = {row.text(1, most_of_name), row.truth(2)};
              });
    settle_names(site.groups, "group");
    if (site.groups.empty()) return;
    read_rows(database, report, "member", "user2group", {{{"user_id"}}, {{"group_id"}}},
              [&](const Row& row) {
                  const auto group = site.groups.find(row.integer(1));
                  if (group == site.groups.end()) throw BadCell("its group is not there");
                  check_room(group->second.users.size());
                  group->second.users.insert(row.integer(0));
              });
}

void read_restrictions(SqliteFile& database, Site& site, std::int64_t now_ms, Report& report) {
    std::size_t expired = 0;
    const Columns columns{{{"id"}},
                          {{"name"}},
                          {{"starts_at", "_starts_at"}},
                          {{"ends_at", "_ends_at"}},
                          {{"is_global"}},
                          {{"created_at"}, false}};
    read_rows(database, report, "grant", "restrictions", columns, [&](const Row& row) {
        check_room(site.restrictions.size());
        Restriction one{row.text(1, most_of_name), std::string(row.view(5, most_of_moment))};
        one.from_ms = moment(row, 2);
        if (!row.is_null(3)) one.until_ms = moment(row, 3);
        one.everything = row.truth(4);
        if (one.until_ms && *one.until_ms <= now_ms) {
            ++expired;
        } else {
            site.restrictions[row.integer(0)] = std::move(one);
        }
    });
    settle_names(site.restrictions, "restriction");
    if (expired > 0) {
        report.not_taken("grant", std::to_string(expired) + " that have ended",
                         "they let nobody book any more");
    }
}

// Rows of taken restrictions; rows of others are ignored.
void read_links(SqliteFile& database, Site& site, Report& report, std::string_view table,
                Columns columns, const std::function<void(Restriction&, const Row&)>& take) {
    if (site.restrictions.empty()) return;
    columns.insert(columns.begin(), {{"restriction_id"}});
    read_rows(database, report, "grant", table, columns, [&](const Row& row) {
        const auto found = site.restrictions.find(row.integer(0));
        if (found != site.restrictions.end()) take(found->second, row);
    });
}

void read_reach(SqliteFile& database, Site& site, Report& report) {
    read_links(database, site, report, "restriction2assignee", {{{"user_id"}}, {{"group_id"}}},
               [](Restriction& one, const Row& row) {
                   check_room(one.users.size() + one.groups.size());
                   if (!row.is_null(1)) one.users.insert(row.integer(1));
                   if (!row.is_null(2)) one.groups.insert(row.integer(2));
               });
    read_links(database, site, report, "restriction2resource", {{{"resource_id"}}},
               [](Restriction& one, const Row& row) {
                   check_room(one.gpus.size());
                   one.gpus.insert(row.text(1, most_of_name));
               });
    read_links(database, site, report, "restriction2schedule", {{{"schedule_id"}}},
               [](Restriction& one, const Row& row) {
                   // An unreadable schedule must not widen a grant to all hours: 0 is an id without
                   // a schedule.
                   const bool readable = row.is_integer(1);
                   check_room(one.schedules.size());
                   one.schedules.insert(readable ? row.integer(1) : 0);
               });
}

void read_schedules(SqliteFile& database, Site& site, Report& report) {
    if (site.restrictions.empty()) return;
    const Columns columns{{{"id"}}, {{"schedule_days"}}, {{"hour_start"}}, {{"hour_end"}}};
    read_rows(database, report, "schedule", "restriction_schedules", columns, [&](const Row& row) {
        check_room(site.windows.size() + site.never.size());
        std::string fault;
        const auto window = read_schedule(row.view(1, most_of_name), row.view(2, most_of_moment),
                                          row.view(3, most_of_moment), fault);
        if (window) {
            site.windows[row.integer(0)] = *window;
        } else {
            site.never[row.integer(0)] = fault;
        }
    });
}

void read_reservations(SqliteFile& database, Site& site, std::int64_t now_ms, Report& report) {
    std::size_t ended = 0, cancelled = 0;
    const Columns columns{{{"id"}},
                          {{"user_id"}},
                          {{"resource_id", "protected_resource_id"}},
                          {{"_start", "_starts_at", "start"}},
                          {{"_end", "_ends_at", "end"}},
                          {{"title"}, false},
                          {{"description"}, false},
                          {{"is_cancelled"}, false}};
    read_rows(database, report, "reservation", "reservations", columns, [&](const Row& row) {
        const auto from = moment(row, 3), until = moment(row, 4);
        if (until <= now_ms) {
            ++ended;
        } else if (row.truth(7)) {
            ++cancelled;
        } else {
            check_room(site.reservations.size());
            site.reservations.push_back({row.integer(0), row.integer(1), row.text(2, most_of_name),
                                         row.text(5, most_of_name), row.text(6, most_of_name), from,
                                         until});
        }
    });
    std::sort(site.reservations.begin(), site.reservations.end(),
              [](const auto& a, const auto& b) { return a.id < b.id; });
    if (ended > 0) {
        report.not_taken("reservation", std::to_string(ended) + " that ended before now",
                         "only what runs or is ahead is taken");
    }
    if (cancelled > 0) {
        report.not_taken("reservation", std::to_string(cancelled) + " that were cancelled",
                         "they hold nothing");
    }
}

}  // namespace

void check_room(std::size_t size) {
    if (size >= most_rows) {
        throw BadCell("there are more than " + std::to_string(most_rows) + " of these");
    }
}

std::int64_t moment(const Row& row, int column) {
    const auto text = row.view(column, most_of_moment);
    if (const auto utc = read_moment_utc(text)) return *utc;
    throw BadCell("'" + shortened(text, most_of_moment) + "' is no moment");
}

void read_rows(SqliteFile& database, Report& report, std::string_view kind, std::string_view table,
               const Columns& columns, const std::function<void(const Row&)>& take) {
    const auto missing = database.read(table, columns, [&](const Row& row) {
        try {
            take(row);
        } catch (const BadCell& bad) {
            report.not_taken(kind, row_name(table, row.first_number()), bad.what());
        }
    });
    if (missing) report.not_taken(kind, "all", *missing + ": an older TensorHive?");
}

Site read_site(SqliteFile& database, std::int64_t now_ms, Report& report) {
    Site site;
    read_users(database, site, report);
    read_groups(database, site, report);
    read_rows(database, report, "GPU", "resources", {{{"id"}}, {{"hostname"}, false}},
              [&](const Row& row) {
                  check_room(site.gpu_hosts.size());
                  site.gpu_hosts[row.text(0, most_of_name)] = row.text(1, most_of_name);
              });
    read_restrictions(database, site, now_ms, report);
    read_reach(database, site, report);
    read_schedules(database, site, report);
    read_reservations(database, site, now_ms, report);
    read_jobs(database, site, report);
    return site;
}

}  // namespace dibs::cli::tensorhive
