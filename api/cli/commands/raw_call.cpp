// dibs api: any request of the HTTP contract, with the sign-in and retry of the other commands.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <fstream>
#include <sstream>

namespace dibs::cli {
namespace {

struct RawCallOptions {
    std::string path, method, input;
    std::vector<std::string> text_fields, json_fields, headers;
    bool include = false;
};

std::pair<std::string, std::string> split_pair(const std::string& text, char by) {
    const auto at = text.find(by);
    if (at == std::string::npos || at == 0) {
        throw Failure(Exit::usage, "'" + text + "' has no '" + by + "' behind a name.",
                      "Write -f name=value.");
    }
    return {text.substr(0, at), text.substr(at + 1)};
}

std::string body_of(Context& context, const RawCallOptions& options) {
    if (options.input == "-") return context.terminal.read_all();
    if (!options.input.empty()) {
        std::ifstream file(options.input);
        std::ostringstream text;
        text << file.rdbuf();
        if (!file) throw Failure(Exit::usage, "Cannot read " + options.input + '.', "");
        return text.str();
    }
    if (options.text_fields.empty() && options.json_fields.empty()) return {};
    Json body{Json::Object{}};
    for (const auto& field : options.text_fields) {
        const auto [name, value] = split_pair(field, '=');
        body.set(name, value);
    }
    for (const auto& field : options.json_fields) {
        const auto [name, value] = split_pair(field, '=');
        const auto json = Json::parse(value);
        if (!json) throw Failure(Exit::usage, "'" + value + "' is not JSON.", "For text use -f.");
        body.set(name, *json);
    }
    return body.dump();
}

// Makes external text safe for a terminal.
void print_lines(Context& context, const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) context.out.line(printable(line));
}

void call(Context& context, const RawCallOptions& options) {
    const auto body = body_of(context, options);
    const auto method = !options.method.empty() ? options.method : body.empty() ? "GET" : "POST";
    std::vector<std::pair<std::string, std::string>> headers;
    for (const auto& header : options.headers) {
        auto [name, value] = split_pair(header, ':');
        headers.emplace_back(name,
                             value.substr(std::min(value.find_first_not_of(' '), value.size())));
    }
    auto path = options.path.starts_with('/') ? options.path : '/' + options.path;
    constexpr std::string_view base = "/api/v1";
    if (path.starts_with(base)) path.erase(0, base.size());
    const auto response = context.client.send(method, path, body, headers);
    if (options.include) {
        context.out.line("HTTP " + std::to_string(response.status));
        for (const auto& [name, value] : response.headers) {
            context.out.line(printable(name + ": " + value));
        }
        context.out.line("");
    }
    if (!response.succeeded() && !options.include) {
        throw failure_of(response.status, response.body);
    }
    const auto json = Json::parse(response.body);
    if (json && context.out.form() != Form::tsv) {
        context.out.json(*json);
    } else if (context.out.human()) {
        print_lines(context, response.body);
    } else if (!response.body.empty()) {
        context.out.line(response.body);
    }
    if (!response.succeeded()) throw Failure(failure_of(response.status, "").exit, "", "");
}

}  // namespace

void add_api(Command app, Action& action) {
    const auto verb = app.add_subcommand("api", "Call the HTTP API: dibs api /reservations");
    auto options = std::make_shared<RawCallOptions>();
    verb.add_option("path", options->path, "Below /api/v1; //readyz is the server's own")
        .required();
    verb.add_option("-X,--method", options->method, "GET, or POST with fields");
    verb.add_option("-f,--field", options->text_fields, "name=text, a member of the body");
    verb.add_option("-F,--json-field", options->json_fields, "name=JSON, a member of the body");
    verb.add_option("-H,--header", options->headers, "Name: value");
    verb.add_option("--input", options->input, "The body: a file, or - for stdin");
    verb.add_flag("-i,--include", options->include, "Print status and headers too");
    verb.callback(
        [&action, options] { action = [options](Context& context) { call(context, *options); }; });
}

}  // namespace dibs::cli
