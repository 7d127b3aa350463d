// dibs reserve: books GPUs by name or amount, at a time, as soon as possible, or as offered.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/cuda_devices.hpp"
#include "api/cli/views/holders.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/offers.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

struct ReserveOptions {
    GpuRequest gpus{};
    std::string length, at, title, owner, protection, project;
    int pick = 0;
    bool spread = false, soonest = false, dry_run = false;
};

// A dry run that the server accepted; the id in its answer belongs to no reservation.
void say_what_would_be(Context& context, Json offer, const Json& made) {
    for (const char* member : {"gpu_names", "from", "until", "warnings"}) {
        offer.set(member, made[member]);
    }
    context.out.done("Would reserve " + printable(where_and_when(offer, context.clock)), offer,
                     offer_columns(context.clock));
    note_warnings(context, made);
}

// Books an offer, or shows the holders in its way.
void book(Context& context, const Json& offer, const ReserveOptions& options,
          const std::string& title) {
    Json body{Json::Object{{"gpus", offer["gpus"]},
                           {"from", offer["from"]},
                           {"until", offer["until"]},
                           {"title", title}}};
    if (!options.owner.empty()) body.set("owner_id", person_id(context, options.owner));
    if (!options.protection.empty()) body.set("protection", options.protection);
    if (!options.project.empty()) body.set("project", options.project);
    const std::string path = options.dry_run ? "/reservations?dry_run=true" : "/reservations";
    const auto response = context.client.send("POST", path, body.dump());
    if (response.status == 409) explain_conflict(context, response.body, title);
    const auto made = context.client.checked(response);
    if (options.dry_run) return say_what_would_be(context, offer, made);
    const bool pending = made["state"].text() == "pending";
    context.out.done((pending ? "Asked for approval of " : "Reserved ") +
                         printable(where_and_when(made, context.clock)) + "   " +
                         made["id"].text() + "   undo: dibs cancel " + made["id"].text(),
                     made, reservation_columns(context.clock, 0));
    if (pending) {
        context.out.note("It keeps its slot until " +
                         context.clock.moment(made["held_until"].text()) +
                         " and cannot be used before it is approved.");
    } else {
        note_cuda_devices(context, made);
    }
    note_warnings(context, made);
}

TimeRange wanted_range(Context& context, const ReserveOptions& options) {
    auto text = options.at.empty() ? std::string("now") : options.at;
    if (options.length.empty()) return read_range(context, text);
    text += " for " + options.length;
    if (options.at.empty()) return read_range(context, text);
    try {
        return read_range(context, text);
    } catch (const Failure& failure) {
        if (failure.exit != Exit::usage || *failure.what() == '\0') throw;
        throw Failure(failure.exit, failure.what(),
                      "It was read as '" + text +
                          "', from --at and --for. Where --at says the end, leave out --for.",
                      failure.problem);
    }
}

// The best placement that starts exactly at that time.
Json best_at(Context& context, Json search, const TimeRange& when, const std::string& title) {
    search.set("duration_s", when.length_s);
    search.set("earliest", when.from);
    auto exactly = search;
    exactly.set("latest", when.from);
    exactly.set("limit", 1);
    const auto [offers, why] = request_offers(context, exactly);
    if (!offers.empty()) return offers[0];
    const auto what = "Not available " + when.echo + ". " + why;
    explain_nothing_free(context, what,
                         {holders_at(context, search, when.from, when.until),
                          request_offers(context, search).offers},
                         title);
}

Json soonest(Context& context, Json search, const ReserveOptions& options) {
    search.set("duration_s", read_length_s(context, options.length));
    if (!options.at.empty()) search.set("earliest", read_moment(context, options.at));
    search.set("limit", 1);
    const auto [offers, why] = request_offers(context, search);
    if (offers.empty()) {
        throw Failure(Exit::no_slot, "Nothing fits in the next 14 days. " + why,
                      "Ask for fewer GPUs or less time, or allow --spread.");
    }
    return offers[0];
}

// Throws Failure (usage) if the GPUs or the duration are missing.
void check(const ReserveOptions& options) {
    if (options.gpus.text.empty()) {
        throw Failure(Exit::usage, "Which GPUs?",
                      "Write, for example: dibs reserve 2x --for 4h --at 'tomorrow 9:00'");
    }
    if (!options.length.empty()) return;
    if (options.soonest) {
        throw Failure(Exit::usage, "--soonest needs to know for how long.", "Add --for 4h.");
    }
    if (options.at.empty()) {
        throw Failure(Exit::usage, "For how long?",
                      "Add --for 4h, or a range as --at 'tomorrow 9-17'.");
    }
}

void reserve(Context& context, const ReserveOptions& options) {
    if (options.pick != 0) {
        const auto picked = load_picked_offer(context, options.pick);
        book(context, picked.offer, options, options.title.empty() ? picked.title : options.title);
        return;
    }
    check(options);
    const auto gpus = read_gpus(context, options.gpus);
    const auto search = offer_search(gpus, options.spread);
    if (options.soonest) {
        book(context, soonest(context, search, options), options, options.title);
        return;
    }
    const auto when = wanted_range(context, options);
    if (gpus["kind"].text() == "gpus") {  // by name: the server reports conflicts itself
        const Json offer{Json::Object{{"gpus", gpus["gpus"]},
                                      {"gpu_names", gpus["gpu_names"]},
                                      {"from", when.from},
                                      {"until", when.until}}};
        book(context, offer, options, options.title);
        return;
    }
    book(context, best_at(context, search, when, options.title), options, options.title);
}

}  // namespace

void add_reserve(Command app, Action& action) {
    const auto verb = app.add_subcommand("reserve", "Book GPUs");
    auto options = std::make_shared<ReserveOptions>();
    verb.add_option("gpus", options->gpus.text,
                    "4xA100, 4xA100:80G, 2x, gpu03:0,2-3, gpu[01-04]:all");
    verb.add_option("--for", options->length, "For how long: 8h, 1d, 'rest of the day'");
    verb.add_option("--at", options->at,
                    "When: 'tomorrow 9:00', 'Fri 14-16', '22-6 overnight', 'next week', "
                    "'jutro od 9 do 17' (now)");
    verb.add_option("-m,--title", options->title, "What for");
    verb.add_option("--on", options->gpus.on, "Only on this host or these GPUs: gpu03, gpu03:0-3")
        .type_name("HOST");
    verb.add_option("--min-mem", options->gpus.min_memory, "Memory each has at least: 80G");
    const auto same = verb.add_flag("--same-node", "All on one host (the default)");
    verb.add_flag("--spread", options->spread, "Over several hosts if need be").excludes(same);
    verb.add_flag("--soonest", options->soonest, "As soon as it fits");
    verb.add_option("--pick", options->pick, "Take this one of the offers shown last");
    verb.add_option("--owner", options->owner, "For somebody else: a name or id (admins)")
        .type_name("PERSON");
    verb.add_option("--protection", options->protection,
                    "What Dibs does if others use these GPUs (site default)")
        .one_of({"shown", "told", "mailed", "stopped"});
    verb.add_option("--project", options->project,
                    "What it counts for: letters, digits, - _ . (none)")
        .type_name("PROJECT");
    verb.add_flag("--dry-run", options->dry_run, "Only say what the server would answer");
    verb.callback([&action, options] {
        action = [options](Context& context) { reserve(context, *options); };
    });
}

}  // namespace dibs::cli
