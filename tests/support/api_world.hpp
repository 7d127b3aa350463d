// All of dibsd except hosts, in one process: a memory log, the real writer, projector, tables,
// routes, gate, server and stream. It has its own clock; writer and wall clock must not differ by
// more than five minutes. People: Ann (an admin, with a real password), Ben and Cleo. Hosts: atlas
// with four GPUs, boreas with two.
//
//   ApiWorld world;
//   const auto reply = world.as(world.ben).post("/api/v1/reservations", R"({…})");
//   EXPECT_EQ(reply.at("conflicts[0].owner_name"), "ann");
#pragma once

#include "api/auth/access.hpp"
#include "api/http/connection/server.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/stream/stream.hpp"
#include "api/routes/stream/topics.hpp"
#include "api/time/tz_zones.hpp"
#include "ingest/fresh_id.hpp"
#include "ingest/keys/keys.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "ingest/writer.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace dibs::test {

class ApiWorld;

struct ApiReply {
    int status = 0;
    std::string body{};
    http::Response response{};

    [[nodiscard]] std::string header(std::string_view name) const {
        return std::string(response.header(name));
    }
    // The value at a path as text: at("alternatives[0].gpus[1]"); "" if absent.
    [[nodiscard]] std::string at(std::string_view path) const;
    [[nodiscard]] std::size_t size(std::string_view path) const;  // of an array
    [[nodiscard]] std::string problem()
        const;  // "slot-taken" from the type, with its field: "…/gpus"
};
void PrintTo(const ApiReply& reply, std::ostream* out);

using HeaderList = std::vector<std::pair<std::string, std::string>>;

class Caller {
  public:
    Caller(ApiWorld& world, HeaderList headers) : world_(world), headers_(std::move(headers)) {}
    [[nodiscard]] Caller with(std::string name, std::string value) const;
    [[nodiscard]] Caller from(std::string address) const;

    ApiReply get(std::string_view target) const;
    ApiReply post(std::string_view target, std::string body = {}) const;
    ApiReply put(std::string_view target, std::string body) const;
    ApiReply patch(std::string_view target, std::string body) const;
    ApiReply del(std::string_view target) const;
    ApiReply send(http::Method method, std::string_view target, std::string body) const;

  private:
    ApiWorld& world_;
    HeaderList headers_;
    std::string address_ = "127.0.0.1";
};

class ApiWorld {
  public:
    enum class Setup { completed, open };  // open: without people and hosts

    static constexpr auth::RateSettings many_tries{6000, 6000, 6000, 6000};

    explicit ApiWorld(auth::RateSettings rates = many_tries, Setup setup = Setup::completed,
                      const routes::TopicTable& topics = routes::stream_topics());
    explicit ApiWorld(Setup setup) : ApiWorld(many_tries, setup) {}
    explicit ApiWorld(const routes::TopicTable& topics)
        : ApiWorld(many_tries, Setup::completed, topics) {}
    ~ApiWorld();

    // By cookie, from the dashboard's origin.
    [[nodiscard]] Caller as(PersonId person);
    [[nodiscard]] Caller with_token(PersonId person, Scopes scopes);
    [[nodiscard]] Caller nobody() { return {*this, {}}; }
    [[nodiscard]] std::string cookie_of(PersonId person);
    // The URL to open a stream for that cookie's session, with a ticket.
    [[nodiscard]] std::string stream_path(const std::string& cookie);

    // As Dibs itself, unless a person is given; then waits for the tables.
    Reply command(Command command, std::optional<PersonId> by = {});
    ReservationId book(PersonId owner, std::vector<GpuId> gpus, int from_h, int until_h);
    // Routes' commands go to `handler` from now on; it must outlive the last request.
    void put_before_writer(CommandHandler& handler);
    void settle();  // waits until the tables have all facts

    [[nodiscard]] std::string time(int hours) const;  // from the world's start
    [[nodiscard]] Instant at(int hours) const { return begin_ + std::chrono::hours{hours}; }
    void advance(Duration by) { now_ms_ += by.count(); }
    [[nodiscard]] Instant now() const { return from_unix_ms(now_ms_); }
    [[nodiscard]] std::uint16_t port() const { return server_->port(); }

    std::string setup_secret;  // of the one-time link
    PersonId ann, ben, cleo;
    HostId atlas, boreas;
    std::vector<GpuId> gpus;   // atlas:0-3
    std::vector<GpuId> other;  // boreas:0-1
    static constexpr std::string_view password = "correct horse battery staple";

    const std::unique_ptr<Keys> keys = Keys::in_memory();
    const TzZones zones;
    MemoryLog log;
    http::EventLoop loop;
    std::unique_ptr<ReadModel> model;
    std::unique_ptr<Projector> projector;
    std::unique_ptr<Writer> writer;
    http::Router router;
    std::unique_ptr<routes::Service> service;

  private:
    friend class Caller;
    // The writer, or a handler that a test puts before it.
    struct CommandProxy : CommandHandler {
        std::atomic<CommandHandler*> to{nullptr};
        void submit(Envelope envelope, OnReply on_reply) override {
            to.load()->submit(std::move(envelope), std::move(on_reply));
        }
    };
    void open_tables();
    void wire(const routes::TopicTable& topics);
    void open_setup();
    void add_people();
    void add_hosts();
    PersonId add_person(const std::string& name, people::Role role, std::string hash);
    std::vector<GpuId> add_host(HostId id, const std::string& name, int gpu_count);

    const Instant begin_;
    std::atomic<std::int64_t> now_ms_;
    std::filesystem::path directory_;
    CommandProxy proxy_;
    routes::Workers workers_;
    auth::Rates rates_;
    auth::LastUse last_use_;
    http::HttpMetrics metrics_;
    std::unique_ptr<routes::Stream> stream_;
    std::unique_ptr<ws::Hub> hub_;
    std::unique_ptr<http::Server> server_;
    std::thread loop_thread_;
};

}  // namespace dibs::test
