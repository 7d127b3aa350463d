// One conversation with a directory, from its beginning to a deadline: over TLS, with a certificate
// that is looked at, in answers that are bounded. Blocks; one thread.
#pragma once

#include "api/auth/external_identity.hpp"
#include "api/auth/ldap/settings.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

struct ldap;

namespace dibs::auth::ldap {

template <class T>
using Outcome = tl::expected<T, SignInRejection>;

struct Entry {
    std::string dn;
    // By the attribute's name in small letters; bytes, which need not be text.
    std::map<std::string, std::vector<std::string>, std::less<>> values{};
};

class Connection {
  public:
    using Steady = std::chrono::steady_clock;

    Connection(Connection&& other) noexcept;
    ~Connection();

    // Of url, start_tls and ca. Nothing is sent before TLS stands.
    [[nodiscard]] static Outcome<Connection> open(const Settings& settings, Steady::time_point end);

    // As whom what follows is asked; both empty: as nobody. Refused with SignInError::wrong where
    // the name and the password do not belong together.
    [[nodiscard]] Outcome<void> bind(const std::string& dn, const std::string& password);

    // What is below `base` and fits. Stops at one more than `most`; what the directory itself left
    // out is refused, unless that is enough.
    struct Search {
        std::string base, filter;
        std::vector<std::string> attributes{};  // empty: their names alone
        std::size_t most = 1;
    };
    [[nodiscard]] Outcome<std::vector<Entry>> find(const Search& search);

  private:
    using Handle = std::unique_ptr<struct ldap, void (*)(struct ldap*)>;
    struct Line;  // what libldap tells of its socket, and what ends it
    Connection(Handle handle, Steady::time_point end);
    [[nodiscard]] Outcome<void> prepare(const Settings& settings);
    [[nodiscard]] Outcome<void> still_time();
    [[nodiscard]] Outcome<std::vector<Entry>> take(int id, std::size_t most);

    std::unique_ptr<Line> line_;  // outlives the handle
    Handle handle_;
    Steady::time_point end_;
};

}  // namespace dibs::auth::ldap
