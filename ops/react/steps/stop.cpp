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
constexpr Retries few{3, std::chrono::seconds{5}};

// How one process came out.
struct Stopped {
    violation::Outcome outcome{};
    std::string words{};
    bool again = false;  // another attempt may fare better
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

Stopped stop_one(const StopParts& parts, const About& about, const ProcessAbout& process,
                 StopMode mode, const std::atomic<bool>& stopping) {
    const auto known = about.hosts.find(process.host);
    if (known == about.hosts.end()) return failed("its host is no longer on record");
    const auto seen = parts.sighting(process.host, process.pid);
    const auto now = parts.clock();
    if (!seen || seen->at > now || now - seen->at > oldest_sighting) {
        return failed("nobody has seen it within 30 seconds", true);
    }
    const auto request = request_for(process, about.account, seen->boot_id, mode);
    if (mode == StopMode::dry_run) return try_both(parts, known->second, request, stopping);
    return ask(parts, known->second, request, mode, stopping);
}

std::vector<Stopped> stop_all(const StopParts& parts, const About& about, const Call& call) {
    const auto mode = call.step.stop_mode.value_or(StopMode::dry_run);
    std::vector<Stopped> all;
    const std::span processes(about.processes);
    for (std::size_t from = 0; from < processes.size() && !call.stopping; from += at_once) {
        std::vector<std::future<Stopped>> some;
        for (const auto& process :
             processes.subspan(from, std::min(at_once, processes.size() - from))) {
            some.push_back(std::async(std::launch::async, [&] {
                return stop_one(parts, about, process, mode, call.stopping);
            }));
        }
        for (auto& one : some) all.push_back(one.get());
    }
    return all;
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

End take(const StopParts& parts, const Call& call) {
    const auto about = steps::about(parts.tables(), call.step.violations);
    const auto all = stop_all(parts, about, call);
    if (call.stopping) return {EffectEnd{.interrupted = true}, {}};
    return end_of(all);
}

}  // namespace

Handler stop_handler(StopParts parts) {
    return {"stop",
            {enforcement::Action::stop},
            [parts = std::move(parts)](const Call& call) { return take(parts, call); },
            few};
}

}  // namespace dibs::steps
