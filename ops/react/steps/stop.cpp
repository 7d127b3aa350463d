// Stops a few processes at a time: each may take the whole grace between TERM and KILL.
#include "ops/react/steps/stop.hpp"

#include "ingest/ssh/one_answer.hpp"
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/host_programs/stop.hpp"

#include <algorithm>
#include <future>
#include <map>
#include <span>
#include <thread>
#include <utility>

namespace dibs::steps {
namespace {

using enforcement::StopMode;
using host::StopOutcome;

constexpr std::size_t stops_at_once = 4;  // one of the five streams of a connection stays free
constexpr std::chrono::seconds grace{10};
constexpr std::chrono::seconds to_connect{15};
constexpr std::chrono::seconds until_shown{1};  // a frame may be this much older than its arrival
constexpr std::chrono::milliseconds probe_poll_interval{100};
constexpr Retries stop_retries{3, std::chrono::seconds{5}};

// The result of one process.
struct Stopped {
    violation::Outcome outcome{};
    std::string words{};
    bool again = false;  // a further attempt may succeed
    ViolationId violation{};
    HostId host{};
    std::int64_t pid = 0;
    Instant answered{};
};

Stopped failed(std::string words, bool again = false) {
    return {violation::Outcome::failed, std::move(words), again};
}

Stopped stopped_of(const host::StopAnswer& answer) {
    using violation::Outcome;
    switch (answer.outcome) {
        case StopOutcome::would_stop:
            return {Outcome::dry_run};
        case StopOutcome::terminated:
        case StopOutcome::killed:
            return {Outcome::done};
        case StopOutcome::gone:
            return {Outcome::no_target};
        case StopOutcome::not_it:
            return {Outcome::no_target, "another " + std::string(to_text(answer.check))};
        case StopOutcome::refused:
            return failed(answer.detail);
        case StopOutcome::unconfirmed:
            return failed("it could not be confirmed: " + answer.detail, true);
        case StopOutcome::no_answer:
            break;
    }
    return failed(answer.detail.empty() ? "the host gave no answer" : answer.detail, true);
}

host::StopRequest request_for(const ProcessAbout& process, const std::string& account,
                              const std::string& boot_id, StopMode mode) {
    host::StopRequest request;
    request.pid = process.pid;
    request.started = process.started;
    request.boot_id = boot_id;
    request.user = account;
    request.gpus = process.gpu_uuids;
    request.grace = grace;
    request.dry_run = mode == StopMode::dry_run;
    return request;
}

// Sends the request one way: through the root-owned helper, or signed in as the owner.
host::StopAnswer ask(const StopParts& parts, ssh::HostTarget target,
                     const host::StopRequest& request, StopMode way,
                     const std::atomic<bool>& stopping) {
    const bool helper = way == StopMode::by_helper;
    if (!helper) target.account = request.user;
    ssh::RemoteCommand command{
        std::string(helper ? host::root_helper_command() : host::program_command()),
        helper ? host::root_helper_request(request) : host::stop_request(request), true};
    const auto output = ssh::one_answer(parts.remote, target, std::move(command),
                                        {to_connect + host::stop_deadline(request), stopping});
    if (output) return host::stop_answer(*output);
    host::StopAnswer none;
    none.detail = host::words_of_host(output.error().text);
    return none;
}

// Dry run of both ways: the rules have not chosen one yet.
Stopped try_both(const StopParts& parts, const ssh::HostTarget& target,
                 const host::StopRequest& request, const std::atomic<bool>& stopping) {
    const auto by_helper = stopped_of(ask(parts, target, request, StopMode::by_helper, stopping));
    if (by_helper.outcome != violation::Outcome::failed) return by_helper;
    const auto as_owner = stopped_of(ask(parts, target, request, StopMode::as_owner, stopping));
    if (as_owner.outcome != violation::Outcome::failed) return as_owner;
    return failed("through the helper: " + by_helper.words + "; as its owner: " + as_owner.words);
}

// Sends TERM, and KILL to a process that goes on. Checks the violation in between: during the grace
// the GPU may become their own.
Stopped term_and_kill(const StopParts& parts, const ssh::HostTarget& target,
                      host::StopRequest request, StopMode way, ViolationId violation,
                      const Call& call) {
    request.signals = host::StopSignals::term;
    const auto first = ask(parts, target, request, way, call.stopping);
    const bool runs_on = first.outcome == StopOutcome::unconfirmed && first.sent_term;
    if (!runs_on) return stopped_of(first);
    if (!is_called_for(parts.tables(), violation, call.step)) {
        return {violation::Outcome::not_needed, "it had its TERM by then, and no KILL"};
    }
    request.signals = host::StopSignals::kill;
    auto second = ask(parts, target, request, way, call.stopping);
    if (second.outcome == StopOutcome::gone) second.outcome = StopOutcome::terminated;
    return stopped_of(second);
}

Stopped stop_one(const StopParts& parts, const About& about, const ProcessAbout& process,
                 const Call& call) {
    const auto known = about.hosts.find(process.host);
    if (known == about.hosts.end()) return failed("its host is no longer on record");
    const auto seen = fresh_sighting(parts.sighting, process, parts.clock());
    if (!seen) {
        const bool waited = parts.clock() - call.step.at >= longest_out_of_sight;
        return failed(
            waited ? "nobody has seen it for an hour" : "nobody has seen it within 30 seconds",
            true);
    }
    const auto mode = call.step.stop_mode.value_or(StopMode::dry_run);
    const auto request = request_for(process, about.account, seen->boot_id, mode);
    if (mode == StopMode::dry_run) return try_both(parts, known->second, request, call.stopping);
    return term_and_kill(parts, known->second, request, mode, process.violation, call);
}

using Processes = std::span<const ProcessAbout>;

// Checks each violation again: earlier batches may take a minute, in which the GPU may become their
// own.
void stop_some(std::vector<Stopped>& all, const StopParts& parts, const About& about,
               Processes processes, const Call& call) {
    std::vector<const ProcessAbout*> called_for;
    {
        const auto tables = parts.tables();
        for (const auto& process : processes) {
            if (is_called_for(tables, process.violation, call.step)) {
                called_for.push_back(&process);
            } else {
                all.push_back({violation::Outcome::not_needed, "", false, process.violation});
            }
        }
    }
    std::vector<std::future<Stopped>> some;
    for (const auto* process : called_for) {
        some.push_back(std::async(std::launch::async, [&, process] {
            auto stopped = stop_one(parts, about, *process, call);
            stopped.violation = process->violation;
            stopped.host = process->host;
            stopped.pid = process->pid;
            stopped.answered = parts.clock();
            return stopped;
        }));
    }
    for (auto& one : some) all.push_back(one.get());
}

std::vector<Stopped> stop_all(const StopParts& parts, const About& about, const Call& call) {
    std::vector<Stopped> all;
    const Processes processes(about.processes);
    for (std::size_t from = 0; from < processes.size() && !call.stopping; from += stops_at_once) {
        stop_some(all, parts, about,
                  processes.subspan(from, std::min(stops_at_once, processes.size() - from)), call);
    }
    return all;
}

// Waits until the probe shows that each process is gone, or until the timeout.
void wait_until_shown(const std::vector<Stopped>& all, const StopParts& parts, const Call& call) {
    const auto is_gone = [&](const Stopped& one) {
        return one.outcome != violation::Outcome::done ||
               parts.shown_after(one.host, one.pid, one.answered + until_shown) == Shown::no_more;
    };
    const auto until = std::chrono::steady_clock::now() + parts.look_for;
    while (!call.stopping && !std::all_of(all.begin(), all.end(), is_gone) &&
           std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(probe_poll_interval);
    }
}

void apply_probe_view(std::vector<Stopped>& all, const StopParts& parts, const Call& call) {
    wait_until_shown(all, parts, call);
    for (auto& one : all) {
        if (one.outcome != violation::Outcome::done) continue;
        switch (parts.shown_after(one.host, one.pid, one.answered + until_shown)) {
            case Shown::no_more:
                break;
            case Shown::unknown:
                one.words = "its host says so; no sample of it has come since";
                break;
            case Shown::still:
                one.outcome = violation::Outcome::failed;
                one.words = "it says that it has ended it, but its probe still shows it";
                one.again = true;
                break;
        }
    }
}

// Results, grouped by outcome and text, done ones first. Omits processes that a further attempt may
// stop.
std::vector<GroupedResult> grouped_results(const std::vector<Stopped>& all, const Call& call) {
    const bool last = call.effect.attempt >= stop_retries.most_attempts;
    std::map<std::pair<violation::Outcome, std::string>, GroupedResult> came;
    for (const auto& one : all) {
        if (one.again && !last) continue;
        const auto its = std::find_if(call.step.violations.begin(), call.step.violations.end(),
                                      [&](const auto& v) { return v.id == one.violation; });
        if (its == call.step.violations.end()) continue;
        auto& alike = came[{one.outcome, one.words}];
        alike.result.outcome = one.outcome;
        alike.result.words = one.words;
        alike.violations.push_back(*its);
        if (one.outcome == violation::Outcome::done || one.outcome == violation::Outcome::dry_run) {
            ++alike.result.count;
        }
    }
    std::vector<GroupedResult> list;
    for (auto& [key, alike] : came) list.push_back(std::move(alike));
    return list;
}

// Dibs stops in between: final results are kept, and the next start does the rest.
End cut_off(std::vector<Stopped> all, const Call& call) {
    std::erase_if(all, [](const Stopped& one) {
        return one.outcome != violation::Outcome::done &&
               one.outcome != violation::Outcome::no_target;
    });
    return {.effect = {.interrupted = true}, .came = grouped_results(all, call)};
}

End take(const StopParts& parts, const Call& call) {
    const auto about = steps::about(parts.tables(), call.step.violations);
    if (const auto later = waits_for_sight(parts.sighting, about, call.step.at, parts.clock())) {
        return {.effect = {.postponed = later}};
    }
    auto all = stop_all(parts, about, call);
    apply_probe_view(all, parts, call);
    if (call.stopping) return cut_off(std::move(all), call);
    End end{.came = grouped_results(all, call)};
    const auto bad =
        std::find_if(all.begin(), all.end(), [](const Stopped& one) { return one.again; });
    if (bad != all.end()) {
        end.effect = {.detail = bad->words};
    } else {
        end.result = Result{violation::Outcome::no_target};  // for those without a process
    }
    return end;
}

}  // namespace

Handler stop_handler(StopParts parts) {
    return {"stop",
            {enforcement::Action::stop},
            [parts = std::move(parts)](const Call& call) { return take(parts, call); },
            stop_retries,
            effect::By::host,
            LockScope::accounts};
}

}  // namespace dibs::steps
