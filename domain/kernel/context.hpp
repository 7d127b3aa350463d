// Who asks, with which rights, when, and where fresh ids and the rules of time zones come from.
// Clock, identity, random bits and zones enter the domain here, nowhere else.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"
#include "domain/kernel/zone.hpp"

#include <initializer_list>
#include <optional>

namespace dibs {

// What a session or token may be used for. A session has all that its person's role allows.
// `scrape` is called "metrics" outside: what Prometheus reads.
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

// Where the ids of things that a decision makes come from.
class IdSource {
  public:
    virtual ~IdSource() = default;
    virtual Uuid fresh(Instant now) = 0;
};

struct Context {
    std::optional<PersonId> actor;  // none: Dibs itself (probes, the clock)
    Scopes scopes = Scopes::all();
    Instant now;
    IdSource* ids = nullptr;  // never null where something may be made: the writer gives its own
    const Zones* zones = nullptr;  // null: no zone is known, and no weekly window covers anything

    template <class AnyId>
    [[nodiscard]] AnyId fresh() const {
        return AnyId{ids->fresh(now)};
    }

    [[nodiscard]] bool is_dibs() const { return !actor.has_value(); }
};

}  // namespace dibs
