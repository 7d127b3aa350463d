// The shared site of tests about violations. Ann holds a GPU in the afternoon, and Ben has a
// process on it. Also the results of a tick.
#pragma once

#include "tests/support/sample_site.hpp"

namespace dibs::test {

inline const auto anns = booking(1, ann, {gpu_a}, "12:00", "14:00");

inline fleet::ProcessAppeared process(unsigned n, std::vector<GpuId> on, std::string unix_name) {
    const auto host = hosts_of(on).front();
    const auto person = unix_name == "ben" ? std::optional(ben) : std::nullopt;
    return {nth<ProcessId>(n),
            host,
            std::move(on),
            4711,
            ten,
            std::move(unix_name),
            person,
            Personal<std::string>{"python"}};
}
inline const auto bens = process(1, {gpu_a}, "ben");
inline fleet::ProcessGone gone(const fleet::ProcessAppeared& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name, p.person};
}

// The violations that a tick would open and close, without their ids.
inline std::string tick(const Given& world) {
    std::string text;
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    const auto about = [](const violation::Violation& v) {
        std::string on = to_text(v.process);
        for (const GpuId gpu : v.gpus) on += ' ' + to_text(gpu);
        return on + ' ' + (v.reservation ? to_text(*v.reservation) : "nobody's") + ' ' +
               v.unix_name + '\n';
    };
    for (const auto& e : decided.value()) {
        if (const auto* opened = get_if<violation::ViolationOpened>(&e)) {
            text += "opened " + about(opened->violation);
        } else if (const auto* moved = get_if<violation::GpusChanged>(&e)) {
            text += "now on " + about(moved->violation);
        } else if (const auto* with = get_if<violation::Excused>(&e)) {
            text += "excused " + about(with->violation);
        } else if (e.is<violation::Closed>()) {
            text += "closed\n";
        }
    }
    return text;
}
inline std::string opened(const fleet::ProcessAppeared& p, const reservation::Booking& b) {
    std::string on = to_text(p.id);
    for (const GpuId gpu : p.gpus) on += ' ' + to_text(gpu);
    return "opened " + on + ' ' + to_text(b.id) + ' ' + p.unix_name.value() + '\n';
}
inline Given met() {
    return given(sample_site(), booked(anns), bens).at(clock("13:00")).done(Tick{});
}
inline ViolationId only_one(const Given& world) {
    return world.world().violations.open.begin()->first;
}
inline violation::Excused excused(const Given& world, std::string reason,
                                  std::optional<PersonId> by) {
    return {world.world().violations.open.begin()->second.violation, std::move(reason), by};
}

}  // namespace dibs::test
