// One conversation with a directory, with a deadline: over TLS with certificate verification, and
// with bounded answers. Blocks; one thread.
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
    // Keyed by attribute name in lower case; values are bytes, not necessarily text.
    std::map<std::string, std::vector<std::string>, std::less<>> values{};
};

class Connection {
  public:
    using Steady = std::chrono::steady_clock;

    Connection(Connection&& other) noexcept;
    ~Connection();

    // Uses url, start_tls and ca of the settings. Sends nothing before TLS is established.
    [[nodiscard]] static Outcome<Connection> open(const Settings& settings, Steady::time_point end);

    // Sets the identity for later requests; both empty: anonymous. Refused with SignInError::wrong
    // where name and password do not match.
    [[nodiscard]] Outcome<void> bind(const std::string& dn, const std::string& password);

    // Finds entries below `base` that match. Stops at `most` + 1 entries. Refused when the
    // directory itself truncated the answer, unless there are that many already.
    struct Search {
        std::string base, filter;
        std::vector<std::string> attributes{};  // empty: only the names of the entries
        std::size_t most = 1;
    };
    [[nodiscard]] Outcome<std::vector<Entry>> find(const Search& search);

  private:
    using Handle = std::unique_ptr<struct ldap, void (*)(struct ldap*)>;
    struct Line;  // libldap's socket callbacks and the deadline
    Connection(Handle handle, Steady::time_point end);
    [[nodiscard]] Outcome<void> prepare(const Settings& settings);
    [[nodiscard]] Outcome<void> still_time();
    [[nodiscard]] Outcome<std::vector<Entry>> take(int id, std::size_t most);

    std::unique_ptr<Line> line_;  // outlives the handle
    Handle handle_;
    Steady::time_point end_;
};

}  // namespace dibs::auth::ldap
