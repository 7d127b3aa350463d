// First the columns that identify a row, then its sums under the contract's names. Times are in the
// requested zone, whose name is in the column's title.
#include "api/routes/usage/usage_csv.hpp"

#include "api/routes/usage/csv.hpp"
#include "domain/codec/json_writer.hpp"

#include <functional>
#include <vector>

#include <fmt/format.h>

namespace dibs::routes {
namespace {

using views::UsageBy;
using views::UsageRow;

struct Column {
    std::string name;
    std::function<void(Csv&, const UsageRow&)> put;
};
using Columns = std::vector<Column>;

std::string wall_clock(const std::optional<Instant>& t, const Zone& zone) {
    if (!t) return {};
    const auto local = std::chrono::floor<std::chrono::minutes>(zone.to_local(*t));
    const auto day = std::chrono::floor<std::chrono::days>(local);
    const std::chrono::year_month_day date{day};
    const std::chrono::hh_mm_ss time{local - day};
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                       time.hours().count(), time.minutes().count());
}

template <class T>
Column text(std::string name, std::optional<T> UsageRow::*member) {
    return {std::move(name), [member](Csv& csv, const UsageRow& row) {
                const auto& value = row.*member;
                if constexpr (std::is_same_v<T, Personal<std::string>>) {
                    csv.text(value ? value->value : "");
                } else if constexpr (std::is_same_v<T, std::string>) {
                    csv.text(value.value_or(""));
                } else if constexpr (std::is_integral_v<T>) {
                    csv.cell(value ? std::to_string(*value) : "");
                } else {
                    csv.cell(value ? to_text(*value) : "");
                }
            }};
}

// The name of a row, never empty: use without an owner is a row too.
template <class T>
Column naming_column(std::string heading, std::optional<T> UsageRow::*member,
                     std::string_view otherwise) {
    const auto column = text(heading, member);
    return {std::move(heading), [column, member, otherwise](Csv& csv, const UsageRow& row) {
                if (row.*member) return column.put(csv, row);
                csv.cell(otherwise);
            }};
}
Column person_column() {
    const auto account = naming_column("person_name", &UsageRow::account, "(nobody)");
    const auto person = text("person_name", &UsageRow::person_name);
    return {"person_name", [account, person](Csv& csv, const UsageRow& row) {
                (row.person_name ? person : account).put(csv, row);
            }};
}

void add_times(Columns& columns, const Zone& zone) {
    const auto add = [&](const char* name, std::optional<Instant> UsageRow::*member) {
        columns.push_back({std::string(name) + " (" + zone.name() + ")",
                           [member, &zone](Csv& csv, const UsageRow& row) {
                               csv.cell(wall_clock(row.*member, zone));
                           }});
    };
    add("from", &UsageRow::from);
    add("until", &UsageRow::until);
    if (zone.name() != "UTC") columns.push_back(text("from (UTC)", &UsageRow::from));
}

Columns key_columns(UsageBy by, const Zone& zone) {
    Columns columns;
    const auto add_person = [&] {
        columns.push_back(person_column());
        columns.push_back(text("unix_name", &UsageRow::account));
        columns.push_back(text("person_id", &UsageRow::person));
    };
    switch (by) {
        case UsageBy::person:
            add_person();
            break;
        case UsageBy::group:
            columns.push_back(naming_column("group_name", &UsageRow::group_name, "(no group)"));
            columns.push_back(text("group_id", &UsageRow::group));
            break;
        case UsageBy::model:
            columns.push_back(naming_column("model", &UsageRow::model, "(unknown model)"));
            break;
        case UsageBy::host:
            columns.push_back(text("host_name", &UsageRow::host_name));
            columns.push_back(text("host_id", &UsageRow::host));
            break;
        case UsageBy::gpu:
            columns.push_back(text("gpu_name", &UsageRow::gpu_name));
            columns.push_back(text("gpu_id", &UsageRow::gpu));
            break;
        case UsageBy::reservation:
            columns.push_back(text("title", &UsageRow::title));
            columns.push_back(text("gpu_name", &UsageRow::gpu_name));
            add_person();
            add_times(columns, zone);
            columns.push_back(text("reservation_id", &UsageRow::reservation));
            columns.push_back(text("project", &UsageRow::project));
            break;
        case UsageBy::project:
            columns.push_back(naming_column("project", &UsageRow::project, "(no project)"));
            break;
        case UsageBy::hour_of_week:
            columns.push_back(text("weekday (1 is Monday)", &UsageRow::weekday));
            columns.push_back(text("hour (" + zone.name() + ")", &UsageRow::hour));
            break;
        default:
            add_times(columns, zone);
    }
    return columns;
}

// "reserved_s" is in GPU seconds.
template <class T>
void put_sum(Csv& csv, const T& value) {
    std::string text;
    if constexpr (std::is_same_v<T, views::Decimal>) {
        views::write_json(text, value);
    } else if (value) {
        views::write_json(text, *value);
    }
    csv.cell(text);
}
template <class Each>
void each_sum(const Each& each) {
    const auto take = [&](const auto& field) {
        using T = std::remove_cvref_t<decltype(UsageRow{}.*field.member)>;
        if constexpr (std::is_same_v<T, views::Decimal> ||
                      std::is_same_v<T, std::optional<views::Decimal>>) {
            each(field);
        }
    };
    Fields<UsageRow>::list([&](const auto&... fields) { (take(fields), ...); });
}

}  // namespace

std::string csv_of(const views::UsageReport& report, const Zone& zone) {
    const auto keys = key_columns(report.by, zone);
    Csv csv = Csv::file();
    for (const auto& column : keys) csv.cell(column.name);
    each_sum([&](const auto& field) { csv.cell(field.name); });
    csv.end_line();
    for (const auto& row : report.rows) {
        for (const auto& column : keys) column.put(csv, row);
        each_sum([&](const auto& field) { put_sum(csv, row.*field.member); });
        csv.end_line();
    }
    return csv.take();
}

std::string csv_name_of(const views::UsageReport& report, const Zone& zone) {
    constexpr std::size_t letters_of_a_day = 10;
    return fmt::format("dibs-usage-{}-{}.csv", name_of_value(report.by),
                       wall_clock(report.from, zone).substr(0, letters_of_a_day));
}

}  // namespace dibs::routes
