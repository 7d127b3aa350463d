// The command `dibs free`: which GPUs are free and until when, one line per host and model. `dibs`
// alone lists the caller's bookings first. GPUs come from GET /gpus; a failed request throws
// Failure.
#include "api/cli/commands/commands.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dibs::cli {
namespace {

// Drops the vendor, so that "NVIDIA A100-SXM4-80GB" fits a column.
std::string short_model(const std::string& model) {
    constexpr std::string_view vendor = "NVIDIA ";
    return model.starts_with(vendor) ? model.substr(vendor.size()) : model;
}

bool is_available(const Json& gpu) {
    return gpu["state"].text() == "available";
}
bool is_lost(const Json& gpu) {
    return gpu["state"].text() == "lost";
}
bool has_occupancy(const Json& gpu, std::string_view occupancy) {
    return gpu["occupancy"].text() == occupancy;
}
bool is_free(const Json& gpu) {
    return has_occupancy(gpu, "free");
}

// The earliest time (RFC 3339) under `key` among the free GPUs, or among those not free; "" if
// none has one.
std::string earliest(const std::vector<Json>& gpus, const char* key, bool want_free) {
    std::string first;
    for (const auto& gpu : gpus) {
        const auto at = gpu[key].text();
        if (is_free(gpu) == want_free && !at.empty() && (first.empty() || at < first)) first = at;
    }
    return first;
}

// The next booking: its owner, how many of these GPUs it holds, and its title: "ann 4x, llama-ft".
std::string next_text(const std::vector<Json>& gpus) {
    Json next;
    for (const auto& gpu : gpus) {
        const auto booking = gpu["next"];
        if (booking && (!next || booking["from"].text() < next["from"].text())) next = booking;
    }
    if (!next) return {};
    int count = 0;
    for (const auto& gpu : gpus) count += gpu["next"]["id"].text() == next["id"].text() ? 1 : 0;
    const auto title = next["title"].text();
    return next["owner_name"].text() + ' ' + std::to_string(count) + 'x' +
           (title.empty() ? "" : ", " + title);
}

// The characters for the states of a GPU in the bar: one per GPU.
struct Marks {
    std::string free, in_use, booked;
    std::string unknown;   // not booked; whether it is in use is unknown
    std::string unusable;  // lost, host not reachable, or driver not working
};
Marks marks(bool unicode) {
    if (!unicode) return {".", "o", "#", "?", "x"};
    return {"\u2591", "\u25cb", "\u2593", "?", "\u00d7"};
}

std::string mark_of(const Json& gpu, const Marks& marks) {
    if (!is_available(gpu)) return marks.unusable;
    if (is_free(gpu)) return marks.free;
    if (has_occupancy(gpu, "in_use")) return marks.in_use;
    return has_occupancy(gpu, "booked") ? marks.booked : marks.unknown;
}

// One row for the GPUs of a host and model. Lost GPUs do not count in "total".
Json group_row(const std::vector<Json>& gpus, bool unicode) {
    std::string bar;
    int free = 0;
    int in_use = 0;
    int total = 0;
    for (const auto& gpu : gpus) {
        total += is_lost(gpu) ? 0 : 1;
        free += is_free(gpu) ? 1 : 0;
        in_use += has_occupancy(gpu, "in_use") ? 1 : 0;
        bar += mark_of(gpu, marks(unicode));
    }
    return Json::Object{{"host_name", gpus[0]["host_name"]},
                        {"model", short_model(gpus[0]["model"].text())},
                        {"gpus", bar},
                        {"free", free},
                        {"in_use", in_use},
                        {"total", total},
                        {"free_until", earliest(gpus, "free_until", true)},
                        {"free_from", earliest(gpus, "free_from", false)},
                        {"next", next_text(gpus)}};
}

std::vector<Column> free_columns(const ZoneClock& clock) {
    const auto free_of_total = [](const Json& row) {
        return row["free"].shown() + " of " + row["total"].shown();
    };
    const auto plain_free = [](const Json& row) { return row["free"].shown(); };
    const auto until = [&clock](const Json& row) -> std::string {
        const auto at = row["free_until"].text();
        if (row["free"].integer() > 0) {
            return at.empty() ? "open end" : clock.moment(at) + " (" + clock.distance(at) + ')';
        }
        const auto from = row["free_from"].text();
        return from.empty() ? "" : "free " + clock.moment(from);
    };
    const auto plain_until = [](const Json& row) { return row["free_until"].text(); };
    return {member("NODE", "host_name"),
            member("MODEL", "model"),
            member("GPUS", "gpus"),
            {"FREE NOW", free_of_total, plain_free},
            {"UNTIL (" + clock.abbreviation() + ')', until, plain_until},
            member("NEXT", "next")};
}

// One row per host and model. In JSON output, "gpus" is the list of GPUs instead of the bar.
std::vector<Json> free_rows(Context& context, const Query& query) {
    std::map<std::pair<std::string, std::string>, std::vector<Json>> groups;
    const auto fleet = context.client.list("/gpus", query);
    std::set<std::string> partitioned;  // GPUs split into slices (MIG): only the slices count
    for (const auto& gpu : fleet) {
        if (!is_lost(gpu) && gpu["parent_id"]) partitioned.insert(gpu["parent_id"].text());
    }
    for (const auto& gpu : fleet) {
        if (partitioned.contains(gpu["id"].text())) continue;
        groups[{gpu["host_name"].text(), gpu["model"].text()}].push_back(gpu);
    }
    std::vector<Json> rows;
    for (const auto& [key, gpus] : groups) {
        auto row = group_row(gpus, context.out.settings.unicode);
        if (context.out.form() == Form::json) {
            row.set("gpus", Json::Array(gpus));
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

void show_free(Context& context, const std::string& host, const std::string& model) {
    const auto rows = free_rows(context, {{"host", host}, {"model", model}});
    context.out.list(rows, free_columns(context.clock),
                     "No GPUs are known yet. Add a host: dibs host add NAME ADDRESS");
    if (!context.out.human()) return;
    const auto explain_mark = [&](const std::string& mark, const std::string& meaning) {
        const bool is_displayed = std::any_of(rows.begin(), rows.end(), [&](const Json& row) {
            return row["gpus"].text().find(mark) != std::string::npos;
        });
        if (is_displayed) context.out.line(mark + ' ' + meaning);
    };
    const auto symbols = marks(context.out.settings.unicode);
    explain_mark(symbols.in_use,
                 "is in use without a booking: 'dibs process list' says who runs there.");
    explain_mark(symbols.unknown, "is not booked; whether it is in use is not known.");
    explain_mark(symbols.unusable, "cannot be used now: 'dibs gpu list' says why.");
}

void show_my_situation(Context& context) {
    const auto reservations = context.client.list(
        "/reservations", {{"owner", "me"}, {"state", "upcoming,running,suspended,pending"}});
    context.out.list(reservations, reservation_columns(context.clock, short_id_size(reservations)),
                     "You hold nothing. Book: dibs reserve 2x --for 4h");
    if (!context.out.human()) return;
    context.out.line("");
    show_free(context, "", "");
}

void add_free(Command app, Action& action) {
    struct Options {
        std::string host, model;
    };
    const auto command = app.add_subcommand("free", "What is free now, and until when");
    auto options = std::make_shared<Options>();
    command.add_option("--host", options->host, "Only this host").type_name("HOST");
    command.add_option("--model", options->model, "Only models with this in their name");
    command.callback([&action, options] {
        action = [options](Context& context) { show_free(context, options->host, options->model); };
    });
}

}  // namespace dibs::cli
