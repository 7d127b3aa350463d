// Checks of hosts: whether each is reached, what Dibs may see there, its probe and its GPUs.
#include "api/cli/checkup/checkup.hpp"
#include "api/cli/lib/clock.hpp"
#include "api/cli/views/gpu_names.hpp"
#include "api/cli/views/host_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace dibs::cli {
namespace {

using State = Check::State;

constexpr std::int64_t old_after_s = 10;  // a reached host sends a sample each second

// Data about one host, from several answers.
struct HostAnswers {
    Json host;
    Json probe{};
    std::vector<Json> gpus{};
    std::optional<std::int64_t> age_s{};  // of its last sample
};

std::vector<HostAnswers> put_together(const Json& system, const std::vector<Json>& hosts,
                                      const std::vector<Json>& gpus) {
    std::map<std::string, Json> probes;
    for (const auto& probe : system["probes"].items()) probes[probe["host_name"].text()] = probe;
    std::map<std::string, std::vector<Json>> on_host;
    for (const auto& gpu : gpus) on_host[gpu["host_id"].text()].push_back(gpu);
    const auto now = parse_utc(system["time"].text());
    std::vector<HostAnswers> all;
    for (const auto& host : hosts) {
        HostAnswers seen{host, probes[host["name"].text()], on_host[host["id"].text()]};
        const auto last = parse_utc(seen.probe["last_frame_at"].text());
        if (now && last) seen.age_s = std::max<std::int64_t>(*now - *last, 0) / 1000;
        all.push_back(std::move(seen));
    }
    return all;
}

void add_finding(Checks& to, const HostAnswers& seen, Advice advice) {
    if (advice.found.empty()) return;
    to.push_back({"host", seen.host["name"].text(), State::finding, std::move(advice.found),
                  std::move(advice.todo)});
}

Advice old_sample(const HostAnswers& seen) {
    if (!seen.age_s) {
        return {"has given no sample since the server started",
                "Wait a moment; if none comes, look what dibsd prints of it."};
    }
    if (*seen.age_s <= old_after_s) return {};
    return {"gave its last sample " + length_text(*seen.age_s * 1000) + " ago",
            "Look whether the host hangs, or the network to it."};
}

Advice other_clock(const HostAnswers& seen) {
    const auto off = clock_off(seen.probe);
    if (off.empty()) return {};
    return {"its clock is " + off, "Run an NTP client there."};
}

// A GPU that two hosts report is a finding at both.
void add_clashes(Checks& to, const HostAnswers& seen) {
    for (const auto& clash : seen.host["clashes"].items()) {
        const auto name = clash["gpu_name"].text();
        const auto claimant = clash["claimant_name"].text();
        const bool own = clash["host_id"].text() == seen.host["id"].text();
        add_finding(to, seen,
                    {own ? name + " is reported by " + claimant + " too"
                         : "reports " + name + ", which Dibs has on " + clash["host_name"].text(),
                     "Look in which of the two machines the card is. Is it in " + claimant +
                         ": dibs gpu move " + name + ' ' + claimant + ". Otherwise " + claimant +
                         " gives a UUID that is not its own, as a copied "
                         "virtual machine does."});
    }
}

// A lost slice without a reason was repartitioned, or its GPU is lost and has a finding of its own.
// A GPU that another host reports is a clash instead. A reason from the driver is always a finding.
bool needs_care(const Json& gpu) {
    if (gpu["state"].text() != "lost") return false;
    return gpu["reason"] || (!gpu["parent_id"] && gpu["clashes"].items().empty());
}

// "row remap failed, ecc errors".
std::string faults_of(const Json& unhealthy) {
    std::string all;
    for (const auto& fault : unhealthy["faults"].items()) {
        all += (all.empty() ? "" : ", ") + fault["what"].text();
    }
    std::replace(all.begin(), all.end(), '_', ' ');
    return all;
}

void add_gpus(Checks& to, const HostAnswers& seen) {
    if (seen.gpus.empty() && seen.host["clashes"].items().empty()) {
        return add_finding(to, seen,
                           {"has no GPUs", "Run nvidia-smi there and see what it lists."});
    }
    for (const auto& gpu : seen.gpus) {
        const auto which = "GPU " + gpu_index_of(gpu);
        if (needs_care(gpu)) {
            const auto words = gpu["reason"].text();
            add_finding(to, seen,
                        {which + " is lost" + (words.empty() ? "" : ": " + words),
                         "Restart the host; if it stays away, have the card looked at."});
        } else if (gpu["unhealthy"]) {
            add_finding(
                to, seen,
                {which + " is unhealthy: " + faults_of(gpu["unhealthy"]),
                 "Nobody books it until it is healthy again; its holders were told and may swap "
                 "it."});
        } else if (gpu["state"].text() == "available" && !gpu["processes_known"].truth()) {
            add_finding(
                to, seen,
                {which + " does not tell what runs on it",
                 "No violation is seen there: its driver hides processes, as on some GeForce "
                 "cards and in virtual machines."});
        }
    }
}

Check all_well(const HostAnswers& seen) {
    std::string found = "reachable, " + seen.host["gpu_count"].shown() + " GPUs, driver ";
    const auto version = seen.probe["driver_version"].text();
    found += version.empty() ? "works" : version;
    found += ", owners visible, clock ";
    const auto offset = seen.probe["clock_offset_s"];
    found += offset ? std::to_string(std::abs(offset.integer())) + " s apart" : "not told";
    return {"host", seen.host["name"].text(), State::ok,
            found + ", last sample " + std::to_string(seen.age_s.value_or(0)) + " s ago"};
}

Checks check_host(const HostAnswers& seen) {
    Checks checks;
    auto trouble = host_trouble(seen.host);
    const bool works = trouble.found.empty();
    add_finding(checks, seen, std::move(trouble));
    add_finding(checks, seen, hidden_owners(seen.host));
    add_finding(checks, seen, other_clock(seen));
    add_clashes(checks, seen);
    if (works) {
        add_finding(checks, seen, driver_warning(seen.host));
        add_finding(checks, seen, old_sample(seen));
        add_gpus(checks, seen);
    }
    if (checks.empty()) checks.push_back(all_well(seen));
    return checks;
}

}  // namespace

Checks check_hosts(const Json& system, const std::vector<Json>& hosts,
                   const std::vector<Json>& gpus) {
    Checks checks;
    for (const auto& seen : put_together(system, hosts, gpus)) {
        for (auto& check : check_host(seen)) checks.push_back(std::move(check));
    }
    if (hosts.empty()) {
        checks.push_back({"host", "", State::ok, "there are none yet: dibs host add NAME ADDRESS"});
    }
    return checks;
}

}  // namespace dibs::cli
