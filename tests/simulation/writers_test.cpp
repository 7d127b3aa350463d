// Three nodes share one log, and their network loses, delays, duplicates and reorders records.
// Nodes pause, restart and claim at random. Clients book, cancel and repeat requests on any node.
// One seed determines every step, so a failure can be repeated (DIBS_SEED). The rules are those of
// tests/fence/fence_model.py, but all parts are real: tail, fence, codec, decider, domain.
#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/record_maker.hpp"
#include "tests/support/sample_site.hpp"
#include "tests/support/stepped_node.hpp"
#include "tests/support/world_text.hpp"

#include <cstdlib>
#include <iostream>
#include <map>
#include <random>

namespace dibs::test {
namespace {

struct Totals {
    int answered = 0, refused = 0, repeated = 0, epochs = 0;
};

class Site {
  public:
    explicit Site(std::uint32_t seed) : chance_(seed) {
        RecordMaker maker;
        maker.now = ten;
        append(log_, maker.created());
        append(log_, maker.claim("setup"));
        append(log_, maker.command(std::vector<Event>{
                         event(person(ann, "ann", people::Role::user)),
                         event(person(ben, "ben", people::Role::user)), event(host(atlas, "atlas")),
                         event(gpu(gpu_a, atlas, "GPU-a", 0)), event(gpu(gpu_b, atlas, "GPU-b", 1)),
                         event(gpu(slice_1, atlas, "MIG-1", 2, gpu_b)),
                         event(given_everything(nth<GrantId>(1)))}));
        for (int n = 0; n < 3; ++n) {
            nodes_.push_back(std::make_unique<SteppedNode>(
                log_, std::to_string(n), [this](std::string record) { send(std::move(record)); },
                [this](const Envelope& envelope, const Reply& reply) { note(envelope, reply); }));
        }
    }

    std::string play(Totals& totals) {
        std::vector<int> paused_until(nodes_.size(), 0);
        for (step_ = 0; step_ < 250; ++step_) {
            deliver();
            for (std::size_t n = 0; n < nodes_.size(); ++n) {
                auto& node = *nodes_[n];
                if (paused_until[n] > step_) continue;
                if (below(100) == 0) {
                    paused_until[n] = step_ + 5 + int(below(75));
                    continue;
                }
                if (below(200) == 0) node.restart();
                node.read(1 + below(12));
                const bool idle = !node.writing() && !node.claiming();
                if (node.impatient() || (idle && below(40) == 0)) node.claim(now(), chance_());
                if (below(2) == 0) node.handle(question(), now());
            }
        }
        for (auto& [due, record] : air_) append(log_, record);
        return judge(totals);
    }

  private:
    struct Answered {  // an answer that was sent
        Reply reply;
        int step;
    };

    unsigned below(unsigned n) { return static_cast<unsigned>(chance_() % n); }
    Instant now() const { return ten + std::chrono::seconds{step_}; }

    void send(std::string record) {
        const auto x = below(100);
        if (x < 3) return;
        static constexpr std::array delays = {0, 1, 1, 1, 2, 3, 8};
        air_.emplace(step_ + delays[below(delays.size())], record);
        if (x > 90) air_.emplace(step_ + 1 + int(below(100)), std::move(record));
    }
    void deliver() {
        while (!air_.empty() && air_.begin()->first <= step_) {
            append(log_, air_.begin()->second);
            air_.erase(air_.begin());
        }
    }
    // A new command, or a repeated one, perhaps to another node.
    Envelope question() {
        if (!asked_.empty() && below(4) == 0) return asked_[below(unsigned(asked_.size()))];
        const auto who = below(2) ? ann : ben;
        const auto number = ++number_;
        Envelope envelope{Tick{}, who, Scopes::all(), "", "", "key/" + std::to_string(number),
                          "hash"};
        if (!booked_.empty() && below(4) == 0) {
            const auto& [id, owner] = booked_[below(unsigned(booked_.size()))];
            envelope.command = command(reservation::Cancel{id});
            envelope.actor = owner;
        } else {
            const std::vector gpus{gpu_a, gpu_b, slice_1};
            std::vector<GpuId> wanted{gpus[below(3)]};
            if (below(3) == 0 && wanted[0] == gpu_a) wanted.push_back(gpus[1 + below(2)]);
            const auto from = clock("12:00") + std::chrono::hours{below(8)};
            envelope.command = command(
                book(booking(number, who, wanted, from, from + std::chrono::hours{1 + below(3)})));
            booked_.emplace_back(nth<ReservationId>(number), who);
        }
        asked_.push_back(envelope);
        return envelope;
    }
    void note(const Envelope& envelope, const Reply& reply) {
        answers_[envelope.key].push_back({reply, step_});
    }

    // Reads the facts with its own reader, and compares them with the answers.
    std::string judge(Totals& totals) {
        Tail tail(log_, {});
        JsonParser parser;
        World world;
        // At the positions of the nodes.
        std::map<Position, std::string> worlds{{0, WorldText::of(world)}};
        for (const auto& node : nodes_) worlds.try_emplace(node->world().position);
        Answers answered;
        std::map<std::string, int> effects;  // commands that had an effect, by key
        std::string wrong;
        const auto take = [&](const std::vector<Accepted>& accepted) {
            for (const auto& record : accepted) {
                if (!is_fact(record.view())) continue;
                const auto fact =
                    read_fact(parser, record.view(), record.position, test_keys()).value();
                world = evolve(std::move(world), fact);
                if (auto kept = worlds.find(world.position); kept != worlds.end()) {
                    kept->second = WorldText::of(world);
                }
                const bool effect = !fact.event.is_in<answer::Event>();
                remember(answered, fact);
                if (effect && ++effects[fact.origin.command_key] > 1 &&
                    !fact.origin.command_key.empty()) {
                    wrong = "doubled: " + fact.origin.command_key;
                }
                if (auto two = overlap(world); !two.empty()) wrong = two;
            }
        };
        if (!tail.read_to_end(take)) return "the log cannot be read";
        if (!wrong.empty()) return wrong;
        for (const auto& node : nodes_) {
            const auto kept = node->world();
            const auto same = worlds.find(kept.position);
            if (same == worlds.end() || same->second != WorldText::of(kept)) {
                return "a node's world differs";
            }
        }
        totals.epochs += static_cast<int>(tail.fence().epoch);
        for (const auto& [key, answers] : answers_) {
            for (const auto& answer : answers) {
                if (auto lie = contradiction(answered, key, answer.reply, world, effects);
                    !lie.empty()) {
                    return key + ": " + lie;
                }
                ++(answer.reply ? totals.answered : totals.refused);
                totals.repeated += answer.reply && answer.reply->repeated;
            }
        }
        return "";
    }
    struct Remembered {
        Position position;
        bool refused;
    };
    using Answers = std::map<std::string, Remembered>;  // by key, from the facts
    static void remember(Answers& answered, const Recorded& fact) {
        if (!fact.last_of_command || fact.event.is<answer::Repeated>()) return;
        const bool refused = fact.event.is<answer::Refused>();
        answered[fact.origin.command_key] = {fact.position, refused};
    }
    static std::string contradiction(const Answers& answered, const std::string& key,
                                     const Reply& reply, const World& world,
                                     const std::map<std::string, int>& effects) {
        const auto remembered = answered.find(key);
        if (remembered == answered.end()) return "lost: it was answered but is not among the facts";
        if (remembered->second.refused == reply.has_value()) {
            return "it was answered otherwise than the facts say";
        }
        if (reply && reply->position != remembered->second.position) return "another position";
        if (reply && !effects.contains(key) && !reply->events.empty()) return "lost";
        if (!reply && effects.contains(key)) return "refused, but done";
        if (reply) return "";
        for (const auto id : ids_among<ReservationId>(reply.error().about)) {
            if (!world.reservations.all.contains(id)) {
                return "phantom: refused for a booking that never came to be";
            }
        }
        return "";
    }
    static std::string overlap(const World& world) {
        const auto& all = world.reservations.all;
        for (auto a = all.begin(); a != all.end(); ++a) {
            if (a->second.ending == reservation::Ending::cancelled) continue;
            for (auto b = std::next(a); b != all.end(); ++b) {
                if (b->second.ending == reservation::Ending::cancelled) continue;
                const auto& x = a->second.booking;
                const auto& y = b->second.booking;
                if (!x.when.overlaps(y.when)) continue;
                for (const auto p : x.gpus) {
                    for (const auto q : y.gpus) {
                        const bool cut =
                            (p == gpu_b && q == slice_1) || (p == slice_1 && q == gpu_b);
                        if (p == q || cut) return "overlap: " + to_json(x) + " and " + to_json(y);
                    }
                }
            }
        }
        return "";
    }

    std::mt19937 chance_;
    MemoryLog log_;
    std::vector<std::unique_ptr<SteppedNode>> nodes_;
    std::multimap<int, std::string> air_;
    std::vector<Envelope> asked_;
    std::vector<std::pair<ReservationId, PersonId>> booked_;
    std::map<std::string, std::vector<Answered>> answers_;
    unsigned number_ = 0;
    int step_ = 0;
};

TEST(Simulation, random_runs_have_no_overlap_loss_duplicate_or_phantom) {
    const char* given_seed = std::getenv("DIBS_SEED");
    const auto first =
        given_seed ? static_cast<std::uint32_t>(std::stoul(given_seed)) : std::random_device{}();
    std::cout << "DIBS_SEED=" << first << '\n';
    Totals totals;
    for (std::uint32_t i = 0; i < 300; ++i) {
        ASSERT_EQ(Site(first + i).play(totals), "") << "DIBS_SEED=" << first + i;
    }
    EXPECT_GT(totals.answered, 1000);
    EXPECT_GT(totals.refused, 300);
    EXPECT_GT(totals.repeated, 30);
    EXPECT_GT(totals.epochs, 900);
    std::cout << totals.answered << " answered, " << totals.refused << " refused, "
              << totals.repeated << " repeated, " << totals.epochs << " epochs\n";
}

}  // namespace
}  // namespace dibs::test
