// Figures are GPU-hours, to a tenth; unknown figures are shown as unknown.
#include "ops/react/weekly/words.hpp"

#include "ops/react/time_text.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace dibs::weekly {
namespace {

using views::Decimal;
using views::UsageRow;

constexpr std::size_t most_lines = 20;  // in each list

std::string hours(Decimal seconds) {
    constexpr std::int64_t of_a_tenth = 360'000;  // milliseconds in a tenth of an hour
    const auto tenths = (seconds.milli + of_a_tenth / 2) / of_a_tenth;
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

std::string energy(const UsageRow& row) {
    if (!row.energy_kwh) return "energy not measured";
    std::string kwh;
    views::write_json(kwh, *row.energy_kwh);
    return kwh + " kWh";
}

std::string percentiles(const UsageRow& row) {
    if (!row.utilization_p50 || !row.utilization_p95) return "";
    const auto whole = [](Decimal percent) {
        return std::to_string((percent.milli + 500) / 1000) + " %";
    };
    return ", median use " + whole(*row.utilization_p50) + ", 95 % of the time " +
           whole(*row.utilization_p95) + " or less";
}

// Puts user text on one line.
std::string plain(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < ' '; }, ' ');
    return text;
}

std::string name_of(const UsageRow& row) {
    if (row.gpu_name) return plain(*row.gpu_name);
    if (row.group_name) return plain(*row.group_name);
    if (row.person_name) return plain(row.person_name->value);
    if (row.account) return plain(*row.account);
    return "unknown user";
}

std::string sums(const UsageRow& row) {
    return hours(row.reserved_s) + " h booked, " + hours(row.used_by_owner_s) + " used, " +
           hours(row.idle_s) + " idle" + percentiles(row) + ", " + energy(row);
}

template <class Line>
std::string list(const std::string& heading, const std::vector<UsageRow>& rows,
                 std::int64_t left_out, const Line& line) {
    if (rows.empty()) return {};
    std::string text = '\n' + heading + '\n';
    for (std::size_t i = 0; i < std::min(rows.size(), most_lines); ++i)
        text += "  " + line(rows[i]) + '\n';
    const auto more =
        static_cast<std::int64_t>(rows.size() - std::min(rows.size(), most_lines)) + left_out;
    if (more > 0) text += "  and " + std::to_string(more) + " more\n";
    return text;
}

std::string totals(const views::UsageWeek& week) {
    const auto& total = week.total;
    const auto unknown = Decimal{total.used_by_unknown_s.milli + total.unmeasured_s.milli};
    std::string text = "In hours of GPUs, of all people together:\n";
    const auto line = [&](const std::string& name, const std::string& value) {
        text += "  " + name + ": " + value + '\n';
    };
    if (total.capacity_s) line("capacity", hours(*total.capacity_s));
    line("booked", hours(total.reserved_s));
    line("used by who had booked", hours(total.used_by_owner_s));
    line("used by others", hours(total.used_by_others_s));
    line("idle", hours(total.idle_s));
    line("not measured or by unknown users", hours(unknown));
    line("used unbooked", hours(total.unreserved_used_s));
    line("released early", hours(total.given_back_s));
    line("released for idleness", hours(total.freed_as_idle_s));
    const auto measurable = Decimal{total.energy_known_s.milli + total.energy_unknown_s.milli};
    line("energy", !total.energy_kwh
                       ? std::string("not measured")
                       : energy(total) + " measured over " + hours(total.energy_known_s) + " of " +
                             hours(measurable) + " h");
    line("violations", std::to_string(week.violations));
    return text;
}

std::string released(const std::vector<UsageRow>& people) {
    std::vector<UsageRow> rows;
    std::copy_if(people.begin(), people.end(), std::back_inserter(rows), [](const UsageRow& row) {
        return row.given_back_s > Decimal{} || row.freed_as_idle_s > Decimal{};
    });
    return list("Released early:", rows, 0, [](const UsageRow& row) {
        return name_of(row) + ": " + hours(row.given_back_s) + " h, released for idleness " +
               hours(row.freed_as_idle_s) + " h";
    });
}

std::string unhealthy(const views::UsageWeek& week, const TextClock& clock) {
    if (week.unhealthy.empty()) return {};
    std::string text = "\nGPUs that became unhealthy:\n";
    for (std::size_t i = 0; i < std::min(week.unhealthy.size(), most_lines); ++i) {
        const auto& one = week.unhealthy[i];
        text +=
            "  " + time_text(one.at, clock) + "  " + one.gpu_name + ": " + plain(one.reason) + '\n';
    }
    if (week.more_unhealthy || week.unhealthy.size() > most_lines) text += "  and more\n";
    return text;
}

}  // namespace

Words words_for(const views::UsageWeek& week, const std::string& site, const TextClock& clock) {
    Words words;
    words.subject = "Usage of " + week.week + ": " + hours(week.total.reserved_s) +
                    " GPU-hours booked, " + hours(week.total.used_by_owner_s) + " used, " +
                    hours(week.total.idle_s) + " idle";
    auto& text = words.text;
    text = week.week + ", " + time_text(week.from, clock) + " to " + time_text(week.until, clock) +
           ".\n\n" + totals(week);
    if (week.own_only) text += "\nOf the rest you see your own: so the rules of the site say.\n";
    const auto named = [](const UsageRow& row) { return name_of(row) + ": " + sums(row); };
    text += list("By person:", week.people, week.people_left_out, named);
    text += list("By group:", week.groups, week.groups_left_out, named);
    text += list("By GPU, the most idle first:", week.gpus, week.gpus_left_out, named);
    text += released(week.people);
    text += list("Bookings that stood idle the most:", week.idle, 0, [](const UsageRow& row) {
        const auto title = row.title ? plain(row.title->value) : std::string();
        return (title.empty() ? "" : title + ", ") + row.gpu_name.value_or("") + ", " +
               (row.person_name ? plain(row.person_name->value) : std::string("unknown user")) +
               ": " + hours(row.idle_s) + " of " + hours(row.reserved_s) + " h idle";
    });
    text += unhealthy(week, clock);
    if (!site.empty()) {
        text += "\n" + site + "/usage/week/" + week.week +
                "\n\nYou chose to get this each week: " + site + "/me\n";
    } else {
        text += "\nYou chose to get this each week: 'dibs mails set weekly=off' ends it.\n";
    }
    return words;
}

}  // namespace dibs::weekly
