// Ben uses a GPU that Ann has booked, and time passes: the steps that each tick takes.
#pragma once

#include "tests/domain/violation/violation_site.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::test {

inline const auto two_gpu_booking = booking(1, ann, {gpu_a, gpu_b}, "12:00", "20:00");

inline fleet::ProcessAppeared process_on_atlas(unsigned n, std::vector<GpuId> on,
                                               std::string unix_name,
                                               std::string command = "python") {
    const auto person = unix_name == "ben" ? std::optional(ben) : std::nullopt;
    return {nth<ProcessId>(n),
            atlas,
            std::move(on),
            4710 + n,
            ten,
            std::move(unix_name),
            person,
            Personal<std::string>{std::move(command)}};
}
inline const auto intruding_process = process_on_atlas(1, {gpu_a}, "ben");

inline rules::Rules with_steps(enforcement::Steps steps, enforcement::Protection protection =
                                                             enforcement::Protection::stopped) {
    rules::Rules rules;
    rules.violation_steps = std::move(steps);
    rules.protection = protection;
    return rules;
}
inline const enforcement::Steps tell_mail_stop{{0, enforcement::Action::message},
                                               {120, enforcement::Action::mail_person},
                                               {600, enforcement::Action::stop}};

inline Given site_with_intruder(const rules::Rules& rules = with_steps(tell_mail_stop)) {
    return given(sample_site(), booked(two_gpu_booking), intruding_process)
        .with(rules)
        .at(clock("13:00"));
}

inline std::string_view word_of(enforcement::Action action) {
    using enforcement::Action;
    switch (action) {
        case Action::message:
            return "message";
        case Action::mail_person:
            return "mail_person";
        case Action::mail_owner:
            return "mail_owner";
        case Action::mail_admins:
            return "mail_admins";
        case Action::stop:
            return "stop";
    }
    return "";
}
// The steps of one tick: "message:1 stop:2" with the number of processes; "held:2" for processes
// whose stop is held because there was no notification.
struct Took {
    std::string text{};
    std::vector<violation::Escalated> steps{};
};
inline Took took(const Given& world) {
    Took all;
    const auto add = [&](std::string_view word, std::size_t processes) {
        all.text += (all.text.empty() ? "" : " ") + std::string(word) + ':';
        all.text += std::to_string(processes);
    };
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    for (const auto& e : decided.value()) {
        if (const auto* held = get_if<violation::Acted>(&e)) {
            EXPECT_EQ(held->outcome, violation::Outcome::not_told);
            add("held", held->violations.size());
        }
        const auto* step = get_if<violation::Escalated>(&e);
        if (step == nullptr) continue;
        add(word_of(step->step.action), step->violations.size());
        all.steps.push_back(*step);
    }
    return all;
}
inline void report(Given& world, const violation::Escalated& step, violation::Outcome outcome) {
    world.done(violation::ReportStep{step.violations, step.step, outcome, 0, "", step.at});
}
// The same, and it is applied; no outcome is reported yet.
inline Took tick_alone(Given& world, std::string_view at) {
    static unsigned ids = 2000;
    world.at(clock(at)).with_ids_after(ids += 10);
    auto all = took(world);
    world.done(Tick{});
    return all;
}
// Also reports this outcome at once, except for stops.
inline std::string tick(Given& world, std::string_view at,
                        violation::Outcome outcome = violation::Outcome::done) {
    const auto all = tick_alone(world, at);
    for (const auto& step : all.steps) {
        if (step.step.action != enforcement::Action::stop) report(world, step, outcome);
    }
    return all.text;
}

}  // namespace dibs::test
