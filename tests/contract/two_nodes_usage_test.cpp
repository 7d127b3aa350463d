// Two nodes on Kafka that probe the same host, with different clocks: both show the same, and so
// does a node that rebuilds its tables.
#include "domain/codec/json_writer.hpp"
#include "ingest/log/samples/sample_log_kafka.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "projections/read_model.hpp"
#include "projections/usage/usage_follower.hpp"
#include "tests/contract/log_contract.hpp"
#include "tests/contract/noon.hpp"
#include "tests/support/kafka_broker.hpp"
#include "tests/support/samples.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const GpuId gpu{{1}};

class Node {
  public:
    explicit Node(const KafkaSampleSettings& settings)
        : log_(open_kafka_sample_log(settings).value()),
          hours_(open_lmdb_hourly_log({folder_.path() / "hours", std::size_t{1} << 30}).value()) {
        const UsageFollower::Settings following{
            24h, [] { return noon + 2h; }, [](const auto& text) { ADD_FAILURE() << text; },
            [] { return true; },
            [](GpuId, const Interval&) {
                return std::vector<Hold>{{{noon, noon + 30min}, {}, "ann"}};
            }};
        follower_ = std::make_unique<UsageFollower>(*log_, *hours_, model_->usage(), following);
    }
    void measure(Instant from, int seconds, std::int32_t temperature) {
        for (int i = 0; i < seconds; ++i) {
            const auto one = sample_of(gpu, from + i * 1s, {{"temperature_c", temperature}});
            ASSERT_TRUE(log_->append(std::array{one}));
        }
        ASSERT_TRUE(log_->flush());
    }
    // Measures until an hour can be closed, in batches of a minute.
    void measure_an_hour() {
        for (auto from = noon; from < noon + 71min; from += 1min) {
            std::vector<Sample> minute;
            for (auto at = from; at < from + 1min; at += 1s) {
                minute.push_back(used(gpu, at, 60, {{"ann", 20}, {"ben", 30}}));
            }
            ASSERT_TRUE(log_->append(minute));
        }
        ASSERT_TRUE(log_->flush());
    }
    std::vector<Use> close_the_hour() {
        const auto deadline = std::chrono::steady_clock::now() + 30s;
        std::vector<Use> uses;
        while (uses.empty() && std::chrono::steady_clock::now() < deadline) {
            (void)follower_->step(100ms);
            EXPECT_TRUE(hours_->for_each([&](const HourlyUsage& row) { uses = row.uses; }));
        }
        return uses;
    }
    void catch_up() {  // a further sample always comes
        const auto at_first = show();
        auto last = std::chrono::steady_clock::now();
        while (std::chrono::steady_clock::now() - last < (show() == at_first ? 30s : 3s)) {
            const auto before = show();
            (void)follower_->step(300ms);
            if (show() != before) last = std::chrono::steady_clock::now();
        }
    }
    std::string show() {
        std::string all;
        for (const auto step : {1, 60, 3600}) {
            all += to_json(
                model_->usage()
                    .usage(
                        {.gpus = {gpu}, .from = noon - 1min, .until = noon + 10min, .step_s = step})
                    .value());
        }
        return all + to_json(model_->usage().last(gpu));
    }

  private:
    TemporaryDirectory folder_;
    std::unique_ptr<SampleLog> log_;
    std::unique_ptr<HourlyLog> hours_;
    std::unique_ptr<ReadModel> model_ =
        ReadModel::open({.directory = folder_.path() / "tables", .boot_id = "b"}).value();
    std::unique_ptr<UsageFollower> follower_;
};

TEST(UsageOnKafka, two_nodes_and_a_rebuild_show_the_same_usage) {
    KafkaSampleSettings settings;
    settings.kafka.brokers = kafka_address();
    settings.kafka.topic = fresh_topic_name();
    ASSERT_TRUE(create_sample_topic(settings));
    Node one(settings);
    Node other(settings);
    one.measure(noon, 60, 40);
    other.measure(noon - 3s, 70, 50);  // three seconds behind: its last seven are new
    one.catch_up();
    one.measure(noon + 60s, 60, 41);
    other.measure(noon + 67s, 60, 51);
    one.catch_up();
    other.catch_up();
    const auto seen = one.show();
    EXPECT_EQ(other.show(), seen);
    EXPECT_NE(seen.find("40,40,50,50"), std::string::npos) << seen;
    EXPECT_EQ(seen.find("null,50"), std::string::npos) << "what came too late is left out";
    Node anew(settings);
    anew.catch_up();
    EXPECT_EQ(anew.show(), seen);
}

TEST(UsageOnKafka, two_nodes_close_an_hour_with_the_same_use_by_owner) {
    KafkaSampleSettings settings;
    settings.kafka.brokers = kafka_address();
    settings.kafka.topic = fresh_topic_name();
    ASSERT_TRUE(create_sample_topic(settings));
    Node one(settings);
    Node other(settings);
    one.measure_an_hour();
    const std::vector<Use> wanted{{UseBy::holder, "ann", ReservationId{}, 1800, 1800, 36'000},
                                  {UseBy::other, "ann", {}, 1800, 1800, 36'000},
                                  {UseBy::other, "ben", {}, 1800, 1800, 54'000},
                                  {UseBy::other, "ben", ReservationId{}, 1800, 1800, 54'000},
                                  {UseBy::shared, "", {}, 1800, 1800, 18'000},
                                  {UseBy::shared, "", ReservationId{}, 1800, 1800, 18'000}};
    EXPECT_EQ(one.close_the_hour(), wanted);
    EXPECT_EQ(other.close_the_hour(), wanted);
}

}  // namespace
}  // namespace dibs::test
