// GET /api/v1/metrics: the table of metrics, the retention of each step of history, and the limits
// of a question about use. The dashboard has a copy without series, help and the site's settings
// (api/dashboard/src/data/usage/catalogue.ts; a test compares).
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "domain/usage/metric_fields.hpp"
#include "projections/usage/usage_views.hpp"

namespace dibs::routes {
namespace {

struct MetricView {
    std::string_view name;
    Subject subject{};
    Unit unit{};
    views::Decimal least{};
    std::optional<views::Decimal> most{};
    Fold fold{};
    bool adds = false;
    std::optional<std::string_view> series{};
    std::optional<std::string_view> help{};
};

struct UsageRules {
    std::vector<HistoryStep> steps{};
    std::int64_t most_values = views::most_values;
    std::int64_t most_subjects = views::most_subjects;
    std::int64_t usual_points = views::usual_points;
    std::int64_t most_points = views::most_points;
};

struct Catalogue {
    std::vector<MetricView> metrics{};
    UsageRules usage{};
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::MetricView> {
    using T = routes::MetricView;
    static constexpr auto list =
        field_list(field("name", &T::name), field("subject", &T::subject), field("unit", &T::unit),
                   field("least", &T::least), field("most", &T::most), field("fold", &T::fold),
                   field("adds", &T::adds), field("series", &T::series), field("help", &T::help));
};
template <>
struct Fields<HistoryStep> {
    using T = HistoryStep;
    static constexpr auto list =
        field_list(field("step_s", &T::step_s), field("kept_s", &T::kept_s));
};
template <>
struct Fields<routes::UsageRules> {
    using T = routes::UsageRules;
    static constexpr auto list =
        field_list(field("steps", &T::steps), field("most_values", &T::most_values),
                   field("most_subjects", &T::most_subjects),
                   field("usual_points", &T::usual_points), field("most_points", &T::most_points));
};
template <>
struct Fields<routes::Catalogue> {
    using T = routes::Catalogue;
    static constexpr auto list =
        field_list(field("metrics", &T::metrics), field("usage", &T::usage));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

MetricView metric_view(const Metric& metric) {
    MetricView view{metric.name, metric.subject, metric.unit, views::value_of(metric, metric.least),
                    {},          metric.fold,    metric.adds, {},
                    {}};
    if (metric.most != any_amount) view.most = views::value_of(metric, metric.most);
    if (metric.series.empty()) return view;
    view.series = metric.series;
    view.help = metric.help;
    return view;
}

Answer get_catalogue(const RequestContext& context, const Snapshot&) {
    Catalogue catalogue;
    const auto steps = history_steps(context.service.model.usage().kept());
    catalogue.usage.steps.assign(steps.begin(), steps.end());
    for (const auto& metric : metrics) catalogue.metrics.push_back(metric_view(metric));
    return json_of(200, catalogue);
}

}  // namespace

void add_catalogue(http::Router& router, const Service& service) {
    router.add({http::Method::get, "/api/v1/metrics", "listMetrics", access::read,
                query_route(service, {}, get_catalogue)});
}

}  // namespace dibs::routes
