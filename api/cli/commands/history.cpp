// dibs history: events, newest first.
#include "api/cli/commands/commands.hpp"
#include "api/cli/grammar/arguments.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/sentence.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <cstdint>
#include <set>

namespace dibs::cli {
namespace {

struct HistoryOptions {
    std::string from, until, who, gpu, host, type;
    std::size_t limit = 50;
};

// Whether the type is `wanted` or begins with it: "reservation" and "reservation.booked" match
// "reservation.booked.v1".
bool begins(const std::string& type, const std::string& wanted) {
    return (type + '.').starts_with(wanted + '.');
}

// An unknown type would show an empty list, which is misleading: it is refused.
void check_types(Context& context, const std::string& types) {
    if (types.empty()) return;
    const auto known = context.client.get("/events/schemas")["schemas"].items();
    for (const auto& wanted : split_fields(types)) {
        const bool found = std::any_of(known.begin(), known.end(), [&](const Json& one) {
            return begins(one["type"].text(), wanted);
        });
        if (found) continue;
        const auto first = wanted.substr(0, wanted.find('.'));
        std::set<std::string> near, all;
        for (const auto& one : known) {
            const auto type = one["type"].text();
            all.insert(type.substr(0, type.find('.')));
            if (begins(type, first)) near.insert(type);
        }
        std::string names;
        for (const auto& name : near.empty() ? all : near) {
            names += (names.empty() ? "" : ", ") + name;
        }
        throw Failure(Exit::usage, "There is no type '" + wanted + "' of events.",
                      "There are: " + names + '.');
    }
}

std::string step_key(const Json& event) {
    return event["violation_id"].text() + ' ' + event["data"]["step"].dump();
}

// One row per step against a violation. The due event is left out if its outcome is among the
// events, which are newest first.
std::vector<Json> with_outcomes(const std::vector<Json>& events) {
    std::set<std::string> ended;
    std::vector<Json> rows;
    for (const auto& event : events) {
        const auto type = event["type"].text();
        if (begins(type, "violation.acted")) ended.insert(step_key(event));
        if (begins(type, "violation.escalated") && ended.erase(step_key(event)) > 0) continue;
        rows.push_back(event);
    }
    return rows;
}

bool is_of_one_command(const Json& newer, const Json& older) {
    const auto same = [&](const char* member) {
        return newer[member].text() == older[member].text();
    };
    return newer["may_follow"].truth() && same("time") && same("actor_id") && same("request_id");
}

// One row per command: its first event, and the number of further ones. `cut`: the list was
// limited, so the last row may have more.
std::vector<Json> by_command(const std::vector<Json>& events, bool cut) {
    std::vector<Json> rows;
    std::int64_t more = 0;
    for (const auto& event : events) {
        const bool with_last = !rows.empty() && is_of_one_command(rows.back(), event);
        more = with_last ? more + 1 : 0;
        if (with_last) rows.pop_back();
        rows.push_back(event);
        if (more > 0) rows.back().set("more", std::to_string(more));
    }
    if (cut && more > 0) rows.back().set("more", "at least " + std::to_string(more));
    return rows;
}

std::string sentence_with_rest(const Json& event) {
    const auto more = event["more"].text();
    return sentence_of(event) + (more.empty() ? "" : " (and " + more + " more with it)");
}

void show_history(Context& context, const HistoryOptions& options) {
    Query query{{"person", options.who}, {"host", options.host}, {"type", options.type}};
    if (!options.from.empty())
        query.emplace_back("from", read_moment(context, options.from, Tense::past));
    if (!options.until.empty())
        query.emplace_back("until", read_moment(context, options.until, Tense::past));
    if (!options.gpu.empty()) {
        const auto gpus = named_gpus(context, options.gpu, "--gpu").items();
        if (gpus.size() != 1) {
            throw Failure(Exit::usage, "--gpu names one GPU, as gpu03:2.", "");
        }
        query.emplace_back("gpu", gpus[0].text());
    }
    const auto events = context.client.list("/events", query, options.limit);
    if (events.empty()) check_types(context, options.type);
    const bool cut = events.size() >= options.limit;
    auto columns = event_columns(context.clock);
    for (auto& column : columns) {
        if (column.heading == "WHAT") column.human = sentence_with_rest;
    }
    context.out.list(context.out.human() ? by_command(with_outcomes(events), cut) : events, columns,
                     "Nothing happened.");
}

}  // namespace

void add_history(Command app, Action& action) {
    const auto verb = app.add_subcommand("history", "What happened, newest first");
    auto options = std::make_shared<HistoryOptions>();
    verb.add_option("--from", options->from, "Recorded from then on: 'yesterday 14:00'");
    verb.add_option("--until", options->until, "Recorded before");
    verb.add_option("--who", options->who, "By or about this person");
    verb.add_option("--gpu", options->gpu, "About this GPU: gpu03:2");
    verb.add_option("--host", options->host, "About this host").type_name("HOST");
    verb.add_option("--type", options->type, "Of these types: reservation, violation.opened");
    verb.add_option("-n,--limit", options->limit, "How many at most (50)");
    verb.callback([&action, options] {
        action = [options](Context& context) { show_history(context, *options); };
    });
}

}  // namespace dibs::cli
