// dibs reservation list|show|edit|cancel|release|reinstate|approve|decline|keep|history, and the
// shortcuts extend, move, swap, cancel and release.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/offers.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

struct ReservationListOptions {
    bool all = false, to_approve = false;
    std::string owner, state, from, until, host, project;
};

const char* nothing_of(const ReservationListOptions& asked) {
    for (const auto* what :
         {&asked.owner, &asked.state, &asked.from, &asked.until, &asked.host, &asked.project}) {
        if (!what->empty()) return "There is no such reservation.";
    }
    if (asked.to_approve) return "Nothing waits for your approval.";
    return asked.all ? "No reservation is upcoming or running."
                     : "None of yours is upcoming or running. See --all and --state.";
}

void list_reservations(Context& context, const ReservationListOptions& options) {
    Query query{{"host", options.host}, {"project", options.project}};
    if (!options.owner.empty()) {
        query.emplace_back("owner", person_id(context, options.owner));
    } else if (options.to_approve) {
        query.emplace_back("approver", "me");
    } else if (!options.all && options.project.empty()) {
        query.emplace_back("owner", "me");
    }
    const bool past = !options.from.empty();
    query.emplace_back("state", options.state.empty() && !past
                                    ? "upcoming,running,suspended,pending"
                                    : options.state);
    if (!options.from.empty()) query.emplace_back("from", read_moment(context, options.from));
    if (!options.until.empty()) query.emplace_back("until", read_moment(context, options.until));
    const auto items = context.client.list("/reservations", query);
    context.out.list(items, reservation_columns(context.clock, short_id_size(items)),
                     nothing_of(options));
    for (const auto& one : items) note_warnings(context, one);
}

void report_change(Context& context, const std::string& what, const Json& reservation,
                   const std::string& undo) {
    const auto id = reservation["id"].text();
    context.out.done(what + ' ' + printable(where_and_when(reservation, context.clock)) + "   " +
                         id + (undo.empty() ? "" : "   undo: " + undo + ' ' + id),
                     reservation, reservation_columns(context.clock, 0));
    note_warnings(context, reservation);
}

// Names another person's reservation, and asks for confirmation at a terminal. A script that names
// an id is not asked.
void ask_about_others(Context& context, const Json& reservation, const std::string& what) {
    if (context.assume_yes || !context.terminal.interactive()) return;
    const auto me = context.client.get("/session")["person"]["id"].text();
    if (reservation["owner_id"].text() == me) return;
    const auto whose = printable(reservation["owner_name"].text());
    context.out.note("This is the reservation of " + whose + ": " +
                     printable(where_and_when(reservation, context.clock)));
    if (!confirm(context, what + " it?")) throw Failure(Exit::failure, "Nothing was changed.", "");
}

// Sends a change of one version; explains a 409 with its holders.
Json send_change(Context& context, const Json& before, const Json& body) {
    ask_about_others(context, before, "Change");
    const auto id = before["id"].text();
    const auto response =
        context.client.send("PATCH", "/reservations/" + id, body.dump(),
                            {{"If-Match", "\"v" + before["version"].shown() + '"'}});
    if (response.status == 409) explain_conflict(context, response.body, before["title"].text());
    return context.client.checked(response);
}

struct ReservationEdit {
    std::string id = "current", title, from, until, gpus, protection, project;
    bool has_title = false;
};

void edit_reservation(Context& context, const ReservationEdit& options) {
    const auto before = find_reservation(context, options.id);
    Json body{Json::Object{}};
    if (options.has_title) body.set("title", options.title);
    if (!options.from.empty()) body.set("from", read_moment(context, options.from));
    if (!options.until.empty()) body.set("until", read_moment(context, options.until));
    if (!options.gpus.empty()) body.set("gpus", named_gpus(context, options.gpus, "--gpus"));
    if (options.protection == "site") {
        body.set("protection", Json());
    } else if (!options.protection.empty()) {
        body.set("protection", options.protection);
    }
    if (!options.project.empty()) {
        body.set("project", options.project == "none" ? Json() : Json(options.project));
    }
    if (body.members().empty()) {
        throw Failure(Exit::usage, "Change what?",
                      "Add --title, --from, --until, --gpus, --project or --protection.");
    }
    report_change(context, "Changed to", send_change(context, before, body), "");
}

// Replaces unusable GPUs by similar ones, as the server proposes. If another command comes between
// the proposal and the change, the server answers 412 or 409 and changes nothing.
void swap_gpus(Context& context, const std::string& id, const std::string& gpu) {
    const auto before = find_reservation(context, id);
    std::string only;
    if (!gpu.empty()) {
        const auto named = named_gpus(context, gpu, "--gpu").items();
        if (named.size() != 1) throw Failure(Exit::usage, "--gpu names one GPU, as gpu03:1.", "");
        only = named.front().text();
    }
    const auto path = "/reservations/" + before["id"].text() + "/swap";
    const auto proposal = context.client.get(path, {{"gpu", only}});
    std::string none_like;
    for (const auto& name : proposal["none_like_names"].items()) {
        none_like += (none_like.empty() ? "" : ", ") + printable(name.text());
    }
    if (proposal["swaps"].items().empty()) {
        if (none_like.empty()) {
            throw Failure(Exit::failure, "All of its GPUs can be used: there is nothing to swap.",
                          "Name one with --gpu to swap it all the same, before it begins.");
        }
        throw Failure(Exit::no_slot, "Nothing like " + none_like + " is free until its end.",
                      "See what is free with 'dibs find', and change it with 'dibs move --on'.");
    }
    for (const auto& one : proposal["swaps"].items()) {
        context.out.note(printable(one["from_gpu_name"].text()) + " -> " +
                         printable(one["to_gpu_name"].text()) +
                         (one["same_host"].shown() == "true" ? "" : ", on another host"));
    }
    if (!none_like.empty()) context.out.note("Nothing like " + none_like + " is free.");
    report_change(context, "Swapped, now",
                  send_change(context, before, Json::Object{{"gpus", proposal["gpus"]}}), "");
}

void extend(Context& context, const std::string& id, const std::string& by,
            const std::string& until) {
    if (by.empty() == until.empty()) {
        throw Failure(Exit::usage, "By how long?", "Write --by 2h or --until 18:00, one of them.");
    }
    const auto before = find_reservation(context, id);
    const auto end = parse_utc(before["until"].text()).value_or(0);
    const auto wanted = by.empty() ? read_moment(context, until)
                                   : utc_text(end + read_length_s(context, by) * 1000);
    report_change(context, "Extended to",
                  send_change(context, before, Json::Object{{"until", wanted}}), "");
}

void move_reservation(Context& context, const std::string& id, const std::string& to,
                      const std::string& on) {
    if (to.empty() && on.empty()) {
        throw Failure(Exit::usage, "Where to?", "Write --to 'Fri 9:00', --on gpu04:0-3, or both.");
    }
    const auto before = find_reservation(context, id);
    Json body{Json::Object{}};
    if (!to.empty()) {
        const auto from = read_moment(context, to);
        const auto length = parse_utc(before["until"].text()).value_or(0) -
                            parse_utc(before["from"].text()).value_or(0);
        body.set("from", from);
        body.set("until", utc_text(parse_utc(from).value_or(0) + length));
    }
    if (!on.empty()) body.set("gpus", named_gpus(context, on, "--on"));
    report_change(context, "Moved to", send_change(context, before, body), "");
}

// Cancelling a running one releases it, which cannot be undone.
void cancel(Context& context, const std::string& id) {
    const auto before = find_reservation(context, id);
    ask_about_others(context, before, "Cancel");
    const auto after =
        context.client.remove("/reservations/" + before["id"].text(), before["version"].integer());
    const bool cancelled = after["state"].text() == "cancelled";
    report_change(context, cancelled ? "Cancelled" : "Released", after,
                  cancelled ? "dibs reservation reinstate" : "");
}

void release(Context& context, const std::string& id) {
    const auto before = find_reservation(context, id);
    ask_about_others(context, before, "Release");
    report_change(context, "Released",
                  context.client.post("/reservations/" + before["id"].text() + "/release"), "");
}

void reinstate(Context& context, const std::string& id) {
    const auto before = find_reservation(context, id);
    const auto path = "/reservations/" + before["id"].text() + "/reinstate";
    const auto response = context.client.send("POST", path, "");
    if (response.status == 409) explain_conflict(context, response.body, before["title"].text());
    report_change(context, "Reinstated", context.client.checked(response), "dibs cancel");
}

void approve(Context& context, const std::string& id) {
    const auto before = find_reservation(context, id);
    report_change(context, "Approved",
                  context.client.post("/reservations/" + before["id"].text() + "/approve"), "");
}

void decline(Context& context, const std::string& id, const std::string& reason) {
    const auto before = find_reservation(context, id);
    report_change(context, "Declined",
                  context.client.post("/reservations/" + before["id"].text() + "/decline",
                                      Json::Object{{"reason", reason}}),
                  "");
}

void keep(Context& context, const std::string& id, const std::string& length,
          const std::string& reason) {
    const auto before = find_reservation(context, id);
    ask_about_others(context, before, "Keep");
    Json body{Json::Object{{"for_min", read_minutes(context, length, "--for")}}};
    if (!reason.empty()) body.set("reason", reason);
    const auto path = "/reservations/" + before["id"].text() + "/keep";
    const auto after = context.client.post(path, body);
    context.out.done("Kept until " + context.clock.moment(after["kept_until"].text()) +
                         ", used or not: " + printable(where_and_when(after, context.clock)),
                     after, reservation_columns(context.clock, 0));
}

void show_reservation_history(Context& context, const std::string& id) {
    const auto before = find_reservation(context, id);
    const auto events =
        context.client.list("/events", {{"reservation", before["id"].text()}, {"order", "oldest"}});
    context.out.list(events, event_columns(context.clock), "Nothing happened to it.");
}

using WithId = void (*)(Context&, const std::string&);

void add_id_verb(Command noun, Action& action, const char* name, const char* help, WithId run,
                 bool required) {
    const auto verb = noun.add_subcommand(name, help);
    auto id = std::make_shared<std::string>(required ? "" : "current");
    const auto option = verb.add_option("id", *id, "Its id, a beginning of it, current or last")
                            .type_name("RESERVATION");
    if (required) option.required();
    verb.callback(
        [&action, id, run] { action = [id, run](Context& context) { run(context, *id); }; });
}

void show_reservation(Context& context, const std::string& id) {
    const auto reservation = find_reservation(context, id);
    context.out.thing(reservation, reservation_columns(context.clock, 0));
    note_warnings(context, reservation);
}

void add_reservation_list(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("list", "Yours that are upcoming or running");
    auto options = std::make_shared<ReservationListOptions>();
    verb.add_flag("-a,--all", options->all, "Everybody's");
    verb.add_option("--owner", options->owner, "Of this person: a name or id").type_name("PERSON");
    verb.add_option(
        "--state", options->state,
        "upcoming, running, finished, cancelled, released, suspended, pending, declined, lapsed; "
        "several with commas");
    verb.add_flag("--to-approve", options->to_approve, "That wait for your approval");
    verb.add_option("--from", options->from, "Ending after this moment; past ones too");
    verb.add_option("--until", options->until, "Starting before this moment");
    verb.add_option("--host", options->host, "On this host").type_name("HOST");
    verb.add_option("--project", options->project, "Of this project, anybody's")
        .type_name("PROJECT");
    verb.callback([&action, options] {
        action = [options](Context& context) { list_reservations(context, *options); };
    });
}

void add_decline(Command noun, Action& action) {
    struct Options {
        std::string id, reason;
    };
    const auto verb = noun.add_subcommand("decline", "Decline one that waits for approval");
    auto options = std::make_shared<Options>();
    verb.add_option("id", options->id, "Its id or a beginning of it")
        .type_name("RESERVATION")
        .required();
    verb.add_option("-m,--reason", options->reason, "Why: its owner reads it").required();
    verb.callback([&action, options] {
        action = [options](Context& context) { decline(context, options->id, options->reason); };
    });
}

void add_keep(Command noun, Action& action) {
    struct Options {
        std::string id = "current", length = "1h", reason;
    };
    const auto verb = noun.add_subcommand("keep", "Keep a running one although nothing uses it");
    auto options = std::make_shared<Options>();
    verb.add_option("id", options->id, "Its id, a beginning of it, current (default) or last")
        .type_name("RESERVATION");
    verb.add_option("--for", options->length, "How long, at most 8h: 2h (an hour unless told)")
        .type_name("LENGTH");
    verb.add_option("--why", options->reason, "What for; everybody reads it");
    verb.callback([&action, options] {
        action = [options](Context& context) {
            keep(context, options->id, options->length, options->reason);
        };
    });
}

void add_reservation_edit(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("edit", "Change title, times or GPUs");
    auto options = std::make_shared<ReservationEdit>();
    verb.add_option("id", options->id, "Its id, a beginning of it, current or last")
        .type_name("RESERVATION")
        .required();
    const auto title = verb.add_option("-m,--title", options->title, "What for");
    verb.add_option("--from", options->from, "A new start");
    verb.add_option("--until", options->until, "A new end");
    verb.add_option("--gpus", options->gpus, "Other GPUs: gpu03:0-3");
    verb.add_option("--project", options->project, "What it counts for; none: nothing any more")
        .type_name("PROJECT");
    verb.add_option("--protection", options->protection,
                    "How far Dibs goes against others on its GPUs; site: as the rules say")
        .one_of({"shown", "told", "mailed", "stopped", "site"});
    verb.callback([&action, options, title] {
        options->has_title = title.given();
        action = [options](Context& context) { edit_reservation(context, *options); };
    });
}

void add_extend(Command app, Action& action) {
    struct Options {
        std::string id = "current", by, until;
    };
    const auto verb = app.add_subcommand("extend", "Keep GPUs for longer");
    auto options = std::make_shared<Options>();
    verb.add_option("id", options->id, "Its id, a beginning of it, current (default) or last")
        .type_name("RESERVATION");
    verb.add_option("--by,--for", options->by, "By how much: 2h");
    verb.add_option("--until", options->until, "Until: 18:00, 'tomorrow 9:00'");
    verb.callback([&action, options] {
        action = [options](Context& context) {
            extend(context, options->id, options->by, options->until);
        };
    });
}

void add_reservation_move(Command app, Action& action) {
    struct Options {
        std::string id, to, on;
    };
    const auto verb =
        app.add_subcommand("move", "Move to another time (same length) or other GPUs");
    auto options = std::make_shared<Options>();
    verb.add_option("id", options->id, "Its id, a beginning of it, current or last")
        .type_name("RESERVATION")
        .required();
    verb.add_option("--to,--at", options->to, "The new start: 'Fri 9:00'");
    verb.add_option("--on", options->on, "The new GPUs: gpu04:0-3");
    verb.callback([&action, options] {
        action = [options](Context& context) {
            move_reservation(context, options->id, options->to, options->on);
        };
    });
}

void add_swap(Command app, Action& action) {
    struct Options {
        std::string id = "current", gpu;
    };
    const auto verb = app.add_subcommand("swap", "Replace GPUs that cannot be used");
    auto options = std::make_shared<Options>();
    verb.add_option("id", options->id, "Its id, a beginning of it, current (default) or last")
        .type_name("RESERVATION");
    verb.add_option("--gpu", options->gpu, "Only this one of them: gpu03:1").type_name("GPU");
    verb.callback([&action, options] {
        action = [options](Context& context) { swap_gpus(context, options->id, options->gpu); };
    });
}

}  // namespace

void add_reservation(Command app, Action& action) {
    const auto noun = app.add_subcommand("reservation", "Who holds which GPUs when").alias("res");
    noun.needs_subcommand();
    add_reservation_list(noun, action);
    add_id_verb(noun, action, "show", "One of them", show_reservation, true);
    add_reservation_edit(noun, action);
    add_id_verb(noun, action, "cancel", "Cancel one; a running one is released", cancel, true);
    add_id_verb(noun, action, "release", "Give a running one's GPUs back now", release, false);
    add_id_verb(noun, action, "reinstate", "Undo a cancellation, if the slot is free", reinstate,
                true);
    add_id_verb(noun, action, "approve", "Approve one that waits for it", approve, true);
    add_decline(noun, action);
    add_keep(noun, action);
    add_id_verb(noun, action, "history", "What happened to it", show_reservation_history, true);
    add_extend(app, action);
    add_reservation_move(app, action);
    add_swap(app, action);
    add_id_verb(app, action, "cancel", "Cancel a reservation; a running one is released", cancel,
                true);
    add_id_verb(app, action, "release", "Release a running reservation's GPUs now", release, false);
}

}  // namespace dibs::cli
