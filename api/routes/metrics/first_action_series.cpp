// No samples until the first action.
#include "api/routes/metrics/first_action_series.hpp"

#include "domain/violation/violation_fields.hpp"

namespace dibs::routes {
namespace {

std::string seconds_of(Duration length) {
    std::string text;
    views::write_json(text, views::Decimal{length.count()});
    return text;
}

void write_one(Exposition& out, const std::string& labels,
               const violation::FirstActionTimes& times) {
    for (std::size_t i = 0; i < times.bounds.size(); ++i) {
        auto bucket = labels + ',';
        append_label(bucket, "le", seconds_of(times.bounds[i]));
        out.sample(bucket + '}', times.within[i], "_bucket");
    }
    out.sample(labels + ",le=\"+Inf\"}", times.count, "_bucket");
    out.sample(labels + '}', views::Decimal{times.sum.count()}, "_sum");
    out.sample(labels + '}', times.count, "_count");
}

}  // namespace

void write_first_actions(Exposition& out, const violation::FirstActions& all) {
    out.family("dibs_violation_first_action_seconds", "histogram",
               "From the sample that showed a violation to what came of the first step against it, "
               "without the time that the rules let pass before it.");
    for (const auto& [what, times] : all) {
        std::string labels = "{";
        append_label(labels, "action", name_of_value(what.first));
        append_label(labels += ',', "outcome", name_of_value(what.second));
        write_one(out, labels, times);
    }
}

}  // namespace dibs::routes
