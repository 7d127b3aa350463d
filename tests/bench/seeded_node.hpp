// A real dibsd on a folder whose log the library filled before. One person with a token, hosts of
// eight GPUs, bookings back to back from tomorrow on, and samples of the last minutes.
#pragma once

#include "ingest/fresh_id.hpp"
#include "ingest/keys/keys.hpp"
#include "ingest/log/facts/lmdb_log.hpp"
#include "ingest/log/samples/sample_log_lmdb.hpp"
#include "ingest/writer.hpp"
#include "tests/bench/bench_node.hpp"
#include "tests/support/raw_http.hpp"
#include "tests/support/samples.hpp"

#include <latch>

namespace dibs::bench {

struct Seeded {
    std::string token = "dibs_" + std::string(43, 'b');
    PersonId person;
    std::vector<GpuId> gpus;
    Instant from;        // of the first bookings: a midnight
    Instant free_after;  // all GPUs are free from this moment

    // The request line and headers of the token's holder.
    [[nodiscard]] std::string request(const std::string& method_and_target,
                                      const std::string& body = {}) const {
        std::string text = method_and_target +
                           " HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench\r\n" +
                           "Accept: */*\r\nAuthorization: Bearer " + token + "\r\n";
        if (!body.empty()) {
            text +=
                "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                "\r\n";
        }
        return text + "\r\n" + body;
    }
};

// Fills <data>/log by commands, like a node.
class Seeder {
  public:
    Seeder(const fs::path& data, int gpus, int bookings, Duration length)
        : log_(need(open_lmdb_log({data / "log"}))), keys_(Keys::create(data / "keys").value()) {
        create();
        WriterSettings settings;
        settings.queue = 100'000;
        writer_ = std::make_unique<Writer>(*log_, *keys_, now_ms, settings, [](Position) {});
        writer_->start();
        while (writer_->status().role != WriterRole::writing) std::this_thread::yield();
        add_person();
        add_gpus(gpus);
        seeded_.from = std::chrono::ceil<std::chrono::days>(now_ms());
        book(bookings, length);
        writer_->stop();
        add_samples(data);
    }
    [[nodiscard]] const Seeded& seeded() const { return seeded_; }

  private:
    void create() {
        auto appender = need(log_->open_appender());
        const auto birth = R"({"id":"bench","keys":")" + keys_->check() + R"("})";
        (void)appender->append(
            {encode_record({0, 1, false, {}}, now_ms(), created_type, {}, "", birth)});
        if (const auto done = appender->flush(std::chrono::seconds{5}); !done) std::exit(1);
    }
    void command(Command command, bool as_person, OnReply on_reply) {
        Envelope envelope{std::move(command)};
        if (as_person) envelope.actor = seeded_.person;
        writer_->submit(std::move(envelope), [on_reply = std::move(on_reply)](Reply reply) {
            if (!reply) std::fprintf(stderr, "refused: %s\n", reply.error().detail.c_str());
            on_reply(std::move(reply));
        });
    }
    Done now(Command its, bool as_person = false) {
        std::latch answered(1);
        Done done;
        command(std::move(its), as_person, [&](Reply reply) {
            if (reply) done = std::move(*reply);
            answered.count_down();
        });
        answered.wait();
        return done;
    }
    void add_person() {
        const auto at = now_ms();
        seeded_.person = fresh_id<PersonId>(at);
        const auto token = digest_of("setup");
        now({people::Command{people::OpenSetup{token, at + std::chrono::hours{1}}}});
        now({people::Command{people::CompleteSetup{
            token, seeded_.person, fresh_id<GrantId>(at), {"Ann"}, "ann", {"hash"}}}});
        now({people::Command{people::IssueToken{
                fresh_id<TokenId>(at), {"bench"}, Scopes::all(), digest_of(seeded_.token), {}}}},
            true);
    }
    void add_gpus(int count) {
        constexpr int per_host = 8;
        for (int first = 0; first < count; first += per_host) {
            const auto at = now_ms();
            const auto host = fresh_id<HostId>(at);
            now({fleet::Command{fleet::EnrolHost{host, "gpu" + std::to_string(first / per_host),
                                                 "127.0.0.1", 9, "dibs",
                                                 "SHA256:" + std::string(43, 'A')}}});
            fleet::ReportGpus report{host, {}};
            for (int i = first; i < std::min(first + per_host, count); ++i) {
                report.gpus.push_back(
                    {"GPU-" + std::to_string(i), i - first, "NVIDIA A100-SXM4-40GB", 40960, {}});
            }
            const auto done = now({fleet::Command{std::move(report)}});
            for (const auto& found : done.events) {
                seeded_.gpus.push_back(*subjects_of(found).first<GpuId>());
            }
        }
    }
    void book(int bookings, Duration length) {
        std::latch done(bookings);
        const int gpus = static_cast<int>(seeded_.gpus.size());
        for (int n = 0; n < bookings; ++n) {
            const Instant from = seeded_.from + n / gpus * length;
            command({reservation::Command{
                        reservation::Book{fresh_id<ReservationId>(now_ms()),
                                          seeded_.person,
                                          {seeded_.gpus[static_cast<std::size_t>(n % gpus)]},
                                          {from, from + length},
                                          {"training run " + std::to_string(n)}}}},
                    true, [&done](const Reply&) { done.count_down(); });
            if (n % 1000 == 999) std::this_thread::sleep_for(std::chrono::milliseconds{50});
        }
        done.wait();
        seeded_.free_after = seeded_.from + (bookings / std::max(gpus, 1) + 1) * length;
    }
    void add_samples(const fs::path& data) {
        auto samples = need(open_lmdb_sample_log({data / "samples"}));
        const auto until = std::chrono::floor<std::chrono::seconds>(now_ms());
        for (int s = 120; s > 0; --s) {
            std::vector<Sample> second;
            for (const auto& gpu : seeded_.gpus) {
                second.push_back(test::sample_of(gpu, until - std::chrono::seconds{s},
                                                 {{"utilization_percent", 50 + s % 40},
                                                  {"memory_used_mib", 20'000 + s},
                                                  {"temperature_c", 60 + s % 20},
                                                  {"power_w", 2500 + s}}));
            }
            (void)samples->append(second);
        }
        (void)samples->flush();
    }

    std::unique_ptr<EventLog> log_;
    std::unique_ptr<Keys> keys_;
    std::unique_ptr<Writer> writer_;
    Seeded seeded_;
};

}  // namespace dibs::bench
