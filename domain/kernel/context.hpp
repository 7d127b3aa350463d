// The context of a command: the actor, the actor's scopes, the time, and the sources of ids and
// time zones. Clock, identity, random bits and zones enter the domain here and nowhere else.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/kernel/zone.hpp"

#include <initializer_list>
#include <optional>

namespace dibs {

// The scopes of a session or token. A session has all scopes that its person's role allows. The API
// calls `scrape` "metrics": the scope that Prometheus needs.
enum class Scope : unsigned { read = 1, book = 2, admin = 4, scrape = 8 };

struct Scopes {
    unsigned bits = 0;

    Scopes() = default;
    Scopes(std::initializer_list<Scope> scopes) {
        for (const Scope s : scopes) bits |= static_cast<unsigned>(s);
    }
    [[nodiscard]] bool has(Scope s) const { return (bits & static_cast<unsigned>(s)) != 0; }
    static Scopes all() { return {Scope::scrape, Scope::read, Scope::book, Scope::admin}; }
    friend bool operator==(const Scopes&, const Scopes&) = default;
};

// Makes the ids of the things that a decision creates.
class IdSource {
  public:
    virtual ~IdSource() = default;
    virtual Uuid fresh(Instant now) = 0;
};

struct Context {
    std::optional<PersonId> actor;  // none: Dibs itself (probes, the clock)
    Scopes scopes = Scopes::all();
    Instant now;
    // Never null where a decision may create something: the writer sets it.
    IdSource* ids = nullptr;
    const Zones* zones = nullptr;  // null: no zone is known, and no weekly window covers any time

    template <class AnyId>
    [[nodiscard]] AnyId fresh() const {
        return AnyId{ids->fresh(now)};
    }

    [[nodiscard]] bool is_dibs() const { return !actor.has_value(); }
};

}  // namespace dibs
