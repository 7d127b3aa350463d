// Checks of acts outside the log: the mail server, and reactors that fail or are late.
#include "api/cli/checkup/checkup.hpp"
#include "api/cli/lib/clock.hpp"

namespace dibs::cli {
namespace {

using State = Check::State;

// A letter over the hourly limit of its reader waits one hour. A longer wait has another cause.
constexpr std::int64_t long_wait_ms = 2 * 3'600'000;

std::int64_t age_ms(const Json& system, const Json& at) {
    const auto now = parse_utc(system["time"].text());
    const auto then = parse_utc(at.text());
    return now && then ? *now - *then : 0;
}

std::string since(const Json& system, const Json& at) {
    return "for " + length_text(age_ms(system, at));
}

std::string waits(const Json& system, const Json& one) {
    const auto count = one["waiting"].integer();
    if (count == 0) return "; nothing waits";
    return "; " + std::to_string(count) + (count == 1 ? " waits" : " wait, the oldest") + ' ' +
           since(system, one["oldest_waiting_at"]);
}

// Letters that wait for the hourly limit of their reader or of the site.
std::string held_back(const Json& system) {
    const auto mail = system["mail"];
    const auto count = mail["letters_held"].integer();
    if (count == 0) return "";
    return "; " + std::to_string(count) + (count == 1 ? " letter waits" : " letters wait") +
           " for the hourly limit, the first for " +
           length_text(-age_ms(system, mail["held_until"])) + " more";
}

std::string todo_for(const std::string& by) {
    if (by == "mail") return "Ask it with `dibsd check-mail ADDRESS` where dibsd runs.";
    if (by == "webhook" || by == "chat") return "Look whether its receiver is up and takes it.";
    return "Look what the program says in the log of dibsd.";
}

}  // namespace

Checks check_effects(const Json& system) {
    Checks checks;
    if (!system["effects"]) return checks;
    const auto mail = system["mail"];
    const bool no_mail = mail && mail["failing_since"];
    if (no_mail) {
        checks.push_back({"effects", "", State::finding,
                          "the mail server has taken no letter " +
                              since(system, mail["failing_since"]) + ": " +
                              mail["last_failure"].text(),
                          todo_for("mail")});
    }
    std::int64_t waiting = 0;
    for (const auto& one : system["effects"].items()) {
        waiting += one["waiting"].integer();
        const auto by = one["by"].text();
        if (by == "host") continue;  // a failure there is about one host, and reported at that host
        const bool late = age_ms(system, one["oldest_waiting_at"]) > long_wait_ms;
        if (one["failing_since"]) {
            checks.push_back({"effects", one["reactor"].text(), State::finding,
                              "fails " + since(system, one["failing_since"]) + ": " +
                                  one["last_failure"].text() + waits(system, one),
                              todo_for(by)});
        } else if (late) {
            checks.push_back({"effects", one["reactor"].text(), State::finding,
                              "is behind" + waits(system, one), todo_for(by)});
        }
    }
    if (checks.empty()) {
        const auto found = waiting == 0 ? std::string("nothing waits")
                                        : std::to_string(waiting) + " wait for their turn";
        checks.push_back(
            {"effects", "", State::ok, "what goes out is taken; " + found + held_back(system)});
    }
    return checks;
}

}  // namespace dibs::cli
