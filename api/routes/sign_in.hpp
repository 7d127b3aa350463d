// Starting a session: for those who signed in, who completed the setup, who changed their password.
#pragma once

#include "api/routes/request_context.hpp"

#include <string>

namespace dibs::routes {

// Records a session and answers with its cookie: 201 and the session, or 204.
enum class SignInAnswer { session, nothing };
void start_session(const RequestPtr& context, PersonId person, SignInAnswer answer);

// Compares beside the loop, in the time it takes for anybody's password. Then back on the loop.
void check_password(const RequestPtr& context, std::optional<PersonId> person, std::string password,
                    std::function<void(bool fits)> then);
// Argon2id beside the loop; then back on the loop.
void make_hash(const RequestPtr& context, std::string password,
               std::function<void(people::PasswordHash hash)> then);

// Answers 429 and says true if there were too many tries like this one.
[[nodiscard]] bool refused_for_rate(const RequestPtr& context, const auth::SignInTry& attempt);

}  // namespace dibs::routes
