// Real Kafka brokers for tests, and the actions of an administrator or another program on a topic.
// Functions block, and throw std::runtime_error if the broker or the script fails.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::test {

// A broker of one test, in its own temporary directory. The script ops/dev/kafka starts and stops
// it. The destructor stops it and removes its data.
class KafkaProcess {
  public:
    // Starts the broker. `script` is the path of ops/dev/kafka.
    explicit KafkaProcess(std::filesystem::path script);
    KafkaProcess(const KafkaProcess&) = delete;
    KafkaProcess& operator=(const KafkaProcess&) = delete;
    ~KafkaProcess();

    // host:port
    [[nodiscard]] const std::string& address() const { return address_; }
    [[nodiscard]] const std::filesystem::path& directory() const { return directory_; }
    void stop();                    // keeps the data
    void kill();                    // the same by SIGKILL; returns once no thread of it lives
    void start();                   // restarts it with the same data and port
    [[nodiscard]] int pid() const;  // the process to signal; 0 if there is no pid file

  private:
    std::filesystem::path script_;
    std::filesystem::path directory_;
    std::string address_;
};

// The broker that most tests of a program share: the one at DIBS_KAFKA (host:port), or its own. Its
// own starts at the first use and stops after the last test.
class KafkaBroker : public ::testing::Environment {
  public:
    explicit KafkaBroker(std::filesystem::path script) : script_(std::move(script)) {}
    const std::string& address();  // host:port; may start the broker
    void TearDown() override { own_.reset(); }

  private:
    std::filesystem::path script_;
    std::unique_ptr<KafkaProcess> own_;  // null with DIBS_KAFKA
    std::string address_;
};

// Returns "dibs.events-<time>-<n>": unique across tests and runs.
std::string fresh_topic_name();

// Names and values of topic settings or message headers.
using Pairs = std::vector<std::pair<std::string, std::string>>;
// Creates a topic with replication factor 1; returns once the broker shows all its partitions.
void make_topic(const std::string& address, const std::string& topic, int partitions,
                const Pairs& settings = {});
// Deletes a topic; returns once the broker shows it no more.
void delete_topic(const std::string& address, const std::string& topic);
// Sends one message to partition 0; returns after delivery.
void produce_message(const std::string& address, const std::string& topic, const std::string& value,
                     const Pairs& headers = {});

}  // namespace dibs::test
