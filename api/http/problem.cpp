// The table from refusal code to status and title, and the writer of problem+json.
#include "api/http/problem.hpp"

#include "domain/codec/json_text.hpp"
#include "domain/codec/json_writer.hpp"

namespace dibs::http {
namespace {

struct Kind {
    int status;
    std::string_view title;
};

// Malformed input is 400; well-formed input that breaks a rule is 422.
Kind kind_of(Code code) {
    switch (code) {
        case Code::malformed:
            return {400, "The request cannot be understood"};
        case Code::out_of_range:
            return {422, "A value is out of range"};
        case Code::interval_reversed:
            return {422, "The interval ends before it starts"};
        case Code::in_the_past:
            return {422, "That time has passed"};
        case Code::too_short:
            return {422, "Too short"};
        case Code::too_long:
            return {422, "Too long"};
        case Code::too_far_ahead:
            return {422, "Too far ahead"};
        case Code::not_signed_in:
            return {401, "Sign in first"};
        case Code::not_allowed:
            return {403, "Not allowed"};
        case Code::no_grant:
            return {403, "No grant covers this"};
        case Code::not_found:
            return {404, "Not found"};
        case Code::unknown_gpu:
            return {422, "Unknown GPU"};
        case Code::unknown_host:
            return {422, "Unknown host"};
        case Code::unknown_person:
            return {422, "Unknown person"};
        case Code::slot_taken:
            return {409, "The slot is taken"};
        case Code::already_ended:
            return {409, "It has already ended"};
        case Code::already_exists:
            return {409, "It already exists"};
        case Code::changed_meanwhile:
            return {412, "It was changed meanwhile"};
        case Code::key_reused:
            return {422, "The idempotency key was used for another request"};
        case Code::too_many_keys:
            return {429, "Too many idempotency keys"};
        case Code::driver_broken:
            return {409, "The driver of a GPU does not work"};
        case Code::not_ready:
            return {409, "Not in the state this needs"};
        case Code::internal:
            return {500, "Dibs made a mistake"};
        case Code::busy:
            return {503, "Too much to do at the moment"};
        case Code::unavailable:
            return {503, "Not available at the moment"};
    }
    return {500, "Internal error"};
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
    if (text.empty()) return;
    out += ',';
    append_json_string(out, name);
    out += ':';
    append_json_string(out, text);
}

// "Not Found" -> "not-found"
std::string code_from(std::string_view phrase) {
    std::string code;
    for (const char c : phrase) {
        code += c == ' ' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    }
    return code;
}

bool has_member(const Problem& problem, std::string_view name) {
    for (const auto& [key, value] : problem.members) {
        if (key == name) return true;
    }
    return false;
}

}  // namespace

int http_status(Code code) {
    return kind_of(code).status;
}

Problem problem_of(const Refusal& refusal, std::string_view request_id) {
    const auto kind = kind_of(refusal.code);
    Problem problem;
    problem.status = kind.status;
    problem.code = to_text(refusal.code);
    problem.title = kind.title;
    problem.detail = refusal.detail;
    problem.field = refusal.field;
    problem.request_id = request_id;
    if (kind.status == 503) problem.retry_after_s = 1;
    if (!refusal.rule.empty()) problem.with("rule", to_json(refusal.rule));
    if (refusal.about.empty()) return problem;
    problem.with("about", to_json(refusal.about));
    std::string list;
    for (const auto& id : ids_among<ReservationId>(refusal.about)) {
        list += list.empty() ? "[{\"reservation\":" : ",{\"reservation\":";
        append_json_string(list, to_text(id));
        list += '}';
    }
    return list.empty() ? problem : problem.with("conflicts", list + ']');
}

Problem problem_of_status(int status, std::string detail, std::string_view request_id) {
    Problem problem;
    problem.status = status;
    problem.title = reason_phrase(status);
    problem.code = code_from(problem.title);
    problem.detail = std::move(detail);
    problem.request_id = request_id;
    return problem;
}

Problem& Problem::with(std::string name, std::string json) {
    if (!has_member(*this, name)) {
        members.emplace_back(std::move(name), std::move(json));
        return *this;
    }
    for (auto& [key, value] : members) {
        if (key == name) value = std::move(json);
    }
    return *this;
}

Response to_response(const Problem& problem) {
    std::string body = "{\"type\":";
    append_json_string(body, "urn:dibs:problem:" + problem.code);
    append_member(body, "title", problem.title);
    body += ",\"status\":" + std::to_string(problem.status);
    append_member(body, "code", problem.code);
    append_member(body, "detail", problem.detail);
    append_member(body, "field", problem.field);
    for (const auto& [name, json] : problem.members) {
        body += ',';
        append_json_string(body, name);
        body += ':';
        body += json;
    }
    append_member(body, "request_id", problem.request_id);
    body += "}\n";
    Response response{problem.status, "application/problem+json", std::move(body), {}};
    if (problem.retry_after_s > 0) {
        response.with("Retry-After", std::to_string(problem.retry_after_s));
    }
    return response;
}

Response refusal_response(const Refusal& refusal, std::string_view request_id) {
    return to_response(problem_of(refusal, request_id));
}

}  // namespace dibs::http
