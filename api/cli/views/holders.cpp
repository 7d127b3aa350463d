// Finds conflicting bookings in the calendar, and names them.
#include "api/cli/views/holders.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/gpu_names.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <tuple>

namespace dibs::cli {
namespace {

constexpr std::size_t most_holder_lines = 8;

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

// Matches GPUs as the server does for an offer.
bool could_mean(const Json& request, const Json& gpu) {
    const auto among = request["gpus"].items();
    const bool named = std::find(among.begin(), among.end(), gpu["id"]) != among.end();
    if (!among.empty() && !named) return false;
    if (request["host"] && request["host"] != gpu["host_name"]) return false;
    if (gpu["memory_nominal_mib"].integer() < request["min_memory_mib"].integer()) return false;
    const auto model = lower_case(gpu["model"].text());
    const auto part = lower_case(request["model"].text());
    if (model.find(part) == std::string::npos) return false;
    const auto card = model.substr(0, model.find(" mig "));  // a slice is asked for by its profile
    return !gpu["parent_id"] || part.empty() || card.find(part) == std::string::npos;
}

struct Holder {
    std::vector<std::string> gpus;
    Json conflict;
};

}  // namespace

Json::Array holders_at(Context& context, const Json& request, const std::string& from,
                       const std::string& until) {
    Json calendar;
    try {
        calendar = context.client.get("/calendar", {{"from", from}, {"until", until}});
    } catch (const Failure&) {
        return {};
    }
    std::map<std::string, std::string> wanted;  // id -> name
    for (const auto& gpu : calendar["gpus"].items()) {
        if (!could_mean(request, gpu)) continue;
        wanted[gpu["id"].text()] = gpu_name_of(gpu);
    }
    Json::Array conflicts;
    for (const auto& booking : calendar["reservations"].items()) {
        for (const auto& gpu : booking["gpus"].items()) {
            const auto found = wanted.find(gpu.text());
            if (found == wanted.end()) continue;
            conflicts.emplace_back(
                Json::Object{{"gpu_id", gpu},
                             {"gpu_name", found->second},
                             {"reservation_id", booking["id"]},
                             {"owner_id", booking["owner_id"]},
                             {"owner_name", calendar["people"][booking["owner_id"].text()]},
                             {"from", booking["from"]},
                             {"until", booking["until"]}});
        }
    }
    return conflicts;
}

void show_holders(Context& context, const Json::Array& conflicts) {
    std::map<std::tuple<std::string, std::string>, Holder> holders;  // by end, then reservation
    for (const auto& conflict : conflicts) {
        auto& holder = holders[{conflict["until"].text(), conflict["reservation_id"].text()}];
        holder.gpus.push_back(conflict["gpu_name"].text());
        holder.conflict = conflict;
    }
    std::size_t lines = 0;
    for (const auto& [key, holder] : holders) {
        if (++lines > most_holder_lines) break;
        const auto& conflict = holder.conflict;
        context.out.note("  " + printable(compact_names(holder.gpus)) + " is held by " +
                         printable(conflict["owner_name"].text()) + "  " +
                         context.clock.interval(conflict["from"].text(), conflict["until"].text()) +
                         "  " + printable(conflict["reservation_id"].text()));
    }
    if (holders.size() > most_holder_lines) {
        context.out.note("  and " + std::to_string(holders.size() - most_holder_lines) +
                         " more: dibs reservation list --all");
    }
}

}  // namespace dibs::cli
