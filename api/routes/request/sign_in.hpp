// Starting a session: for those who signed in, who completed the setup, who changed their password.
// And what is asked of people on the way: passwords, and codes beside them.
#pragma once

#include "api/routes/request/request_context.hpp"

#include <string>

namespace dibs::routes {

// One answer for a wrong name, a wrong password and an account that is disabled.
inline const Refusal wrong_sign_in{Code::not_signed_in, "", "The name or the password is wrong."};
inline const Refusal too_busy{Code::busy, "", "Too many people sign in at the moment."};

// Records a session and answers with its cookie: 201 and the session, 204, or 303 to the page.
enum class SignInAnswer { session, nothing, page };
// What was shown for it, where a password was.
struct ByPassword {
    std::optional<people::SecondProof> second{};
};
void start_session(const RequestPtr& context, PersonId person, SignInAnswer answer,
                   std::optional<ByPassword> by_password = {});

// What was typed to sign in; the try was counted.
struct TypedPassword {
    auth::SignInTry attempt;
    std::string password;
    std::optional<std::string> code{};
};

// The password of this person was right: starts their session, if the code is too where one is
// asked for.
struct PasswordFitted {
    PersonId person;
    auth::SignInTry attempt;
    std::optional<std::string> code{};
};
void ask_second_factor(const RequestPtr& context, const PasswordFitted& fitted);

// A sign-in name has no capitals; a phone begins with one, and so do some providers.
[[nodiscard]] std::string sign_in_name(std::string typed);

// Compares beside the loop, in the time it takes for anybody's password. Then back on the loop.
void check_password(const RequestPtr& context, std::optional<PersonId> person, std::string password,
                    std::function<void(bool fits)> then);
// The same of who is signed in, before what nobody else in their session shall do; refused as a
// wrong password, or as one that is missing.
void check_own_password(const RequestPtr& context, PersonId person,
                        std::optional<std::string> password,
                        std::function<void(const RequestPtr&)> then);
// The same with a code of their authenticator, where their account has one.
void check_own_code(const RequestPtr& context, PersonId person,
                    const std::optional<std::string>& code, const std::function<void()>& then);
// What is wrong with the form of a current password: missing, or no such length.
[[nodiscard]] std::optional<Refusal> check_current_password(
    const std::optional<std::string>& password);
// Argon2id beside the loop; then back on the loop.
void make_hash(const RequestPtr& context, std::string password,
               std::function<void(people::PasswordHash hash)> then);

// All that is wrong with a new person's names and password, if they get one; whether a name is
// taken is decided later.
[[nodiscard]] std::optional<Refusal> check_person(const std::string& name,
                                                  const std::string& unix_name,
                                                  const std::optional<std::string>& password);

// The same request, whose answer says how many tries are left; or null, answered with 429.
[[nodiscard]] RequestPtr counted_as(const RequestPtr& context, const auth::Counted& counted);
// Counts a try to sign in so.
[[nodiscard]] RequestPtr within_rate(const RequestPtr& context, const auth::SignInTry& attempt);
// The same for a try that begins here and is decided elsewhere.
[[nodiscard]] RequestPtr within_rate_elsewhere(const RequestPtr& context);

}  // namespace dibs::routes
