// The program is checked before each run: its file may be changed at any time.
#include "ops/react/site_hooks.hpp"

#include "ops/react/program.hpp"
#include "ops/react/trusted_program.hpp"

#include <spdlog/spdlog.h>
#include <unistd.h>

namespace dibs {
namespace {

EffectEnd tell(const ConfiguredHook& hook, const EventRendering& rendering, const Effect& effect,
               const std::atomic<bool>& stopping) {
    const auto event = render_event(effect, rendering);
    if (!event) return {false, event.error()};
    const auto program = trusted_program(hook.run.front(), geteuid());
    if (!program) return {false, program.error()};
    const auto end =
        run_program(*program, hook.run, *event, std::chrono::seconds{hook.deadline_s}, stopping);
    const auto said = one_line(end.said);
    if (!said.empty()) spdlog::info("{}: it says: {}", name_of(hook), said);
    return {end.good, end.how};
}

}  // namespace

Reaction program_reaction(const ConfiguredHook& hook, const EventRendering& rendering) {
    const auto trusted = trusted_program(hook.run.front(), geteuid());
    if (!trusted) spdlog::error("{}: {}", name_of(hook), trusted.error());
    return {
        .name = name_of(hook),
        .wants = [event = hook.event](const RecordView& fact) { return hears(event, fact.type); },
        .perform =
            [hook, rendering](const Effect& effect, const std::atomic<bool>& stopping) {
                return tell(hook, rendering, effect, stopping);
            },
        .by = effect::By::program};
}

}  // namespace dibs
