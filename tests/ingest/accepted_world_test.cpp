// The accepted world beside the tentative one. After any deposals, and any partly accepted
// decisions, both equal the world that a reader of the log folds.
#include "ingest/accepted_world.hpp"

#include "domain/log/fact.hpp"
#include "ingest/decider.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "tests/projections/store/random_facts.hpp"
#include "tests/support/record_maker.hpp"
#include "tests/support/world_text.hpp"

#include <cstdlib>
#include <iostream>
#include <random>

namespace dibs::test {
namespace {

std::vector<Recorded> recorded(std::vector<RandomFacts::Command> commands) {
    std::vector<Recorded> facts;
    for (auto& made : commands) {
        for (auto& e : made.events) {
            const bool last = &e == &made.events.back();
            const auto position = static_cast<Position>(facts.size() + 1);
            facts.push_back(Recorded{position, made.at, made.origin, std::move(e), last});
        }
    }
    return facts;
}
World folded(const std::vector<Recorded>& facts) {
    World world;
    for (const auto& fact : facts) world = evolve(std::move(world), fact);
    return world;
}

Checkpoint at(Position position) {
    Checkpoint checkpoint;
    checkpoint.position = position;
    return checkpoint;
}

// One node's writer without its log: a random part of its decisions is accepted.
class Deposals {
  public:
    explicit Deposals(std::uint32_t seed) : random_(seed) {
        const auto facts = recorded(RandomFacts(seed, 8).make(60));
        truth_ = folded(facts);
        accepted_.take(facts, at(truth_.position));
        claim();
    }

    // Returns the first difference, or an empty text.
    std::string play(int steps) {
        for (int step = 0; step < steps; ++step) {
            for (auto left = 1 + below(6); left > 0; --left) decide();
            const bool deposed = below(3) == 0;
            accept(deposed ? below(static_cast<unsigned>(groups_.size() + 1)) : groups_.size());
            const auto truth = WorldText::of(truth_);
            if (WorldText::of(accepted_.copy()) != truth) {
                return "the accepted world differs at step " + std::to_string(step);
            }
            if (deposed) claim();
            if (WorldText::of(decider_->world()) != truth) {
                return "the tentative world differs at step " + std::to_string(step);
            }
        }
        return "";
    }

  private:
    unsigned below(unsigned n) { return static_cast<unsigned>(random_() % n); }

    void claim() {
        groups_.clear();
        ++fence_.epoch;
        fence_.seq = 1;
        Deciding deciding;
        deciding.due.push_back({"a mistake", [](const World& world) { return world.position; },
                                [this](const World&, const Context&) {
                                    // Folding these spoils the world.
                                    std::vector<Event> events;
                                    if (below(4) > 0) return events;
                                    events.push_back(event(fleet::HostReached{atlas}));
                                    events.push_back(event(fleet::HostReached{nth<HostId>(99)}));
                                    return events;
                                },
                                [](const World&, Instant now) { return std::optional(now); }});
        decider_ = std::make_unique<Decider>([this] { return accepted_.copy(); }, keys_, fence_,
                                             test_keys(), std::move(deciding));
    }
    void decide() {
        const auto now = decider_->world().now + std::chrono::seconds{below(600)};
        Envelope envelope{command(Tick{})};
        const bool tick = below(4) == 0;
        if (!tick) {
            const auto& gpus = decider_->world().fleet.gpus;
            const auto gpu = std::next(gpus.begin(), below(static_cast<unsigned>(gpus.size())));
            const auto from = now + std::chrono::hours{below(50)};
            envelope.command = command(book(booking(5000 + ++made_, root, {gpu->first}, from,
                                                    from + std::chrono::hours{1 + below(9)})));
            envelope.actor = root;
            envelope.key = "key" + std::to_string(below(made_));
            envelope.body_hash = "hash";
        }
        for (const auto& record : decider_->decide(envelope, !tick, now).records) {
            if (groups_.empty() || !groups_.back().back().fence.more) groups_.emplace_back();
            records_.push_back(std::make_unique<std::string>(record));
            groups_.back().push_back(*parse_record(*records_.back()));
        }
    }
    void accept(std::size_t groups) {
        for (std::size_t i = 0; i < groups; ++i) {
            for (const auto& view : groups_[i]) {
                auto fact = decider_->take_accepted(view.fence).value();
                // The record as a reader of the log parses it, not the decider's copy.
                truth_ = evolve(std::move(truth_),
                                read_fact(parser_, view, truth_.position + 1, test_keys()).value());
                keys_.take(fact, before_first);
                accepted_.take({std::move(fact)}, at(truth_.position));
            }
        }
        groups_.erase(groups_.begin(), groups_.begin() + static_cast<std::ptrdiff_t>(groups));
        if (groups_.empty() && below(2) == 0) accepted_.adopt(decider_->world());
    }

    std::mt19937 random_;
    World truth_;  // as a reader folds it
    AcceptedWorld accepted_;
    MemoryLog log_;
    AnsweredCommands keys_{log_, test_keys(), nullptr, 1000};
    Fence fence_;
    std::unique_ptr<Decider> decider_;
    std::vector<std::vector<RecordView>> groups_;  // decided, not accepted yet
    std::vector<std::unique_ptr<std::string>> records_;
    JsonParser parser_;
    unsigned made_ = 0;
};

TEST(AcceptedWorld, random_deposals_leave_both_worlds_equal_to_the_log) {
    const char* given_seed = std::getenv("DIBS_SEED");
    const auto first =
        given_seed ? static_cast<std::uint32_t>(std::stoul(given_seed)) : std::random_device{}();
    std::cout << "DIBS_SEED=" << first << '\n';
    for (std::uint32_t i = 0; i < 60; ++i) {
        ASSERT_EQ(Deposals(first + i).play(40), "") << "DIBS_SEED=" << first + i;
    }
}

TEST(AcceptedWorld, many_facts_are_folded_while_others_are_taken) {
    const auto facts = recorded(RandomFacts(7, 64).make(10'000));
    AcceptedWorld accepted;
    for (std::size_t i = 0; i < facts.size(); i += 125) {
        const auto end = std::min(i + 125, facts.size());
        accepted.take({facts.begin() + static_cast<std::ptrdiff_t>(i),
                       facts.begin() + static_cast<std::ptrdiff_t>(end)},
                      at(static_cast<Position>(end)));
    }
    EXPECT_EQ(WorldText::of(accepted.copy()), WorldText::of(folded(facts)));
}

// So a world's data is in memory once, for any number of bookings.
TEST(AcceptedWorld, adopted_world_shares_unchanged_bookings) {
    constexpr unsigned count = 10'000;
    std::vector<Recorded> facts;
    for (unsigned i = 0; i < count; ++i) {
        const auto from = ten + std::chrono::hours{i};
        facts.push_back(
            {i + 1,
             ten,
             {},
             event(booked(booking(i, ann, {gpu_a}, from, from + std::chrono::hours{1}))),
             true});
    }
    World tentative = folded(facts);
    AcceptedWorld accepted;
    accepted.take(facts, at(count));
    EXPECT_EQ(accepted.copy().reservations.all.size(), count);
    const auto alone = tentative.reservations.all.blocks_alone();
    EXPECT_GE(alone, count / 64);  // folded a second time: nothing is shared

    accepted.adopt(tentative);
    EXPECT_EQ(accepted.waiting(), 0);
    EXPECT_EQ(tentative.reservations.all.blocks_alone(), 0);
    tentative = evolve(std::move(tentative), {count + 1, ten, {}, facts.front().event, true});
    EXPECT_EQ(tentative.reservations.all.blocks_alone(), 1);
    EXPECT_EQ(WorldText::of(accepted.copy()), WorldText::of(folded(facts)));
}

TEST(AcceptedWorld, fact_that_cannot_be_folded_is_named_and_stops_the_fold) {
    AcceptedWorld accepted;
    accepted.take({Recorded{1, ten, {}, event(host(atlas, "atlas")), true},
                   Recorded{2, ten, {}, event(cancelled(booking(9, ann, {gpu_a}, ten, ten))), true},
                   Recorded{3, ten, {}, event(host(boreas, "boreas")), true}},
                  at(3));
    const auto said = [&](auto&& act) -> std::string {
        try {
            act();
        } catch (const std::exception& error) {
            return error.what();
        }
        return "";
    };
    const auto what = said([&] { (void)accepted.copy(); });
    EXPECT_NE(what.find("fact 2 (reservation.cancelled.v1)"), std::string::npos) << what;
    EXPECT_EQ(said([&] { (void)accepted.copy(); }), what);
    EXPECT_EQ(
        said([&] {
            accepted.take({Recorded{4, ten, {}, event(fleet::HostReached{atlas}), true}}, at(4));
        }),
        what);
}

}  // namespace
}  // namespace dibs::test
