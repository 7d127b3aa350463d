// Starts a broker with ops/dev/kafka and administers it through librdkafka. Waits until the broker
// shows a topic.
#include "tests/support/kafka_broker.hpp"

#include "tests/support/eventually.hpp"

#include <array>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include <librdkafka/rdkafka.h>
#include <stdlib.h>
#include <unistd.h>

namespace dibs::test {
namespace {

constexpr int admin_ms = 20'000;

void check(bool good, const std::string& what) {
    if (!good) throw std::runtime_error("Kafka in a test: " + what);
}

std::string output_of(const std::string& command) {
    std::FILE* pipe = popen(command.c_str(), "r");
    check(pipe != nullptr, command);
    std::string output;
    std::array<char, 256> piece{};
    while (std::fgets(piece.data(), piece.size(), pipe) != nullptr) output += piece.data();
    check(pclose(pipe) == 0, command + " failed");
    while (!output.empty() && output.back() == '\n') output.pop_back();
    return output;
}

std::string quoted(const std::filesystem::path& path) {
    return "'" + path.string() + "'";
}

struct Client {
    explicit Client(const std::string& address) {
        std::array<char, 512> why{};
        rd_kafka_conf_t* conf = rd_kafka_conf_new();
        rd_kafka_conf_set(conf, "bootstrap.servers", address.c_str(), why.data(), why.size());
        rd_kafka_conf_set(conf, "log_level", "0", why.data(), why.size());
        handle = rd_kafka_new(RD_KAFKA_PRODUCER, conf, why.data(), why.size());
        check(handle != nullptr, why.data());
        queue = rd_kafka_queue_new(handle);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;
    ~Client() {
        if (event != nullptr) rd_kafka_event_destroy(event);
        rd_kafka_queue_destroy(queue);
        rd_kafka_destroy(handle);
    }
    rd_kafka_event_t* wait() {
        event = rd_kafka_queue_poll(queue, admin_ms);
        check(event != nullptr, "no answer to an admin request");
        check(rd_kafka_event_error(event) == 0, rd_kafka_event_error_string(event));
        return event;
    }
    // The number of partitions that the broker shows for a topic; 0 if it does not exist.
    int partitions_of(const std::string& topic) const {
        rd_kafka_topic_t* handle_of = rd_kafka_topic_new(handle, topic.c_str(), nullptr);
        const rd_kafka_metadata_t* data = nullptr;
        const auto code = rd_kafka_metadata(handle, 0, handle_of, &data, admin_ms);
        rd_kafka_topic_destroy(handle_of);
        check(code == 0, rd_kafka_err2str(code));
        const int count = data->topics[0].partition_cnt;
        const bool led = count > 0 && data->topics[0].partitions[0].leader >= 0;
        rd_kafka_metadata_destroy(data);
        return led ? count : 0;
    }
    void wait_for_partitions(const std::string& topic, int count) const {
        check(eventually([&] { return partitions_of(topic) == count; }),
              "topic " + topic + " does not settle");
    }
    rd_kafka_t* handle = nullptr;
    rd_kafka_queue_t* queue = nullptr;
    rd_kafka_event_t* event = nullptr;
};

}  // namespace

KafkaProcess::KafkaProcess(std::filesystem::path script) : script_(std::move(script)) {
    auto name = (std::filesystem::temp_directory_path() / "dibs-kafka-XXXXXX").string();
    check(mkdtemp(name.data()) != nullptr, "no temporary directory");
    directory_ = name;
    start();
}

KafkaProcess::~KafkaProcess() {
    try {
        stop();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
    std::error_code ignored;
    std::filesystem::remove_all(directory_, ignored);
}

void KafkaProcess::start() {
    address_ = output_of("DIBS_KAFKA_WITH_PID=" + std::to_string(getpid()) + " " + quoted(script_) +
                         " start " + quoted(directory_));
}

void KafkaProcess::stop() {
    output_of(quoted(script_) + " stop " + quoted(directory_));
}

void KafkaProcess::kill() {
    output_of(quoted(script_) + " kill " + quoted(directory_));
}

int KafkaProcess::pid() const {
    int pid = 0;
    std::ifstream(directory_ / "pid") >> pid;
    return pid;
}

const std::string& KafkaBroker::address() {
    if (!address_.empty()) return address_;
    if (const char* given = getenv("DIBS_KAFKA"); given != nullptr && *given != '\0') {
        address_ = given;
    } else {
        own_ = std::make_unique<KafkaProcess>(script_);
        address_ = own_->address();
    }
    return address_;
}

std::string fresh_topic_name() {
    static std::atomic<int> count{0};
    const auto now = std::chrono::system_clock::now().time_since_epoch().count();
    return "dibs.events-" + std::to_string(now) + "-" + std::to_string(++count);
}

void make_topic(const std::string& address, const std::string& topic, int partitions,
                const Pairs& settings) {
    Client client(address);
    std::array<char, 256> why{};
    auto* made = rd_kafka_NewTopic_new(topic.c_str(), partitions, 1, why.data(), why.size());
    check(made != nullptr, why.data());
    for (const auto& [name, value] : settings) {
        rd_kafka_NewTopic_set_config(made, name.c_str(), value.c_str());
    }
    rd_kafka_CreateTopics(client.handle, &made, 1, nullptr, client.queue);
    rd_kafka_NewTopic_destroy(made);
    std::size_t count = 0;
    const auto* result = rd_kafka_event_CreateTopics_result(client.wait());
    const auto* const* topics = rd_kafka_CreateTopics_result_topics(result, &count);
    check(count == 1 && rd_kafka_topic_result_error(topics[0]) == 0, "topic not made: " + topic);
    client.wait_for_partitions(topic, partitions);
}

void delete_topic(const std::string& address, const std::string& topic) {
    Client client(address);
    auto* doomed = rd_kafka_DeleteTopic_new(topic.c_str());
    rd_kafka_DeleteTopics(client.handle, &doomed, 1, nullptr, client.queue);
    rd_kafka_DeleteTopic_destroy(doomed);
    client.wait();
    client.wait_for_partitions(topic, 0);
}

void produce_message(const std::string& address, const std::string& topic, const std::string& value,
                     const Pairs& headers) {
    Client client(address);
    auto* list = rd_kafka_headers_new(headers.size());
    for (const auto& [name, text] : headers) {
        rd_kafka_header_add(list, name.c_str(), -1, text.data(), static_cast<ssize_t>(text.size()));
    }
    std::array<rd_kafka_vu_t, 5> parts{};
    parts[0].vtype = RD_KAFKA_VTYPE_TOPIC;
    parts[0].u.cstr = topic.c_str();
    parts[1].vtype = RD_KAFKA_VTYPE_PARTITION;
    parts[1].u.i32 = 0;
    parts[2].vtype = RD_KAFKA_VTYPE_VALUE;
    parts[2].u.mem.ptr = const_cast<char*>(value.data());
    parts[2].u.mem.size = value.size();
    parts[3].vtype = RD_KAFKA_VTYPE_HEADERS;
    parts[3].u.headers = list;
    parts[4].vtype = RD_KAFKA_VTYPE_MSGFLAGS;
    parts[4].u.i = RD_KAFKA_MSG_F_COPY;
    check(rd_kafka_produceva(client.handle, parts.data(), parts.size()) == nullptr, "produce");
    check(rd_kafka_flush(client.handle, admin_ms) == 0, "flush");
}

}  // namespace dibs::test
