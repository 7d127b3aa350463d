// The stored format of the health of GPUs in rules, reports and events. The names are on disks
// permanently.
#pragma once

#include "domain/gpu/health.hpp"
#include "domain/kernel/fields.hpp"

namespace dibs {

template <>
struct Names<health::Symptom> {
    using E = health::Symptom;
    static constexpr std::array list = {
        named(E::ecc_errors, "ecc_errors"), named(E::row_remap_failed, "row_remap_failed"),
        named(E::repair_pending, "repair_pending"), named(E::recovery_needed, "recovery_needed"),
        named(E::xid_errors, "xid_errors")};
};
template <>
struct Fields<health::Reading> {
    using T = health::Reading;
    static constexpr auto list =
        field_list(field("what", &T::what), field("value", &T::value), field("since", &T::since));
};
template <>
struct Fields<health::Fault> {
    using T = health::Fault;
    static constexpr auto list = field_list(field("what", &T::what), field("count", &T::count),
                                            field("xid", &T::xid), field("at", &T::at));
};
template <>
struct Fields<health::Unhealthy> {
    using T = health::Unhealthy;
    static constexpr auto list = field_list(field("faults", &T::faults), field("since", &T::since));
};

}  // namespace dibs
