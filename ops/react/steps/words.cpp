// Times are UTC on a terminal, and on the reader's clock in a mail; both are named.
#include "ops/react/steps/words.hpp"

#include "domain/fleet/shown_command.hpp"

#include <algorithm>

namespace dibs::steps {
namespace {

using violation::Kind;

constexpr std::size_t most_named = 8;  // maximum of processes in one text

std::string pids_of(const About& about) {
    std::string text;
    for (std::size_t i = 0; i < about.processes.size() && i < most_named; ++i) {
        text += (text.empty() ? "" : ", ") + std::to_string(about.processes[i].pid);
    }
    const auto rest = about.processes.size() - std::min(about.processes.size(), most_named);
    return rest > 0 ? text + " and " + std::to_string(rest) + " more" : text;
}

// "which Ann holds until …", or that it is not booked.
std::string held_by(const About& about, const TextClock& clock) {
    if (!about.owner) return "that nobody has booked, which the rules here ask for";
    auto text = "that " + about.owner->name + " has booked";
    if (about.until) text += " until " + time_text(*about.until, clock);
    return text;
}

std::string advice(const About& about) {
    switch (about.kind) {
        case Kind::wrong_gpu:
            return "You hold other GPUs on this host: set CUDA_VISIBLE_DEVICES to those, and "
                   "CUDA_DEVICE_ORDER=PCI_BUS_ID if you name them by index.";
        case Kind::unknown_person:
            if (about.starter_unknown) {
                return "It has your account's uid in a container; if you did not start it, you "
                       "need "
                       "do nothing.";
            }
            return "Nobody on Dibs has this account: ask an admin for yours.";
        case Kind::unbooked:
            return "Please book it, or stop there.";
        case Kind::intruder:
            break;
    }
    return "Please stop there, or ask them: they can excuse it.";
}

std::string stop_notice(std::optional<Instant> stops_at, const TextClock& clock) {
    if (!stops_at) return "";
    return "What still runs there at " + time_text(*stops_at, clock) + " will be stopped.";
}

std::string who(const About& about) {
    if (about.starter_unknown) return "Somebody (in a container, as " + about.account + ")";
    return about.person ? about.person->name + " (" + about.account + ")" : about.account;
}

CommandReader command_reader(const About& about, Reader reader) {
    if (reader == Reader::admin) return {.is_admin = true};
    const auto& one = reader == Reader::person ? about.person : about.owner;
    return {.person = one ? std::optional(one->id) : std::nullopt};
}

std::string process_list(const About& about, const CommandReader& reader) {
    const auto owner = about.person ? std::optional(about.person->id) : std::nullopt;
    std::string text;
    for (std::size_t i = 0; i < about.processes.size() && i < most_named; ++i) {
        const auto& process = about.processes[i];
        text += "  " + std::to_string(process.pid) + "  " +
                shown_command(process.command, owner, reader) + '\n';
    }
    if (about.processes.size() > most_named) {
        text += "  and " + std::to_string(about.processes.size() - most_named) + " more\n";
    }
    return text;
}

void add_line(std::string& text, const std::string& line) {
    if (!line.empty()) text += line + '\n';
}

std::string subject_for(const About& about, Reader reader) {
    if (reader == Reader::person) {
        return about.owner ? "You use " + about.gpu_name + ", booked by " + about.owner->name
                           : "You use " + about.gpu_name + ", which is not booked";
    }
    const auto name = about.starter_unknown ? "A container" : about.account;
    if (reader == Reader::owner) return name + " uses your " + about.gpu_name;
    return "Violation on " + about.gpu_name + " by " +
           (about.starter_unknown ? "a container" : name);
}

// The start of the oldest process, which may be older than the booking.
Instant running_since(const About& about) {
    std::optional<Instant> first;
    for (const auto& process : about.processes) {
        if (process.started && (!first || *process.started < *first)) first = process.started;
    }
    return first.value_or(about.since);
}

std::string opening_for(const About& about, Reader reader, const TextClock& clock) {
    const auto runs = " has been running on " + about.gpu_name;
    const auto since = " since " + time_text(running_since(about), clock);
    switch (reader) {
        case Reader::person:
            return "your account " + about.account + runs + since + ", a GPU " +
                   held_by(about, clock) + ".";
        case Reader::owner:
            return who(about) + runs + ", which you have booked," + since + ".";
        case Reader::admin:
            break;
    }
    return who(about) + runs + since + ", a GPU " + held_by(about, clock) + ".";
}

}  // namespace

std::string message_text(const About& about, std::optional<Instant> stops_at,
                         const std::string& site) {
    std::string text = about.starter_unknown ? "Dibs: process " : "Dibs: your process ";
    text += pids_of(about) + " runs on " + about.gpu_name + ", a GPU " + held_by(about, {}) + ".\n";
    add_line(text, stop_notice(stops_at, {}));  // first, so that a long name cannot cut it off
    add_line(text, advice(about));
    if (!site.empty()) add_line(text, site + "/violations");
    return text;
}

Words mail_words(const About& about, Reader reader, std::optional<Instant> stops_at,
                 const std::string& site, const TextClock& clock) {
    Words words{subject_for(about, reader),
                "Hello,\n\n" + opening_for(about, reader, clock) + "\n\n"};
    words.text += "Processes:\n" + process_list(about, command_reader(about, reader)) + '\n';
    if (reader == Reader::person) add_line(words.text, advice(about));
    if (reader == Reader::owner) {
        add_line(words.text, "If that is all right, excuse it; else you need do nothing.");
    }
    add_line(words.text, stop_notice(stops_at, clock));
    if (site.empty()) return words;
    words.text += "\nAll about it: " + site + "/violations\n";
    if (about.reservation) {
        words.text +=
            "The booking: " + site + "/reservations/" + to_text(*about.reservation) + '\n';
    }
    return words;
}

}  // namespace dibs::steps
