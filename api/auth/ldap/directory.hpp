// An LDAP directory of people and their passwords: gives a person's external identity once it
// accepts their password. After a failure to connect it is not tried again for a few seconds.
// Blocks; any thread.
#pragma once

#include "api/auth/ldap/connection.hpp"
#include "api/auth/ldap/settings.hpp"

#include <chrono>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace dibs::auth::ldap {

class Directory {
  public:
    explicit Directory(Settings settings) : settings_(std::move(settings)) {}

    [[nodiscard]] const Settings& settings() const { return settings_; }
    // The provider's name, as in `ExternalIdentity`. It follows from the base, not from the
    // server's address, which may change.
    [[nodiscard]] std::string provider() const;
    // SignInError::wrong: unknown name or wrong password. `name` is a UNIX name in lower case; the
    // entry must have exactly that name.
    [[nodiscard]] Outcome<ExternalIdentity> who(const std::string& name,
                                                const std::string& password);

  private:
    using Steady = std::chrono::steady_clock;

    [[nodiscard]] Outcome<ExternalIdentity> ask(const std::string& name,
                                                const std::string& password) const;
    [[nodiscard]] Outcome<void> bind_as_service(Connection& connection) const;
    // The only entry of that name, if there is one.
    [[nodiscard]] Outcome<std::optional<Entry>> look_up(Connection& connection,
                                                        const std::string& name) const;
    [[nodiscard]] Outcome<std::vector<std::string>> groups_of(Connection& connection,
                                                              const std::string& name,
                                                              const Entry& entry) const;
    [[nodiscard]] std::vector<std::string> asked_attributes() const;
    [[nodiscard]] std::optional<SignInRejection> recent_failure();
    void remember_failure(const SignInRejection& failure);

    const Settings settings_;
    std::mutex mutex_;
    std::optional<SignInRejection> failure_;  // this and the members below: guarded by mutex_
    Steady::time_point failure_until_{};
};

}  // namespace dibs::auth::ldap
