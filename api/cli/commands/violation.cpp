// dibs violation list|excuse: who runs where somebody else holds the GPU.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/lookup.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/lib/views.hpp"

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

std::string processes_of(const Json& violation) {
    std::string text;
    for (const auto& process : violation["processes"].items()) {
        text += (text.empty() ? "" : ", ") + process["pid"].shown();
        if (process["command"]) text += ' ' + process["command"].text();
    }
    return text;
}

std::vector<Column> columns(const ZoneClock& clock, std::size_t id_size) {
    const auto id = [](const Json& item) { return item["id"].text(); };
    const auto short_id = [id_size](const Json& item) {
        return item["id"].text().substr(0, id_size);
    };
    const auto state = [](const Json& item) {
        return item["state"].text() + (item["excused"] ? ", excused" : "") +
               (item["unknown_since"] ? ", not seen now" : "");
    };
    return {{"ID", short_id, id},
            {"STATE", state, state},
            time_column("SINCE", "opened_at", clock),
            member("GPU", "gpu_name"),
            member("WHO", "unix_name"),
            member("HELD BY", "owner_name"),
            {"PROCESSES", processes_of, processes_of}};
}

void excuse(Context& context, const std::string& id, const std::string& reason) {
    const auto before = find_by_id(context, "/violations", id, "violation");
    const auto after = context.client.post("/violations/" + before["id"].text() + "/excuse",
                                           Json::Object{{"reason", reason}});
    context.out.done("Excused " + printable(after["unix_name"].text()) + " on " +
                         printable(after["gpu_name"].text()),
                     after, columns(context.clock, std::string::npos));
}

}  // namespace

void add_violation(CLI::App& app, Action& action) {
    auto* noun = app.add_subcommand("violation", "Processes where somebody else holds the GPU");
    noun->require_subcommand(1);
    auto all = std::make_shared<bool>(false);
    auto* list = noun->add_subcommand("list", "The open ones");
    list->add_flag("-a,--all", *all, "Closed ones too");
    list->callback([&action, all] {
        action = [all](Context& context) {
            const auto items = context.client.list("/violations", {{"state", *all ? "" : "open"}});
            context.out.list(items, columns(context.clock, short_id_size(items)),
                             "No violation is open.");
        };
    });
    struct Options {
        std::string id, reason;
    };
    auto options = std::make_shared<Options>();
    auto* verb = noun->add_subcommand("excuse", "Say that one is all right, and why");
    verb->add_option("id", options->id, "Its id or a beginning of it")->required();
    verb->add_option("-m,--reason", options->reason, "Why")->required();
    verb->callback([&action, options] {
        action = [options](Context& context) { excuse(context, options->id, options->reason); };
    });
}

}  // namespace dibs::cli
