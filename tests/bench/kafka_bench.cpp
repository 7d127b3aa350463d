// Our appender and tail on a real broker ($DIBS_KAFKA, host:port), compared with bare librdkafka; a
// record is one value without headers. Produce: batches, each flushed, as the writer does. Closed
// loop: 100 in flight until the own consumer has read all of them; the bare one without lingering
// and flushing. Consume: with decoding. On a busy machine run broker and bench under `chrt -r 10`.
//   kafka_bench [messages] [pairs]
#include "domain/codec/event_json.hpp"
#include "domain/log/fact.hpp"
#include "domain/log/tail.hpp"
#include "domain/reservation/reservation.hpp"
#include "ingest/log/facts/kafka_log.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/projections/store/log_of.hpp"

#include <cstdlib>
#include <cstring>

#include <librdkafka/rdkafka.h>
#include <simdjson.h>
#include <unistd.h>

namespace {

using namespace dibs;

constexpr int loops = 300, in_flight = 100;
constexpr std::size_t group = 1000;  // as many commands as the writer decides at once
const Instant start = from_unix_ms(1'800'000'000'000);

template <class T>
T need(LogResult<T> made) {
    if (made) return std::move(*made);
    std::fprintf(stderr, "%s\n", made.error().text.c_str());
    std::exit(1);
}
void must(bool good, const char* what) {
    if (good) return;
    std::fprintf(stderr, "kafka_bench: %s\n", what);
    std::exit(1);
}

KafkaSettings fresh_topic(const std::string& brokers) {
    static int count = 0;
    KafkaSettings settings;
    settings.brokers = brokers;
    settings.topic = "dibs.bench-" + std::to_string(getpid()) + "-" + std::to_string(++count);
    if (const auto made = create_topic(settings); !made) must(false, made.error().text.c_str());
    return settings;
}

// Keeps appended records, to hand them over later.
struct Collector : LogAppender {
    explicit Collector(std::vector<std::string>& its) : records(its) {}
    LogResult<void> append(std::vector<std::string> more) override {
        records.insert(records.end(), std::make_move_iterator(more.begin()),
                       std::make_move_iterator(more.end()));
        return {};
    }
    LogResult<void> flush(std::chrono::milliseconds) override { return {}; }
    std::vector<std::string>& records;
};
struct CollectingLog : EventLog {
    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset) override { std::abort(); }
    LogResult<std::unique_ptr<LogAppender>> open_appender() override {
        return std::make_unique<Collector>(records);
    }
    LogResult<std::optional<std::string>> at(Offset) override { std::abort(); }
    LogResult<Offset> newest() override { std::abort(); }
    std::vector<std::string> records;
};

// A chain of bookings as a writer makes it.
std::vector<std::string> facts(int count) {
    CollectingLog log;
    test::LogOf pen(log);
    for (int i = 0; i < count; ++i) {
        ReservationId id;
        std::memcpy(id.uuid.data(), &i, sizeof i);
        const auto from = start + std::chrono::hours{i};
        pen.command(
            start,
            {Event{reservation::Event{reservation::Booked{
                {id, PersonId{}, {GpuId{}}, {from, from + std::chrono::hours{1}}, {"training run"}},
                {HostId{}}}}}});
    }
    return std::move(log.records);
}

rd_kafka_t* client(rd_kafka_type_t type, const std::string& brokers,
                   const std::vector<std::pair<const char*, const char*>>& settings) {
    char why[512];
    rd_kafka_conf_t* conf = rd_kafka_conf_new();
    rd_kafka_conf_set(conf, "bootstrap.servers", brokers.c_str(), why, sizeof why);
    for (const auto& [name, value] : settings) {
        must(rd_kafka_conf_set(conf, name, value, why, sizeof why) == RD_KAFKA_CONF_OK, why);
    }
    if (type == RD_KAFKA_PRODUCER) {  // otherwise a flush polls every 10 ms only
        rd_kafka_conf_set_dr_msg_cb(conf, [](rd_kafka_t*, const rd_kafka_message_t*, void*) {});
    }
    rd_kafka_t* made = rd_kafka_new(type, conf, why, sizeof why);
    must(made != nullptr, why);
    return made;
}

class BareProducer {
  public:
    BareProducer(const KafkaSettings& to, const char* linger_ms)
        : client_(client(RD_KAFKA_PRODUCER, to.brokers,
                         {{"enable.idempotence", "true"},
                          {"acks", "all"},
                          {"linger.ms", linger_ms},
                          {"queue.buffering.max.messages", "200000"}})),
          topic_(rd_kafka_topic_new(client_, to.topic.c_str(), nullptr)) {}
    ~BareProducer() {
        rd_kafka_topic_destroy(topic_);
        rd_kafka_destroy(client_);
    }
    BareProducer(const BareProducer&) = delete;
    BareProducer& operator=(const BareProducer&) = delete;
    void send(const std::string& record) {
        while (rd_kafka_produce(topic_, 0, RD_KAFKA_MSG_F_COPY, const_cast<char*>(record.data()),
                                record.size(), nullptr, 0, nullptr) != 0) {
            rd_kafka_poll(client_, 1);
        }
        rd_kafka_poll(client_, 0);
    }
    void send_all(const std::vector<std::string>& records) {
        std::size_t sent = 0;
        for (const auto& record : records) {
            send(record);
            if (++sent % group == 0) flush();
        }
        flush();
    }

  private:
    void flush() { must(rd_kafka_flush(client_, 30'000) == 0, "not all delivered"); }
    rd_kafka_t* client_;
    rd_kafka_topic_t* topic_;
};

class BareConsumer {
  public:
    explicit BareConsumer(const KafkaSettings& of)
        : client_(client(RD_KAFKA_CONSUMER, of.brokers,
                         {{"group.id", "bench"},
                          {"enable.auto.commit", "false"},
                          {"fetch.wait.max.ms", "100"}})) {
        auto* parts = rd_kafka_topic_partition_list_new(1);
        rd_kafka_topic_partition_list_add(parts, of.topic.c_str(), 0)->offset =
            RD_KAFKA_OFFSET_BEGINNING;
        rd_kafka_assign(client_, parts);
        rd_kafka_topic_partition_list_destroy(parts);
        queue_ = rd_kafka_queue_get_consumer(client_);
    }
    ~BareConsumer() {
        rd_kafka_queue_destroy(queue_);
        rd_kafka_consumer_close(client_);
        rd_kafka_destroy(client_);
    }
    BareConsumer(const BareConsumer&) = delete;
    BareConsumer& operator=(const BareConsumer&) = delete;
    // Reads `count` records; `parse`: also the part after the head's lines.
    void read(std::size_t count, bool parse) {
        std::vector<rd_kafka_message_t*> raw(1000);
        while (count > 0) {
            const auto got =
                rd_kafka_consume_batch_queue(queue_, 100, raw.data(), std::min(count, raw.size()));
            for (ssize_t i = 0; i < got; ++i) {
                auto* message = raw[static_cast<std::size_t>(i)];
                if (message->err == 0) {
                    --count;
                    if (parse) decode({static_cast<char*>(message->payload), message->len});
                }
                rd_kafka_message_destroy(message);
            }
        }
    }

  private:
    void decode(std::string_view record) {
        const auto body = parse_record(record)->body;
        simdjson::dom::object object;
        if (parser_.parse(body.data(), body.size(), true).get(object) == 0U) {
            for (const auto field : object) sum_ += field.key.size();
        }
    }
    rd_kafka_t* client_;
    rd_kafka_queue_t* queue_ = nullptr;
    simdjson::dom::parser parser_;
    std::size_t sum_ = 0;
};

double cpu_us = 0;  // of the last measurement, per message

double bare_produce(const std::string& brokers, const std::vector<std::string>& records) {
    BareProducer producer(fresh_topic(brokers), "5");
    const double cpu = bench::cpu_seconds();
    const auto took = bench::seconds_of([&] { producer.send_all(records); });
    cpu_us = (bench::cpu_seconds() - cpu) / static_cast<double>(records.size()) * 1e6;
    return static_cast<double>(records.size()) / took;
}

void append_all(LogAppender& appender, const std::vector<std::string>& records) {
    for (std::size_t i = 0; i < records.size(); i += group) {
        const auto end = std::min(i + group, records.size());
        const auto at = [&](std::size_t n) { return records.begin() + static_cast<long>(n); };
        must(appender.append({at(i), at(end)}).has_value(), "no room");
        must(appender.flush(std::chrono::seconds{30}).has_value(), "not delivered");
    }
}

double our_produce(const std::string& brokers, const std::vector<std::string>& records) {
    const auto log = need(open_kafka_log(fresh_topic(brokers)));
    const auto appender = need(log->open_appender());
    const double cpu = bench::cpu_seconds();
    const auto took = bench::seconds_of([&] { append_all(*appender, records); });
    cpu_us = (bench::cpu_seconds() - cpu) / static_cast<double>(records.size()) * 1e6;
    return static_cast<double>(records.size()) / took;
}

// p50 of a round, in ms.
double closed_loop(const std::function<void()>& round) {
    for (int i = 0; i < 20; ++i) round();
    std::vector<double> all;
    for (int i = 0; i < loops; ++i) all.push_back(bench::seconds_of(round) * 1e3);
    return bench::percentile(std::move(all), 50);
}

double bare_loop(const std::string& brokers, const std::vector<std::string>& records) {
    const auto topic = fresh_topic(brokers);
    BareProducer producer(topic, "0");
    BareConsumer consumer(topic);
    return closed_loop([&] {
        for (int i = 0; i < in_flight; ++i) producer.send(records[static_cast<std::size_t>(i)]);
        consumer.read(in_flight, true);
    });
}

double our_loop(const std::string& brokers, const std::vector<std::string>& records) {
    const auto log = need(open_kafka_log(fresh_topic(brokers)));
    const auto appender = need(log->open_appender());
    Tail tail(*log, Checkpoint{});
    std::size_t at = 0;
    return closed_loop([&] {
        const auto begin = records.begin() + static_cast<long>(at);
        at += in_flight;
        must(appender->append({begin, begin + in_flight}).has_value(), "no room");
        must(appender->flush(std::chrono::seconds{5}).has_value(), "not delivered");
        for (std::size_t left = in_flight; left > 0;) {
            left -= need(tail.next(left, std::chrono::milliseconds{100})).size();
        }
    });
}

double bare_consume(const KafkaSettings& topic, std::size_t count) {
    BareConsumer consumer(topic);
    consumer.read(1, true);  // connected
    return static_cast<double>(count - 1) /
           bench::seconds_of([&] { consumer.read(count - 1, true); });
}

double our_consume(const KafkaSettings& topic, std::size_t count) {
    const auto log = need(open_kafka_log(topic));
    Tail tail(*log, Checkpoint{});
    JsonParser parser;
    std::size_t seen = 0;
    const auto read = [&](std::size_t max) {
        for (const auto& record : need(tail.next(max, std::chrono::milliseconds{100}))) {
            ++seen;
            if (record.position > 0 &&
                !read_fact(parser, record.view(), record.position, test::test_keys())) {
                must(false, "a fact cannot be read");
            }
        }
    };
    while (seen < 3) read(1);  // after the claim, where anchors are checked once
    const auto before = seen;
    const double cpu = bench::cpu_seconds();
    const auto took = bench::seconds_of([&] {
        while (seen < count) read(8192);
    });
    cpu_us = (bench::cpu_seconds() - cpu) / static_cast<double>(count - before) * 1e6;
    return static_cast<double>(count - before) / took;
}

}  // namespace

int main(int argc, char** argv) {
    const char* const given = std::getenv("DIBS_KAFKA");
    if (given == nullptr) {
        std::printf("skipped: DIBS_KAFKA names no broker\n");
        return 0;
    }
    const std::string brokers = given;
    const auto records = facts(argc > 1 ? std::atoi(argv[1]) : 200'000);
    const int pairs = argc > 2 ? std::atoi(argv[2]) : 5;
    std::vector<double> cpu_ratios;
    double bare_cpu = 0;
    bench::compare(
        "produce, one partition, acks=all", "/s", pairs,
        [&] {
            const auto rate = bare_produce(brokers, records);
            bare_cpu = cpu_us;
            return rate;
        },
        [&] {
            const auto rate = our_produce(brokers, records);
            cpu_ratios.push_back(cpu_us / bare_cpu);
            return rate;
        },
        "goal: >= 0.70");
    const auto cpu = bench::spread_of(cpu_ratios);
    std::printf("%-44s bare %.2f us  ours %.2f us  ratio %.2f (%.2f-%.2f)  goal: <= 2\n",
                "  client CPU a message", bare_cpu, cpu_us, cpu.median, cpu.least, cpu.most);
    bench::compare(
        "100 in flight until the own tail has them", "ms", pairs,
        [&] { return bare_loop(brokers, records); }, [&] { return our_loop(brokers, records); },
        "goal: <= 1.5");
    const auto bare_topic = fresh_topic(brokers), our_topic = fresh_topic(brokers);
    {
        BareProducer(bare_topic, "5").send_all(records);
        const auto log = need(open_kafka_log(our_topic));
        append_all(*need(log->open_appender()), records);
    }
    bench::compare(
        "consume and decode", "/s", pairs, [&] { return bare_consume(bare_topic, records.size()); },
        [&] { return our_consume(our_topic, records.size()); }, "goal: >= 0.50");
}
