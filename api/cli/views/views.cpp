// Columns and phrases that commands share.
#include "api/cli/views/views.hpp"

#include "api/cli/lib/sentence.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/gpu_names.hpp"
#include "api/cli/views/host_words.hpp"

namespace dibs::cli {

Column time_column(std::string heading, std::string key, const ZoneClock& clock) {
    return {heading + " (" + clock.abbreviation() + ')',
            [&clock, key](const Json& item) {
                return item[key] ? clock.moment(item[key].text()) : std::string{};
            },
            [key](const Json& item) { return item[key].text(); }};
}

std::string clashes_of(const Json& thing) {
    std::string all;
    for (const auto& one : thing["clashes"].items()) {
        all += (all.empty() ? "" : "; ") + one["gpu_name"].text() + " is reported by " +
               one["claimant_name"].text() + " too";
    }
    return all;
}

std::string trouble_of(const Json& thing) {
    const auto reason = reason_words(thing["reason"].text());
    const auto clashes = clashes_of(thing);
    return reason.empty() || clashes.empty() ? reason + clashes : reason + "; " + clashes;
}

std::string printable_name(const Json& thing) {
    return printable(thing["name"].text());
}

std::string gpu_names_of(const Json& thing) {
    std::vector<std::string> names;
    for (const auto& name : thing["gpu_names"].items()) names.push_back(name.text());
    return compact_names(names);
}

std::string where_and_when(const Json& thing, const ZoneClock& clock) {
    return gpu_names_of(thing) + "  " +
           clock.interval(thing["from"].text(), thing["until"].text()) + "  (" +
           clock.distance(thing["from"].text()) + ')';
}

std::vector<Column> reservation_columns(const ZoneClock& clock, std::size_t id_size) {
    const auto id = [](const Json& item) { return item["id"].text(); };
    const auto short_id = [id_size](const Json& item) {
        return id_size == 0 ? item["id"].text() : item["id"].text().substr(0, id_size);
    };
    return {{"ID", short_id, id},
            member("STATE", "state"),
            time_column("FROM", "from", clock),
            time_column("UNTIL", "until", clock),
            {"GPUS", gpu_names_of, gpu_names_of},
            member("OWNER", "owner_name"),
            member("TITLE", "title"),
            member("PROJECT", "project")};
}

std::string gpu_hours_text(std::int64_t gpu_seconds) {
    const auto tenths = (gpu_seconds < 0 ? -gpu_seconds : gpu_seconds) / 360;
    return std::string(gpu_seconds < 0 ? "-" : "") + std::to_string(tenths / 10) + '.' +
           std::to_string(tenths % 10);
}

std::string warning_text(const Json& warning) {
    const auto gpu = warning["gpu_name"].text();
    const auto state = warning["state"].text();
    const auto reason = reason_words(warning["reason"].text());
    std::string text = gpu + " cannot be used now";
    if (state == "lost") text = gpu + " is lost";
    if (state == "host_unreachable") text = "the host of " + gpu + " is not reached";
    if (state == "driver_broken") text = "the GPU driver of the host of " + gpu + " does not work";
    if (state == "unhealthy") text = gpu + " is unhealthy";
    return reason.empty() ? text : text + ": " + reason;
}

// Since when it idles, when its owner heard of it, and when it is freed.
std::string idle_text(const Json& reservation, const ZoneClock& clock) {
    const auto& idle = reservation["idle"];
    auto text = gpu_names_of(reservation) +
                (idle["kind"].text() == "no_show" ? ": nothing of its owner has run since "
                                                  : ": nothing has used it since ") +
                clock.moment(idle["since"].text());
    text += idle["told_at"].text().empty() ? "; its owner is not told yet" : "";
    const auto frees = idle["frees_at"].text();
    if (!frees.empty())
        text += "; freed at " + clock.moment(frees) + " at the soonest, unless it is used or kept";
    return text;
}

void note_warnings(Context& context, const Json& reservation) {
    for (const auto& one : reservation["warnings"].items()) {
        context.out.note("Warning: " + printable(warning_text(one)));
    }
    for (const auto& one : reservation["over_budget"].items()) {
        context.out.note("Warning: over the budget of " + printable(one["of"].text()) + ", " +
                         context.clock.interval(one["from"].text(), one["until"].text()) + ": " +
                         gpu_hours_text(one["booked_s"].integer()) + " of " +
                         one["gpu_hours"].shown() + " GPU-hours.");
    }
    if (!reservation["idle"].is_null()) {
        context.out.note("Idle: " + printable(idle_text(reservation, context.clock)));
    }
}

std::string why_offered(const Json& offer) {
    auto text = offer["reason"].text();
    for (const auto& one : offer["warnings"].items()) {
        text += (text.empty() ? "" : "; ") + warning_text(one);
    }
    return text;
}

std::vector<Column> offer_columns(const ZoneClock& clock) {
    const auto number = [](const Json& item) { return item["number"].shown(); };
    const auto when = [&clock](const Json& item) {
        return clock.interval(item["from"].text(), item["until"].text());
    };
    const auto distance = [&clock](const Json& item) {
        return clock.distance(item["from"].text());
    };
    const auto from = [](const Json& item) { return item["from"].text(); };
    const auto until = [](const Json& item) { return item["until"].text(); };
    return {{"#", number, number},
            {"WHEN", when, from},
            {"STARTS", distance, until},
            {"GPUS", gpu_names_of, gpu_names_of},
            {"WHY", why_offered, why_offered}};
}

std::vector<Column> event_columns(const ZoneClock& clock) {
    const auto actor = [](const Json& item) {
        return item["actor_id"] ? item["actor_name"].text() : std::string("dibs");
    };
    return {time_column("TIME", "time", clock),
            {"WHO", actor, actor},
            member("TYPE", "type"),
            {"WHAT", sentence_of, sentence_of},
            member("POSITION", "position")};
}

}  // namespace dibs::cli
