// dibs calendar link|links|close|export: bookings in calendar programs. A link is a secret, shown
// once, alone on stdout.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <sstream>
#include <utility>

namespace dibs::cli {
namespace {

struct CalendarOptions {  // at most one is set; none: own bookings
    std::string group, gpu, host, id;
};

// The id of the named subject, under its name in the contract: "host" -> "host_…".
std::pair<std::string, std::string> find_subject(Context& context, const CalendarOptions& options) {
    if (!options.group.empty()) {
        return {"group", find_named(context, "/groups", options.group, "group")["id"].text()};
    }
    if (!options.host.empty()) return {"host", find_host(context, options.host)["id"].text()};
    if (options.gpu.empty()) return {};
    const auto gpus = named_gpus(context, options.gpu, "--gpu").items();
    if (gpus.size() != 1) throw Failure(Exit::usage, "--gpu names one GPU, as gpu03:0.", "");
    return {"gpu", gpus.front().text()};
}

std::vector<Column> calendar_link_columns(const ZoneClock& clock, std::size_t id_size) {
    const auto id = [](const Json& item) { return item["id"].text(); };
    const auto short_id = [id_size](const Json& item) {
        return item["id"].text().substr(0, id_size);
    };
    const auto shows = [](const Json& item) {
        const auto kind = item["kind"].text();
        return kind == "person" ? std::string("own bookings") : kind + ' ' + item["name"].text();
    };
    const auto works = [](const Json& item) {
        return item["readable"].truth() ? "yes" : "no: you may not see it any more";
    };
    const auto works_plain = [](const Json& item) { return item["readable"].shown(); };
    return {{"ID", short_id, id},
            {"SHOWS", shows, shows},
            {"WORKS", works, works_plain},
            time_column("SINCE", "created_at", clock)};
}

void link(Context& context, const CalendarOptions& options) {
    const auto [kind, id] = find_subject(context, options);
    Json body{Json::Object{}};
    if (!kind.empty()) body.set(kind + "_id", id);
    auto made = context.client.post("/feeds", body);
    if (made["url"].text().starts_with('/')) {  // the server does not know its public address
        const auto& server = context.client.server();  // its path prefix is in the link too
        const auto host = server.find('/', server.find("://") + 3);
        made.set("url", server.substr(0, host) + made["url"].text());
    }
    context.out.note(
        "Subscribe to this address in your calendar. Who has it sees these bookings, so keep it to "
        "yourself; it is not shown again. To end it: dibs calendar close " +
        made["feed"]["id"].text());
    if (context.out.form() == Form::json) return context.out.json(made);
    context.out.line(made["url"].text());
}

void links(Context& context) {
    const auto items = context.client.list("/feeds");
    context.out.list(items, calendar_link_columns(context.clock, short_id_size(items)),
                     "No calendar links yet. Make one: dibs calendar link");
}

void close(Context& context, const std::string& text) {
    const auto feed = find_by_id(context, "/feeds", text, "calendar link", "calendar links");
    context.client.remove("/feeds/" + feed["id"].text());
    context.out.done("Closed: calendars that read this address get nothing any more", {}, {});
}

void save(Context& context, const CalendarOptions& options) {
    const auto [kind, id] = find_subject(context, options);
    const Query query = kind.empty() ? Query{} : Query{{kind, id}};
    const auto response = context.client.send("GET", with_query("/calendar/export", query), "");
    if (!response.succeeded()) throw failure_of(response.status, response.body);
    std::istringstream lines(response.body);
    for (std::string text; std::getline(lines, text);) {
        if (!context.out.human()) {
            context.out.line(text);  // keeps the carriage return
            continue;
        }
        if (text.ends_with('\r')) text.pop_back();
        context.out.line(printable(text));
    }
}

void add_what(Command verb, CalendarOptions& options) {
    const auto group = verb.add_option("--group", options.group, "Of the members of this group")
                           .type_name("GROUP");
    const auto gpu = verb.add_option("--gpu", options.gpu, "Of this GPU: gpu03:0").excludes(group);
    verb.add_option("--host", options.host, "Of this host")
        .type_name("HOST")
        .excludes(group)
        .excludes(gpu);
}

}  // namespace

void add_calendar(Command app, Action& action) {
    const auto noun = app.add_subcommand("calendar", "Bookings in your own calendar");
    noun.needs_subcommand();
    auto options = std::make_shared<CalendarOptions>();
    const auto make = noun.add_subcommand(
        "link", "A secret address to subscribe to, of your bookings or those of something");
    add_what(make, *options);
    make.callback(
        [&action, options] { action = [options](Context& context) { link(context, *options); }; });
    noun.add_subcommand("links", "Those you have made").callback([&action] { action = links; });
    const auto end = noun.add_subcommand("close", "End one: its address gives nothing any more");
    end.add_option("id", options->id, "Its id or a beginning of it").required();
    end.callback([&action, options] {
        action = [options](Context& context) { close(context, options->id); };
    });
    const auto file = noun.add_subcommand("export", "The same once, as a file: > my.ics");
    add_what(file, *options);
    file.callback(
        [&action, options] { action = [options](Context& context) { save(context, *options); }; });
}

}  // namespace dibs::cli
