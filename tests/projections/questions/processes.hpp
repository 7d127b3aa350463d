// Processes on the sample site's GPUs, as probes report them, and the violations that they cause.
#pragma once

#include "tests/support/sample_site.hpp"

namespace dibs::test {

// The person with that name on the sample site.
inline std::optional<PersonId> person_called(std::string_view unix_name) {
    if (unix_name == "ann") return ann;
    if (unix_name == "ben") return ben;
    return std::nullopt;
}
inline fleet::ProcessAppeared process(unsigned n, std::vector<GpuId> gpus, std::int64_t pid,
                                      std::string unix_name) {
    const HostId where = hosts_of(gpus).front();
    const auto person = person_called(unix_name);
    return {nth<ProcessId>(n),
            where,
            std::move(gpus),
            pid,
            ten,
            std::move(unix_name),
            person,
            Personal<std::string>{"python train.py"}};
}
// A process whose owner the host hides.
inline fleet::ProcessAppeared hidden(unsigned n, std::vector<GpuId> gpus, std::int64_t pid) {
    const HostId where = hosts_of(gpus).front();
    return {nth<ProcessId>(n), where, std::move(gpus), pid};
}
inline fleet::ProcessOwnerKnown known_now(const fleet::ProcessAppeared& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name.value(), p.person, p.command_line};
}
inline fleet::ProcessGpusChanged moved(const fleet::ProcessAppeared& p, std::vector<GpuId> gpus) {
    return {p.id, p.host, std::move(gpus), p.pid, p.unix_name, p.person};
}
inline fleet::ProcessGone ended(const fleet::ProcessAppeared& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name, p.person};
}

// The process uses GPUs that another person booked.
inline violation::Violation intruder(unsigned n, const fleet::ProcessAppeared& p,
                                     const reservation::Booking& booking) {
    return {nth<ViolationId>(n), violation::Kind::intruder, p.id,    p.host, p.gpus, booking.id,
            booking.owner,       p.unix_name.value(),       p.person};
}
// The process uses GPUs without a booking.
inline violation::Violation unbooked(unsigned n, const fleet::ProcessAppeared& p) {
    return {nth<ViolationId>(n), violation::Kind::unbooked, p.id,    p.host, p.gpus, std::nullopt,
            std::nullopt,        p.unix_name.value(),       p.person};
}

}  // namespace dibs::test
