// A real Kafka for tests. KafkaProcess is a broker of one's own, in a directory of its own, started
// and stopped through ops/dev/kafka. KafkaBroker is the one most tests share: that of the variable
// DIBS_KAFKA (host:port), or else one started when first context for and stopped at the end.
// Below: what an administrator, or a stranger, may do to a topic.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::test {

class KafkaProcess {
  public:
    // `script` is ops/dev/kafka. Throws when the broker does not come up.
    explicit KafkaProcess(std::filesystem::path script);
    KafkaProcess(const KafkaProcess&) = delete;
    KafkaProcess& operator=(const KafkaProcess&) = delete;
    ~KafkaProcess();

    [[nodiscard]] const std::string& address() const { return address_; }
    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    void stop();
    void start();                   // again, with its data and on its port
    [[nodiscard]] int pid() const;  // for signals; 0 when it does not run

  private:
    std::filesystem::path script_;
    std::filesystem::path directory_;
    std::string address_;
};

class KafkaBroker : public ::testing::Environment {
  public:
    explicit KafkaBroker(std::filesystem::path script) : script_(std::move(script)) {}
    const std::string& address();
    void TearDown() override { own_.reset(); }

  private:
    std::filesystem::path script_;
    std::unique_ptr<KafkaProcess> own_;
    std::string address_;
};

// "dibs.events-<pid>-<n>": no two tests meet on one topic.
std::string fresh_topic_name();

using Pairs = std::vector<std::pair<std::string, std::string>>;
void make_topic(const std::string& address, const std::string& topic, int partitions,
                const Pairs& settings = {});
void delete_topic(const std::string& address, const std::string& topic);
// One message, delivered when this returns.
void produce_message(const std::string& address, const std::string& topic, const std::string& value,
                     const Pairs& headers = {});

}  // namespace dibs::test
