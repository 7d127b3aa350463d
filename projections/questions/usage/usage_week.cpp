// Usage reports by person, group, GPU and booking, limited to what fits on a page. Violations and
// health come from the history.
#include "projections/questions/usage/usage_week.hpp"

#include "domain/codec/event_json.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/history.hpp"
#include "projections/questions/usage/usage.hpp"
#include "projections/violations/violations.hpp"

#include <algorithm>

namespace dibs {
namespace {

using std::chrono::hours;
using views::UsageBy;
using views::UsageRow;

// False for rows that are empty or have only energy of unreserved GPUs.
bool is_worth_a_row(const UsageRow& row) {
    const auto zero = views::Decimal{};
    return row.reserved_s > zero || row.used_of_others_s > zero || row.unreserved_used_s > zero ||
           row.given_back_s > zero || row.freed_as_idle_s > zero;
}

std::int64_t cut(std::vector<UsageRow>& rows) {
    if (rows.size() <= views::most_week_rows) return 0;
    const auto beyond = rows.size() - views::most_week_rows;
    rows.resize(views::most_week_rows);
    return static_cast<std::int64_t>(beyond);
}

std::int64_t count_violations(const Txn& txn, const Interval& when) {
    constexpr std::chrono::hours clocks_apart{1};
    std::int64_t count = 0;
    auto cursor = txn.cursor(Table::violations);
    const auto first = Key().id(first_id_at<ViolationId>(when.from - clocks_apart));
    for (bool more = cursor.seek(first); more; more = cursor.next()) {
        const auto row = unpack<projections::ViolationRow>(cursor.value());
        if (row.opened_at >= when.until + clocks_apart) break;
        if (when.contains(row.opened_at) && !row.excuse) ++count;
    }
    return count;
}

void add_unhealthy(const Snapshot& tables, const Interval& when, views::UsageWeek& week) {
    views::EventFilter filter;
    filter.types = {std::string(fleet::GpuUnhealthy::type)};
    filter.from = when.from;
    filter.until = when.until;
    filter.oldest_first = true;
    const auto slice = list_events(tables, filter, {.limit = views::most_week_troubles});
    JsonParser parser;
    for (const auto& one : slice.items) {
        const auto event = parse_shown_event(parser, one.type, one.data.text);
        const auto* found = event ? get_if<fleet::GpuUnhealthy>(&*event) : nullptr;
        if (found == nullptr) continue;
        week.unhealthy.push_back({one.time, found->id, gpu_name(tables, found->id),
                                  health::words_of(found->unhealthy.faults)});
    }
    week.more_unhealthy = slice.next.has_value();
}

class Week {
  public:
    Week(const Snapshot& tables, const views::WeekQuestion& question)
        : tables_(tables), question_(question) {}

    Result<views::UsageWeek> make() {
        auto people = report(UsageBy::person);
        if (!people) return tl::unexpected(people.error());
        head(*people);
        week_.people = rows_of(std::move(*people));
        week_.people_left_out = cut(week_.people);
        if (!question_.own_only) {
            auto groups = report(UsageBy::group);
            auto gpus = report(UsageBy::gpu);
            if (!groups) return tl::unexpected(groups.error());
            if (!gpus) return tl::unexpected(gpus.error());
            week_.groups = rows_of(std::move(*groups));
            week_.gpus = std::move(gpus->rows);
            week_.groups_left_out = cut(week_.groups);
            week_.gpus_left_out = cut(week_.gpus);
        }
        auto bookings = report(UsageBy::reservation);
        if (!bookings) return tl::unexpected(bookings.error());
        for (auto& row : bookings->rows) {
            if (row.idle_s <= views::Decimal{} || !row.reservation) continue;
            if (week_.idle.size() == views::most_week_bookings) break;
            week_.idle.push_back(std::move(row));
        }
        week_.violations = count_violations(tables_.txn(), question_.when);
        add_unhealthy(tables_, question_.when, week_);
        return std::move(week_);
    }

  private:
    [[nodiscard]] Result<views::UsageReport> report(UsageBy by) const {
        views::ReportQuestion question;
        question.window = question_.window;
        question.zone = question_.zone;
        question.by = by;
        question.own_only = question_.own_only;
        return usage_report(tables_, question);
    }
    static std::vector<UsageRow> rows_of(views::UsageReport report) {
        std::erase_if(report.rows, [](const UsageRow& row) { return !is_worth_a_row(row); });
        return std::move(report.rows);
    }
    void head(const views::UsageReport& report) {
        week_.week = to_text(question_.week);
        week_.before = to_text(question_.week + -1);
        if (question_.when.until <= tables_.now()) week_.after = to_text(question_.week + 1);
        week_.from = question_.when.from;
        week_.until = question_.when.until;
        week_.asked_until = report.until;
        week_.closed_until = report.closed_until;
        week_.zone = question_.zone;
        week_.own_only = question_.own_only.has_value();
        week_.total = report.total;
    }

    const Snapshot& tables_;
    const views::WeekQuestion& question_;
    views::UsageWeek week_{};
};

}  // namespace

Result<views::WeekQuestion> week_question(const IsoWeek& week, const WallClock& clock,
                                          std::string zone, Instant now) {
    const auto when = time_of(week, clock);
    const Interval window{std::chrono::ceil<hours>(when.from),
                          std::min<Instant>(std::chrono::ceil<hours>(when.until), now)};
    if (window.until <= window.from) {
        return refuse(Code::interval_reversed, "week", "This week has not begun yet.");
    }
    return views::WeekQuestion{week, when, window, std::move(zone), {}};
}

Result<views::UsageWeek> usage_week(const Snapshot& tables, const views::WeekQuestion& question) {
    return Week(tables, question).make();
}

}  // namespace dibs
