// dibs gpu list: every GPU, what it does and who holds it.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/gpu_names.hpp"
#include "api/cli/lib/views.hpp"

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

// A live value, or its absence: an unknown one is never 0.
std::function<std::string(const Json&)> live(std::string key, std::string unit) {
    return [key = std::move(key), unit = std::move(unit)](const Json& gpu) {
        const auto value = gpu["live"][key].shown();
        return value.empty() ? value : value + unit;
    };
}

std::string held_by(const Json& gpu) {
    return gpu["reservation"]["owner_name"].text();
}

std::vector<Column> columns(const ZoneClock& clock) {
    const auto held_until = [&clock](const Json& gpu) {
        const auto until = gpu["reservation"]["until"].text();
        return until.empty() ? until : clock.moment(until);
    };
    const auto plain_until = [](const Json& gpu) { return gpu["reservation"]["until"].text(); };
    return {{"GPU", gpu_name_of, gpu_name_of},
            member("MODEL", "model"),
            member("STATE", "state"),
            {"BUSY", live("utilization_percent", "%"), live("utilization_percent", "")},
            {"MEMORY", live("memory_used_mib", " MiB"), live("memory_used_mib", "")},
            {"TEMP", live("temperature_c", " C"), live("temperature_c", "")},
            {"POWER", live("power_w", " W"), live("power_w", "")},
            {"HELD BY", held_by, held_by},
            {"UNTIL (" + clock.abbreviation() + ')', held_until, plain_until},
            member("REASON", "reason"),
            member("ID", "id")};
}

}  // namespace

void add_gpu(CLI::App& app, Action& action) {
    struct Options {
        std::string host, model, state;
    };
    auto* noun = app.add_subcommand("gpu", "The GPUs");
    noun->require_subcommand(1);
    auto* verb = noun->add_subcommand("list", "All of them, what they do and who holds them");
    auto options = std::make_shared<Options>();
    verb->add_option("--host", options->host, "Only this host")->type_name("HOST");
    verb->add_option("--model", options->model, "Only models with this in their name");
    verb->add_option("--state", options->state, "available, lost, host_unreachable, driver_broken");
    verb->callback([&action, options] {
        action = [options](Context& context) {
            const auto gpus = context.client.list(
                "/gpus",
                {{"host", options->host}, {"model", options->model}, {"state", options->state}});
            context.out.list(gpus, columns(context.clock), "No GPUs are known.");
        };
    });
}

}  // namespace dibs::cli
