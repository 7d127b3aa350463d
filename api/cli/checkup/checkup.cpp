// Checks of the server itself; those of its hosts are in checkup_hosts.cpp.
#include "api/cli/checkup/checkup.hpp"

#include "api/cli/lib/clock.hpp"
#include "api/cli/views/host_words.hpp"

#include <cstdio>
#include <cstdlib>

namespace dibs::cli {
namespace {

using State = Check::State;

constexpr std::int64_t much_lag = 100;          // a small lag is normal
constexpr std::int64_t scarce_percent = 5;      // of the disk
constexpr std::int64_t most_ahead_ms = 10'000;  // the same as the server's limit

// Less than a tenth of a GiB is shown in MiB: "0.0" reads as nothing.
std::string size_text(std::int64_t bytes) {
    constexpr double gib = 1LL << 30U;
    const auto size = static_cast<double>(bytes);
    const bool small = size < gib / 10;
    char text[32];
    std::snprintf(text, sizeof text, small ? "%.1f MiB" : "%.1f GiB",
                  small ? size / (1LL << 20U) : size / gib);
    return text;
}

// "not ready: log: …" is the last line.
std::string last_line(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text.substr(text.rfind('\n') + 1);
}

}  // namespace

std::string_view to_text(State state) {
    switch (state) {
        case State::ok:
            return "ok";
        case State::finding:
            return "finding";
        case State::unseen:
            return "unseen";
    }
    return "";
}

Check check_ready(bool ready, const std::string& body) {
    if (ready) return {"server", "", State::ok, "answers and is ready"};
    return {"server", "", State::finding, last_line(body),
            "Wait while it reads its log; otherwise mend what it names."};
}

Check check_version(const Json& system) {
    const auto version = system["version"].text();
    if (version == DIBS_VERSION) return {"server", "", State::ok, "version " + version};
    return {"server", "", State::finding,
            "has version " + version + ", and this dibs is " DIBS_VERSION,
            "Install the same version of both."};
}

Checks check_log(const Json& system) {
    const auto log = system["log"];
    const auto adapter = log["adapter"].text();
    const auto role = log["role"].text();
    const auto ignored = log["ignored_records"].integer();
    Checks checks;
    if (log["problem"] && role != "standby") {
        checks.push_back({"log", "", State::finding, log["problem"].text(),
                          role == "stopped" ? "Mend it, then start dibsd again."
                                            : "Mend it; commands go on by themselves then."});
    } else if (role == "writing" || role == "standby") {
        checks.push_back({"log", "", State::ok,
                          adapter + ", " + role + ", position " + log["position"].shown()});
    } else {
        checks.push_back({"log", "", State::finding, "is not written to: " + role,
                          "Wait a moment and look again; what dibsd prints says more."});
    }
    if (log["seals_problem"]) {
        checks.push_back({"log", "", State::finding,
                          "was tampered with. " + log["seals_problem"].text(),
                          "Keep the machine as it is, and run `dibsd log verify` there."});
    }
    if (ignored > 0 && adapter == "lmdb") {
        checks.push_back({"log", "", State::finding,
                          std::to_string(ignored) + " records were ignored: it is damaged",
                          "Stop dibsd and run `dibsd log verify`."});
    } else if (ignored > 0) {
        checks.push_back({"log", "", State::ok,
                          std::to_string(ignored) + " late records of earlier writers ignored"});
    }
    return checks;
}

Check check_both_clocks(std::int64_t server, std::int64_t now_ms) {
    const auto apart_s = std::abs(server - now_ms) / 1000;
    if (apart_s > clock_leeway_s) {
        return {"clock", "", State::finding,
                "the server's is " + length_text(apart_s * 1000) +
                    (server > now_ms ? " ahead of" : " behind") + " this machine's",
                "Mend the one that is wrong, with NTP."};
    }
    return {"clock", "", State::ok,
            "the server's and this machine's are " + std::to_string(apart_s) + " s apart"};
}

// The hosts' clocks are evidence: if most agree, an NTP client unknown to the kernel is not a
// finding.
Check check_kept_right(const Json& system) {
    std::size_t told = 0, off = 0;
    for (const auto& probe : system["probes"].items()) {
        told += probe["clock_offset_s"] ? 1 : 0;
        off += clock_off(probe).empty() ? 0 : 1;
    }
    const auto of_hosts = " of " + std::to_string(told) + " hosts ";
    if (off * 2 > told) {
        return {"clock", "", State::finding,
                std::to_string(off) + of_hosts + "disagree with the server's",
                "Mend the server's clock: it is most likely the wrong one."};
    }
    if (off * 2 < told) {
        return {"clock", "", State::ok,
                std::to_string(told - off) + of_hosts + "agree with the server's"};
    }
    const auto kept = system["clock_synchronised"];
    if (!kept) {
        return {"clock", "", State::ok, "the kernel does not tell whether NTP keeps it right"};
    }
    if (kept.truth()) return {"clock", "", State::ok, "NTP keeps the server's right"};
    return {"clock", "", State::finding,
            "the kernel does not say that NTP keeps the server's right, and the hosts do not "
            "confirm it",
            "Run an NTP client there, as chrony or systemd-timesyncd."};
}

Checks check_clock(const Json& system, std::int64_t now_ms) {
    const auto server = parse_utc(system["time"].text()).value_or(now_ms);
    Checks checks{check_both_clocks(server, now_ms), check_kept_right(system)};
    const auto newest = parse_utc(system["log"]["newest_at"].text()).value_or(server);
    if (newest - server > most_ahead_ms) {
        checks.push_back({"clock", "", State::finding,
                          "the newest event lies " + length_text(newest - server) +
                              " ahead of the server's: that was wrong before, and until it gets "
                              "there Dibs decides as if it were that time",
                          "Wait, or take out what was stamped ahead: stop dibsd, then "
                          "`dibsd log cut --after POSITION`."});
    }
    return checks;
}

Check check_disk(const Json& system) {
    const auto disk = system["disk"];
    if (!disk) {
        return {"disk", "", State::unseen, "the server cannot tell how much room is left",
                "Look there with df."};
    }
    const auto free = disk["free_bytes"].integer();
    const auto size = disk["size_bytes"].integer();
    auto found = size_text(free) + " free of " + size_text(size);
    if (disk["samples_bytes"]) {
        found += ", " + size_text(disk["samples_bytes"].integer()) + " of samples";
    }
    if (disk["history_bytes"]) {
        found += ", " + size_text(disk["history_bytes"].integer()) + " of history";
    }
    if (free >= size / 100 * scarce_percent) return {"disk", "", State::ok, found};
    return {"disk", "", State::finding, found,
            "Make room where the data lie: a full disk refuses every command."};
}

Checks check_tables(const Json& system) {
    Checks checks;
    const auto find = [&](const std::string& name, std::string found, std::string todo) {
        checks.push_back({"tables", name, State::finding, std::move(found), std::move(todo)});
    };
    if (system["projections_problem"]) {
        find("", system["projections_problem"].text(),
             "Mend what it names; reads show an earlier time until then.");
    }
    for (const auto& one : system["projections"].items()) {
        const auto name = one["name"].text();
        const auto problem = one["problem"].text();
        if (!problem.empty()) {
            find(name, "is not made further: " + problem, "Mend what it names.");
        } else if (one["state"].text() == "behind") {
            find(name, "is being rebuilt, and nothing that needs it is answered",
                 "Wait; /readyz says how far it is.");
        } else if (one["lag"].integer() > much_lag) {
            find(name, "is " + one["lag"].shown() + " events behind the log",
                 "Wait a moment; if it grows, look what dibsd prints.");
        }
    }
    if (checks.empty()) checks.push_back({"tables", "", State::ok, "hold the whole log"});
    return checks;
}

}  // namespace dibs::cli
