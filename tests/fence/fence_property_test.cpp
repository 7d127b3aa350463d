// 10,000 random logs. Each is a clean log with the noise of a network, deposed writers and cuts.
// The noise is duplicates, stale epochs, late or early claims, holes, half groups, rivals of the
// same epoch, garbage.
//
// Every reader gets the facts of the clean log: from the start, in steps while the log grows, or
// with restarts from checkpoints. After a cut, a reader may stop instead, but never gets other
// facts.
#include "domain/log/fact.hpp"
#include "domain/log/tail.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/record_maker.hpp"

#include <cstdlib>
#include <iostream>
#include <random>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

struct Reader {
    std::unique_ptr<Tail> tail;
    std::vector<std::string> facts;
    bool lost = false;

    void step(std::size_t most) {
        if (lost) return;
        const auto accepted = tail->next(most, 0ms);
        if (!accepted) {
            lost = true;
            return;
        }
        for (const auto& record : *accepted) {
            if (!is_fact(record.view())) continue;
            facts.emplace_back(record.view().body);
            EXPECT_EQ(record.position, static_cast<Position>(facts.size()));
        }
    }
    void read_to_end() {
        for (int i = 0; i < 1000 && !lost; ++i) {
            const auto before = tail->counts().verified;
            const auto size = facts.size();
            step(1000);
            if (facts.size() == size && tail->counts().verified == before) break;
        }
    }
};

class World {
  public:
    explicit World(std::uint32_t seed)
        : chance_(seed), log_(MemoryLog::Numbering{Offset(below(9)), Offset(1 + below(4))}) {
        for (auto* reader : {&live_, &restarting_}) {
            reader->tail = std::make_unique<Tail>(log_, Checkpoint{});
        }
        add(truth_.created());
        add(truth_.claim("first"));
    }

    void play() {
        for (auto steps = 4 + below(16); steps > 0; --steps) {
            step();
            if (below(3) == 0) live_.step(1 + below(6));
            if (below(4) == 0) log_.interrupt();
            if (below(4) == 0) restart();
        }
    }
    // Returns the first error, or an empty text.
    std::string judge() {
        Reader fresh{std::make_unique<Tail>(log_, Checkpoint{}), {}, false};
        fresh.read_to_end();
        if (fresh.lost || fresh.facts != facts_) return "a new reader sees other facts";
        live_.read_to_end();
        restarting_.read_to_end();
        if (wrong(live_)) return "the live reader sees other facts";
        if (wrong(restarting_)) return "the restarting reader sees other facts";
        if (!cut_ && live_.lost) return "the live reader stopped for nothing";
        if (!cut_ && restarting_.lost) return "the restarting reader stopped for nothing";
        if (fresh.tail->fence() != truth_.fence) return "the chain ends elsewhere";
        return "";
    }

  private:
    struct Moment {  // the truth right behind each record of the log
        Fence fence;
        std::size_t facts;
    };

    unsigned below(unsigned n) { return static_cast<unsigned>(chance_() % n); }
    bool wrong(const Reader& reader) const { return !reader.lost && reader.facts != facts_; }

    // Adds an accepted record. Facts follow when the command is whole.
    void add(const std::string& record) {
        append(log_, record);
        history_.push_back(record);
        const auto view = *parse_record(record);
        if (view.is_claim()) {
            open_.clear();
        } else if (view.type != created_type) {
            open_.emplace_back(view.body);
            if (!view.fence.more) {
                facts_.insert(facts_.end(), open_.begin(), open_.end());
                open_.clear();
            }
        }
        moments_.push_back({truth_at(record), facts_.size()});
        if (below(8) == 0) live_.step(1 + below(3));
        if (below(8) == 0) restart();
    }
    // Returns the truth right behind this record; `truth_` may be further already.
    Fence truth_at(const std::string& record) {
        Fence fence = moments_.empty() ? Fence{} : moments_.back().fence;
        EXPECT_TRUE(fence.read(*parse_record(record), record));
        return fence;
    }
    // After a cut, a record of the noise or the history may be the next valid one; then it is not
    // noise.
    bool comes_next(const std::string& record) const {
        const auto view = parse_record(record);
        if (!view) return false;
        const auto& now = moments_.back().fence;
        const auto& f = view->fence;
        if (view->is_claim()) return f.epoch == now.epoch + 1;
        return f.epoch == now.epoch && f.seq == now.seq && f.prev == now.chain;
    }
    void add_noise(const std::string& record) {
        if (comes_next(record)) return;
        append(log_, record);
        moments_.push_back(moments_.back());
    }

    void step() {
        switch (below(12)) {
            case 0:
                return claim();
            case 1:
                return half_group_then_claim();
            case 2:
                return hole_then_claim();
            case 3:
                return rivals();
            case 4:
                return cut();
            default:
                return command();
        }
    }
    std::vector<std::string> bodies() {
        std::vector<std::string> all;
        for (auto n = 1 + below(4); n > 0; --n) all.push_back("fact " + std::to_string(++number_));
        return all;
    }
    void command() {
        for (const auto& record : truth_.command(bodies())) {
            add(record);
            noise();
        }
    }
    void claim() {
        if (below(2) == 0) zombies_.push_back(truth_);
        add(truth_.claim("claim " + std::to_string(++number_)));
        noise();
    }
    void half_group_then_claim() {
        auto writer = truth_;
        auto records = writer.command(bodies());
        records.pop_back();
        for (const auto& record : records) add(record);
        zombies_.push_back(writer);
        truth_.fence = moments_.back().fence;
        claim();
    }
    void hole_then_claim() {
        auto writer = truth_;
        auto records = writer.command(bodies());
        records.erase(records.begin());
        for (const auto& record : records) add_noise(record);
        for (const auto& record : writer.command(bodies())) add_noise(record);
        claim();
    }
    void rivals() {
        auto rival = truth_;
        claim();
        add_noise(rival.claim("rival " + std::to_string(++number_)));
        zombies_.push_back(rival);
        command();
    }
    void noise() {
        while (below(3) == 0) {
            switch (below(5)) {
                case 0:
                    add_noise(history_[below(unsigned(history_.size()))]);
                    break;
                case 1:
                    add_noise(std::string(below(40), 'x'));
                    break;
                case 2: {
                    auto ahead = truth_;
                    ahead.claim("never sent");
                    add_noise(below(2) ? ahead.claim("ahead") : ahead.command(bodies())[0]);
                    break;
                }
                default:
                    if (zombies_.empty()) break;
                    auto& zombie = zombies_[below(unsigned(zombies_.size()))];
                    for (const auto& record : zombie.command(bodies())) add_noise(record);
                    if (below(4) == 0) add_noise(RecordMaker(zombie).claim("late"));
            }
        }
    }
    // Removes the newest records with their facts; the writer notices, and claims. An election or a
    // restart cuts a log, so readers see an interruption. Without it, a reader beyond the cut would
    // follow the deposed writer's branch.
    void cut() {
        if (below(2) == 0 || moments_.size() < 4) return;
        const auto count = 1 + below(unsigned(std::min<std::size_t>(moments_.size() - 3, 8)));
        const auto kept = moments_.size() - count - 1;
        cut_ = cut_ || moments_[kept].fence != moments_.back().fence;
        log_.cut(count);
        log_.interrupt();
        history_.clear();  // at its old offset, a doubled record would be a true anchor
        moments_.resize(moments_.size() - count);
        facts_.resize(moments_.back().facts);
        truth_.fence = moments_.back().fence;
        if (truth_.fence.epoch == 0) return add(truth_.claim("anew"));
        open_.clear();
        claim();
    }
    void restart() {
        restarting_.step(1 + below(6));
        if (restarting_.lost) return;
        const auto kept = parse_checkpoint(encode_checkpoint(restarting_.tail->checkpoint()));
        ASSERT_TRUE(kept);
        restarting_.tail = std::make_unique<Tail>(log_, *kept);
    }

    std::mt19937 chance_;
    MemoryLog log_;
    RecordMaker truth_;
    std::vector<RecordMaker> zombies_;
    std::vector<std::string> history_;
    std::vector<Moment> moments_;
    std::vector<std::string> facts_, open_;
    int number_ = 0;
    bool cut_ = false;
    Reader live_, restarting_;
};

TEST(Fence, ten_thousand_noisy_logs_give_the_facts_of_the_clean_ones) {
    const char* given_seed = std::getenv("DIBS_SEED");
    const auto first =
        given_seed ? static_cast<std::uint32_t>(std::stoul(given_seed)) : std::random_device{}();
    std::cout << "DIBS_SEED=" << first << '\n';
    for (std::uint32_t i = 0; i < 10'000; ++i) {
        World world(first + i);
        world.play();
        ASSERT_EQ(world.judge(), "") << "DIBS_SEED=" << first + i;
    }
}

}  // namespace
}  // namespace dibs::test
