// The names are those of the program (ops/deploy/host/dibs-stop), in requests and answers.
#include "ops/react/host_programs/stop.hpp"

#include "domain/codec/json_text.hpp"
#include "domain/codec/json_value.hpp"
#include "ops/react/host_programs/programs.hpp"

#include <array>
#include <utility>

namespace dibs::host {
namespace {

constexpr std::array stop_outcomes{
    std::pair{StopOutcome::would_stop, std::string_view("would_stop")},
    std::pair{StopOutcome::terminated, std::string_view("terminated")},
    std::pair{StopOutcome::killed, std::string_view("killed")},
    std::pair{StopOutcome::gone, std::string_view("gone")},
    std::pair{StopOutcome::not_it, std::string_view("not_it")},
    std::pair{StopOutcome::refused, std::string_view("refused")},
    std::pair{StopOutcome::unconfirmed, std::string_view("unconfirmed")},
    std::pair{StopOutcome::no_answer, std::string_view("no_answer")},
};
constexpr std::array checks{
    std::pair{StopCheck::none, std::string_view("")},
    std::pair{StopCheck::pid, std::string_view("pid")},
    std::pair{StopCheck::boot_id, std::string_view("boot_id")},
    std::pair{StopCheck::start_time, std::string_view("start_time")},
    std::pair{StopCheck::uid, std::string_view("uid")},
    std::pair{StopCheck::gpu, std::string_view("gpu")},
};

template <class Table, class Value>
std::string_view name_in(const Table& table, Value value) {
    for (const auto& [one, name] : table) {
        if (one == value) return name;
    }
    return {};
}

template <class Table>
auto value_in(const Table& table, std::optional<std::string_view> name) {
    std::optional<typename Table::value_type::first_type> found;
    for (const auto& [one, its_name] : table) {
        if (name == its_name) found = one;
    }
    return found;
}

std::string_view signals_of(StopSignals signals) {
    switch (signals) {
        case StopSignals::term:
            return R"(["TERM"])";
        case StopSignals::kill:
            return R"(["KILL"])";
        case StopSignals::term_then_kill:
            break;
    }
    return R"(["TERM","KILL"])";
}

std::string input_of(const StopRequest& request) {
    std::string text = "{\"pid\":" + std::to_string(request.pid);
    text += ",\"boot_id\":";
    append_json_string(text, request.boot_id);
    if (request.started) {
        const auto at = std::chrono::floor<std::chrono::seconds>(*request.started);
        text += ",\"started_s\":" + std::to_string(at.time_since_epoch().count());
    }
    if (request.start_ticks) text += ",\"start_ticks\":" + std::to_string(*request.start_ticks);
    if (!request.user.empty()) {
        text += ",\"user\":";
        append_json_string(text, request.user);
    }
    if (request.uid) text += ",\"uid\":" + std::to_string(*request.uid);
    text += ",\"gpus\":[";
    for (const auto& gpu : request.gpus) {
        if (&gpu != &request.gpus.front()) text += ',';
        append_json_string(text, gpu);
    }
    text += "],\"grace_s\":" + std::to_string(request.grace.count());
    text += request.dry_run ? ",\"dry_run\":true" : ",\"dry_run\":false";
    return text.append(",\"signals\":").append(signals_of(request.signals)) += '}';
}

// Stores the known signals in `answer`. True if all are known.
bool read_sent(const JsonValue& sent, StopAnswer& answer) {
    bool known = sent.kind() == JsonValue::Kind::array;
    sent.for_each_element([&](const JsonValue& one) {
        const auto name = one.as_string();
        answer.sent_term = answer.sent_term || name == "TERM";
        answer.sent_kill = answer.sent_kill || name == "KILL";
        return known = known && (name == "TERM" || name == "KILL");
    });
    return known;
}

}  // namespace

std::string stop_request(const StopRequest& request) {
    return framed(stop_program(), input_of(request));
}

std::string root_helper_request(const StopRequest& request) {
    return input_of(request) + '\n';
}

// nvidia-smi may take its 5 s twice, a process 5 s to end after KILL, and a slow host its own time.
std::chrono::seconds stop_deadline(const StopRequest& request) {
    return request.grace + std::chrono::seconds{30};
}

std::string_view to_text(StopOutcome outcome) {
    return name_in(stop_outcomes, outcome);
}

std::string_view to_text(StopCheck check) {
    return name_in(checks, check);
}

StopAnswer stop_answer(std::string_view output) {
    const auto line = answer_line(output);
    if (line.empty()) return {};
    JsonParser parser;
    const auto said = parser.parse(line);
    if (!said || said->kind() != JsonValue::Kind::object) return {};
    const auto text_of = [&](std::string_view name) -> std::optional<std::string_view> {
        const auto value = said->member(name);
        return value ? value->as_string() : std::nullopt;
    };
    StopAnswer answer;
    if (const auto sent = said->member("sent"); sent && !read_sent(*sent, answer)) return {};
    const auto outcome = value_in(stop_outcomes, text_of("outcome"));
    const auto check = value_in(checks, text_of("check").value_or(""));
    if (!outcome || !check) return {};
    if ((*outcome == StopOutcome::not_it) != (*check != StopCheck::none)) return {};
    // An answer that contradicts itself is none: the outcome needs its signal.
    if (*outcome == StopOutcome::terminated && !answer.sent_term) return {};
    if (*outcome == StopOutcome::killed && !answer.sent_kill) return {};
    answer.outcome = *outcome;
    answer.check = *check;
    answer.detail = words_of_host(text_of("detail").value_or(""));
    return answer;
}

}  // namespace dibs::host
