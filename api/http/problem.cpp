// Turns refusals and statuses into problems, and writes problem+json.
#include "api/http/problem.hpp"

#include "api/http/problem_kinds.hpp"
#include "domain/codec/json_text.hpp"
#include "domain/codec/json_writer.hpp"

namespace dibs::http {
namespace {

constexpr std::string_view pages = "/problems/";

// The kind of a refusal's code; a test checks that the table has each one.
const ProblemKind& kind_of(Code code) {
    const auto* kind = find_problem_kind(to_text(code));
    return *(kind ? kind : find_problem_kind("internal"));
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
    if (text.empty()) return;
    out += ',';
    append_json_string(out, name);
    out += ':';
    append_json_string(out, text);
}

void append_error(std::string& out, std::string_view field, std::string_view code,
                  std::string_view detail) {
    out += "{\"field\":";
    append_json_string(out, field);
    append_member(out, "code", code);
    append_member(out, "detail", detail);
    out += '}';
}

// Lists all faults, the first one too; a fault without a field needs no list.
void append_errors(std::string& out, const Problem& problem) {
    if (problem.field.empty()) return;
    out += ",\"errors\":[";
    append_error(out, problem.field, problem.code, problem.detail);
    for (const auto& wrong : problem.also) {
        out += ',';
        append_error(out, wrong.field, to_text(wrong.code), wrong.detail);
    }
    out += ']';
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

Problem problem_of(const Refusal& refusal, std::string_view request_id) {
    const auto& kind = kind_of(refusal.code);
    Problem problem;
    problem.status = kind.status;
    problem.code = to_text(refusal.code);
    problem.title = kind.title;
    problem.detail = refusal.detail;
    problem.field = refusal.field;
    problem.also = refusal.also;
    problem.request_id = request_id;
    if (kind.status == 503) problem.retry_after_s = 1;
    if (!refusal.rule.empty()) problem.with("rule", to_json(refusal.rule));
    if (refusal.about.empty()) return problem;
    problem.with("about", to_json(refusal.about));
    if (kind.status != 409) return problem;
    std::string list;
    for (const auto& id : ids_among<ReservationId>(refusal.about)) {
        list += list.empty() ? "[{\"reservation_id\":" : ",{\"reservation_id\":";
        append_json_string(list, to_text(id));
        list += '}';
    }
    return list.empty() ? problem : problem.with("conflicts", list + ']');
}

Problem problem_of_status(int status, std::string detail, std::string_view request_id) {
    Problem problem;
    problem.status = status;
    problem.code = code_from(reason_phrase(status));
    const auto* kind = find_problem_kind(problem.code);
    problem.title = kind ? kind->title : reason_phrase(status);
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

Problem problem_of_code(std::string_view code, std::string detail, std::string_view request_id) {
    Problem problem;
    problem.code = code;
    problem.detail = std::move(detail);
    problem.request_id = request_id;
    if (const auto* kind = find_problem_kind(code)) {
        problem.status = kind->status;
        problem.title = kind->title;
    }
    return problem;
}

Response to_response(const Problem& problem) {
    std::string body = "{\"type\":";
    append_json_string(body, std::string(pages) + problem.code);
    append_member(body, "title", problem.title);
    body += ",\"status\":" + std::to_string(problem.status);
    append_member(body, "code", problem.code);
    append_member(body, "detail", problem.detail);
    append_member(body, "field", problem.field);
    append_errors(body, problem);
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

void place_problem(Response& response, std::string_view base_path) {
    if (base_path.empty() || response.content_type != "application/problem+json") return;
    constexpr std::string_view type = "{\"type\":\"";
    const auto body = response.body.view();
    if (!body.starts_with(type)) return;
    response.body = std::string(type).append(base_path).append(body.substr(type.size()));
}

Response refusal_response(const Refusal& refusal, std::string_view request_id) {
    return to_response(problem_of(refusal, request_id));
}

}  // namespace dibs::http
