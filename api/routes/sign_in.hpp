// Starting a session: for those who signed in, who completed the setup, who changed their password.
#pragma once

#include "api/routes/request_context.hpp"

#include <string>

namespace dibs::routes {

// Records a session and answers with its cookie: 201 and the session, 204, or 303 to the page.
enum class SignInAnswer { session, nothing, page };
void start_session(const RequestPtr& context, PersonId person, SignInAnswer answer);

// A sign-in name has no capitals; a phone begins with one, and so do some providers.
[[nodiscard]] std::string sign_in_name(std::string typed);

// Compares beside the loop, in the time it takes for anybody's password. Then back on the loop.
void check_password(const RequestPtr& context, std::optional<PersonId> person, std::string password,
                    std::function<void(bool fits)> then);
// Argon2id beside the loop; then back on the loop.
void make_hash(const RequestPtr& context, std::string password,
               std::function<void(people::PasswordHash hash)> then);

// All that is wrong with a new person's names and password; whether a name is taken is decided
// later.
[[nodiscard]] std::optional<Refusal> check_person(const std::string& name,
                                                  const std::string& unix_name,
                                                  const std::string& password);

// The same request, whose answer says how many tries are left; or null, answered with 429.
[[nodiscard]] RequestPtr counted_as(const RequestPtr& context, const auth::Counted& counted);
// Counts a try to sign in so.
[[nodiscard]] RequestPtr within_rate(const RequestPtr& context, const auth::SignInTry& attempt);
// The same for a try that begins here and is decided elsewhere.
[[nodiscard]] RequestPtr within_rate_elsewhere(const RequestPtr& context);

}  // namespace dibs::routes
