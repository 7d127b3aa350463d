// dibs audit head|verify|export: a proof that the log was not changed, its verification, and the
// record for auditors: actor, action, source address, outcome.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/csv.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/sentence.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <array>

namespace dibs::cli {
namespace {

struct AuditOptions {
    std::string from, until, head;
    bool csv = false;
};

std::string head_of(const Json& event) {
    const auto seal = event["data"]["seal"];
    return seal["until_position"].shown() + ':' + seal["digest"].text();
}

Failure nothing_sealed() {
    return {Exit::not_found, "Nothing is sealed yet.",
            "Seals are made each hour in which something happens."};
}

void head(Context& context) {
    const auto seals = context.client.list("/events", {{"type", "log.sealed"}}, 1);
    if (seals.empty()) throw nothing_sealed();
    const auto seal = seals[0];
    const auto key = [](const Json& event) { return event["data"]["seal"]["public_key"].text(); };
    context.out.thing(seal, {{"HEAD", head_of, head_of},
                             {"SIGNED BY", key, key},
                             time_column("SEALED", "time", context.clock)});
    context.out.note(
        "Keep the head on another machine. 'dibs audit verify --head HEAD' says later whether the "
        "log still holds what was sealed.");
}

// Waits until the server has verified everything up to its position at the first request. Gives up
// when it makes no progress.
Json findings(Context& context, const std::string& head) {
    constexpr int pause_ms = 500, patience = 20;
    const auto query = head.empty() ? Query{} : Query{{"head", head}};
    auto found = context.client.get("/audit", query);
    const auto position = [&] { return found["position"].integer(); };
    const auto end = position() + found["lag"].integer();
    for (int stood = 0; !found["problem"] && position() < end && stood < patience;) {
        const auto before = position();
        context.client.pause(pause_ms);
        found = context.client.get("/audit", query);
        stood = position() == before ? stood + 1 : 0;
    }
    if (!found["problem"] && position() < end) {
        throw Failure(Exit::failure,
                      "The server has looked at " + std::to_string(position()) + " of " +
                          std::to_string(end) + " facts, and does not go on.",
                      "Look what dibsd prints, or ask 'dibsd log verify' on its machine.");
    }
    return found;
}

std::string audit_summary(const Json& found) {
    auto text = "All is as it was sealed, up to position " + found["newest"]["position"].shown() +
                " (seals: " + found["seals"].shown() +
                "). Facts since: " + found["unsealed_facts"].shown() + '.';
    if (!found["one_key"].truth()) text += " Not all seals are signed with the same key.";
    if (found["head"]) text += " The log holds what the head says.";
    return text;
}

void verify(Context& context, const AuditOptions& options) {
    const auto found = findings(context, options.head);
    const auto look_closer = "Keep the machine as it is. 'dibsd log verify' there says more.";
    if (found["problem"]) {
        throw Failure(Exit::failure, "The log was tampered with. " + found["problem"].text(),
                      look_closer);
    }
    if (found["head"] && found["head"].text() != "held") {
        throw Failure(Exit::failure, "This is not the log that was sealed: it has no such seal.",
                      look_closer);
    }
    if (!found["newest"]) throw nothing_sealed();
    context.out.done(audit_summary(found), found,
                     {member("CHECKED", "position"), member("SEALS", "seals"),
                      member("UNSEALED", "unsealed_facts")});
    context.out.note(
        "That is what the server says of itself, since it was started. 'dibsd log verify' on its "
        "machine reads the log again.");
}

// How the action ended; refusals are recorded too.
std::string outcome_of(const Json& event) {
    if (!event["type"].text().starts_with("command.refused")) return "done";
    return "refused: " + event["data"]["code"].text();
}

using ColumnValue = std::string (*)(const Json& event);
struct ExportColumn {
    const char* heading;
    ColumnValue value;
};
constexpr std::array export_columns{
    ExportColumn{"position", [](const Json& e) { return e["position"].shown(); }},
    ExportColumn{"time", [](const Json& e) { return e["time"].text(); }},
    ExportColumn{"actor_id", [](const Json& e) { return e["actor_id"].text(); }},
    ExportColumn{
        "actor_name",
        [](const Json& e) { return e["actor_id"] ? e["actor_name"].text() : std::string("dibs"); }},
    ExportColumn{"source", [](const Json& e) { return e["source"].text(); }},
    ExportColumn{"request_id", [](const Json& e) { return e["request_id"].text(); }},
    ExportColumn{"type", [](const Json& e) { return e["type"].text(); }},
    ExportColumn{"outcome", outcome_of},
    ExportColumn{"what", sentence_of},
};

std::string heading_line() {
    std::string line;
    for (const auto& column : export_columns) {
        line += (line.empty() ? "" : ",") + std::string(column.heading);
    }
    return line + '\r';
}

std::string csv_line(const Json& event) {
    std::string line;
    for (const auto& column : export_columns) {
        line += (line.empty() ? "" : ",") + csv_cell(column.value(event));
    }
    return line + '\r';
}

std::string json_line(Json event) {
    event.set("outcome", outcome_of(event));
    event.set("what", sentence_of(event));
    return event.dump();
}

// Page by page: years of records may not fit into memory.
void export_all(Context& context, const AuditOptions& options) {
    constexpr std::size_t page = 1000;
    Query query{{"order", "oldest"}};
    if (!options.from.empty()) {
        query.emplace_back("from", read_moment(context, options.from, Tense::past));
    }
    if (!options.until.empty()) {
        query.emplace_back("until", read_moment(context, options.until, Tense::past));
    }
    if (options.csv) context.out.line(std::string(utf8_mark) + heading_line());
    context.client.each_page("/events", query, page, [&](const Json::Array& events) {
        for (const auto& event : events) {
            context.out.line(options.csv ? csv_line(event) : json_line(event));
        }
        return true;
    });
}

}  // namespace

void add_audit(Command app, Action& action) {
    const auto noun = app.add_subcommand("audit", "Proof of what happened (admins)");
    noun.needs_subcommand();
    noun.add_subcommand("head", "The newest seal of the log, to be kept elsewhere")
        .callback([&action] { action = head; });
    auto options = std::make_shared<AuditOptions>();
    const auto check = noun.add_subcommand(
        "verify", "Whether the log is what was sealed, as the server reads it from its beginning");
    check.add_option("--head", options->head,
                     "That it holds what was sealed then: POSITION:DIGEST, as 'dibs audit head' "
                     "told it");
    check.callback([&action, options] {
        action = [options](Context& context) { verify(context, *options); };
    });
    const auto verb = noun.add_subcommand(
        "export", "Who did what, from where, and how it ended: oldest first, a line of JSON each");
    verb.add_flag("--csv", options->csv, "For a spreadsheet");
    verb.add_option("--from", options->from, "Recorded from then on: 'yesterday 14:00'");
    verb.add_option("--until", options->until, "Recorded before");
    verb.callback([&action, options] {
        action = [options](Context& context) { export_all(context, *options); };
    });
}

}  // namespace dibs::cli
