// dibs process list: processes on GPUs now, their accounts and their origin: container, terminal,
// session, starter.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

// The length that container programs show.
constexpr std::size_t short_container_id = 12;

std::string container_of(const Json& process, std::size_t id_size) {
    const auto container = process["origin"]["container"];
    if (!container) return "";
    const auto id = container["id"].text().substr(0, id_size);
    return container["runtime"].text() + (id.empty() ? "" : ' ' + id);
}

// "pts/3, screen 4711.train"
std::string session_of(const Json& process) {
    const auto origin = process["origin"];
    auto text = origin["tty"].text();
    if (!origin["session"]) return text;
    text += (text.empty() ? "" : ", ") + origin["session"]["kind"].text();
    const auto name = origin["session"]["name"].text();
    return name.empty() ? text : text + ' ' + name;
}

// Only if it differs from the process's account: another one, or "unknown" for a container.
std::string starter_of(const Json& process) {
    const auto origin = process["origin"];
    const auto starter = origin["started_by"].text();
    if (starter.empty()) return origin["container"] ? "unknown" : "";
    return starter == process["unix_name"].text() ? "" : starter;
}

std::vector<Column> process_columns(const ZoneClock& clock) {
    const auto starter = [](const Json& process) { return process["origin"]["started_by"].text(); };
    const auto short_container = [](const Json& process) {
        return container_of(process, short_container_id);
    };
    const auto whole_container = [](const Json& process) {
        return container_of(process, std::string::npos);
    };
    const auto memory = [](const Json& process) {
        const auto value = process["memory_used_mib"].shown();
        return value.empty() ? value : value + " MiB";
    };
    const auto memory_value = [](const Json& process) {
        return process["memory_used_mib"].shown();
    };
    const auto pid = [](const Json& process) { return process["pid"].shown(); };
    return {member("GPU", "gpu_name"),
            {"PID", pid, pid},
            member("ACCOUNT", "unix_name"),
            member("WHO", "person_name"),
            {"STARTED BY", starter_of, starter},
            {"CONTAINER", short_container, whole_container},
            {"SESSION", session_of, session_of},
            {"MEMORY", memory, memory_value},
            time_column("SINCE", "started_at", clock),
            {"SEEN",
             [&clock](const Json& process) {
                 const auto since = process["unknown_since"];
                 return since ? "not since " + clock.moment(since.text()) : std::string("now");
             },
             [](const Json& process) { return process["unknown_since"].text(); }},
            member("COMMAND", "command")};
}

struct ProcessOptions {
    std::string host, person, gpus;
};

void list_processes(Context& context, const ProcessOptions& options) {
    Query query;
    if (!options.host.empty()) query.push_back({"host", options.host});
    if (!options.person.empty()) query.push_back({"person", options.person});
    if (!options.gpus.empty()) {
        std::string ids;
        for (const auto& gpu : named_gpus(context, options.gpus, "--gpu").items()) {
            ids += (ids.empty() ? "" : ",") + gpu.text();
        }
        query.push_back({"gpu", ids});
    }
    context.out.list(context.client.list("/processes", query), process_columns(context.clock),
                     "Nothing is seen on these GPUs.");
}

}  // namespace

void add_process(Command app, Action& action) {
    const auto noun = app.add_subcommand("process", "What runs on GPUs now");
    noun.needs_subcommand();
    auto options = std::make_shared<ProcessOptions>();
    const auto verb = noun.add_subcommand(
        "list", "Each with its account, container, terminal and session, and who started it");
    verb.add_option("--host", options->host, "On this host").type_name("HOST");
    verb.add_option("--gpu", options->gpus, "On these GPUs: gpu03:0,2-3");
    verb.add_option("--person", options->person, "Of this person, by id or name; me");
    verb.callback([&action, options] {
        action = [options](Context& context) { list_processes(context, *options); };
    });
}

}  // namespace dibs::cli
