// GET /problems and /problems/CODE: the page that each problem's `type` links to, as HTML. Made
// from the table of problems in the program, so it needs neither the read model nor a credential.
// An unknown code is answered with a 404 problem. Any thread.
#include "api/http/problem.hpp"
#include "api/http/problem_kinds.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"

namespace dibs::routes {
namespace {

using http::Method;
using http::ProblemKind;
using http::Request;
using http::Respond;

const std::string problems_path = "/problems";

// Escapes text for HTML content and quoted attributes.
std::string escaped(std::string_view text) {
    std::string html;
    for (const char c : text) {
        switch (c) {
            case '&':
                html += "&amp;";
                break;
            case '<':
                html += "&lt;";
                break;
            case '>':
                html += "&gt;";
                break;
            case '"':
                html += "&quot;";
                break;
            default:
                html += c;
        }
    }
    return html;
}

// A page around `content`, which is HTML; escapes `title`. Uses the style and icon of the
// dashboard; without a built dashboard the page is plain.
http::Response problem_page(const Request& request, std::string_view title,
                            const std::string& content) {
    const auto base = escaped(request.base_path);
    std::string html =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"" +
        base + "/icon.svg\" type=\"image/svg+xml\">\n<link rel=\"stylesheet\" href=\"" + base +
        "/problems.css\">\n<title>";
    html += escaped(title) + " · Dibs</title>\n</head>\n<body>\n<main>\n" + content;
    html += "</main>\n</body>\n</html>\n";
    return {200, "text/html; charset=utf-8", std::move(html), {}};
}

std::string describe_problem(const ProblemKind& kind, const Request& request) {
    std::string html = "<h1>" + escaped(kind.title) + "</h1>\n<p>Status " +
                       std::to_string(kind.status) + ", code <code>" + escaped(kind.code) +
                       "</code></p>\n<h2>What it means</h2>\n<p>" + escaped(kind.meaning) +
                       "</p>\n<h2>What to do</h2>\n<p>" + escaped(kind.remedy) + "</p>\n";
    const auto link = [&](const std::string& path, std::string_view text) {
        return "<a href=\"" + escaped(request.base_path + path) + "\">" + std::string(text) +
               "</a>";
    };
    return html + "<p>" + link(problems_path, "All problems") + ", " +
           link("/api", "the API's reference") + "</p>\n";
}

void list_problems(const Request& request, const Respond& respond) {
    std::string html = "<h1>Problems</h1>\n<dl>\n";
    for (const auto& kind : http::problem_kinds()) {
        const auto path = request.base_path + problems_path + '/' + std::string(kind.code);
        html += "<dt><a href=\"" + escaped(path) + "\">" + escaped(kind.code) + "</a> (" +
                std::to_string(kind.status) + ")</dt><dd>" + escaped(kind.title) + "</dd>\n";
    }
    respond(problem_page(request, "Problems", html + "</dl>\n"));
}

void show_problem(const Request& request, const Respond& respond) {
    if (const auto* kind = http::find_problem_kind(request.param("code"))) {
        return respond(problem_page(request, kind->title, describe_problem(*kind, request)));
    }
    auto problem =
        http::problem_of_status(404, "There is no problem of this name.", request.request_id);
    problem.field = "code";
    respond(http::to_response(problem));
}

}  // namespace

void add_problems(http::Router& router, const Service&) {
    router.add({Method::get, problems_path, "listProblems", access::open, list_problems,
                http::Needs::nothing});
    router.add({Method::get, problems_path + "/{code}", "getProblem", access::open, show_problem,
                http::Needs::nothing});
}

}  // namespace dibs::routes
