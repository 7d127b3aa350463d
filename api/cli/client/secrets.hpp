// Reads passwords and keeps tokens, for setup, auth and user.
#pragma once

#include "api/cli/client/context.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace dibs::cli {

// Reads one line of stdin, or prompts; a new password is prompted for twice.
[[nodiscard]] std::string read_password(Context& context, bool from_stdin, bool is_new);

// Makes a one-time link with which the person sets their password: {url, expires_at}, the URL
// absolute. It can be shown only once.
[[nodiscard]] Json make_password_link(Context& context, const Json& person);
// The absolute URL of such a link. The server sends a path when it does not know its own address.
[[nodiscard]] std::string address_of_link(Context& context, const Json& link);

// `given`, else $USER, else a prompt. `root` is not taken from $USER: servers are often started as
// root, and Dibs has no such account.
[[nodiscard]] std::string unix_name_for(Context& context, const std::string& given);

// Signs in by cookie: POST to "/session", "/setup" or "/sign-up/complete". Sends the cookie that
// identifies this machine and keeps the one returned. The server admits a known machine while
// others guess at the password.
[[nodiscard]] Json sign_in_by_cookie(Context& context, const std::string& path, const Json& body);

// Signs in with name and password. If the server asks for the code of a second factor, sends `code`
// or prompts for it.
[[nodiscard]] Json sign_in_by_password(Context& context, const std::string& name,
                                       const std::string& password, const std::string& code);

// Whether the credential in use has this scope; `session`: the answer to GET /session.
[[nodiscard]] bool has_scope(const Json& session, std::string_view scope);

// Signs in by password, runs `act`, ends that session and returns to the token. For requests that
// need the scope `admin`, which the token lacks.
void in_own_session(Context& context, const std::string& name, const std::string& password,
                    const std::string& code, const std::function<void()>& act);

// Requires a sign-in by cookie. Makes a token for this machine, keeps it and the server's address,
// and ends the cookie's session.
void keep_signed_in(Context& context, const Json& session);

// Signs in through a browser, which may be on another machine. Shows a code and where to enter it,
// and waits for the approval there. Keeps the token and the server's address.
void sign_in_by_browser(Context& context);

}  // namespace dibs::cli
