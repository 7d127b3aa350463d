// The domain's tests as sentences: given what happened, when a command comes, these are the events
// or the refusal.
//
//   EXPECT_EQ(given(sample_site(), held).when(book(...)), refused(Code::slot_taken, "gpus",
//   {held.id}));
//
// Outcomes are compared by what is stored of them: the events' JSON; of a refusal its code, field
// and conflicts, not its sentence.
#pragma once

#include "tests/support/print.hpp"

#include <string>
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

// Widens an aggregate's event or command to the world's.
template <class T>
Event event(T e) {
    if constexpr (std::is_same_v<T, Event>) {
        return e;
    } else if constexpr (std::is_constructible_v<reservation::Event, T>) {
        return reservation::Event{std::move(e)};
    } else if constexpr (std::is_constructible_v<fleet::Event, T>) {
        return fleet::Event{std::move(e)};
    } else if constexpr (std::is_constructible_v<violation::Event, T>) {
        return violation::Event{std::move(e)};
    } else if constexpr (std::is_constructible_v<people::Event, T>) {
        return people::Event{std::move(e)};
    } else if constexpr (std::is_constructible_v<grant::Event, T>) {
        return grant::Event{std::move(e)};
    } else if constexpr (std::is_constructible_v<board::Event, T>) {
        return board::Event{std::move(e)};
    } else {
        return answer::Event{std::move(e)};
    }
}
template <class T>
Command command(T c) {
    if constexpr (std::is_same_v<T, Command> || std::is_same_v<T, Tick>) {
        return Command{std::move(c)};
    } else if constexpr (std::is_constructible_v<reservation::Command, T>) {
        return reservation::Command{std::move(c)};
    } else if constexpr (std::is_constructible_v<fleet::Command, T>) {
        return fleet::Command{std::move(c)};
    } else if constexpr (std::is_constructible_v<violation::Command, T>) {
        return violation::Command{std::move(c)};
    } else if constexpr (std::is_constructible_v<people::Command, T>) {
        return people::Command{std::move(c)};
    } else if constexpr (std::is_constructible_v<board::Command, T>) {
        return board::Command{std::move(c)};
    } else {
        return grant::Command{std::move(c)};
    }
}

template <class... Es>
Outcome events(Es... es) {
    std::string text;
    ((text += text_of(event(std::move(es))) + '\n'), ...);
    return {text.empty() ? "nothing" : text};
}
inline Outcome nothing() {
    return events();
}
inline Outcome refused(Code code, std::string field = "",
                       std::vector<ReservationId> conflicts = {}) {
    return {text_of(Refusal{code, std::move(field), "", std::move(conflicts)})};
}
inline Outcome outcome(const Result<std::vector<Event>>& result) {
    if (!result) return {text_of(result.error())};
    std::string text;
    for (const auto& e : *result) text += text_of(e) + '\n';
    return {text.empty() ? "nothing" : text};
}

// A world and the stamp its next event gets.
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
    Given& with(reservation::Policy policy) {
        policy_ = policy;
        return *this;
    }

    template <class C>
    [[nodiscard]] Result<std::vector<Event>> decide(C c, const Context& context) const {
        return dibs::decide(world_, command(std::move(c)), context, policy_);
    }
    // By Dibs itself, or by a person with all that their role allows.
    template <class C>
    [[nodiscard]] Outcome when(C c, std::optional<PersonId> by = {},
                               Scopes scopes = Scopes::all()) const {
        return outcome(decide(std::move(c), Context{by, scopes, world_.now}));
    }
    // Decides and folds what was decided; the test fails if it was refused.
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
    reservation::Policy policy_{};
};

template <class... Es>
Given given(Given world, Es... es) {
    (world.and_then(std::move(es)), ...);
    return world;
}

}  // namespace dibs::test
