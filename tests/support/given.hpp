// Domain tests as sentences: given these events, when a command comes, these events or this refusal
// follow.
//
//   EXPECT_EQ(given(sample_site(), held).when(book(...)), refused(Code::slot_taken, "gpus",
//   {held.id}));
//
// Compares outcomes by their stored form: the JSON of events; the code, field and conflicts of a
// refusal, not its sentence.
#pragma once

#include "domain/world/aggregates.hpp"
#include "tests/support/plain_zones.hpp"
#include "tests/support/print.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace dibs::test {

struct Outcome {
    std::string text;
    friend bool operator==(const Outcome&, const Outcome&) = default;
};
inline void PrintTo(const Outcome& outcome, std::ostream* out) {
    *out << '\n' << outcome.text;
}

// Repeats a character, possibly of several bytes, for limits in characters.
inline std::string repeated(std::string_view character, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += character;
    return text;
}

// Converts an event or command to the variant of the aggregate that has T.
template <class Any, class T>
Any whole(T value) {
    if constexpr (std::is_convertible_v<T, Any>) {
        return value;
    } else {
        std::optional<Any> any;
        for_each_part<Any>([&]<class Part>() {
            if constexpr (Part::template has<T>) any = Part(value);
        });
        return any.value();
    }
}
template <class T>
Event event(T e) {
    return whole<Event>(std::move(e));
}
template <class T>
Command command(T c) {
    return whole<Command>(std::move(c));
}

// Sequential ids: 1, 2, 3, …; nth() of sample_site.hpp uses ids from 1001 on.
class IdsInARow : public IdSource {
  public:
    explicit IdsInARow(unsigned last = 1000) : last_(last) {}
    Uuid fresh(Instant) override {
        Uuid uuid{1, 2, 3, 4, 5, 6, 0x70, 0, 0x80};
        auto n = ++last_;
        for (std::size_t i = 15; i > 11; --i, n >>= 8U) {
            uuid[i] = static_cast<std::uint8_t>(n & 255U);
        }
        return uuid;
    }

  private:
    unsigned last_;
};

template <class... Es>
Outcome events(Es... es) {
    std::string text;
    ((text += text_of(event(std::move(es))) + '\n'), ...);
    return {text.empty() ? "nothing" : text};
}
inline Outcome nothing() {
    return events();
}
inline Outcome refused(Code code, std::string field = "", std::vector<ReservationId> about = {}) {
    return {text_of(Refusal{code, std::move(field), "", {about.begin(), about.end()}})};
}
inline Outcome outcome(const Result<std::vector<Event>>& result) {
    if (!result) return {text_of(result.error())};
    std::string text;
    for (const auto& e : *result) text += text_of(e) + '\n';
    return {text.empty() ? "nothing" : text};
}

// A world and the stamp of its next event.
class Given {
  public:
    explicit Given(Instant now) { world_.now = now; }

    template <class E>
    Given& and_then(E e) {
        world_ = evolve(std::move(world_),
                        Recorded{world_.position + 1, world_.now, {}, event(std::move(e)), true});
        return *this;
    }
    Given& at(Instant now) {
        world_.now = now;
        return *this;
    }
    Given& become(World world) {
        world_ = std::move(world);
        return *this;
    }
    // Each decision starts with the same ids. This sets the last used id, to make a second resource
    // beside an earlier one.
    Given& with_ids_after(unsigned last) {
        last_id_ = last;
        return *this;
    }
    Given& with(const rules::Rules& rules) {
        world_.rules.site = rules;
        return *this;
    }

    template <class C>
    [[nodiscard]] Result<std::vector<Event>> decide(C c, const Context& context) const {
        IdsInARow ids(last_id_);
        Context with_ids = context;
        with_ids.ids = &ids;
        static const PlainZones zones;
        with_ids.zones = &zones;
        return dibs::decide(world_, command(std::move(c)), with_ids);
    }
    // By Dibs itself, or by a person with all scopes of their role.
    template <class C>
    [[nodiscard]] Outcome when(C c, std::optional<PersonId> by = {},
                               Scopes scopes = Scopes::all()) const {
        return outcome(decide(std::move(c), Context{by, scopes, world_.now}));
    }
    // Decides and applies the events; the test fails on a refusal.
    template <class C>
    Given& done(C c, std::optional<PersonId> by = {}) {
        auto decided = decide(std::move(c), Context{by, Scopes::all(), world_.now});
        EXPECT_TRUE(decided) << outcome(decided).text;
        if (decided) {
            for (auto& e : *decided) and_then(std::move(e));
        }
        return *this;
    }
    [[nodiscard]] const World& world() const { return world_; }

  private:
    World world_;
    unsigned last_id_ = 1000;
};

template <class... Es>
Given given(Given world, Es... es) {
    (world.and_then(std::move(es)), ...);
    return world;
}

}  // namespace dibs::test
