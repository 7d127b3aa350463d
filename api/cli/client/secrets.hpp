// Passwords typed and tokens kept: shared by setup, auth and user.
#pragma once

#include "api/cli/client/context.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace dibs::cli {

// From stdin (one line) or asked for; twice when it is a new one.
[[nodiscard]] std::string read_password(Context& context, bool from_stdin, bool is_new);

// Makes a one-time link with which this person sets their own password: {url, expires_at}, with the
// whole address. Nobody can be shown it a second time.
[[nodiscard]] Json make_password_link(Context& context, const Json& person);
// What a server says of such a link begins with a slash where it does not know its own address.
[[nodiscard]] std::string address_of_link(Context& context, const Json& link);

// As given, else $USER, else asked for. Who starts a server is often root there, which nobody is on
// Dibs.
[[nodiscard]] std::string unix_name_for(Context& context, const std::string& given);

// Signs in by cookie: POST to "/session", "/setup" or "/sign-up/complete". Shows the server the
// cookie by which it knows this machine, and keeps the one it gives: a known one is let in while
// others guess at the password.
[[nodiscard]] Json sign_in_by_cookie(Context& context, const std::string& path, const Json& body);

// The same with a name and a password, and with the code of a second factor where the server asks
// for one: `code`, or asked of whoever sits there.
[[nodiscard]] Json sign_in_by_password(Context& context, const std::string& name,
                                       const std::string& password, const std::string& code);

// Whether the credential in use, as GET /session has it, has this scope.
[[nodiscard]] bool has_scope(const Json& session, std::string_view scope);

// Signs in by password, runs `act`, ends that session and goes on with the token: for what a token
// without the scope `admin` may not do.
void in_own_session(Context& context, const std::string& name, const std::string& password,
                    const std::string& code, const std::function<void()>& act);

// While the client is signed in by cookie: makes a token for this machine, keeps it and the
// server's address, and ends the cookie's session.
void keep_signed_in(Context& context, const Json& session);

// Signs in through a browser, which may be on another machine: shows a code and where to type it,
// and waits until somebody has said yes there. Keeps the token and the server's address.
void sign_in_by_browser(Context& context);

}  // namespace dibs::cli
