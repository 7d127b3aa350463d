// The C++ reader and the executable model of the reading rule (fence_model.py) judge the same
// generated logs. Every record gets the same verdict, and the same commands become facts. The
// model's chain uses another hash, so records are rewritten here with our chain.
#include "domain/codec/json_reader.hpp"
#include "domain/log/tail.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "tests/support/record_maker.hpp"

#include <array>
#include <cstdio>
#include <map>
#include <memory>

#include <gtest/gtest.h>

namespace dibs {
namespace test {
namespace {

struct Line {
    std::int64_t seed = 0;
    bool claim = false;
    std::uint64_t epoch = 0, seq = 0;
    bool more = false;
    std::string prev, body;
    bool accepted = false;
    std::string before, after;
    std::int64_t groups = 0;
};

}  // namespace
}  // namespace test

template <>
struct Fields<test::Line> {
    using T = test::Line;
    static constexpr auto list = field_list(
        field("seed", &T::seed), field("claim", &T::claim), field("epoch", &T::epoch),
        field("seq", &T::seq), field("more", &T::more), field("prev", &T::prev),
        field("body", &T::body), field("accepted", &T::accepted), field("before", &T::before),
        field("after", &T::after), field("groups", &T::groups));
};

namespace test {
namespace {

using namespace std::chrono_literals;

// One log of the model, read by a tail while it grows.
class Agreement {
  public:
    // Returns the disagreement, or an empty text.
    std::string read(const Line& line) {
        chains_.try_emplace(line.before, tail_.fence().chain);
        const auto known = chains_.find(line.prev);
        const Hash prev = known == chains_.end() ? hash_of(line.prev) : known->second;
        append(log_,
               encode_record({line.epoch, line.claim ? 0 : line.seq, line.more, prev}, some_time,
                             line.claim ? claimed_type : "test.said.v1", {}, "", line.body));
        const auto accepted = tail_.counts().accepted;
        const auto done = tail_.read_to_end([&](const std::vector<Accepted>& records) {
            for (const auto& record : records) {
                const auto view = record.view();
                groups_ += !view.is_claim() && !view.fence.more;
            }
        });
        if (!done) return done.error().text;
        if ((tail_.counts().accepted > accepted) != line.accepted) {
            return line.accepted ? "the model accepts it" : "the model ignores it";
        }
        chains_.try_emplace(line.after, tail_.fence().chain);
        return groups_ == line.groups ? "" : "another number of commands are facts";
    }

  private:
    MemoryLog log_;
    Tail tail_{log_, {}};
    std::map<std::string, Hash> chains_;  // the model's chain -> ours
    std::int64_t groups_ = 0;
};

void expect_agreement(const std::string& arguments, int seeds) {
    const auto command = "python3 " DIBS_SOURCE_DIR "/tests/fence/fence_model.py " +
                         std::to_string(seeds) + " --dump " + arguments;
    const std::unique_ptr<FILE, int (*)(FILE*)> model(popen(command.c_str(), "r"), &pclose);
    ASSERT_TRUE(model);
    JsonParser parser;
    std::unique_ptr<Agreement> agreement;
    std::array<char, 4096> text{};
    std::int64_t seed = -1;
    int accepted = 0;
    int ignored = 0;
    while (std::fgets(text.data(), text.size(), model.get())) {
        const auto line = parse_json<Line>(parser, text.data());
        ASSERT_TRUE(line) << line.error().detail << text.data();
        if (line->seed != std::exchange(seed, line->seed))
            agreement = std::make_unique<Agreement>();
        ASSERT_EQ(agreement->read(*line), "") << text.data();
        ++(line->accepted ? accepted : ignored);
    }
    EXPECT_EQ(seed, seeds - 1);
    EXPECT_GT(accepted, seeds * 10);
    EXPECT_GT(ignored, seeds);
    std::cout << seeds << " logs, " << accepted << " accepted, " << ignored << " ignored\n";
}

TEST(FenceModel, model_and_reader_agree_on_every_record) {
    expect_agreement("", 200);
}
TEST(FenceModel, model_and_reader_agree_on_cut_logs) {
    expect_agreement("--cut", 200);
}

}  // namespace
}  // namespace test
}  // namespace dibs
