// A grant is never wider than its restriction. Unknown parts are left out; if no part or no hours
// would be left, there is no grant.
#include "api/cli/tensorhive/mapping.hpp"

#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/tensorhive/values.hpp"
#include "api/cli/views/weekly_windows.hpp"

#include <algorithm>
#include <array>

namespace dibs::cli::tensorhive {
namespace {

constexpr std::size_t most_named = 5;       // in a reason
constexpr std::size_t longest_title = 200;  // the contract's limit, in characters

using Ids = std::set<std::string>;

// FNV-1a of 64 bits; two seeds give two hashes.
std::uint64_t hash_of(std::string_view text, std::uint64_t hash) {
    for (const char c : text) {
        hash ^= static_cast<unsigned char>(c);
        hash *= 0x100000001b3U;
    }
    return hash;
}

// 26 digits of Crockford base32, as the contract writes ids.
std::string base32(std::uint64_t high, std::uint64_t low) {
    constexpr std::string_view digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    std::string text(26, '0');
    for (auto at = text.rbegin(); at != text.rend(); ++at) {
        *at = digits[low & 31U];
        low = (low >> 5U) | (high << 59U);
        high >>= 5U;
    }
    return text;
}

Json array_of(const Ids& ids) {
    Json::Array items;
    for (const auto& id : ids) items.emplace_back(id);
    return items;
}

Ids ids_in(const Json& array) {
    Ids ids;
    for (const auto& item : array.items()) ids.insert(item.text());
    return ids;
}

// "people not taken: zoe, tom"
void add_reason(std::string& why, const std::vector<std::string>& names, const std::string& what) {
    if (names.empty()) return;
    why += (why.empty() ? "" : "; ") + what + ": ";
    for (std::size_t i = 0; i < std::min(names.size(), most_named); ++i) {
        why += (i > 0 ? ", " : "") + names[i];
    }
    if (names.size() > most_named) why += ", … (" + std::to_string(names.size()) + " in all)";
}

Ids known_of(const std::set<RowId>& rows, const std::map<RowId, std::string>& known,
             const std::function<std::string(RowId)>& name, std::vector<std::string>& missing) {
    Ids ids;
    for (const auto row : rows) {
        const auto found = known.find(row);
        if (found != known.end()) {
            ids.insert(found->second);
        } else {
            missing.push_back(name(row));
        }
    }
    return ids;
}

Json grantees(const Restriction& restriction, const Site& site, const KnownIds& known,
              std::string& why) {
    std::vector<std::string> people, groups;
    const auto user_name = [&](RowId id) { return name_in(site.users, id); };
    const auto group_name = [&](RowId id) { return name_in(site.groups, id); };
    const auto of_people = known_of(restriction.users, known.people, user_name, people);
    const auto of_groups = known_of(restriction.groups, known.groups, group_name, groups);
    add_reason(why, people, "people not taken");
    add_reason(why, groups, "groups not taken");
    if (of_people.empty() && of_groups.empty()) return {};
    return Json::Object{{"people", array_of(of_people)}, {"groups", array_of(of_groups)}};
}

Json targets(const Restriction& restriction, const Site& site, const KnownIds& known,
             std::string& why) {
    if (restriction.everything) return Json::Object{{"everything", true}};
    Ids gpus;
    std::vector<std::string> missing;
    for (const auto& uuid : restriction.gpus) {
        const auto found = known.gpus.find(uuid);
        const auto host = site.gpu_hosts.find(uuid);
        if (found != known.gpus.end()) {
            gpus.insert(found->second);
        } else {
            missing.push_back(uuid + (host == site.gpu_hosts.end() ? "" : " of " + host->second));
        }
    }
    add_reason(why, missing, "GPUs not known here (enroll the host, then import again)");
    if (gpus.empty()) return {};
    return Json::Object{{"gpus", array_of(gpus)}};
}

Json windows_of(const Restriction& restriction, const Site& site, std::string& why) {
    Json::Array windows;
    for (const auto id : restriction.schedules) {
        const auto found = site.windows.find(id);
        if (found != site.windows.end()) {
            windows.push_back(found->second);
            continue;
        }
        const auto fault = site.never.find(id);
        why += (why.empty() ? "" : "; ") + ("without schedule " + std::to_string(id)) + ": " +
               (fault == site.never.end() ? "it is not there" : fault->second);
    }
    return windows;
}

// The members that must be equal. The others only widen a grant and may be added to it.
Json without_reach(const Json& grant) {
    std::set<std::string> windows;
    for (const auto& window : grant["windows"].items()) windows.insert(window_text(window));
    return Json::Object{{"from", grant["from"]},
                        {"until", grant["until"]},
                        {"zone", windows.empty() ? Json() : grant["zone"]},
                        {"windows", array_of(windows)},
                        {"everyone", grant["to"]["everyone"].truth()},
                        {"everything", grant["what"]["everything"].truth()},
                        {"hosts", array_of(ids_in(grant["what"]["hosts"]))},
                        {"models", array_of(ids_in(grant["what"]["models"]))}};
}

Json segments_of(const std::vector<Segment>& segments) {
    Json::Array items;
    for (const auto& segment : segments) {
        items.emplace_back(Json::Object{{"name", segment.name}, {"value", segment.value}});
    }
    return items;
}

}  // namespace

std::string lasting_id(std::string_view kind, std::int64_t at_ms, std::string_view content) {
    constexpr std::uint64_t version = 7, variant = 2, low_12 = 0xfff, low_62 = ~0ULL >> 2U;
    const auto a = hash_of(content, 0xcbf29ce484222325U), b = hash_of(content, a);
    const auto high = static_cast<std::uint64_t>(at_ms) << 16U | version << 12U | (a & low_12);
    return std::string(kind) + '_' + base32(high, variant << 62U | (b & low_62));
}

GrantPlan plan_grant(RowId id, const Restriction& restriction, const Site& site,
                     const KnownIds& known, const std::string& zone) {
    GrantPlan plan;
    if (auto fault = fault_of_name(restriction.name); !fault.empty()) return {{}, fault};
    const auto to = grantees(restriction, site, known, plan.why);
    const auto what = targets(restriction, site, known, plan.why);
    const auto windows = windows_of(restriction, site, plan.why);
    const auto none = [&](const std::string& missing) {
        return GrantPlan{{}, missing + (plan.why.empty() ? "" : "; ") + plan.why};
    };
    if (to.is_null()) return none("it would be given to nobody");
    if (what.is_null()) return none("it would be about no GPU");
    const bool any_time = restriction.schedules.empty();
    if (!any_time && windows.items().empty()) return none("it would never apply");
    const auto content =
        "restriction " + std::to_string(id) + ' ' + restriction.made + ' ' + restriction.name;
    plan.body = Json::Object{{"id", lasting_id("grt", restriction.from_ms, content)},
                             {"name", restriction.name},
                             {"to", to},
                             {"what", what},
                             {"from", utc_text(restriction.from_ms)}};
    if (restriction.until_ms) plan.body.set("until", utc_text(*restriction.until_ms));
    if (!any_time) {
        plan.body.set("zone", zone);
        plan.body.set("windows", windows);
    }
    return plan;
}

Difference compare(const Json& there, const Json& wanted) {
    if (!(without_reach(there) == without_reach(wanted))) return Difference::other;
    bool lacks = false;
    for (const auto& [part, kind] :
         {std::pair{"to", "people"}, {"to", "groups"}, {"what", "gpus"}}) {
        const auto has = ids_in(there[part][kind]), should = ids_in(wanted[part][kind]);
        if (!std::includes(should.begin(), should.end(), has.begin(), has.end())) {
            return Difference::other;
        }
        lacks = lacks || should.size() > has.size();
    }
    return lacks ? Difference::lacks : Difference::none;
}

std::string title_of(const Reservation& reservation) {
    const auto title = printable(trimmed(reservation.title));
    const auto description = printable(trimmed(reservation.description));
    auto both = title + (title.empty() || description.empty() ? "" : ": ") + description;
    std::size_t characters = 0;
    for (std::size_t i = 0; i < both.size(); ++i) {
        if ((both[i] & 0xc0) == 0x80) continue;
        if (++characters > longest_title) return both.substr(0, i);
    }
    return both;
}

Json draft_of(const Job& job, const std::string& owner) {
    Json::Array tasks;
    for (const auto& [id, task] : job.tasks) {
        Json one{Json::Object{{"host", task.host},
                              {"command", task.command},
                              {"environment", segments_of(task.environment)},
                              {"parameters", segments_of(task.parameters)}}};
        if (task.gpu_index) one.set("gpu_index", *task.gpu_index);
        tasks.push_back(std::move(one));
    }
    Json draft{Json::Object{{"name", job.name},
                            {"description", job.description},
                            {"owner", owner},
                            {"queued", job.queued},
                            {"tasks", tasks}}};
    if (job.start_ms) draft.set("start_at", utc_text(*job.start_ms));
    if (job.stop_ms) draft.set("stop_at", utc_text(*job.stop_ms));
    return draft;
}

}  // namespace dibs::cli::tensorhive
