// dibs gpu list|show|move: every GPU, its load and its holder. `move` decides which host has a GPU
// that two hosts report.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/gpu_names.hpp"
#include "api/cli/views/live_value.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

// A live value, or "-" if unknown, never 0. A value that is too old, or of a GPU out of sight,
// counts as unknown.
std::function<std::string(const Json&)> live(std::string key, std::string unit) {
    return [key = std::move(key), unit = std::move(unit)](const Json& gpu) -> std::string {
        const auto value = current_value(gpu, key).shown();
        return value.empty() ? value : value + unit;
    };
}

// The age of its last sample, even if that is too old to be shown.
std::string age_of(const Json& gpu) {
    const auto age = gpu["live"]["age_s"];
    return age ? length_text(age.integer() * 1000) : "";
}

std::string held_by(const Json& gpu) {
    return gpu["reservation"]["owner_name"].text();
}

std::vector<Column> gpu_columns(const ZoneClock& clock) {
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
            {"AGE", age_of, [](const Json& gpu) { return gpu["live"]["age_s"].shown(); }},
            {"HELD BY", held_by, held_by},
            {"UNTIL (" + clock.abbreviation() + ')', held_until, plain_until},
            {"REASON", trouble_of, trouble_of},
            member("ID", "id")};
}

// By name or id; a GPU of a removed host is found by id only.
Json find_gpu(Context& context, const std::string& text) {
    if (text.starts_with("gpu_")) return context.client.get("/gpus/" + url_encode(text));
    auto found = context.client.list("/gpus");
    std::erase_if(found, [&](const Json& gpu) { return gpu_name_of(gpu) != text; });
    // A lost GPU may have had the index of the present one.
    if (found.size() > 1) {
        std::erase_if(found, [](const Json& gpu) { return gpu["state"].text() == "lost"; });
    }
    if (found.size() == 1) return found.front();
    throw Failure(Exit::not_found, "No GPU is known by the name " + text + '.',
                  "See the GPUs with 'dibs gpu list'.");
}

// Shows the bookings that move along, and asks for confirmation.
void confirm_move(Context& context, const Json& gpu, const Json& host) {
    const auto bookings = context.client.list(
        "/reservations", {{"gpu", gpu["id"].text()}, {"state", "upcoming,running"}});
    context.out.note("To be moved: " + printable(gpu_name_of(gpu)) + " to " +
                     printable(host["name"].text()) + ", with its reservations" +
                     (bookings.empty() ? ": none" : ":"));
    for (const auto& one : bookings) {
        context.out.note("  " + printable(one["owner_name"].text()) + "  " +
                         printable(where_and_when(one, context.clock)));
    }
    if (confirm(context, "Is the card in " + printable(host["name"].text()) + " now?")) return;
    throw Failure(Exit::failure, "Not moved.", "");
}

void move_gpu(Context& context, const std::string& gpu_text, const std::string& host_text) {
    const auto gpu = find_gpu(context, gpu_text);
    const auto host = find_host(context, host_text);
    confirm_move(context, gpu, host);
    const auto moved = context.client.post("/gpus/" + url_encode(gpu["id"].text()) + "/move",
                                           Json::Object{{"host_id", host["id"].text()}});
    context.out.done("It is " + printable(gpu_name_of(moved)) + " now.", moved,
                     gpu_columns(context.clock));
}

void add_gpu_show(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("show", "One of them");
    auto gpu = std::make_shared<std::string>();
    verb.add_option("gpu", *gpu, "Its name or id: gpu03:2").required();
    verb.callback([&action, gpu] {
        action = [gpu](Context& context) {
            auto shown = gpu_columns(context.clock);
            shown.push_back(time_column("SINCE", "state_since", context.clock));
            context.out.thing(find_gpu(context, *gpu), shown);
        };
    });
}

void add_gpu_move(Command noun, Action& action) {
    struct Options {
        std::string gpu, host;
    };
    const auto verb =
        noun.add_subcommand("move", "Settle which host a GPU is on that two report (admins)");
    auto options = std::make_shared<Options>();
    verb.add_option("gpu", options->gpu, "Its name or id: gpu03:2").required();
    verb.add_option("host", options->host, "Where it is, by name or id")
        .type_name("HOST")
        .required();
    verb.callback([&action, options] {
        action = [options](Context& context) { move_gpu(context, options->gpu, options->host); };
    });
}

}  // namespace

void add_gpu(Command app, Action& action) {
    struct Options {
        std::string host, model, state;
    };
    const auto noun = app.add_subcommand("gpu", "The GPUs");
    noun.needs_subcommand();
    add_gpu_show(noun, action);
    add_gpu_move(noun, action);
    const auto verb = noun.add_subcommand("list", "All of them, what they do and who holds them");
    auto options = std::make_shared<Options>();
    verb.add_option("--host", options->host, "Only this host").type_name("HOST");
    verb.add_option("--model", options->model, "Only models with this in their name");
    verb.add_option("--state", options->state,
                    "available, lost, host_unreachable, driver_broken, unhealthy");
    verb.callback([&action, options] {
        action = [options](Context& context) {
            const auto gpus = context.client.list(
                "/gpus",
                {{"host", options->host}, {"model", options->model}, {"state", options->state}});
            context.out.list(gpus, gpu_columns(context.clock), "No GPUs are known.");
        };
    });
}

}  // namespace dibs::cli
