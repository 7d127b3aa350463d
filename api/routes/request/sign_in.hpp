// Starts sessions after sign-in, setup and password change. Also the steps before them: passwords
// and second-factor codes.
#pragma once

#include "api/routes/request/request_context.hpp"

#include <string>

namespace dibs::routes {

// One answer for a wrong name, a wrong password and a disabled account.
inline const Refusal wrong_sign_in{Code::not_signed_in, "", "The name or the password is wrong."};
inline const Refusal too_busy{Code::busy, "", "Too many people sign in at the moment."};

// Records a session and answers with its cookie: 201 and the session, 204, or 303 to the page.
enum class SignInAnswer { session, nothing, page };
// The proof of a sign-in with a password.
struct ByPassword {
    std::optional<people::SecondProof> second{};
};
void start_session(const RequestPtr& context, PersonId person, SignInAnswer answer,
                   std::optional<ByPassword> by_password = {});

// The typed credentials; the try is already counted.
struct TypedPassword {
    auth::SignInTry attempt;
    std::string password;
    std::optional<std::string> code{};
};

// The person's password was right. Starts their session, after a correct code if the account
// demands one.
struct PasswordFitted {
    PersonId person;
    auth::SignInTry attempt;
    std::optional<std::string> code{};
};
void ask_second_factor(const RequestPtr& context, const PasswordFitted& fitted);

// Lowers capitals: phones and some providers capitalize the first letter.
[[nodiscard]] std::string sign_in_name(std::string typed);

// Compares in a worker thread, as slowly for an unknown name as for a known one. Then returns to
// the loop.
void check_password(const RequestPtr& context, std::optional<PersonId> person, std::string password,
                    std::function<void(bool fits)> then);
// The same for the signed-in person, before an action that a stolen session must not do. Refused as
// a wrong or missing password.
void check_own_password(const RequestPtr& context, PersonId person,
                        std::optional<std::string> password,
                        std::function<void(const RequestPtr&)> then);
// The same with a code of their authenticator, if the account has one.
void check_own_code(const RequestPtr& context, PersonId person,
                    const std::optional<std::string>& code, const std::function<void()>& then);
// Checks the form of a current password: missing, or wrong length.
[[nodiscard]] std::optional<Refusal> check_current_password(
    const std::optional<std::string>& password);
// Argon2id in a worker thread; then returns to the loop.
void make_hash(const RequestPtr& context, std::string password,
               std::function<void(people::PasswordHash hash)> then);

// Checks a new person's names and, if present, password. The decision checks later whether a name
// is taken.
[[nodiscard]] std::optional<Refusal> check_person(const std::string& name,
                                                  const std::string& unix_name,
                                                  const std::optional<std::string>& password);

// The request with the remaining tries added to its answer; null: answered with 429.
[[nodiscard]] RequestPtr counted_as(const RequestPtr& context, const auth::Counted& counted);
// Counts a sign-in try.
[[nodiscard]] RequestPtr within_rate(const RequestPtr& context, const auth::SignInTry& attempt);
// Counts a sign-in try at a provider.
[[nodiscard]] RequestPtr within_rate_elsewhere(const RequestPtr& context);

}  // namespace dibs::routes
