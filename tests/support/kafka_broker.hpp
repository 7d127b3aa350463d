// A real Kafka for tests. KafkaProcess is a separate broker in its own directory, started and
// stopped by ops/dev/kafka. KafkaBroker is shared by most tests: the one in the variable DIBS_KAFKA
// (host:port), else one started at first use and stopped at the end. Below: actions of an
// administrator or of another program on a topic.
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
    // `script`: ops/dev/kafka. Throws if the broker does not start.
    explicit KafkaProcess(std::filesystem::path script);
    KafkaProcess(const KafkaProcess&) = delete;
    KafkaProcess& operator=(const KafkaProcess&) = delete;
    ~KafkaProcess();

    [[nodiscard]] const std::string& address() const { return address_; }
    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    void stop();
    void start();                   // again, with its data and port
    [[nodiscard]] int pid() const;  // for signals; 0 if it is not running

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

// "dibs.events-<pid>-<n>": unique per test.
std::string fresh_topic_name();

using Pairs = std::vector<std::pair<std::string, std::string>>;
void make_topic(const std::string& address, const std::string& topic, int partitions,
                const Pairs& settings = {});
void delete_topic(const std::string& address, const std::string& topic);
// Sends one message; returns after delivery.
void produce_message(const std::string& address, const std::string& topic, const std::string& value,
                     const Pairs& headers = {});

}  // namespace dibs::test
