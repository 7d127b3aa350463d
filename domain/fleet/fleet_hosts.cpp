// Decides on an admin's changes of hosts: enrol with a pinned key, change, and remove without
// bookings.
#include "domain/fleet/fleet_rules.hpp"
#include "domain/hold/hold.hpp"
#include "domain/kernel/text.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <set>

namespace dibs::fleet {
namespace {

// SHA256: and 32 bytes in base64 without padding.
bool is_fingerprint(std::string_view text) {
    constexpr std::string_view begins = "SHA256:";
    constexpr std::size_t digits = 43;
    if (!text.starts_with(begins) || text.size() != begins.size() + digits) return false;
    return std::all_of(text.begin() + std::ssize(begins), text.end(),
                       [](char c) { return is_letter_or_digit(c) || c == '+' || c == '/'; });
}

// The running and future bookings of any of these GPUs.
std::vector<Ref> bookings_ahead(const World& world, const std::vector<GpuId>& gpus, Instant now) {
    std::vector<Ref> found;
    const hold::Holds holds{world.reservations, world.fleet};
    for (const auto& one : hold::ahead(holds, gpus, now, Instant::max())) {
        found.emplace_back(one.booking);
    }
    return found;
}

bool is_jump(const Jump& jump) {
    return is_host_address(jump.address) && jump.port >= 1 && jump.port <= 65535 &&
           is_unix_name(jump.account) && is_fingerprint(jump.host_key);
}

// Absent if there are none.
std::optional<Jumps> stored(std::optional<Jumps> jumps) {
    if (jumps && jumps->empty()) jumps.reset();
    return jumps;
}

HostWay way_to(const HostEnrolled& host) {
    return {host.address, host.port, host.account, host.host_key, host.jumps};
}

HostChanged changed_way(HostId id, const HostWay& after, HostWay before) {
    return {id,         after.address, after.port, after.account, after.host_key, std::move(before),
            after.jumps};
}

// A jump has one key. All other hosts with the same jumps up to this one get its newest key.
void pin_for_others(const State& state, HostId but, const std::optional<Jumps>& jumps,
                    std::vector<Event>& events) {
    if (!jumps) return;
    for (const auto& [id, host] : state.hosts) {
        auto after = way_to(host.enrolled);
        if (id == but || !after.jumps) continue;
        const auto same_place = [](const Jump& a, const Jump& b) {
            return a.address == b.address && a.port == b.port;
        };
        auto newest = jumps->begin();
        for (auto at = after.jumps->begin();
             at != after.jumps->end() && newest != jumps->end() && same_place(*at, *newest);
             ++at, ++newest) {
            at->host_key = newest->host_key;
        }
        if (after.jumps == host.enrolled.jumps) continue;
        events.emplace_back(changed_way(id, after, way_to(host.enrolled)));
    }
}

}  // namespace

std::optional<Refusal> check_jumps(const Jumps& jumps) {
    if (jumps.size() <= most_jumps && std::all_of(jumps.begin(), jumps.end(), is_jump)) return {};
    return Refusal{
        Code::out_of_range, "jumps",
        "A host has at most 3 jumps, each with an address, a port, a user and a host key."};
}

std::optional<Refusal> check_enrolment(const EnrolHost& c) {
    Faults faults;
    const auto demand = [&](bool good, std::string field, std::string rule) {
        if (!good) faults.add(Code::out_of_range, std::move(field), std::move(rule));
    };
    const auto visible = [](char letter) { return letter > ' ' && letter < 127; };
    demand(!c.name.empty() && c.name.size() <= longest_host_address && c.name.front() != '-' &&
               std::all_of(c.name.begin(), c.name.end(), visible),
           "name", "A host name has 1 to 253 visible ASCII characters.");
    demand(is_host_address(c.address), "address",
           "An address is a host name or an IP address: at most 253 of "
           "A-Z a-z 0-9 . : % _ - and no - in front.");
    demand(is_unix_name(c.account), "user", "An account is a UNIX user name on the host.");
    demand(c.port >= 1 && c.port <= 65535, "port", "A port is 1 to 65535.");
    demand(is_fingerprint(c.host_key), "host_key_fingerprint",
           "A host key is given as SHA256: and 43 characters of base64.");
    if (auto wrong = check_jumps(c.jumps.value_or(Jumps{}))) faults.add(*std::move(wrong));
    return faults.refusal();
}

Events decide_on(const World& world, const EnrolHost& c, const Context& context) {
    const State& state = world.fleet;
    if (!people::is_admin(world.people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin enrols hosts.");
    }
    if (auto wrong = check_enrolment(c)) return tl::unexpected(*wrong);
    if (state.hosts.contains(c.id)) {
        return refuse(Code::already_exists, "id", "This id is taken.");
    }
    if (state.host_by_name.contains(c.name)) {
        return refuse(Code::already_exists, "name", "A host of this name is enrolled.");
    }
    const auto jumps = stored(c.jumps);
    std::vector<Event> events{
        HostEnrolled{c.id, c.name, c.address, c.port, c.account, c.host_key, jumps}};
    pin_for_others(state, c.id, jumps, events);
    return events;
}

Events decide_on(const World& world, const ChangeHost& c, const Context& context) {
    const State& state = world.fleet;
    if (!people::is_admin(world.people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin changes hosts.");
    }
    const auto found = state.hosts.find(c.id);
    if (found == state.hosts.end()) {
        return refuse(Code::not_found, "id", "There is no such host.");
    }
    if (c.expected && *c.expected != found->second.version) {
        return refuse(Code::changed_meanwhile, "version",
                      "It is at version " + std::to_string(found->second.version) + " now.");
    }
    const HostEnrolled& before = found->second.enrolled;
    const EnrolHost after{c.id,
                          before.name,
                          c.address.value_or(before.address),
                          c.port.value_or(before.port),
                          c.account.value_or(before.account),
                          c.host_key.value_or(before.host_key),
                          stored(c.jumps ? c.jumps : before.jumps)};
    if (auto wrong = check_enrolment(after)) return tl::unexpected(*wrong);
    if (after.address == before.address && after.port == before.port &&
        after.account == before.account && after.host_key == before.host_key &&
        after.jumps == before.jumps) {
        return std::vector<Event>{};
    }
    const HostWay way{after.address, after.port, after.account, after.host_key, after.jumps};
    std::vector<Event> events{changed_way(c.id, way, way_to(before))};
    pin_for_others(state, c.id, after.jumps, events);
    return events;
}

// Removes the host with its GPUs and processes. Refuses while bookings would lose their GPUs
// without notice.
Events decide_on(const World& world, const RemoveHost& c, const Context& context) {
    const State& state = world.fleet;
    if (!people::is_admin(world.people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin removes hosts.");
    }
    const auto host = state.hosts.find(c.id);
    if (host == state.hosts.end()) return refuse(Code::not_found, "id", "There is no such host.");
    auto gpus = gpus_on(state, c.id);
    if (auto ahead = bookings_ahead(world, gpus, context.now); !ahead.empty()) {
        return tl::unexpected(Refusal{
            Code::not_ready, "", "Reservations on it are upcoming or running.", std::move(ahead)});
    }
    auto events = clashes_ended_with(state, c.id);
    for (const auto& [id, process] : state.processes) {
        if (process.host == c.id) events.emplace_back(gone(process));
    }
    for (const GpuId id : gpus) {
        const Gpu& gpu = state.gpus.at(id);
        if (!gpu.lost) events.emplace_back(GpuLost{id, gpu.host, gpu.uuid});
    }
    events.emplace_back(HostRemoved{c.id, host->second.enrolled.name, std::move(gpus)});
    return events;
}

}  // namespace dibs::fleet
