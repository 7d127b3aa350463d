// A host that is not reachable differs from a host without terminals of the account.
#include "ops/react/hosts/terminals.hpp"

#include "ingest/ssh/one_answer.hpp"
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/host_programs/tell.hpp"

namespace dibs {
namespace {

constexpr std::chrono::seconds longest_tell{15};

}  // namespace

void tell_terminals(TerminalResult& sum, ssh::Remote& remote, const TerminalMessage& message,
                    const std::atomic<bool>& stopping) {
    ssh::RemoteCommand command{std::string(host::program_command()),
                               host::tell_request(message.account, message.text), true};
    const auto output =
        ssh::one_answer(remote, message.host, std::move(command), {longest_tell, stopping});
    const auto failed = [&](const std::string& words) {
        if (sum.failure.empty()) sum.failure = message.host.name + ": " + words;
    };
    if (!output) {
        sum.unreached = true;
        return failed(host::words_of_host(output.error().text));
    }
    const auto answer = host::tell_answer(*output);
    sum.told += answer.told;
    switch (answer.outcome) {
        case host::TellOutcome::told:
        case host::TellOutcome::no_terminal:
        case host::TellOutcome::nobody_told:
            return;
        case host::TellOutcome::not_allowed:
            return failed("the account that probes it is not in the group tty");
        case host::TellOutcome::refused:
        case host::TellOutcome::no_answer:
            break;
    }
    failed(answer.detail.empty() ? "it gave no answer" : answer.detail);
}

}  // namespace dibs
