// dibs free: the free GPUs and until when, one line per host and model. Also `dibs` alone.
#include "api/cli/commands/commands.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dibs::cli {
namespace {

// "NVIDIA A100-SXM4-80GB" is too long for a column.
std::string short_model(const std::string& model) {
    constexpr std::string_view maker = "NVIDIA ";
    return model.starts_with(maker) ? model.substr(maker.size()) : model;
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

// The earliest time under `key` among the GPUs; "" if none has one.
std::string earliest(const std::vector<Json>& gpus, const char* key, bool of_free) {
    std::string first;
    for (const auto& gpu : gpus) {
        const auto at = gpu[key].text();
        if (is_free(gpu) == of_free && !at.empty() && (first.empty() || at < first)) first = at;
    }
    return first;
}

// "ann 4x, llama-ft": the next holder, with the number of GPUs of the group.
std::string next_text(const std::vector<Json>& gpus) {
    Json next;
    for (const auto& gpu : gpus) {
        const auto holder = gpu["next"];
        if (holder && (!next || holder["from"].text() < next["from"].text())) next = holder;
    }
    if (!next) return {};
    int count = 0;
    for (const auto& gpu : gpus) count += gpu["next"]["id"].text() == next["id"].text() ? 1 : 0;
    const auto title = next["title"].text();
    return next["owner_name"].text() + ' ' + std::to_string(count) + 'x' +
           (title.empty() ? "" : ", " + title);
}

// The character per state of a GPU in the bar.
struct Marks {
    std::string free, in_use, booked;
    std::string unknown;  // its processes are unknown
    std::string useless;  // it is lost, its host is not reached, or its driver does not work
};
Marks marks(bool unicode) {
    if (!unicode) return {".", "o", "#", "?", "x"};
    return {"\u2591", "\u25cb", "\u2593", "?", "\u00d7"};
}

std::string mark_of(const Json& gpu, const Marks& marks) {
    if (!is_available(gpu)) return marks.useless;
    if (is_free(gpu)) return marks.free;
    if (has_occupancy(gpu, "in_use")) return marks.in_use;
    return has_occupancy(gpu, "booked") ? marks.booked : marks.unknown;
}

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
    const auto count = [](const Json& row) {
        return row["free"].shown() + " of " + row["total"].shown();
    };
    const auto counts = [](const Json& row) { return row["free"].shown(); };
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
            {"FREE NOW", count, counts},
            {"UNTIL (" + clock.abbreviation() + ')', until, plain_until},
            member("NEXT", "next")};
}

std::vector<Json> free_rows(Context& context, const Query& query) {
    std::map<std::pair<std::string, std::string>, std::vector<Json>> groups;
    const auto all = context.client.list("/gpus", query);
    std::set<std::string> cut;  // GPUs whose slices are counted instead
    for (const auto& gpu : all) {
        if (!is_lost(gpu) && gpu["parent_id"]) cut.insert(gpu["parent_id"].text());
    }
    for (const auto& gpu : all) {
        if (cut.contains(gpu["id"].text())) continue;
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
    const auto say_of = [&](const std::string& mark, const std::string& meaning) {
        const bool marked = std::any_of(rows.begin(), rows.end(), [&](const Json& row) {
            return row["gpus"].text().find(mark) != std::string::npos;
        });
        if (marked) context.out.line(mark + ' ' + meaning);
    };
    const auto signs = marks(context.out.settings.unicode);
    say_of(signs.in_use, "is in use without a booking: 'dibs process list' says who runs there.");
    say_of(signs.unknown, "is not booked; whether it is in use is not known.");
    say_of(signs.useless, "cannot be used now: 'dibs gpu list' says why.");
}

void show_my_situation(Context& context) {
    const auto mine = context.client.list(
        "/reservations", {{"owner", "me"}, {"state", "upcoming,running,suspended,pending"}});
    context.out.list(mine, reservation_columns(context.clock, short_id_size(mine)),
                     "You hold nothing. Book: dibs reserve 2x --for 4h");
    if (!context.out.human()) return;
    context.out.line("");
    show_free(context, "", "");
}

void add_free(Command app, Action& action) {
    struct Options {
        std::string host, model;
    };
    const auto verb = app.add_subcommand("free", "What is free now, and until when");
    auto options = std::make_shared<Options>();
    verb.add_option("--host", options->host, "Only this host").type_name("HOST");
    verb.add_option("--model", options->model, "Only models with this in their name");
    verb.callback([&action, options] {
        action = [options](Context& context) { show_free(context, options->host, options->model); };
    });
}

}  // namespace dibs::cli
