// The fixture of the writer's tests: a sample_site with two GPUs on a log, a writer on it, and ways
// to submit commands.
#pragma once

#include "domain/log/fact.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "ingest/writer.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/pausing_log.hpp"
#include "tests/support/record_maker.hpp"
#include "tests/support/sample_site.hpp"

#include <future>
#include <thread>

namespace dibs::test {

using namespace std::chrono_literals;
using Role = WriterRole;

// Everything that a new reader finds in the log.
struct Read {
    World world;
    std::vector<std::string> types;
    Fence fence;
};
inline Read read_log(EventLog& log) {
    Tail tail(log, {});
    Read read;
    JsonParser parser;
    const auto done = tail.read_to_end([&](const std::vector<Accepted>& accepted) {
        for (const auto& record : accepted) {
            if (!is_fact(record.view())) continue;
            const auto fact = read_fact(parser, record.view(), record.position, test_keys());
            ASSERT_TRUE(fact) << fact.error().detail;
            read.types.emplace_back(fact->event.type());
            read.world = evolve(std::move(read.world), *fact);
        }
    });
    EXPECT_TRUE(done) << done.error().text;
    read.fence = tail.fence();
    return read;
}
inline std::size_t count(const Read& read, std::string_view type) {
    return static_cast<std::size_t>(std::count(read.types.begin(), read.types.end(), type));
}

class WriterTest : public ::testing::Test {
  protected:
    WriterTest() { found(log_); }
    static void found(EventLog& log) {
        RecordMaker maker;
        maker.now = ten;
        append(log, maker.created());
        append(log, maker.claim("setup"));
        append(log, maker.command(std::vector<Event>{
                        event(person(ann, "ann", people::Role::user)),
                        event(person(ben, "ben", people::Role::user)), event(host(atlas, "atlas")),
                        event(gpu(gpu_a, atlas, "GPU-a", 0)), event(gpu(gpu_b, atlas, "GPU-b", 1)),
                        event(given_everything(nth<GrantId>(1)))}));
    }
    std::unique_ptr<Writer> writer(EventLog& log, WriterSettings settings = {},
                                   Deciding deciding = {}) {
        settings.patience = 500ms;
        return std::make_unique<Writer>(
            log, test_keys(), [this] { return from_unix_ms(now_ms_); }, settings, [](Position) {},
            nullptr, std::move(deciding));
    }
    std::unique_ptr<Writer> started(EventLog& log) {
        auto made = writer(log);
        made->start();
        EXPECT_TRUE(eventually([&] { return made->status().role == Role::writing; }));
        return made;
    }
    static Envelope booking_by(PersonId who, unsigned n, std::string_view from,
                               std::string_view until, std::string key = "",
                               std::string hash = "h") {
        return {command(book(booking(n, who, {gpu_a}, from, until))),
                who,
                Scopes::all(),
                "",
                "",
                std::move(key),
                std::move(hash)};
    }
    static std::future<Reply> submit(Writer& writer, Envelope envelope) {
        auto promise = std::make_shared<std::promise<Reply>>();
        auto reply = promise->get_future();
        writer.submit(std::move(envelope),
                      [promise](Reply r) { promise->set_value(std::move(r)); });
        return reply;
    }
    static Reply wait_for(std::future<Reply>& reply) {
        if (reply.wait_for(60s) != std::future_status::ready) {
            ADD_FAILURE() << "no answer";
            return refuse(Code::unavailable, "", "no answer");
        }
        return reply.get();
    }
    static Reply ask(Writer& to, Envelope envelope) {
        auto reply = submit(to, std::move(envelope));
        return wait_for(reply);
    }

    MemoryLog log_;
    std::atomic<std::int64_t> now_ms_{unix_ms(ten)};
};

inline Code code_of(const Reply& reply) {
    return reply ? Code{} : reply.error().code;
}

}  // namespace dibs::test
