// For system tests: prints the requests that dibsd sends to a host and interprets the answers, with
// dibsd's own functions (ops/react/host_programs).
//   host_request command|root-command            the command line for the login shell
//   host_request stop|root-stop KEY=VALUE...     the standard input; keys: pid boot_id
//                                                started (seconds) start_ticks user uid
//                                                gpu (often) grace dry_run signals
//   host_request tell USER                       the same; the message is on standard input
//   host_request printable                       the message on standard input, made printable
//   host_request stop-answer|tell-answer         the meaning of the output on standard input,
//                                                in lines
#include "ops/react/host_programs/printable.hpp"
#include "ops/react/host_programs/programs.hpp"
#include "ops/react/host_programs/stop.hpp"
#include "ops/react/host_programs/tell.hpp"

#include <cstdlib>
#include <iostream>
#include <iterator>

using namespace dibs::host;

namespace {

std::string standard_input() {
    return {std::istreambuf_iterator<char>(std::cin), {}};
}

StopSignals signals_named(const std::string& name) {
    if (name == "TERM") return StopSignals::term;
    return name == "KILL" ? StopSignals::kill : StopSignals::term_then_kill;
}

StopRequest request_from(char** first, char** last) {
    StopRequest request;
    for (; first != last; ++first) {
        const std::string word = *first;
        const auto at = word.find('=');
        const auto key = word.substr(0, at);
        const auto value = at == std::string::npos ? std::string() : word.substr(at + 1);
        if (key == "pid") request.pid = std::stoll(value);
        if (key == "boot_id") request.boot_id = value;
        if (key == "started") request.started = dibs::from_unix_ms(std::stoll(value) * 1000);
        if (key == "start_ticks") request.start_ticks = std::stoll(value);
        if (key == "user") request.user = value;
        if (key == "uid") request.uid = std::stoll(value);
        if (key == "gpu") request.gpus.push_back(value);
        if (key == "grace") request.grace = std::chrono::seconds(std::stoll(value));
        if (key == "dry_run") request.dry_run = true;
        if (key == "signals") request.signals = signals_named(value);
    }
    return request;
}

void print_stop_answer() {
    const auto answer = stop_answer(standard_input());
    std::cout << to_text(answer.outcome) << '\n'
              << to_text(answer.check) << '\n'
              << (answer.sent_term ? "TERM " : "") << (answer.sent_kill ? "KILL" : "") << '\n'
              << answer.detail << '\n';
}

void print_tell_answer() {
    const auto answer = tell_answer(standard_input());
    std::cout << to_text(answer.outcome) << '\n'
              << answer.told << ' ' << answer.closed << ' ' << answer.failed << '\n'
              << answer.detail << '\n';
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "command") {
        std::cout << program_command();
    } else if (what == "root-command") {
        std::cout << root_helper_command();
    } else if (what == "stop") {
        std::cout << stop_request(request_from(argv + 2, argv + argc));
    } else if (what == "root-stop") {
        std::cout << root_helper_request(request_from(argv + 2, argv + argc));
    } else if (what == "tell" && argc == 3) {
        std::cout << tell_request(argv[2], standard_input());
    } else if (what == "printable") {
        std::cout << printable_message(standard_input());
    } else if (what == "stop-answer") {
        print_stop_answer();
    } else if (what == "tell-answer") {
        print_tell_answer();
    } else {
        return 2;
    }
    return 0;
}
