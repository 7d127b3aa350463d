// A few processes at a time: each may take the whole grace between TERM and KILL.
#include "ops/react/steps/stop.hpp"

#include "ingest/ssh/one_answer.hpp"
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/host_programs/stop.hpp"

#include <algorithm>
#include <future>
#include <span>

namespace dibs::steps {
namespace {

using enforcement::StopMode;
using host::StopOutcome;

constexpr std::size_t at_once = 4;  // of the five streams that a connection carries
constexpr std::chrono::seconds grace{10};
constexpr std::chrono::seconds to_connect{15};
constexpr std::chrono::seconds between_looks{15};  // whether hosts that were away are back
constexpr std::chrono::hours longest_wait{1};
constexpr Retries few{3, std::chrono::seconds{5}};

// How one process came out; not_needed: its violation was over before its turn came.
struct Stopped {
    violation::Outcome outcome{};
    std::string words{};
    bool again = false;  // another attempt may fare better
    ViolationId violation{};
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
    return failed("the host gave no answer", true);
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

// One way to it: through the helper of root, or signed in as its owner.
Stopped ask(const StopParts& parts, ssh::HostTarget target, const host::StopRequest& request,
            StopMode way, const std::atomic<bool>& stopping) {
    const bool helper = way == StopMode::by_helper;
    if (!helper) target.account = request.user;
    ssh::RemoteCommand command{
        std::string(helper ? host::root_helper_command() : host::program_command()),
        helper ? host::root_helper_request(request) : host::stop_request(request), true};
    const auto output = ssh::one_answer(parts.remote, target, std::move(command),
                                        {to_connect + host::stop_deadline(request), stopping});
    if (!output) return failed(host::words_of_host(output.error().text), true);
    return stopped_of(host::stop_answer(*output));
}

// Whether any way would do: the rules have not said yet which it shall be.
Stopped try_both(const StopParts& parts, const ssh::HostTarget& target,
                 const host::StopRequest& request, const std::atomic<bool>& stopping) {
    const auto by_helper = ask(parts, target, request, StopMode::by_helper, stopping);
    if (by_helper.outcome != violation::Outcome::failed) return by_helper;
    const auto as_owner = ask(parts, target, request, StopMode::as_owner, stopping);
    if (as_owner.outcome != violation::Outcome::failed) return as_owner;
    return failed("through the helper: " + by_helper.words + "; as its owner: " + as_owner.words);
}

// None: nobody sees it now.
std::optional<Sighting> fresh_sighting(const StopParts& parts, const ProcessAbout& process,
                                       Instant now) {
    auto seen = parts.sighting(process.host, process.pid);
    if (seen && (seen->at > now || now - seen->at > oldest_sighting)) seen.reset();
    return seen;
}

Stopped stop_one(const StopParts& parts, const About& about, const ProcessAbout& process,
                 StopMode mode, const std::atomic<bool>& stopping) {
    const auto known = about.hosts.find(process.host);
    if (known == about.hosts.end()) return failed("its host is no longer on record");
    const auto seen = fresh_sighting(parts, process, parts.clock());
    if (!seen) return failed("nobody has seen it within 30 seconds", true);
    const auto request = request_for(process, about.account, seen->boot_id, mode);
    if (mode == StopMode::dry_run) return try_both(parts, known->second, request, stopping);
    return ask(parts, known->second, request, mode, stopping);
}

using Processes = std::span<const ProcessAbout>;

// Looked at anew: the batches before may have taken a minute, in which the GPU may have become
// theirs.
void stop_some(std::vector<Stopped>& all, const StopParts& parts, const About& about,
               Processes processes, const Call& call) {
    const auto mode = call.step.stop_mode.value_or(StopMode::dry_run);
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
            auto stopped = stop_one(parts, about, *process, mode, call.stopping);
            stopped.violation = process->violation;
            return stopped;
        }));
    }
    for (auto& one : some) all.push_back(one.get());
}

std::vector<Stopped> stop_all(const StopParts& parts, const About& about, const Call& call) {
    std::vector<Stopped> all;
    const Processes processes(about.processes);
    for (std::size_t from = 0; from < processes.size() && !call.stopping; from += at_once) {
        stop_some(all, parts, about,
                  processes.subspan(from, std::min(at_once, processes.size() - from)), call);
    }
    return all;
}

// Those of which no process was tried, though there were some.
std::vector<violation::Violation> left_out_of(const std::vector<Stopped>& all,
                                              const std::vector<violation::Violation>& of) {
    std::vector<violation::Violation> left_out;
    for (const auto& one : of) {
        bool tried = false;
        bool left = false;
        for (const auto& stopped : all) {
            if (stopped.violation != one.id) continue;
            (stopped.outcome == violation::Outcome::not_needed ? left : tried) = true;
        }
        if (left && !tried) left_out.push_back(one);
    }
    return left_out;
}

End end_of(const std::vector<Stopped>& all) {
    using violation::Outcome;
    const auto count = [&](Outcome outcome) {
        return std::count_if(all.begin(), all.end(),
                             [&](const Stopped& one) { return one.outcome == outcome; });
    };
    const auto bad = std::find_if(
        all.begin(), all.end(), [](const Stopped& one) { return one.outcome == Outcome::failed; });
    if (bad != all.end()) {
        const bool again =
            std::any_of(all.begin(), all.end(), [](const Stopped& one) { return one.again; });
        if (again) return {EffectEnd{.detail = bad->words}, {}};
        return {{.good = true}, Result{Outcome::failed, count(Outcome::done), bad->words}};
    }
    for (const auto outcome : {Outcome::done, Outcome::dry_run}) {
        if (const auto some = count(outcome); some > 0) {
            return {{.good = true}, Result{outcome, some, ""}};
        }
    }
    return {{.good = true}, Result{Outcome::no_target, 0, ""}};
}

// Its hosts are away: no host is asked then, and others go by.
bool nobody_sees_any(const StopParts& parts, const About& about, Instant now) {
    return !about.processes.empty() &&
           std::none_of(about.processes.begin(), about.processes.end(), [&](const auto& one) {
               return fresh_sighting(parts, one, now).has_value();
           });
}

End take(const StopParts& parts, const Call& call) {
    const auto about = steps::about(parts.tables(), call.step.violations);
    const auto now = parts.clock();
    if (now - call.step.at < longest_wait && nobody_sees_any(parts, about, now)) {
        return {EffectEnd{.postponed = now + between_looks}, {}};
    }
    const auto all = stop_all(parts, about, call);
    if (call.stopping) return {EffectEnd{.interrupted = true}, {}};
    auto end = end_of(all);
    end.left_out = left_out_of(all, call.step.violations);
    return end;
}

}  // namespace

Handler stop_handler(StopParts parts) {
    return {"stop",
            {enforcement::Action::stop},
            [parts = std::move(parts)](const Call& call) { return take(parts, call); },
            few};
}

}  // namespace dibs::steps
