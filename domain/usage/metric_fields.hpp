// The JSON form of the table of metrics: the names of a board's choices in stored facts, and the
// rows in the API's catalogue.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/usage/metric.hpp"

namespace dibs {

template <>
struct Names<Subject> {
    static constexpr std::array list = {named(Subject::gpu, "gpu"), named(Subject::host, "host"),
                                        named(Subject::process, "process")};
};
template <>
struct Names<Unit> {
    static constexpr std::array list = {named(Unit::percent, "percent"),
                                        named(Unit::mebibyte, "mebibyte"),
                                        named(Unit::mebibyte_per_second, "mebibyte_per_second"),
                                        named(Unit::celsius, "celsius"),
                                        named(Unit::watt, "watt"),
                                        named(Unit::megahertz, "megahertz"),
                                        named(Unit::second, "second"),
                                        named(Unit::count, "count")};
};
template <>
struct Names<Fold> {
    static constexpr std::array list = {named(Fold::mean, "mean"), named(Fold::counter, "counter"),
                                        named(Fold::greatest, "greatest")};
};
// The names of the metrics of one kind of subject.
template <class Chosen, Subject kind>
[[nodiscard]] constexpr auto names_of_metrics() {
    std::array<std::pair<Chosen, std::string_view>, metrics_of(kind).size()> names{};
    for (Column i = 0; i < names.size(); ++i) {
        const auto& metric = metrics_of(kind)[i];
        names[i] = {Chosen{metric.id}, metric.name};
    }
    return names;
}
template <>
struct Names<GpuMetric> {
    static constexpr auto list = names_of_metrics<GpuMetric, Subject::gpu>();
};
template <>
struct Names<HostMetric> {
    static constexpr auto list = names_of_metrics<HostMetric, Subject::host>();
};

}  // namespace dibs
