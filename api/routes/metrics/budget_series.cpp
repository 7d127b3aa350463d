// See budget_series.hpp. A group or project may have several budgets, also with the same period;
// the label `budget` holds the id.
#include "api/routes/metrics/budget_series.hpp"

#include "projections/questions/budgets.hpp"

namespace dibs::routes {
namespace {

constexpr std::chrono::seconds kept_for{10};  // less than a scrape interval
constexpr std::int64_t seconds_per_hour = 3600;

std::string labels_of(const views::Budget& budget) {
    std::string labels = "{";
    append_label(labels, "scope", budget.project ? "project" : "group");
    append_label(labels += ',', "name",
                 budget.project ? *budget.project : budget.group_name.value_or(""));
    append_label(labels += ',', "period", name_of_value(budget.period));
    append_label(labels += ',', "budget", to_text(budget.id));
    return labels + '}';
}

}  // namespace

void BudgetSeries::add_up(const Snapshot& tables, const Zones& zones) {
    const auto now = tables.now();
    if (added_up_at_ && *added_up_at_ <= now && now - *added_up_at_ < kept_for) return;
    rows_.clear();
    const auto list = [&](const PageFrom& page) { return list_budgets(tables, zones, {}, page); };
    every_row(list, [&](const views::Budget& budget) {
        if (budget.now && budget.now->until <= now) return;  // a one-time budget that is over
        Row row{labels_of(budget), budget.gpu_hours * seconds_per_hour};
        if (budget.now) {
            row.spent_s = budget.now->spent_s;
            row.ahead_s = budget.now->ahead_s;
        }
        rows_.push_back(std::move(row));
    });
    added_up_at_ = now;
}

void BudgetSeries::write(Exposition& out, const Snapshot& tables, const Zones& zones) {
    add_up(tables, zones);
    out.family("dibs_budget_limit_gpu_seconds", "gauge",
               "GPU time that a group or project may book in the period that is on.");
    for (const auto& row : rows_) out.sample(row.labels, row.limit_s);
    out.family("dibs_budget_spent_gpu_seconds", "gauge",
               "GPU time that bookings have held in it until now.");
    for (const auto& row : rows_) {
        if (row.spent_s) out.sample(row.labels, *row.spent_s);
    }
    out.family("dibs_budget_ahead_gpu_seconds", "gauge",
               "GPU time that bookings hold in it from now on.");
    for (const auto& row : rows_) {
        if (row.ahead_s) out.sample(row.labels, *row.ahead_s);
    }
}

}  // namespace dibs::routes
