// Passwords and tokens.
#include "api/cli/client/secrets.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace dibs::cli {
namespace {

constexpr std::string_view device_cookie = "dibs_device=";

std::optional<std::string> device_given(const HttpResponse& response) {
    for (const auto& [name, value] : response.headers) {
        if (name != "set-cookie" || !value.starts_with(device_cookie)) continue;
        const auto end = std::min(value.find(';'), value.size());
        return value.substr(device_cookie.size(), end - device_cookie.size());
    }
    return std::nullopt;
}

std::string machine_name() {
    std::array<char, 65> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "somewhere";
}

// Keeps the token with its account's name, and makes the server the default.
void keep_token(Context& context, const Json& token, const std::string& name) {
    const auto& server = context.client.server();
    context.settings.keep_credential(server, {token["secret"].text(), token["id"].text(), name});
    context.settings.keep_server(server);
}

}  // namespace

std::string read_password(Context& context, bool from_stdin, bool is_new) {
    if (from_stdin) return context.terminal.read_line();
    auto password = context.terminal.ask_secret(is_new ? "New password" : "Password");
    if (is_new && context.terminal.ask_secret("The same again") != password) {
        throw Failure(Exit::usage, "The two passwords differ.", "Try again.");
    }
    return password;
}

std::string address_of_link(Context& context, const Json& link) {
    const auto url = link["url"].text();
    return url.starts_with('/') ? context.client.server() + url : url;
}

Json make_password_link(Context& context, const Json& person) {
    auto link = context.client.post("/people/" + person["id"].text() + "/password-link");
    link.set("url", address_of_link(context, link));
    return link;
}

std::string unix_name_for(Context& context, const std::string& given) {
    if (!given.empty()) return given;
    const char* user = std::getenv("USER");
    const bool usable = user != nullptr && *user != '\0' && std::string_view(user) != "root";
    return usable ? std::string(user) : context.terminal.ask("Your UNIX name on the GPU hosts");
}

Json sign_in_by_cookie(Context& context, const std::string& path, const Json& body) {
    auto& client = context.client;
    client.use_token("");
    std::vector<std::pair<std::string, std::string>> headers;
    if (const auto known = context.settings.device(client.server())) {
        headers.emplace_back("Cookie", std::string(device_cookie) + *known);
    }
    const auto response = client.send("POST", path, body.dump(), std::move(headers));
    auto session = client.checked(response);
    if (const auto device = device_given(response)) {
        context.settings.keep_device(client.server(), *device);
    }
    return session;
}

Json sign_in_by_password(Context& context, const std::string& name, const std::string& password,
                         const std::string& code) {
    Json body{Json::Object{{"name", name}, {"password", password}}};
    if (!code.empty()) body.set("code", code);
    try {
        return sign_in_by_cookie(context, "/session", body);
    } catch (const Failure& failure) {
        const auto problem = Json::parse(failure.problem);
        const bool asked = problem && (*problem)["code"].text() == "second-factor-needed";
        if (!asked || !context.terminal.interactive()) throw;
    }
    body.set("code", context.terminal.ask("Code"));
    return sign_in_by_cookie(context, "/session", body);
}

bool has_scope(const Json& session, std::string_view scope) {
    const auto scopes = session["scopes"].items();
    return std::any_of(scopes.begin(), scopes.end(),
                       [&](const Json& one) { return one.text() == scope; });
}

void in_own_session(Context& context, const std::string& name, const std::string& password,
                    const std::string& code, const std::function<void()>& act) {
    auto& client = context.client;
    const auto token = client.token();
    (void)sign_in_by_password(context, name, password, code);
    const auto end = [&] {
        (void)client.send("DELETE", "/session", "");
        client.use_token(token);
    };
    try {
        act();
    } catch (const Failure&) {
        end();
        throw;
    }
    end();
}

void keep_signed_in(Context& context, const Json& session) {
    const auto token = context.client.post(
        "/tokens",
        Json::Object{{"label", "dibs on " + machine_name()}, {"scopes", session["scopes"]}});
    (void)context.client.remove("/session");
    keep_token(context, token, session["person"]["name"].text());
}

void sign_in_by_browser(Context& context) {
    auto& client = context.client;
    client.use_token("");
    const auto begun =
        client.post("/session/device", Json::Object{{"label", "dibs on " + machine_name()}});
    const auto code = begun["user_code"].text();
    context.out.note("Open " + client.server() + "/device?code=" + code +
                     "\nand say yes to the code " + code + " there. It is good for ten minutes.");
    const Json question{Json::Object{{"device_code", begun["device_code"].text()}}};
    const auto interval_ms = static_cast<int>(begun["interval_s"].integer()) * 1000;
    while (true) {
        client.pause(interval_ms);
        const auto response = client.send("POST", "/session/device/token", question.dump());
        if (response.status == 409) continue;
        if (response.status == 403) throw Failure(Exit::forbidden, "The sign-in was declined.", "");
        if (response.status == 404) {
            throw Failure(Exit::not_signed_in, "Nobody said yes in time.",
                          "Try again: dibs auth login --browser");
        }
        const auto token = client.checked(response);
        client.use_token(token["secret"].text());
        const auto name = client.get("/session")["person"]["name"].text();
        keep_token(context, token, name);
        context.out.note("Signed in as " + printable(name) + " at " + client.server());
        return;
    }
}

}  // namespace dibs::cli
