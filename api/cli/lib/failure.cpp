// Maps answers of the server to exit codes and sentences.
#include "api/cli/lib/failure.hpp"

#include "api/cli/lib/json.hpp"

#include <algorithm>
#include <array>

namespace dibs::cli {
namespace {

struct Row {
    std::string_view code;
    Exit exit;
    std::string_view next_step;
};

// Any command may get these answers: the advice names no option that only some have.
constexpr std::array problem_rows{
    Row{"malformed", Exit::usage, "Check the arguments against --help."},
    Row{"out-of-range", Exit::usage, "Check the arguments against --help."},
    Row{"interval-reversed", Exit::usage, "Check the times against --help."},
    Row{"ambiguous-time", Exit::usage, "Write it so that it means one thing."},
    Row{"in-the-past", Exit::usage, "Name a later time, as 'tomorrow 9:00'."},
    Row{"too-short", Exit::forbidden, "Ask for longer."},
    Row{"too-long", Exit::forbidden, "Ask for less."},
    Row{"too-far-ahead", Exit::forbidden, "Name an earlier time."},
    Row{"too-soon", Exit::forbidden, "Name a later time."},
    Row{"over-limit", Exit::forbidden, "Ask for less, or give back what you do not need."},
    Row{"not-signed-in", Exit::not_signed_in, "Run 'dibs auth login'."},
    Row{"second-factor-needed", Exit::not_signed_in,
        "Give the code that your authenticator shows: dibs auth login --code 123456"},
    Row{"not-allowed", Exit::forbidden, "Ask its owner or an admin. See 'dibs auth status'."},
    Row{"wrong-password", Exit::forbidden, "Type the current password again."},
    Row{"wrong-code", Exit::forbidden, "Wait for the next code, or use a recovery code."},
    Row{"needs-approval", Exit::forbidden, "Cancel it and book again: that asks for approval."},
    Row{"no-grant", Exit::forbidden, "See what you may use with 'dibs grant list --user me'."},
    Row{"not-found", Exit::not_found, "See what there is with 'list', as 'dibs reservation list'."},
    Row{"unknown-zone", Exit::usage, "Use a name of the tz database, as Europe/Warsaw."},
    Row{"weak-password", Exit::usage, "Take four words that do not belong together."},
    Row{"unknown-gpu", Exit::not_found, "See the GPUs with 'dibs gpu list'."},
    Row{"unknown-host", Exit::not_found, "See the hosts with 'dibs host list'."},
    Row{"unknown-person", Exit::not_found, "See the people with 'dibs user list'."},
    Row{"slot-taken", Exit::conflict, "See what is free with 'dibs free' or 'dibs find'."},
    Row{"driver-broken", Exit::conflict,
        "See what its host says with 'dibs host show', and what is free with 'dibs find'."},
    Row{"gpu-unhealthy", Exit::conflict,
        "See what is free with 'dibs find'; swap what you hold with 'dibs swap'."},
    Row{"already-ended", Exit::conflict, "Book again with 'dibs reserve'."},
    Row{"already-exists", Exit::conflict, "Choose another name."},
    Row{"not-ready", Exit::conflict, ""},  // its message is complete
    Row{"changed-meanwhile", Exit::conflict, "Look at it again, then repeat the command."},
    Row{"precondition-required", Exit::conflict, "Name the version, with If-Match."},
    Row{"key-reused", Exit::conflict, "Repeat the command; it will use a new key."},
    Row{"too-many-requests", Exit::failure, "Wait a minute, then try again."},
    Row{"busy", Exit::unreachable, "Try again in a moment."},
    Row{"service-unavailable", Exit::unreachable, "Try again in a moment."},
    Row{"reading-log", Exit::unreachable, "The server has just started; try again in a moment."},
    Row{"rebuilding", Exit::unreachable, "Its tables are being rebuilt; try again in a moment."},
    Row{"unavailable", Exit::unreachable, "Look whether it happened before you repeat it."},
};

const Row* row_of(std::string_view code) {
    for (const auto& row : problem_rows) {
        if (row.code == code) return &row;
    }
    return nullptr;
}

// "slot-taken" from "/dibs/problems/slot-taken"; empty: not a problem of Dibs.
std::string code_of(const std::string& type) {
    constexpr std::string_view pages = "/problems/";
    const auto at = type.rfind(pages);
    return at == std::string::npos ? "" : type.substr(at + pages.size());
}

// Names the field. Not if every sentence about it names it, or if the person typed no such word.
std::string about(const Json& error) {
    constexpr std::array<std::string_view, 8> clear{"text", "gpus",   "from",    "id",
                                                    "week", "metric", "project", "address"};
    auto field = error["field"].text();
    if (std::find(clear.begin(), clear.end(), field) != clear.end()) field.clear();
    return error["detail"].text() + (field.empty() ? "" : " (" + field + ')');
}

}  // namespace

Exit exit_of(int status, std::string_view code) {
    if (const auto* row = row_of(code)) return row->exit;
    switch (status) {
        case 400:
        case 422:
            return Exit::usage;
        case 401:
            return Exit::not_signed_in;
        case 403:
            return Exit::forbidden;
        case 404:
            return Exit::not_found;
        case 409:
        case 412:
        case 428:
            return Exit::conflict;
        case 502:
        case 503:
        case 504:
            return Exit::unreachable;
        default:
            return Exit::failure;
    }
}

Failure failure_of(int status, std::string_view body) {
    const auto problem = Json::parse(body);
    const auto code = code_of(problem ? (*problem)["type"].text() : std::string{});
    if (code.empty()) {
        return {exit_of(status, ""), "The server answered " + std::to_string(status) + ".",
                "Is this address a Dibs server? See 'dibs doctor' and --server."};
    }
    auto message = about(*problem);
    if ((*problem)["detail"].text().empty()) message.insert(0, (*problem)["title"].text());
    const auto errors = (*problem)["errors"].items();
    for (std::size_t i = 1; i < errors.size(); ++i) message += ' ' + about(errors[i]);
    const auto* row = row_of(code);
    std::string next;
    if (code == "unavailable" && (*problem)["detail"].text().starts_with("Not ")) {
        next = "Try again in a moment.";  // the message says that nothing was done
    } else if (row != nullptr) {
        next = row->next_step;
    } else {
        next = "Tell an admin the request id " + (*problem)["request_id"].text() + '.';
    }
    return {exit_of(status, code), message, next, std::string(body)};
}

}  // namespace dibs::cli
