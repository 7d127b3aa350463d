// The hosts: whether each is reached and what it lets Dibs see, with the state of its probe and
// GPUs.
#include "api/cli/lib/checkup.hpp"
#include "api/cli/lib/clock.hpp"
#include "api/cli/lib/host_words.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>

namespace dibs::cli {
namespace {

using State = Check::State;

constexpr std::int64_t old_after_s = 10;  // a host that is reached says something each second

// What is known of one host, from several answers.
struct Seen {
    Json host;
    Json probe{};
    std::vector<Json> gpus{};
    std::optional<std::int64_t> age_s{};  // of its last sample
};

std::vector<Seen> put_together(const Json& system, const std::vector<Json>& hosts,
                               const std::vector<Json>& gpus) {
    std::map<std::string, Json> probes;
    for (const auto& probe : system["probes"].items()) probes[probe["host_name"].text()] = probe;
    std::map<std::string, std::vector<Json>> on_host;
    for (const auto& gpu : gpus) on_host[gpu["host_id"].text()].push_back(gpu);
    const auto now = parse_utc(system["time"].text());
    std::vector<Seen> all;
    for (const auto& host : hosts) {
        Seen seen{host, probes[host["name"].text()], on_host[host["id"].text()]};
        const auto last = parse_utc(seen.probe["last_frame_at"].text());
        if (now && last) seen.age_s = std::max<std::int64_t>(*now - *last, 0) / 1000;
        all.push_back(std::move(seen));
    }
    return all;
}

void add(Checks& to, const Seen& seen, Advice advice) {
    if (advice.found.empty()) return;
    to.push_back({"host", seen.host["name"].text(), State::finding, std::move(advice.found),
                  std::move(advice.todo)});
}

Advice old_sample(const Seen& seen) {
    if (!seen.age_s) {
        return {"has given no sample since the server started",
                "Wait a moment; if none comes, look what dibsd prints of it."};
    }
    if (*seen.age_s <= old_after_s) return {};
    return {"gave its last sample " + length_text(*seen.age_s * 1000) + " ago",
            "Look whether the host hangs, or the network to it."};
}

Advice other_clock(const Seen& seen) {
    const auto off = clock_off(seen.probe);
    if (off.empty()) return {};
    return {"its clock is " + off, "Run an NTP client there."};
}

void add_gpus(Checks& to, const Seen& seen) {
    if (seen.gpus.empty()) {
        return add(to, seen, {"has no GPUs", "Run nvidia-smi there and see what it lists."});
    }
    for (const auto& gpu : seen.gpus) {
        const auto which = "GPU " + gpu["index"].shown();
        const auto state = gpu["state"].text();
        if (state == "lost") {
            const auto words = gpu["reason"].text();
            add(to, seen,
                {which + " is lost" + (words.empty() ? "" : ": " + words),
                 "Restart the host; if it stays away, have the card looked at."});
        } else if (state == "available" && !gpu["processes_known"].truth()) {
            add(to, seen,
                {which + " does not tell what runs on it",
                 "No violation is seen there: its driver hides processes, as on some GeForce "
                 "cards and in virtual machines."});
        }
    }
}

Check all_well(const Seen& seen) {
    std::string found = "reachable, " + seen.host["gpu_count"].shown() + " GPUs, driver ";
    const auto version = seen.probe["driver_version"].text();
    found += version.empty() ? "works" : version;
    found += ", owners visible, clock ";
    const auto offset = seen.probe["clock_offset_s"];
    found += offset ? std::to_string(std::abs(offset.integer())) + " s apart" : "not told";
    return {"host", seen.host["name"].text(), State::ok,
            found + ", last sample " + std::to_string(seen.age_s.value_or(0)) + " s ago"};
}

Checks check_host(const Seen& seen) {
    Checks checks;
    auto trouble = host_trouble(seen.host);
    const bool works = trouble.found.empty();
    add(checks, seen, std::move(trouble));
    add(checks, seen, hidden_owners(seen.host));
    add(checks, seen, other_clock(seen));
    if (works) {
        add(checks, seen, old_sample(seen));
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
